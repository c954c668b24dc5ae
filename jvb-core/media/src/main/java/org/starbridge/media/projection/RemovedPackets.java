package org.starbridge.media.projection;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The packets of a span that were left out on purpose, so that what follows moves up and the receiver sees no gap: up
 * to {@value #SIZE} ranges of sequence numbers, the oldest are forgotten. A range only ever lies above every packet
 * seen so far; hence the number that a packet gets never changes, and no two packets get the same one.
 */
final class RemovedPackets {
    static final int SIZE = 32;

    private final long[] last = new long[SIZE];
    private final int[] length = new int[SIZE];
    private final long[] totalThrough = new long[SIZE];
    private long total;
    private int count;
    private int newest;

    void clear() {
        total = 0;
        count = 0;
    }

    /** The packets from {@code from} to {@code to}, all above those of earlier calls, are left out. */
    void add(long from, long to) {
        int added = (int) (to - from + 1);
        total += added;
        if (count > 0 && last[newest] == from - 1) {
            length[newest] += added;
        } else {
            newest = newest + 1 & SIZE - 1;
            length[newest] = added;
            count = Math.min(count + 1, SIZE);
        }
        last[newest] = to;
        totalThrough[newest] = total;
    }

    /**
     * Returns the number of packets left out below {@code extSeq}; -1 if it is left out itself, or if that is no longer
     * known.
     */
    long below(long extSeq) {
        if (count == 0 || extSeq > last[newest]) {
            return total;
        }
        for (int i = 0; i < count; i++) {
            int range = newest - i & SIZE - 1;
            if (extSeq > last[range]) {
                return totalThrough[range];
            }
            if (extSeq > last[range] - length[range]) {
                return -1;
            }
        }
        return total > totalOf() ? -1 : 0;
    }

    /** Returns the total of the ranges still known: less than all as soon as one was forgotten. */
    private long totalOf() {
        int oldest = newest - count + 1 & SIZE - 1;
        return totalThrough[newest] - totalThrough[oldest] + length[oldest];
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        state.longs(last);
        state.ints(length);
        state.longs(totalThrough);
        total = state.i64(total);
        count = state.i32(count, 0, SIZE);
        newest = state.i32(newest, 0, SIZE - 1);
    }
}
