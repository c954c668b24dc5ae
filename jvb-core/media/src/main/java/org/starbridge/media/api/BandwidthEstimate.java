package org.starbridge.media.api;

import org.starbridge.bandwidth.Reason;

/**
 * Estimate of what one endpoint can be sent, and its basis. Bitrates are in bit/s and cover all UDP payload;
 * {@value #UNKNOWN} means that a figure is not known. Counters run from the endpoint's start.
 *
 * @param targetBps the estimate; {@value #UNKNOWN} where estimation is off
 * @param reason what bound the estimate
 * @param delayBps the delay-based part
 * @param lossBps the loss-based part
 * @param acknowledgedBps what arrives at the endpoint
 * @param lossRatio the share of packets lost on the way to it, 0 to 1
 * @param rttMs round-trip time, smoothed
 * @param pacingBps what may leave within a short time
 * @param paddingBps up to which bitrate padding fills what is sent; 0 mostly
 * @param pacerQueueMs how long what waits in the pacer takes to leave; 0 mostly
 * @param probesSent probes that were begun
 * @param probeBytes bytes of copies and padding sent for probes
 * @param unmatchedFeedback statuses about packets that were never sent, or too long ago
 * @param applicationLimited whether less is sent than the estimate allows
 * @param overusing whether a queue on the way to it stays, or soon comes back, or a policer drops what is above the
 *     estimate
 * @param audioBps what it is sent of audio; the rest of the estimate is for video
 * @param overloaded whether what it is sent is evidently more than its link carries, by heavy losses or long queues;
 *     until the estimate allows what is wanted. Also a receiver whose estimates are not trusted has to be sent less
 *     then, or its audio would drown
 */
public record BandwidthEstimate(
        long targetBps,
        Reason reason,
        long delayBps,
        long lossBps,
        long acknowledgedBps,
        double lossRatio,
        double rttMs,
        long pacingBps,
        long paddingBps,
        double pacerQueueMs,
        long probesSent,
        long probeBytes,
        long unmatchedFeedback,
        boolean applicationLimited,
        boolean overusing,
        long audioBps,
        boolean overloaded) {
    /** A figure that is not known. */
    public static final long UNKNOWN = -1;

    /** Of an endpoint of which nothing is known yet, and where estimation is off. */
    public static final BandwidthEstimate NONE = new BandwidthEstimate(
            UNKNOWN,
            Reason.START,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            0,
            0,
            0,
            0,
            0,
            false,
            false,
            0,
            false);

    /** Returns the bitrate of video that it can be sent, in bit/s; {@value #UNKNOWN} if that is not known. */
    public long videoBps() {
        return isKnown() ? Math.max(0, targetBps - audioBps) : UNKNOWN;
    }

    /** Returns whether there is an estimate. */
    public boolean isKnown() {
        return targetBps != UNKNOWN;
    }
}
