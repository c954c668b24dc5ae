package org.starbridge.bandwidth.probe;

/**
 * Says whether less is sent than the estimate allows (application limited region): what arrives does not show what the
 * link could carry then. A leaky budget that fills with a share of the estimate and is used by what is sent (libwebrtc
 * alr_detector.cc). Owned by one worker.
 */
public final class AlrDetector {
    private static final long NEVER = Long.MIN_VALUE;
    private static final double BIT_NS = 8e9;
    /** Packets that are sent within this time are looked at together. */
    private static final long STEP_NS = 5_000_000;

    private final AlrConfig config;
    private double bytesPerNs;
    private double budgetBytes;
    private long sentBytes;
    private long updatedAtNs = NEVER;
    private long startedAtNs = NEVER;
    private long endedAtNs = NEVER;

    /** A detector for the given estimate. */
    public AlrDetector(AlrConfig config, long estimateBps) {
        this.config = config;
        onEstimate(estimateBps);
    }

    /** The estimate changed. */
    public void onEstimate(long estimateBps) {
        bytesPerNs = estimateBps * config.usage() / BIT_NS;
        budgetBytes = clamp(budgetBytes);
    }

    /** A packet was sent. */
    public void onSent(long nowNs, int sizeBytes) {
        sentBytes += sizeBytes;
        if (updatedAtNs == NEVER || nowNs - updatedAtNs >= STEP_NS) {
            onTick(nowNs);
        }
    }

    /** Time passed: a transport on which nothing is sent is application limited, too. */
    public void onTick(long nowNs) {
        update(nowNs);
        decide(nowNs);
    }

    private void update(long nowNs) {
        if (updatedAtNs != NEVER) {
            budgetBytes = clamp(budgetBytes + bytesPerNs * (nowNs - updatedAtNs));
        }
        budgetBytes = clamp(budgetBytes - sentBytes);
        sentBytes = 0;
        updatedAtNs = nowNs;
    }

    private double capacityBytes() {
        return bytesPerNs * config.windowNs();
    }

    private double clamp(double bytes) {
        return Math.clamp(bytes, -capacityBytes(), capacityBytes());
    }

    private void decide(long nowNs) {
        double unused = budgetBytes / capacityBytes();
        if (startedAtNs == NEVER && unused > config.startRatio()) {
            startedAtNs = nowNs;
        } else if (startedAtNs != NEVER && unused < config.stopRatio()) {
            startedAtNs = NEVER;
            endedAtNs = nowNs;
        }
    }

    /** Whether the transport is application limited now. */
    public boolean isLimited() {
        return startedAtNs != NEVER;
    }

    /** Whether it is now, or was within the last {@code withinNs}. */
    public boolean isOrWasLimited(long nowNs, long withinNs) {
        return isLimited() || (endedAtNs != NEVER && nowNs - endedAtNs <= withinNs);
    }
}
