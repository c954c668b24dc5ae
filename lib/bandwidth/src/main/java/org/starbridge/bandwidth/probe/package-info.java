/**
 * Probes: short bursts above the current rate that find out whether the link carries more. In: estimates, what the
 * allocator wants, acknowledged packets. Out: when to send how many bytes, and the bitrate that a probe measured.
 * libwebrtc probe_controller.cc, bitrate_prober.cc, probe_bitrate_estimator.cc, alr_detector.cc. Owned by the
 * receiver's media worker.
 */
@NullMarked
package org.starbridge.bandwidth.probe;

import org.jspecify.annotations.NullMarked;
