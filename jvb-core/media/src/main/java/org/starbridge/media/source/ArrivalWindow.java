package org.starbridge.media.source;

import java.util.Arrays;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Record of which of the last {@value #SIZE} packets of a stream came. A packet goes on only once, whether it came by
 * itself or as a retransmission: SRTP's replay window can not tell, since a retransmission has its own SSRC. Owned by
 * one worker.
 */
final class ArrivalWindow {
    static final int SIZE = 2048;

    /** A retransmission may be of a packet that was lost at the very end, but not of one from nowhere. */
    static final int MAX_AHEAD = 128;

    private final long[] came = new long[SIZE / Long.SIZE];
    private boolean started;
    private long highest;

    /** Returns whether there was a packet. */
    boolean hasStarted() {
        return started;
    }

    /** The highest extended sequence number so far; meaningless before the first packet. */
    long highest() {
        return highest;
    }

    /** A packet came. */
    ArrivalStatus onPacket(long extSeq) {
        if (!started) {
            started = true;
            highest = extSeq;
            mark(extSeq);
            return ArrivalStatus.NEW;
        }
        if (extSeq > highest) {
            forget(highest + 1, extSeq);
            highest = extSeq;
            mark(extSeq);
            return ArrivalStatus.NEW;
        }
        if (extSeq <= highest - SIZE) {
            return ArrivalStatus.TOO_OLD;
        }
        if ((came[word(extSeq)] & 1L << extSeq) != 0) {
            return ArrivalStatus.DUPLICATE;
        }
        mark(extSeq);
        return ArrivalStatus.LATE;
    }

    private void mark(long extSeq) {
        came[word(extSeq)] |= 1L << extSeq;
    }

    private void forget(long from, long to) {
        if (to - from >= SIZE) {
            Arrays.fill(came, 0);
            return;
        }
        for (long i = from; i <= to; i++) {
            came[word(i)] &= ~(1L << i);
        }
    }

    private static int word(long extSeq) {
        return (int) (extSeq & (SIZE - 1)) / Long.SIZE;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        state.longs(came);
        started = state.bool(started);
        highest = state.i64(highest);
    }
}
