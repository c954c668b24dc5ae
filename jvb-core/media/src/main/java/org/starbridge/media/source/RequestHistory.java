package org.starbridge.media.source;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

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

    /** Its part of a snapshot: the requests that still count, the oldest first. The limit may be another one there. */
    public void state(State state) throws StateException {
        int size = sentNs.length;
        int known = state.i32((int) Math.min(count, size), 0, KeyFrameLimit.MOST_REQUESTS);
        long first = count - known;
        if (state.isReading()) {
            first = 0;
            count = 0;
        }
        for (int i = 0; i < known; i++) {
            int place = (int) ((first + i) % size);
            sentNs[place] = state.time(sentNs[place]);
        }
        count = state.isReading() ? known : count;
    }
}
