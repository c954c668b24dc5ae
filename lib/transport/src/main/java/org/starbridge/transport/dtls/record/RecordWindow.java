package org.starbridge.transport.dtls.record;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Numbers of records that came, of the last 64 (RFC 6347 section 4.1.2.6). */
final class RecordWindow {
    private long highest = -1;
    /** Bit {@code i}: the record whose number is {@code i} less than the highest came. */
    private long seen;

    /** Returns whether a record with this number may be the first one with it. */
    boolean isNew(long number) {
        long behind = highest - number;
        return behind < 0 || (behind < Long.SIZE && (seen & 1L << behind) == 0);
    }

    /** An authentic record, which was new. */
    void add(long number) {
        if (number > highest) {
            long ahead = number - highest;
            seen = ahead < Long.SIZE ? seen << ahead : 0;
            highest = number;
        }
        seen |= 1L << (highest - number);
    }

    void state(State state) throws StateException {
        highest = state.i64(highest);
        seen = state.i64(seen);
        if (highest < -1 || highest > RecordLayer.MAX_NUMBER) {
            throw new StateException("a number of a DTLS record is out of range");
        }
    }
}
