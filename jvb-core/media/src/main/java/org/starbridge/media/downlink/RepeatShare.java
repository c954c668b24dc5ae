package org.starbridge.media.downlink;

import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Share of what a link carries that retransmissions may take. After a link became slow nearly everything is asked for
 * again; to send it would keep the queue full that lost it. Owned by one worker.
 */
final class RepeatShare {
    /** Of the estimate; enough for a loss of 30 %. */
    private static final double SHARE = 0.5;
    /** Time whose share may leave at once. */
    private static final double BURST_NS = 100_000_000;
    /** And so much in any case: two packets. */
    private static final int BURST_BYTES = 2_500;

    private static final double BIT_NS = 8e9;

    private double usedBytes;
    private long updatedAtNs = Long.MIN_VALUE;

    /** Takes the right to send so much again; false if there is none. */
    boolean tryTake(int sizeBytes, BandwidthEstimator estimator, long nowNs) {
        if (estimator.isDraining()) {
            return false;
        }
        double bytesPerNs = SHARE * estimator.targetBps() / BIT_NS;
        if (updatedAtNs != Long.MIN_VALUE) {
            usedBytes = Math.max(0, usedBytes - bytesPerNs * (nowNs - updatedAtNs));
        }
        updatedAtNs = nowNs;
        if (usedBytes + sizeBytes > bytesPerNs * BURST_NS + BURST_BYTES) {
            return false;
        }
        usedBytes += sizeBytes;
        return true;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        usedBytes = state.f64(usedBytes);
        updatedAtNs = state.time(updatedAtNs);
    }
}
