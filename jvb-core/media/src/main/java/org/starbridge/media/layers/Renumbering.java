package org.starbridge.media.layers;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Numbers a stream as if what carries nothing (padding, silence) had never been sent, once for all its receivers. Owned
 * by the worker of the endpoint that sends it.
 *
 * <p>A packet can be taken out only while it is the newest: then what follows moves down by one. One that comes late
 * left a gap already, and the gap stays. So two packets never get the same number, and a packet's number does not
 * depend on when it is asked for. The last {@value #SIZE} places are remembered, for what comes late; what came before
 * them is refused.
 */
public final class Renumbering {
    /** No number: the packet is older than what is remembered. */
    public static final long NONE = -1;

    static final int SIZE = 256;

    private final long[] places = new long[SIZE];
    private long removed;
    private long highest = NONE;

    /**
     * A packet goes on.
     *
     * @param extSeq as it came, each number at most once, and none that {@link #onEmpty} took out
     * @return its new number, or {@link #NONE}
     */
    public long onPacket(long extSeq) {
        if (extSeq > highest) {
            highest = extSeq;
            return extSeq - removed;
        }
        return late(extSeq);
    }

    private long late(long extSeq) {
        long known = Math.min(removed, SIZE);
        for (long i = 1; i <= known; i++) {
            if (places[place(removed - i)] < extSeq) {
                return extSeq - removed + i - 1;
            }
        }
        return removed > SIZE ? NONE : extSeq - removed + known;
    }

    /**
     * A packet ends here: if it is the newest, what follows takes its place. Whether it was taken out without a gap.
     */
    public boolean onEmpty(long extSeq) {
        if (extSeq <= highest || highest == NONE) {
            return false;
        }
        highest = extSeq;
        places[place(removed)] = extSeq;
        removed++;
        return true;
    }

    private static int place(long i) {
        return (int) (i & (SIZE - 1));
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        state.longs(places);
        removed = state.i64(removed);
        highest = state.i64(highest);
    }
}
