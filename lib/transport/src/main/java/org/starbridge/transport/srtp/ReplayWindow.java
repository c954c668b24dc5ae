package org.starbridge.transport.srtp;

import java.util.Arrays;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Remembers which of the last {@value #SIZE} indices of a stream were accepted (RFC 3711 section 3.3.2). Bit {@code i}
 * of the ring stands for the one index of the window that is {@code i} modulo its size.
 */
final class ReplayWindow {
    static final int SIZE = 1024;

    private final long[] accepted = new long[SIZE / Long.SIZE];
    private long highest = -1;

    /** The highest accepted index, -1 before the first. */
    long highest() {
        return highest;
    }

    /** OK, REPLAYED or TOO_OLD; changes nothing. */
    SrtpStatus check(long index) {
        if (index > highest) {
            return SrtpStatus.OK;
        }
        if (index <= highest - SIZE) {
            return SrtpStatus.TOO_OLD;
        }
        return (accepted[word(index)] & 1L << index) == 0 ? SrtpStatus.OK : SrtpStatus.REPLAYED;
    }

    /** Marks an index that {@link #check} called OK and whose packet was authentic. */
    void accept(long index) {
        if (index - highest >= SIZE) {
            Arrays.fill(accepted, 0);
        } else {
            for (long skipped = highest + 1; skipped < index; skipped++) {
                accepted[word(skipped)] &= ~(1L << skipped);
            }
        }
        accepted[word(index)] |= 1L << index;
        highest = Math.max(highest, index);
    }

    private static int word(long index) {
        return (int) (index / Long.SIZE) & (SIZE / Long.SIZE - 1);
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        state.longs(accepted);
        highest = state.i64(highest);
    }
}
