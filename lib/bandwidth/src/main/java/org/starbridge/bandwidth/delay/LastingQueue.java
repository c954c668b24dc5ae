package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * A queue in front of the receiver that keeps its length: it has no slope, so the trendline takes it for none, and a
 * rate that grows meanwhile is found too high only when the queue has no room any more. Not in libwebrtc. Owned by one
 * worker.
 */
final class LastingQueue {
    /** A shorter queue is an ordinary frame. */
    private static final double MIN_WAIT_MS = 50;
    /** A queue that is gone after this is that of a key frame. */
    private static final long LASTING_NS = 300_000_000L;

    private static final long NEVER = Long.MIN_VALUE;

    private long sinceNs = NEVER;

    /**
     * Takes what one feedback shows.
     *
     * @param waitMs how long the last packet waited in the queue
     * @return whether the queue lasts
     */
    boolean onFeedback(long nowNs, double waitMs) {
        if (waitMs < MIN_WAIT_MS) {
            sinceNs = NEVER;
        } else if (sinceNs == NEVER) {
            sinceNs = nowNs;
        }
        return sinceNs != NEVER && nowNs - sinceNs >= LASTING_NS;
    }

    void reset() {
        sinceNs = NEVER;
    }

    /** Its fields. */
    void state(Fields fields) {
        sinceNs = fields.time(sinceNs);
    }
}
