package org.starbridge.bandwidth.delay;

/** What the rate control knows of the bitrate that arrives. Filled for each feedback by its owner, the estimator. */
public final class Throughput {
    private long bps = -1;
    private long recentBps = -1;
    private long sentBps = -1;
    private long busyBps = -1;

    /** Nothing is known. */
    public Throughput() {}

    /** Replaces all; -1 is not known. */
    public void set(long acknowledgedBps, long recentlyAcknowledgedBps, long sentRateBps) {
        bps = acknowledgedBps;
        recentBps = recentlyAcknowledgedBps;
        sentBps = sentRateBps;
    }

    void setBusy(long bps) {
        busyBps = bps;
    }

    boolean isKnown() {
        return bps >= 0;
    }

    /** The acknowledged bitrate over a second or more. */
    long bps() {
        return bps;
    }

    /**
     * What the link carries, seen when it became full: what arrived lately, and not over a second that began before the link
     * became slower; or what arrives while the queue is not empty, if the sender's average is below that.
     */
    long atOveruseBps() {
        return Math.max(Math.min(bps, recentBps), busyBps);
    }

    /** Whether less than this share of the estimate was sent, and no queue lasted long enough to show more. */
    boolean isUninformative(double share, long estimateBps) {
        return sentBps >= 0 && sentBps < share * estimateBps && busyBps < 0;
    }
}
