package org.starbridge.bandwidth.pacing;

import org.starbridge.bandwidth.state.Fields;

/**
 * A leaky bucket of what has left: it drains at the pacing rate, and a run may leave while it holds no more than a
 * burst. Runs are never split, so the bucket may be overfull by one run. With a good link it never fills, and there is
 * no queue and no timer. It is filled when it is looked at, so a packet that leaves costs nothing here. Owned by one
 * worker.
 */
public final class PacingBudget {
    /** libwebrtc's burst interval: what the pacing rate carries in this time may leave at once. */
    public static final long BURST_NS = 40_000_000L;

    /** More debt than this is forgotten: a burst that was let through does not block audio for seconds. */
    static final long MAX_DEBT_NS = 500_000_000L;

    private static final double BIT_NS = 8e9;

    private double bytesPerNs;
    private double debtBytes;
    private long chargedBytes;
    private long drainedAtNs = Long.MIN_VALUE;

    /** An empty bucket; {@code sentBytes} left before. */
    public PacingBudget(long pacingBps, long sentBytes) {
        chargedBytes = sentBytes;
        setRate(pacingBps);
    }

    /** Changes the rate; at least 1 bit/s. What has left takes no longer at a lower rate than at the one before. */
    public void setRate(long pacingBps) {
        double before = bytesPerNs;
        bytesPerNs = Math.max(1, pacingBps) / BIT_NS;
        if (bytesPerNs < before) {
            debtBytes *= bytesPerNs / before;
        }
    }

    /**
     * Returns whether a run may leave now; {@code sentBytes} left since the beginning, audio, which does not wait, too.
     */
    public boolean maySend(long nowNs, long sentBytes) {
        update(nowNs, sentBytes);
        return debtBytes <= bytesPerNs * BURST_NS;
    }

    /** Returns the time at which the next run may leave if nothing else does before. */
    public long nextSendNs(long nowNs, long sentBytes) {
        update(nowNs, sentBytes);
        double overBytes = debtBytes - bytesPerNs * BURST_NS;
        return overBytes <= 0 ? nowNs : nowNs + (long) Math.ceil(overBytes / bytesPerNs);
    }

    /** Takes what has left since the last look, as if it had left right after that. */
    public void update(long nowNs, long sentBytes) {
        debtBytes = Math.min(debtBytes + (sentBytes - chargedBytes), bytesPerNs * MAX_DEBT_NS);
        chargedBytes = sentBytes;
        if (nowNs > drainedAtNs) {
            if (drainedAtNs != Long.MIN_VALUE) {
                debtBytes = Math.max(0, debtBytes - bytesPerNs * (nowNs - drainedAtNs));
            }
            drainedAtNs = nowNs;
        }
    }

    /** Its fields. */
    public void state(Fields fields) {
        bytesPerNs = Math.max(1 / BIT_NS, fields.f64(bytesPerNs));
        debtBytes = fields.f64(debtBytes);
        chargedBytes = fields.i64(chargedBytes);
        drainedAtNs = fields.time(drainedAtNs);
    }
}
