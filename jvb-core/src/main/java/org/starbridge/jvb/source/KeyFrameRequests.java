package org.starbridge.jvb.source;

/**
 * Merges the key frame requests of all receivers of a stream into at most one per interval. A request inside the interval
 * is kept and sent at its end, unless a key frame came meanwhile. Owned by the source's worker.
 */
public final class KeyFrameRequests {
    private final long minIntervalNs;
    private long lastSentNs;
    private boolean everSent;
    private boolean pending;
    private int firSequence;

    KeyFrameRequests(long minIntervalNs) {
        this.minIntervalNs = minIntervalNs;
    }

    /** A receiver needs a key frame. */
    public void onRequest() {
        pending = true;
    }

    /** A key frame begins: everybody who asked before has it. */
    public void onKeyFrame() {
        pending = false;
    }

    /** When a request is to be sent next; {@link Long#MAX_VALUE} if none is wanted. */
    public long nextDeadlineNs() {
        if (!pending) {
            return Long.MAX_VALUE;
        }
        return everSent ? lastSentNs + minIntervalNs : Long.MIN_VALUE;
    }

    /** The command sequence number of the next Full Intra Request, RFC 5104 section 4.3.1.1. */
    int nextFirSequence() {
        firSequence = firSequence + 1 & 0xFF;
        return firSequence;
    }

    /** Whether a request is to be sent now; if so it counts as sent. */
    public boolean poll(long nowNs) {
        if (!pending || (everSent && nowNs - lastSentNs < minIntervalNs)) {
            return false;
        }
        pending = false;
        everSent = true;
        lastSentNs = nowNs;
        return true;
    }
}
