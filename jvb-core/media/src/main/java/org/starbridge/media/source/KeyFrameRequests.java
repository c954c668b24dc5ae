package org.starbridge.media.source;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Merges the key frame requests of all receivers of a stream into as few as the limit of its source allows. A request
 * that comes too early is kept and sent as soon as it may, unless a key frame came meanwhile. A stream of which nothing
 * comes though it was asked is asked less and less often, down to once in {@value #MAX_SILENT_NS} ns: it may be a
 * screen on which nothing moves, a camera that is off, or a sender that is gone. Owned by the source's worker.
 */
public final class KeyFrameRequests {
    static final long MAX_SILENT_NS = 5_000_000_000L;

    /** Requests into the silence that are sent as often as the limit allows: some may be lost. */
    private static final int STEADY = 3;

    private static final long SILENT_NS = 200_000_000;
    private static final int MAX_DOUBLINGS = 5;

    private RequestHistory history;
    private boolean pending;
    private boolean repeats;
    private int sentIntoSilence;
    private long sentNs;
    private int firSequence;
    private long sent;

    KeyFrameRequests(KeyFrameLimit limit) {
        history = new RequestHistory(limit);
    }

    /** It is an encoding of the same source: they have one limit. */
    public void shareLimitOf(KeyFrameRequests other) {
        history = other.history;
    }

    /** A receiver needs a key frame. */
    public void onRequest() {
        pending = true;
    }

    /** The same, of one that cannot ask again before it has seen a packet. */
    void onRequestUntilPacket() {
        pending = true;
        repeats = true;
    }

    /** The receiver that cannot ask again is gone. */
    void endRepeating() {
        repeats = false;
    }

    /** A packet of the stream came. */
    void onPacket() {
        sentIntoSilence = 0;
        repeats = false;
    }

    /** A key frame begins: it answers all requests so far. */
    public void onKeyFrame() {
        pending = false;
    }

    /** Returns the time at which a request is to be sent next; {@link Long#MAX_VALUE} if none is wanted. */
    public long nextDeadlineNs() {
        if (!pending) {
            return Long.MAX_VALUE;
        }
        int doublings = Math.min(sentIntoSilence - STEADY, MAX_DOUBLINGS);
        return doublings <= 0
                ? history.nextAllowedNs()
                : Math.max(history.nextAllowedNs(), sentNs + Math.min(SILENT_NS << doublings, MAX_SILENT_NS));
    }

    /** The command sequence number of the next Full Intra Request, RFC 5104 section 4.3.1.1. */
    public int nextFirSequence() {
        firSequence = firSequence + 1 & 0xFF;
        return firSequence;
    }

    /** Requests that were sent. */
    long sent() {
        return sent;
    }

    /** Returns whether a request is to be sent now; if so it counts as sent. */
    public boolean poll(long nowNs) {
        if (!pending || nowNs < nextDeadlineNs() || !history.tryTake(nowNs)) {
            return false;
        }
        onSent(nowNs);
        return true;
    }

    /**
     * Returns whether a request waits that can go together with one of another encoding of the source; then it is sent.
     */
    public boolean takeTogether(long nowNs) {
        boolean isWanted = pending;
        if (isWanted) {
            onSent(nowNs);
        }
        return isWanted;
    }

    private void onSent(long nowNs) {
        pending = repeats;
        sentIntoSilence++;
        sentNs = nowNs;
        sent++;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        history.state(state);
        pending = state.bool(pending);
        repeats = state.bool(repeats);
        sentIntoSilence = state.i32(sentIntoSilence);
        sentNs = state.time(sentNs);
        firSequence = state.i32(firSequence);
        sent = state.i64(sent);
    }
}
