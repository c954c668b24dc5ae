package org.starbridge.media.projection;

/**
 * Ring positions of the packets that went by while a receiver waited for a key frame: if its first packet was lost and
 * is recovered, they follow it, and the receiver need not wait for another one. Bounded: the newest {@value #SIZE}.
 * Owned by the receiver's worker.
 */
final class HeldPackets {
    /** A large key frame, and what follows it within a round trip. A power of two. */
    static final int SIZE = 128;

    /** There is none. */
    static final long NONE = -1;

    private final long[] positions = new long[SIZE];
    private final long[] numbers = new long[SIZE];
    private long added;
    private long next;
    private long end;
    /** Numbers up to this one were sent before what {@link #poll} is to give. */
    private long after;

    /** A packet went by. */
    void add(long position, long extSeq) {
        int place = place(added++);
        positions[place] = position;
        numbers[place] = extSeq;
    }

    /** Returns whether all that came after a packet, which itself is late, is in here. */
    boolean follow(long extSeq) {
        return added > 0 && numbers[place(Math.max(0, added - SIZE))] <= extSeq + 1;
    }

    /**
     * Lets what is in here and was sent after {@code extSeq} follow the packet of that number: {@link #poll} gives it.
     */
    void release(long extSeq) {
        next = Math.max(0, added - SIZE);
        end = added;
        after = extSeq;
        added = 0;
    }

    /** Packets that may still go. */
    int size() {
        return (int) (Math.min(added, SIZE) + Math.max(0, end - next));
    }

    /** Returns whether {@link #poll} has something. */
    boolean hasReleased() {
        return next < end;
    }

    /** The position of what goes next, in the order in which it came, or {@link #NONE}. */
    long poll() {
        while (next < end) {
            int place = place(next++);
            if (numbers[place] > after) {
                return positions[place];
            }
        }
        return NONE;
    }

    /** Nothing of it is needed. */
    void clear() {
        added = 0;
        next = end;
    }

    private static int place(long i) {
        return (int) (i & (SIZE - 1));
    }
}
