package org.starbridge.media.projection;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Pace at which one receiver asks for the key frame that it waits for: the first {@value #STEADY} times at a steady
 * interval, because a request or its answer may be lost, then half as often each time, down to once in
 * {@value #MAX_INTERVAL_NS} ns: a source that does not answer is silent or does not send the encoding. Owned by the
 * receiver's worker.
 */
final class RequestPace {
    static final int STEADY = 3;
    static final long MAX_INTERVAL_NS = 10_000_000_000L;

    private static final int MAX_DOUBLINGS = 6;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private long requestedNs = NEVER;
    private int unanswered;

    /** Another key frame is waited for than before. */
    void restart() {
        requestedNs = NEVER;
        unanswered = 0;
    }

    /** The source answers: what is asked for next is asked for at the steady interval. */
    void onAnswer() {
        unanswered = 0;
    }

    /** A key frame was asked for. */
    void onRequest(long nowNs) {
        requestedNs = nowNs;
        unanswered = Math.min(unanswered + 1, STEADY + MAX_DOUBLINGS);
    }

    /**
     * Returns whether a key frame is to be asked for again.
     *
     * @param intervalNs the steady interval
     * @param answeredNs when the source last sent a key frame; the interval counts from there, too
     */
    boolean isDue(long intervalNs, long answeredNs, long nowNs) {
        return nowNs > againNs(intervalNs, answeredNs);
    }

    /** The last moment at which {@link #isDue} is false. */
    long againNs(long intervalNs, long answeredNs) {
        long doubled = Math.min(intervalNs << Math.max(0, unanswered - STEADY), MAX_INTERVAL_NS);
        return Math.max(requestedNs, answeredNs) + doubled;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        requestedNs = state.time(requestedNs);
        unanswered = state.i32(unanswered, 0, STEADY + MAX_DOUBLINGS);
    }
}
