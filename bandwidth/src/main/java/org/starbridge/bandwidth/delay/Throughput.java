package org.starbridge.bandwidth.delay;

/** What the rate control knows of the bitrate that arrives. Filled for each feedback by its owner, the estimator. */
public final class Throughput {
    private long bps = -1;
    private long recentBps = -1;
    private long sentBps = -1;

    /** Nothing is known. */
    public Throughput() {}

    /** Replaces all; -1 is not known. */
    public void set(long acknowledgedBps, long recentlyAcknowledgedBps, long sentRateBps) {
        bps = acknowledgedBps;
        recentBps = recentlyAcknowledgedBps;
        sentBps = sentRateBps;
    }

    boolean isKnown() {
        return bps >= 0;
    }

    /** The acknowledged bitrate over a second or more. */
    long bps() {
        return bps;
    }

    /** The least of the acknowledged bitrates over long and short times: what the link carries since it became full. */
    long atOveruseBps() {
        return Math.min(bps, recentBps);
    }

    /** Whether less than this share of the estimate was sent. */
    boolean isApplicationLimited(double share, long estimateBps) {
        return sentBps >= 0 && sentBps < share * estimateBps;
    }
}
