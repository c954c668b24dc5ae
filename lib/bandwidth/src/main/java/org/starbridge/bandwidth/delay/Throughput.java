package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/** Bitrates that are sent and that arrive, as the rate control knows them. Filled for each feedback by its owner. */
public final class Throughput {
    /** The busy queue lets through less than this share of the last second's bitrate: the link became slower. */
    private static final double COLLAPSE = 0.7;

    private long bps = -1;
    private long sentBps = -1;
    private long busyBps = -1;
    private boolean isIdle;

    /** Nothing is known. */
    public Throughput() {}

    /** Replaces the acknowledged bitrate, and the rate at which the same packets were sent; -1 is not known. */
    public void set(long acknowledgedBps, long sentRateBps) {
        bps = acknowledgedBps;
        sentBps = sentRateBps;
    }

    /**
     * Sets whether next to nothing is sent, because nothing more is wanted. What fills the queue then is the traffic of
     * others, and what arrives says nothing of the share that would be ours.
     */
    public void setIdle(boolean idle) {
        isIdle = idle;
    }

    boolean isIdle() {
        return isIdle;
    }

    /** Replaces the bitrate that arrives while the queue is busy; -1 is not known. */
    void setBusy(long bitrateBps) {
        busyBps = bitrateBps;
    }

    boolean isKnown() {
        return bps >= 0;
    }

    /** The acknowledged bitrate over a second or more. */
    long bps() {
        return bps;
    }

    /** Returns the bitrate that arrives, by the last second or, if that is less, while the queue is busy. */
    long lowestBps() {
        return hasBusy() ? Math.min(bps, busyBps) : bps;
    }

    /** Returns whether less than this share of the estimate was sent. */
    boolean isApplicationLimited(double share, long estimateBps) {
        return sentBps >= 0 && sentBps < share * estimateBps;
    }

    boolean hasBusy() {
        return busyBps >= 0;
    }

    /**
     * Returns the bitrate that the link carries, seen when it became full: the acknowledged bitrate, or, if the sender
     * did not use its estimate, or the link has just become much slower, what arrived while the queue was busy.
     */
    long atOveruseBps(boolean isApplicationLimited) {
        if (isApplicationLimited) {
            return Math.max(bps, busyBps);
        }
        return hasBusy() && busyBps < COLLAPSE * bps ? busyBps : bps;
    }

    /** Its fields. */
    public void state(Fields fields) {
        bps = fields.i64(bps);
        sentBps = fields.i64(sentBps);
        busyBps = fields.i64(busyBps);
        isIdle = fields.bool(isIdle);
    }
}
