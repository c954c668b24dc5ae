package org.starbridge.media.downlink;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * A bitrate that falls at once and grows back with care. Owned by one worker.
 *
 * <p>It grows by {@value #GROWTH_PERCENT} % a second, as libwebrtc's loss-based and delay-based control do while
 * nothing speaks against it (draft-ietf-rmcat-gcc-02 sections 5.5 and 6). For a time after a reduction it stays below
 * {@value #CLOSE_PERCENT} % of what got through then: without probes the only way to find out whether there is more is
 * to lose packets. That time doubles each time the limit had to fall again soon after it passed that mark. From
 * {@value #NO_LIMIT_FROM_BPS} bit/s on there is no limit.
 */
final class CautiousLimit {
    /** No limit. */
    static final long NONE = -1;

    private static final int GROWTH_PERCENT = 8;
    private static final int CLOSE_PERCENT = 90;
    private static final long NO_LIMIT_FROM_BPS = 20_000_000;
    private static final long LOWEST_BPS = 30_000;
    private static final long FIRST_HOLD_NS = 10_000_000_000L;
    private static final long LONGEST_HOLD_NS = 120_000_000_000L;
    /** Growth for a longer silence than this is not made up for. */
    private static final long LONGEST_STEP_NS = 5_000_000_000L;

    private double bps = NONE;
    private double passedBps;
    private long holdNs = FIRST_HOLD_NS;
    private long heldUntilNs;
    private long changedAtNs;

    /** The limit, bit/s, or {@link #NONE}. */
    long bps() {
        return (long) bps;
    }

    boolean isNone() {
        return bps == NONE;
    }

    /**
     * Falls, or begins.
     *
     * @param toBps at least 30 kbit/s are left
     * @param passedBps what got through
     */
    void reduce(double toBps, double passedBps, long nowNs) {
        if (!isNone() && nowNs >= heldUntilNs) { // it grew, and that was too much
            boolean isSoon = nowNs - heldUntilNs < holdNs;
            holdNs = isSoon ? Math.min(2 * holdNs, LONGEST_HOLD_NS) : FIRST_HOLD_NS;
        }
        double reduced = Math.max(LOWEST_BPS, toBps);
        bps = isNone() ? reduced : Math.min(bps, reduced);
        this.passedBps = Math.max(bps, passedBps);
        heldUntilNs = nowNs + holdNs;
        changedAtNs = nowNs;
    }

    /** Nothing speaks against more. */
    void grow(long nowNs) {
        if (isNone()) {
            return;
        }
        double seconds = Math.min(nowNs - changedAtNs, LONGEST_STEP_NS) / 1e9;
        double grown = bps * Math.pow(1 + GROWTH_PERCENT / 100.0, seconds);
        changedAtNs = nowNs;
        bps = nowNs < heldUntilNs ? Math.max(bps, Math.min(grown, passedBps * CLOSE_PERCENT / 100)) : grown;
        if (bps >= NO_LIMIT_FROM_BPS) {
            bps = NONE;
            holdNs = FIRST_HOLD_NS;
        }
    }

    /** Not now: time that passes before the next growth does not count. */
    void stay(long nowNs) {
        changedAtNs = nowNs;
    }

    /** It is known that so much gets through. */
    void raise(long toBps) {
        if (!isNone()) {
            bps = Math.max(bps, (double) toBps);
        }
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        bps = state.f64(bps);
        passedBps = state.f64(passedBps);
        holdNs = state.i64(holdNs);
        heldUntilNs = state.time(heldUntilNs);
        changedAtNs = state.time(changedAtNs);
    }
}
