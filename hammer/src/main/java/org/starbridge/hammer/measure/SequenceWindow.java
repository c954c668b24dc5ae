package org.starbridge.hammer.measure;

import java.util.Arrays;
import org.starbridge.rtp.packet.SequenceNumbers;

/**
 * Tells by the header alone whether a packet is new: extends its sequence number and remembers the last {@value #SPAN}
 * numbers in a bitmap. Owned by one thread.
 */
final class SequenceWindow {
    /** A minute of one stream: no network reorders that far. */
    static final int SPAN = 4096;

    /** Lets a packet that overtook the very first one have a positive number, too. */
    private static final long FIRST_CYCLE = 1 << 16;

    enum Arrival {
        /** Ahead of everything so far. */
        NEWEST,
        /** Behind the newest, and not seen before. */
        REORDERED,
        /** Seen before. */
        DUPLICATE,
        /** More than {@value #SPAN} behind the newest: unknown. */
        TOO_OLD
    }

    private static final long[] NONE = {};

    /** Made with the first packet: of a large conference most streams are not sent to most receivers. */
    private long[] seen = NONE;

    private long highest = -1;
    private long current = -1;

    /** Takes a packet's sequence number, 0 to 65535; {@link #current} is its extended one. */
    Arrival onPacket(int sequence) {
        if (highest < 0) {
            seen = new long[SPAN / Long.SIZE];
            current = FIRST_CYCLE + sequence;
            highest = current;
            mark(current);
            return Arrival.NEWEST;
        }
        current = SequenceNumbers.extend(highest, sequence);
        if (current > highest) {
            forget(highest + 1, current);
            highest = current;
            mark(current);
            return Arrival.NEWEST;
        }
        if (highest - current >= SPAN) {
            return Arrival.TOO_OLD;
        }
        if ((seen[word(current)] & 1L << current) != 0) {
            return Arrival.DUPLICATE;
        }
        mark(current);
        return Arrival.REORDERED;
    }

    /** The extended number of the last packet taken; only differences mean something. */
    long current() {
        return current;
    }

    /** The highest extended number so far, or -1. */
    long highest() {
        return highest;
    }

    private void forget(long from, long to) {
        if (to - from >= SPAN) {
            Arrays.fill(seen, 0);
            return;
        }
        for (long i = from; i <= to; i++) {
            seen[word(i)] &= ~(1L << i);
        }
    }

    private void mark(long number) {
        seen[word(number)] |= 1L << number;
    }

    private static int word(long number) {
        return ((int) number & SPAN - 1) / Long.SIZE;
    }
}
