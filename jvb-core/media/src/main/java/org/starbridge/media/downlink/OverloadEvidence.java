package org.starbridge.media.downlink;

import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.Reason;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Signs that a link does not carry what is sent, whether or not estimates are followed otherwise. Pure; owned by the
 * receiver's worker.
 *
 * <p>Lateness is no evidence. A bridge that starts, compiles its code and shares its processors with others sends late,
 * reads feedback late, and has peers of which the same is true. Each of that looks like a queue for a moment, and an
 * estimate that follows such a moment downwards is far below what is sent, on a link that carries all of it. So a queue
 * counts only if each feedback shows it for a time, as a link that is too slow makes it.
 *
 * <p>A link between bridges is wide as a rule, and its estimate follows what happens to be sent, so queues do not count
 * there at all: only losses that last, and a silence that is longer than a process stands still. Silence counts because
 * feedback about packets that waited longer than the estimator remembers them cannot be used.
 */
final class OverloadEvidence {
    /** A share of lost bytes that no ordinary link has. */
    private static final double HEAVY_LOSS = 0.1;
    /** Share lost in each quarter of a second, for a second, if a link loses heavily and not for a moment. */
    private static final double LASTING_LOSS = 0.05;
    /** Share of what is sent that gets through queues, if a link is evidently overloaded. */
    private static final double OVERLOAD = 0.7;
    /** A shorter queue is an ordinary frame; the same as for draining. */
    private static final long MIN_QUEUE_NS = 40_000_000;
    /** A process that is short of processors is on time again before. */
    private static final long LASTING_QUEUE_NS = 400_000_000;
    /** Longer than such a process stands still; consent (RFC 7675) ends after 30 s. */
    private static final long SILENCE_OF_BRIDGES_NS = 5_000_000_000L;

    private static final long NEVER = Long.MIN_VALUE;

    private long queuedSinceNs = NEVER;
    private boolean isQueueLasting;

    /** A feedback was taken by the estimator. */
    void onFeedback(BandwidthEstimator estimator, long nowNs) {
        if (estimator.delay().queueNs() < MIN_QUEUE_NS) {
            queuedSinceNs = NEVER;
        } else if (queuedSinceNs == NEVER) {
            queuedSinceNs = nowNs;
        }
        isQueueLasting = queuedSinceNs != NEVER && nowNs - queuedSinceNs >= LASTING_QUEUE_NS;
    }

    /** Returns whether it shows on the way to an endpoint, which promised feedback. */
    boolean isSeenToEndpoint(BandwidthEstimator endpoint, long sentBps) {
        boolean isQueueing =
                isQueueLasting && endpoint.reason() == Reason.DELAY && endpoint.targetBps() < OVERLOAD * sentBps;
        return isLosing(endpoint, sentBps) || isQueueing || endpoint.reason() == Reason.NO_FEEDBACK;
    }

    /** Returns whether it shows on the way to another bridge. */
    boolean isSeenToBridge(BandwidthEstimator bridge, long sentBps, long nowNs) {
        boolean isLasting = bridge.loss().lastingLoss() >= LASTING_LOSS;
        boolean isSilent = bridge.reason() == Reason.NO_FEEDBACK && bridge.silenceNs(nowNs) >= SILENCE_OF_BRIDGES_NS;
        return (isLasting && isLosing(bridge, sentBps)) || isSilent;
    }

    private static boolean isLosing(BandwidthEstimator link, long sentBps) {
        return link.lossRatio() >= HEAVY_LOSS && link.targetBps() < sentBps;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        queuedSinceNs = state.time(queuedSinceNs);
        isQueueLasting = state.bool(isQueueLasting);
    }
}
