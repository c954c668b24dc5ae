package org.starbridge.media.source;

/**
 * Merges the key frame requests of all receivers of a stream into as few as its limit allows. A request that comes too
 * early is kept and sent as soon as it may, unless a key frame came meanwhile. Owned by the source's worker.
 */
public final class KeyFrameRequests {
    private final RequestHistory history;
    private boolean pending;
    private int firSequence;
    private long sent;

    KeyFrameRequests(KeyFrameLimit limit) {
        history = new RequestHistory(limit);
    }

    /** A receiver needs a key frame. */
    public void onRequest() {
        pending = true;
    }

    /** A key frame begins: it answers all requests so far. */
    public void onKeyFrame() {
        pending = false;
    }

    /** When a request is to be sent next; {@link Long#MAX_VALUE} if none is wanted. */
    public long nextDeadlineNs() {
        return pending ? history.nextAllowedNs() : Long.MAX_VALUE;
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

    /** Whether a request is to be sent now; if so it counts as sent. */
    public boolean poll(long nowNs) {
        if (!pending || !history.tryTake(nowNs)) {
            return false;
        }
        pending = false;
        sent++;
        return true;
    }
}
