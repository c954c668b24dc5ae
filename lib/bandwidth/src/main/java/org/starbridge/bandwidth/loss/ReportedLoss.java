package org.starbridge.bandwidth.loss;

/**
 * The estimate for a receiver without transport-wide feedback: from the loss in receiver reports (RFC 3550 section
 * 6.4.1) of streams that the bridge numbers without gaps. A report about a stream that keeps its sender's gaps would
 * let one bad uplink lower everybody's estimate. Owned by one worker.
 */
public final class ReportedLoss {
    private static final long NEVER = Long.MIN_VALUE;
    private static final int MIN_PACKETS = 20;
    private static final double NS = 1e9;

    private final ReportedLossConfig config;
    private final long minBps;
    private final long maxBps;
    private long bps;
    private long packets;
    private long lost;
    private double lossRatio;
    private long changedAtNs = NEVER;
    private long decreasedAtNs = NEVER;

    /** An estimator at its start rate. */
    public ReportedLoss(ReportedLossConfig config, long minBps, long maxBps) {
        this.config = config;
        this.minBps = minBps;
        this.maxBps = maxBps;
        bps = Math.clamp(config.startBps(), minBps, maxBps);
    }

    /**
     * Takes what one report says of all streams since the report before.
     *
     * @param expectedPackets 0 or more
     * @param lostPackets may be negative after duplicates
     */
    public void onReport(long nowNs, long expectedPackets, long lostPackets, long rttNs) {
        packets += Math.max(0, expectedPackets);
        lost += lostPackets;
        if (packets < MIN_PACKETS) {
            return;
        }
        lossRatio = Math.clamp((double) lost / packets, 0, 1);
        packets = 0;
        lost = 0;
        if (lossRatio <= config.increaseBelow()) {
            increase(nowNs);
        } else if (lossRatio > config.decreaseAbove()) {
            decrease(nowNs, rttNs);
        }
        changedAtNs = nowNs;
    }

    private void increase(long nowNs) {
        if (changedAtNs == NEVER || nowNs - changedAtNs > config.maxReportAgeNs()) {
            return;
        }
        double seconds = (nowNs - changedAtNs) / NS;
        setRate((long) (bps * Math.pow(config.increasePerSecond(), seconds)) + 1);
    }

    private void decrease(long nowNs, long rttNs) {
        if (decreasedAtNs == NEVER || nowNs - decreasedAtNs >= config.decreaseIntervalNs() + rttNs) {
            setRate((long) (bps * (1 - config.lossWeight() * lossRatio)));
            decreasedAtNs = nowNs;
        }
    }

    private void setRate(long rateBps) {
        bps = Math.clamp(rateBps, minBps, maxBps);
    }

    /** Lowers the estimate after a silence. */
    public void lowerTo(long rateBps) {
        setRate(Math.min(bps, rateBps));
    }

    /** The estimate in bit/s. */
    public long bps() {
        return bps;
    }

    /** The share of packets lost in the last reports, 0 to 1. */
    public double lossRatio() {
        return lossRatio;
    }
}
