package org.starbridge.bandwidth.probe;

import org.starbridge.bandwidth.state.Fields;

/**
 * Says whether less is sent than the estimate allows (application limited region): what arrives does not show what the
 * link could carry then. A leaky budget that fills with a share of the estimate and is used by what is sent (libwebrtc
 * alr_detector.cc). Owned by one worker.
 */
public final class AlrDetector {
    private static final long NEVER = Long.MIN_VALUE;
    private static final double BIT_NS = 8e9;
    /** Time within which what is sent can be looked at together. */
    public static final long STEP_NS = 5_000_000;

    private final AlrConfig config;
    private double bytesPerNs;
    private double budgetBytes;
    private long seenBytes;
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

    /**
     * Looks at what was sent; also when nothing was, since that is application limited, too.
     *
     * @param sentBytes since the beginning
     */
    public void onTick(long nowNs, long sentBytes) {
        if (updatedAtNs != NEVER) {
            budgetBytes = clamp(budgetBytes + bytesPerNs * (nowNs - updatedAtNs));
        }
        budgetBytes = clamp(budgetBytes - (sentBytes - seenBytes));
        seenBytes = sentBytes;
        updatedAtNs = nowNs;
        decide(nowNs);
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

    /** Returns whether the transport is application limited now. */
    public boolean isLimited() {
        return startedAtNs != NEVER;
    }

    /** Returns whether it is now, or was within the last {@code withinNs}. */
    public boolean isOrWasLimited(long nowNs, long withinNs) {
        return isLimited() || (endedAtNs != NEVER && nowNs - endedAtNs <= withinNs);
    }

    /** Its fields; {@link #onEstimate} gives the rate before. */
    public void state(Fields fields) {
        budgetBytes = fields.f64(budgetBytes);
        seenBytes = fields.i64(seenBytes);
        updatedAtNs = fields.time(updatedAtNs);
        startedAtNs = fields.time(startedAtNs);
        endedAtNs = fields.time(endedAtNs);
    }
}
