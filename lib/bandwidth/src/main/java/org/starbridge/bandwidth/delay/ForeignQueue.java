package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * Finds a queue that others fill, as a TCP transfer does: what leaves became less, three times, and the queue did not
 * become shorter by it. A flow that yields to such a queue is left with nothing, so from then on the rate goes by
 * losses, up to a delay, until the queue is gone. Alone on the link, less than it carries empties any queue; so that a
 * wrong guess does not keep it full, the queue is examined again after a time, which doubles each time it is found
 * again at once. Not in libwebrtc. Owned by one worker.
 */
final class ForeignQueue {
    /** A shorter queue is an ordinary frame. */
    private static final double MIN_WAIT_MS = 40;
    /** Time in which a decrease shows its effect. */
    private static final long LOOK_NS = 500_000_000L;
    /** A queue of our own becomes shorter by at least this share of the time. */
    private static final double LEAST_FALL = 0.1;

    private static final int DECREASES = 3;
    /** After so many the rate does not grow while the queue lasts. */
    private static final int SUSPICIOUS = 2;

    /** A longer wait is none to compete for. */
    private static final double MAX_WAIT_MS = 500;

    private static final long FIRST_NS = 20_000_000_000L;
    private static final long LONGEST_NS = 80_000_000_000L;
    private static final long AGAIN_NS = 5_000_000_000L;
    private static final long NEVER = Long.MIN_VALUE;

    private long decreasedAtNs = NEVER;
    private double decreasedWaitMs;
    private int withoutEffect;
    private long beforeBps;
    private boolean isFound;
    private boolean isNew;
    private boolean isAgain;
    private long foundAtNs = NEVER;
    private long leftAtNs = NEVER;
    private long lengthNs = FIRST_NS;

    /**
     * Takes what one feedback shows.
     *
     * @param waitMs how long the last packet waited in the queue
     * @param isDecreased whether the rate was lowered because of it
     * @param rateBps the rate before that
     */
    void onFeedback(long nowNs, double waitMs, boolean isDecreased, long rateBps) {
        isNew = false;
        if (waitMs < MIN_WAIT_MS || waitMs > MAX_WAIT_MS) {
            leave(nowNs);
            return;
        }
        if (isFound) {
            if (nowNs - foundAtNs > lengthNs) {
                leave(nowNs);
            }
            return;
        }
        look(nowNs, waitMs);
        if (isDecreased && decreasedAtNs == NEVER) {
            if (withoutEffect == 0) {
                beforeBps = rateBps;
            }
            decreasedAtNs = nowNs;
            decreasedWaitMs = waitMs;
        }
    }

    private void look(long nowNs, double waitMs) {
        if (decreasedAtNs == NEVER || nowNs - decreasedAtNs < LOOK_NS) {
            return;
        }
        double elapsedMs = (nowNs - decreasedAtNs) / 1e6;
        boolean hasEffect = decreasedWaitMs - waitMs > LEAST_FALL * elapsedMs;
        decreasedAtNs = NEVER;
        if (!hasEffect) {
            withoutEffect++;
        }
        if (withoutEffect >= DECREASES) {
            isAgain = leftAtNs != NEVER && nowNs - leftAtNs < AGAIN_NS;
            lengthNs = isAgain ? Math.min(2 * lengthNs, LONGEST_NS) : FIRST_NS;
            foundAtNs = nowNs;
            isFound = true;
            isNew = true;
        }
    }

    private void leave(long nowNs) {
        if (isFound) {
            leftAtNs = nowNs;
        }
        isFound = false;
        withoutEffect = 0;
        decreasedAtNs = NEVER;
    }

    /** Returns whether others fill the queue. */
    boolean isFound() {
        return isFound;
    }

    /** Returns whether decreases had no effect, so few that it may be by chance. */
    boolean isSuspected() {
        return withoutEffect >= SUSPICIOUS;
    }

    /** Returns whether the last feedback showed it first. */
    boolean isNew() {
        return isNew;
    }

    /** Returns whether it was found a short time before, too. */
    boolean isAgain() {
        return isAgain;
    }

    /** The rate before the decreases that had no effect. */
    long beforeBps() {
        return beforeBps;
    }

    void reset() {
        isFound = false;
        isNew = false;
        withoutEffect = 0;
        decreasedAtNs = NEVER;
    }

    /** Its fields. */
    void state(Fields fields) {
        decreasedAtNs = fields.time(decreasedAtNs);
        decreasedWaitMs = fields.f64(decreasedWaitMs);
        withoutEffect = fields.i32(withoutEffect);
        beforeBps = fields.i64(beforeBps);
        isFound = fields.bool(isFound);
        isNew = fields.bool(isNew);
        isAgain = fields.bool(isAgain);
        foundAtNs = fields.time(foundAtNs);
        leftAtNs = fields.time(leftAtNs);
        lengthNs = fields.i64(lengthNs);
    }
}
