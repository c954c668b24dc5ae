package org.starbridge.media.downlink;

import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Bound on the estimate of a receiver of which nothing is known: the lowest layers go first. It is gone when feedback
 * shows what the link carries; before, it doubles each {@value #STEP_MS} ms after {@value #LOOK_MS} ms of video, if no
 * queue grows. What is assumed at the start would fill the queue of a narrow link for seconds. Owned by one worker.
 */
final class StartGate {
    /** Enough for the lowest layers of some sources. */
    private static final long FIRST_BPS = 150_000;

    private static final int LOOK_MS = 200;
    private static final long LOOK_NS = LOOK_MS * 1_000_000L;
    /** A longer packet is no audio. */
    private static final int VIDEO_BYTES = 400;

    /** A longer queue says that the link does not carry even the lowest layers at once. */
    private static final long LONG_QUEUE_NS = 30_000_000;

    private static final long NEVER = Long.MIN_VALUE;

    private static final int STEP_MS = 100;

    private long videoAtNs = NEVER;
    private long limitBps = FIRST_BPS;
    private long raisedAtNs = NEVER;
    private boolean isOpen;

    /** A packet left. */
    void onSent(int sizeBytes, long nowNs) {
        if (videoAtNs == NEVER && sizeBytes > VIDEO_BYTES) {
            videoAtNs = nowNs;
        }
    }

    /** Feedback came. */
    void onFeedback(BandwidthEstimator estimator, long nowNs) {
        boolean isLookedAt = videoAtNs != NEVER && nowNs - videoAtNs >= LOOK_NS;
        boolean isDue = raisedAtNs == NEVER || nowNs - raisedAtNs >= STEP_MS * 1_000_000L;
        if (isLookedAt && isDue && estimator.delay().queueNs() < LONG_QUEUE_NS) {
            raisedAtNs = nowNs;
            limitBps = 2 * limitBps;
        }
        isOpen |= estimator.isProven() || limitBps > estimator.targetBps();
    }

    /** Opens without feedback: the link is not one to an endpoint, or no layer is as small as that. */
    void open() {
        isOpen = true;
    }

    /** The part of an estimate that is reported to selection. */
    long bps(long estimateBps) {
        return isOpen ? estimateBps : Math.min(estimateBps, limitBps);
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        videoAtNs = state.time(videoAtNs);
        limitBps = state.i64(limitBps);
        raisedAtNs = state.time(raisedAtNs);
        isOpen = state.bool(isOpen);
    }
}
