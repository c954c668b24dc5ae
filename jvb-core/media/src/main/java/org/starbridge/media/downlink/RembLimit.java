package org.starbridge.media.downlink;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Limit on what a receiver can take, by the estimate that it sends (REMB, draft-alvestrand-rmcat-remb-03). Owned by the
 * receiver's worker.
 *
 * <p>The estimate says what is too much; it does not say how much there is. A receiver that gets 200 kbit/s over a link
 * of 10 Mbit/s estimates 300 kbit/s at most (libwebrtc, {@code aimd_rate_control.cc}: no more than 1.5 times what
 * comes, and 10 kbit/s). The bridge does not probe yet, so with such a figure as a limit a receiver would never get its
 * first large picture. It is a limit when the receiver takes it back, below what it is being sent; then the limit is
 * the estimate, and grows for as long as the receiver takes nothing back.
 */
public final class RembLimit {
    /** No estimate, or no limit. */
    public static final long NONE = CautiousLimit.NONE;

    /** An estimate this near to what is being sent, in percent of it, is no complaint: what is sent varies. */
    private static final int COMPLAINT_PERCENT = 90;
    /** Share of the incoming rate to which libwebrtc backs off when its receiver finds the link overused. */
    private static final double RECEIVER_BACK_OFF = 0.85;
    /** A rate is measured over at least this time. */
    private static final long RATE_NS = 500_000_000;

    private final CautiousLimit limit = new CautiousLimit();
    private long estimateBps = NONE;
    private long measuredAtNs = Long.MIN_VALUE;
    private long bytesBefore;
    private double sentBps;

    /**
     * An estimate came.
     *
     * @param sentBytes video sent to the receiver so far: browsers count what carries the send time, which is video
     */
    public void onEstimate(long bitrateBps, long sentBytes, long nowNs) {
        measure(sentBytes, nowNs);
        boolean isTakenBack = bitrateBps < estimateBps;
        estimateBps = bitrateBps;
        if (isTakenBack && bitrateBps < sentBps * COMPLAINT_PERCENT / 100) {
            limit.reduce((double) bitrateBps, (double) bitrateBps / RECEIVER_BACK_OFF, nowNs);
        } else if (isTakenBack) {
            limit.stay(nowNs);
        } else {
            limit.grow(nowNs);
            limit.raise(bitrateBps);
        }
    }

    private void measure(long sentBytes, long nowNs) {
        if (measuredAtNs == Long.MIN_VALUE || nowNs - measuredAtNs >= RATE_NS) {
            sentBps = measuredAtNs == Long.MIN_VALUE ? 0 : (sentBytes - bytesBefore) * 8e9 / (nowNs - measuredAtNs);
            measuredAtNs = nowNs;
            bytesBefore = sentBytes;
        }
    }

    /** Returns the receiver's last estimate, bit/s, or {@link #NONE}. */
    public long estimateBps() {
        return estimateBps;
    }

    /** Returns how much video it can take, bit/s, or {@link #NONE} as long as it has not complained. */
    public long limitBps() {
        return limit.bps();
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        limit.state(state);
        estimateBps = state.i64(estimateBps);
        measuredAtNs = state.time(measuredAtNs);
        bytesBefore = state.i64(bytesBefore);
        sentBps = state.f64(sentBps);
    }
}
