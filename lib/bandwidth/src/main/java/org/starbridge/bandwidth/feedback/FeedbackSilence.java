package org.starbridge.bandwidth.feedback;

import org.starbridge.bandwidth.state.Fields;

/**
 * Time for which the receiver has not answered: that since the first packet that was sent after the last feedback. A
 * transport on which nothing is sent is not silent. Owned by one worker.
 */
public final class FeedbackSilence {
    private static final long NEVER = Long.MIN_VALUE;
    private static final double INTERVAL_SMOOTHING = 0.1;
    /** Expected before the second feedback; libwebrtc receivers send one each 50 to 250 ms. */
    private static final long DEFAULT_INTERVAL_NS = 100_000_000L;
    /** A longer pause between feedback is not its interval: nothing was sent, or it was lost. */
    private static final long MAX_INTERVAL_NS = 1_000_000_000L;

    private long unansweredSinceNs = NEVER;
    private long lastFeedbackAtNs = NEVER;
    private long intervalNs = DEFAULT_INTERVAL_NS;

    /** Nothing was sent yet. */
    public FeedbackSilence() {}

    /** A packet was sent that feedback will cover. */
    public void onSent(long nowNs) {
        if (unansweredSinceNs == NEVER) {
            unansweredSinceNs = nowNs;
        }
    }

    /** Counts what was sent before this time as sent now. */
    public void restart(long nowNs) {
        if (unansweredSinceNs != NEVER) {
            unansweredSinceNs = nowNs;
        }
    }

    /** For so long nothing was read: an answer may have come in that time, and is not missing yet. */
    public void excuse(long unreadNs) {
        if (unansweredSinceNs != NEVER) {
            unansweredSinceNs += unreadNs;
        }
    }

    /** Feedback came in. */
    public void onFeedback(long nowNs) {
        if (lastFeedbackAtNs != NEVER) {
            long sinceNs = Math.min(nowNs - lastFeedbackAtNs, MAX_INTERVAL_NS);
            intervalNs += (long) (INTERVAL_SMOOTHING * (sinceNs - intervalNs));
        }
        lastFeedbackAtNs = nowNs;
        unansweredSinceNs = NEVER;
    }

    /** For how long packets have been unanswered; 0 if none are. */
    public long durationNs(long nowNs) {
        return unansweredSinceNs == NEVER ? 0 : Math.max(0, nowNs - unansweredSinceNs);
    }

    /** The usual time between two feedbacks. */
    public long intervalNs() {
        return intervalNs;
    }

    /** Returns the time at which the last feedback came in; {@link Long#MIN_VALUE} before the first. */
    public long lastFeedbackAtNs() {
        return lastFeedbackAtNs;
    }

    /** Its fields. */
    public void state(Fields fields) {
        unansweredSinceNs = fields.time(unansweredSinceNs);
        lastFeedbackAtNs = fields.time(lastFeedbackAtNs);
        intervalNs = fields.i64(intervalNs);
    }
}
