package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * The time after an overuse, or after a queue has lasted, in which less leaves than the estimate, until the queue in
 * front of the receiver is gone. At 85 % of what the link carries a queue of 300 ms lasts for 2 s. Meanwhile audio
 * waits behind video, and where the queue has no room it is lost with it. Not in libwebrtc, whose encoder reacts within
 * a frame. Owned by one worker.
 */
final class QueueDrain {
    /** A shorter queue is an ordinary frame. */
    private static final long MIN_QUEUE_NS = 40_000_000L;
    /** The queue is to be gone after this. */
    private static final long DRAIN_NS = 400_000_000L;
    /** A queue that is still there after this is filled by others. */
    private static final long MAX_NS = 2_000_000_000L;
    /** For so long they are left alone then. */
    private static final long REST_NS = 4_000_000_000L;
    /** A queue that comes back within this time is none of a burst. */
    private static final long SOON_NS = 2_000_000_000L;
    /** The share of the estimate that leaves in any case. */
    private static final double LEAST_SHARE = 0.2;

    private static final long NEVER = Long.MIN_VALUE;

    private long sinceNs = NEVER;
    private long endedNs = NEVER;
    private boolean isPersistent;
    private long restUntilNs = NEVER;
    private long queueNs;

    /**
     * Takes what one feedback shows.
     *
     * @param isOverused whether the rate was lowered because of a queue, or the queue lasts
     * @param waitNs how long the last packet waited in the queue
     */
    void onFeedback(long nowNs, boolean isOverused, long waitNs) {
        queueNs = waitNs;
        if (sinceNs != NEVER && (waitNs < MIN_QUEUE_NS || nowNs - sinceNs > MAX_NS)) {
            restUntilNs = waitNs < MIN_QUEUE_NS ? NEVER : nowNs + REST_NS;
            sinceNs = NEVER;
            endedNs = nowNs;
        } else if (sinceNs == NEVER && isOverused && waitNs >= MIN_QUEUE_NS && nowNs >= restUntilNs) {
            sinceNs = nowNs;
        }
        isPersistent = sinceNs != NEVER
                && (nowNs - sinceNs > 2 * DRAIN_NS || (endedNs != NEVER && sinceNs - endedNs < SOON_NS));
    }

    /** Returns whether the queue came back soon after it was gone, or stays: not a burst, but too high a bitrate. */
    boolean isPersistent() {
        return isPersistent;
    }

    boolean isActive() {
        return sinceNs != NEVER;
    }

    /** Returns the bitrate that may leave, so that the queue is gone soon. */
    long limitBps(long estimateBps) {
        if (!isActive()) {
            return estimateBps;
        }
        double share = 1 - (double) queueNs / DRAIN_NS;
        return (long) (estimateBps * Math.clamp(share, LEAST_SHARE, 1));
    }

    void reset() {
        sinceNs = NEVER;
        isPersistent = false;
        queueNs = 0;
    }

    /** Its fields. */
    void state(Fields fields) {
        sinceNs = fields.time(sinceNs);
        endedNs = fields.time(endedNs);
        isPersistent = fields.bool(isPersistent);
        restUntilNs = fields.time(restUntilNs);
        queueNs = fields.i64(queueNs);
    }
}
