/**
 * The bandwidth of one receiver transport (a 5-tuple, not a stream).
 *
 * <p>In: each packet that is sent, transport-wide feedback, receiver reports, REMB, what the allocator wants, and the
 * time. Out: a target bitrate with the {@link org.starbridge.bandwidth.Reason} that bound it, probes to send, a pacing
 * rate, padding. {@link org.starbridge.bandwidth.BandwidthEstimator} composes the parts; each part has a package.
 *
 * <p>Everything here is pure: no clock, no thread, no logger, no knowledge of the bridge or of wire formats, no random
 * numbers, and no allocation in steady state. An estimator is owned by the media worker of its receiver.
 *
 * <p>Sources: Google Congestion Control (draft-ietf-rmcat-gcc-02; G. Carlucci et al., MMSys 2016), with the algorithms
 * and constants of libwebrtc in mid 2025. docs/decisions/024 says where a bridge needs others.
 */
@NullMarked
package org.starbridge.bandwidth;

import org.jspecify.annotations.NullMarked;
