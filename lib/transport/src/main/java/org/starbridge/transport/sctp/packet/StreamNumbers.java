package org.starbridge.transport.sctp.packet;

import java.util.Arrays;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** The next SSN of each stream in one direction, 0 to begin with. Grows with the highest stream that is used. */
public final class StreamNumbers {
    private static final short[] NONE = {};
    private final int streams;
    private short[] next = NONE;

    public StreamNumbers(int streams) {
        this.streams = streams;
    }

    /** Returns the number of streams. */
    public int streams() {
        return streams;
    }

    public int next(int streamId) {
        return streamId < next.length ? next[streamId] & 0xFFFF : 0;
    }

    public void next(int streamId, int ssn) {
        if (streamId >= next.length) {
            next = Arrays.copyOf(next, Math.min(streams, Math.max(4, Integer.highestOneBit(streamId) * 2)));
        }
        next[streamId] = (short) ssn;
    }

    /** Part of a snapshot. */
    public void state(State state) throws StateException {
        int count = state.i32(next.length, 0, streams);
        if (state.isReading()) {
            next = count == 0 ? NONE : new short[count];
        }
        for (int i = 0; i < count; i++) {
            next[i] = (short) state.i32(next[i]);
        }
    }

    /** Begins again for these streams; for all if none is named. */
    public void reset(int[] streamIds) {
        if (streamIds.length == 0) {
            next = NONE;
        }
        for (int streamId : streamIds) {
            if (streamId < next.length) {
                next[streamId] = 0;
            }
        }
    }
}
