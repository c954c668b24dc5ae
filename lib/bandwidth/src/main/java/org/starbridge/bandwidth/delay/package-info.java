/**
 * The delay-based estimate: a queue that grows in front of the receiver is seen before packets are lost. In: send and
 * arrival times and the acknowledged bitrate. Out: a bitrate. G. Carlucci et al., "Analysis and Design of the Google
 * Congestion Control for WebRTC", MMSys 2016; draft-ietf-rmcat-gcc-02; constants of libwebrtc 2025. Owned by the
 * receiver's media worker.
 */
@NullMarked
package org.starbridge.bandwidth.delay;

import org.jspecify.annotations.NullMarked;
