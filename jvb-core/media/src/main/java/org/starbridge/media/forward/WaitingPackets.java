package org.starbridge.media.forward;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.ring.RingLookback;

/**
 * Packets that wait for the receivers of one conference, oldest first: where each lies and who gets it. The first few
 * are under way together (a pass): receivers before {@link #nextReceiver} have them all, the others none. Owned by one
 * worker.
 */
final class WaitingPackets {
    /** More than that, and the worker is a second late: what comes is not taken any more. */
    static final int MAX_WAITING = 4096;

    private static final int FIRST_CAPACITY = 16;

    private long[] positions = new long[FIRST_CAPACITY];
    private long[] sinceNs = new long[FIRST_CAPACITY];
    private @Nullable RingLookback[] rings = new @Nullable RingLookback[FIRST_CAPACITY];
    private @Nullable FanOut[] fanOuts = new @Nullable FanOut[FIRST_CAPACITY];
    private int head;
    private int size;
    private int underWay;
    private int nextReceiver;
    private int receivers;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** One more; false if there is no place. */
    boolean add(RingLookback ring, long position, FanOut fanOut, long nowNs) {
        if (size == positions.length && !grow()) {
            return false;
        }
        int at = at(size++);
        positions[at] = position;
        rings[at] = ring;
        fanOuts[at] = fanOut;
        sinceNs[at] = nowNs;
        return true;
    }

    private boolean grow() {
        if (size == MAX_WAITING) {
            return false;
        }
        int capacity = 2 * positions.length;
        long[] newPositions = new long[capacity];
        long[] newSinceNs = new long[capacity];
        @Nullable RingLookback[] newRings = new @Nullable RingLookback[capacity];
        @Nullable FanOut[] newFanOuts = new @Nullable FanOut[capacity];
        for (int i = 0; i < size; i++) {
            newPositions[i] = positions[at(i)];
            newSinceNs[i] = sinceNs[at(i)];
            newRings[i] = rings[at(i)];
            newFanOuts[i] = fanOuts[at(i)];
        }
        positions = newPositions;
        sinceNs = newSinceNs;
        rings = newRings;
        fanOuts = newFanOuts;
        head = 0;
        return true;
    }

    /**
     * Begins a pass with the oldest packets unless one is under way. Its fan-outs are those of this moment and stay
     * until its end, so that places mean the same receivers throughout.
     */
    void begin(int maxPackets, FanOuts current) {
        if (underWay > 0) {
            return;
        }
        underWay = Math.min(size, maxPackets);
        nextReceiver = 0;
        receivers = 0;
        for (int i = 0; i < underWay; i++) {
            int at = at(i);
            FanOut fanOut = current.find(Objects.requireNonNull(fanOuts[at]).handle());
            fanOuts[at] = fanOut;
            receivers = fanOut == null ? receivers : Math.max(receivers, fanOut.streams().length);
        }
    }

    /** Packets of the pass under way. */
    int underWay() {
        return underWay;
    }

    long position(int i) {
        return positions[at(i)];
    }

    /** Returns the time at which it began to wait. */
    long sinceNs(int i) {
        return sinceNs[at(i)];
    }

    RingLookback ring(int i) {
        return Objects.requireNonNull(rings[at(i)]);
    }

    /** The fan-out of a packet under way; null if no receiver gets it any more. */
    @Nullable
    FanOut fanOut(int i) {
        return fanOuts[at(i)];
    }

    /** The packet is lost to those that did not get it yet. */
    void lose(int i) {
        fanOuts[at(i)] = null;
    }

    /** The place of the receiver that is next. */
    int nextReceiver() {
        return nextReceiver;
    }

    /** Returns the number of places that the pass has. */
    int receivers() {
        return receivers;
    }

    /** The receivers before {@code place} have the pass's packets; with the last one it ends. */
    void servedUpTo(int place) {
        nextReceiver = place;
        if (place >= receivers) {
            for (int i = 0; i < underWay; i++) {
                fanOuts[at(i)] = null;
                rings[at(i)] = null;
            }
            head = at(underWay);
            size -= underWay;
            underWay = 0;
        }
    }

    void clear() {
        Arrays.fill(fanOuts, null);
        Arrays.fill(rings, null);
        head = 0;
        size = 0;
        underWay = 0;
        nextReceiver = 0;
        receivers = 0;
    }

    private int at(int i) {
        return head + i & positions.length - 1;
    }
}
