package org.starbridge.media.source;

/** Keeps requests within a {@link KeyFrameLimit}. Owned by one worker. */
public final class RequestHistory {
    private final KeyFrameLimit limit;
    private final long[] sentNs;
    private long count;

    public RequestHistory(KeyFrameLimit limit) {
        this.limit = limit;
        sentNs = new long[limit.maxRequests()];
    }

    /** Returns the time at which the next request may be made; {@link Long#MIN_VALUE} before the first. */
    public long nextAllowedNs() {
        if (count == 0) {
            return Long.MIN_VALUE;
        }
        int size = sentNs.length;
        long next = sentNs[(int) ((count - 1) % size)] + limit.minIntervalNs();
        return count < size ? next : Math.max(next, sentNs[(int) (count % size)] + limit.windowNs());
    }

    /** Takes the right to make a request now; false if it is too early. */
    public boolean tryTake(long nowNs) {
        if (nowNs < nextAllowedNs()) {
            return false;
        }
        sentNs[(int) (count % sentNs.length)] = nowNs;
        count++;
        return true;
    }
}
