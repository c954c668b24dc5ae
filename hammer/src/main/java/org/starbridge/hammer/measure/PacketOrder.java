package org.starbridge.hammer.measure;

import java.util.Arrays;

/**
 * Puts the packets of one received stream in the order of their sequence numbers. Packets may come in any order: one
 * that is missing is waited for until {@value #PATIENCE} later ones are there, or for {@value #PATIENCE_NS} ns. Owned
 * by the receiver's thread; allocates nothing after the first packet.
 *
 * <p>What is known of a packet is kept by its owner, in arrays of {@value #SPAN} elements, at the index that
 * {@link #add} gives.
 */
final class PacketOrder {
    static final int SPAN = 1024;
    static final int PATIENCE = 256;
    /** As long as it is asked for. */
    static final long PATIENCE_NS = 600_000_000;

    /** No index: nothing is next for now, or the packet was given up before it came. */
    static final int NONE = -1;
    /** No index: the packet that is next is given up. */
    static final int LOST = -2;

    private static final long FREE = -1;

    private static final long[] NOTHING = {};

    /** Made with the first packet: of a large conference most sources are not sent to most receivers. */
    private long[] numbers = NOTHING;

    private long next = FREE;
    private long highest = FREE;
    private boolean isWaiting;
    private long waitingFor;
    private long waitingSinceNs;
    private long nowNs;
    private boolean isTired;

    /** Returns whether no packet came yet. */
    boolean isEmpty() {
        return highest == FREE;
    }

    /**
     * Takes a packet that did not come before; {@link #poll} follows until it gives {@link #NONE}.
     *
     * @return the index of the packet, or {@link #NONE} if it was given up
     */
    int add(long extSeq, long arrivalNs) {
        if (next == FREE) {
            next = extSeq;
            numbers = new long[SPAN];
            Arrays.fill(numbers, FREE);
        }
        nowNs = arrivalNs;
        isTired = isWaiting && arrivalNs - waitingSinceNs > PATIENCE_NS;
        if (extSeq < next) {
            return NONE;
        }
        numbers[index(extSeq)] = extSeq;
        highest = Math.max(highest, extSeq);
        return index(extSeq);
    }

    /** The index of the packet that is next, or {@link #LOST}, or {@link #NONE} if that is waited for. */
    int poll() {
        if (next <= highest) {
            boolean isThere = numbers[index(next)] == next;
            if (isThere || isTired || highest - next > PATIENCE) {
                int found = isThere ? index(next) : LOST;
                next++;
                return found;
            }
        }
        if (next > highest || isTired) {
            isWaiting = false;
        } else if (!isWaiting || waitingFor != next) {
            isWaiting = true;
            waitingFor = next;
            waitingSinceNs = nowNs;
        }
        return NONE;
    }

    private static int index(long number) {
        return (int) number & SPAN - 1;
    }
}
