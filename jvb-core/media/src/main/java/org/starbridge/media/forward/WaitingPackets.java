package org.starbridge.media.forward;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.ring.RingLookback;

/**
 * Packets that wait for the receivers of one conference, oldest first: where each lies and who gets it. The first few
 * are under way together, from receiver to receiver, round and round: a packet that comes meanwhile joins them at the
 * receiver that is next, and leaves them when it is back there. So the rest of a frame goes with its beginning to all
 * receivers but the first few. Owned by one worker.
 *
 * <pre>
 *   places         0 1 2 3 4 5 6 7
 *   packet a       a a a a a a a a                begins
 *   packet b             b b b b b  b b b         joins at place 3, and is served to the end in the next round
 * </pre>
 *
 * <p>A place means the same receiver in all fan-outs of a conference at one time. When they change, those under way go
 * on with the fan-outs that they began with, and no packet joins them.
 */
final class WaitingPackets {
    /** More than that, and the worker is a second late: what comes is not taken any more. */
    static final int MAX_WAITING = 4096;

    private static final int FIRST_CAPACITY = 16;

    private long[] positions = new long[FIRST_CAPACITY];
    private long[] sinceNs = new long[FIRST_CAPACITY];
    private @Nullable RingLookback[] rings = new @Nullable RingLookback[FIRST_CAPACITY];
    private @Nullable FanOut[] fanOuts = new @Nullable FanOut[FIRST_CAPACITY];
    /** Of those under way: places that they still have to go to. */
    private int[] placesLeft = new int[FIRST_CAPACITY];

    private int head;
    private int size;
    private int underWay;
    private int nextReceiver;
    private int receivers;
    private boolean mayNotJoin;

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
        int[] newPlacesLeft = new int[capacity];
        for (int i = 0; i < size; i++) {
            newPositions[i] = positions[at(i)];
            newSinceNs[i] = sinceNs[at(i)];
            newRings[i] = rings[at(i)];
            newFanOuts[i] = fanOuts[at(i)];
            newPlacesLeft[i] = placesLeft[at(i)];
        }
        positions = newPositions;
        sinceNs = newSinceNs;
        rings = newRings;
        fanOuts = newFanOuts;
        placesLeft = newPlacesLeft;
        head = 0;
        return true;
    }

    /** Lets packets that wait join those under way, up to {@code maxPackets}; without any, they begin at place 0. */
    void begin(int maxPackets, FanOuts current) {
        int joining = Math.min(size, maxPackets) - underWay;
        if (underWay == 0) {
            mayNotJoin = false;
            nextReceiver = 0;
            receivers = 0;
            for (int i = 0; i < joining; i++) {
                FanOut fanOut =
                        current.find(Objects.requireNonNull(fanOuts[at(i)]).handle());
                receivers = fanOut == null ? receivers : Math.max(receivers, fanOut.streams().length);
            }
        }
        for (int i = 0; i < joining && !mayNotJoin; i++) {
            int at = at(underWay);
            FanOut fanOut = current.find(Objects.requireNonNull(fanOuts[at]).handle());
            if (fanOut != null && fanOut.streams().length > receivers) {
                return; // places have changed
            }
            fanOuts[at] = fanOut;
            placesLeft[at] = receivers;
            underWay++;
        }
    }

    /** The fan-outs are about to change: what waits does not join what is under way. */
    void onFanOutsChanged() {
        mayNotJoin = true;
    }

    /** Packets under way. */
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

    /** Places that a packet under way still has to go to, from the next on. */
    int placesLeft(int i) {
        return placesLeft[at(i)];
    }

    /** Returns whether a packet under way has joined just now. */
    boolean isNew(int i) {
        return placesLeft[at(i)] == receivers;
    }

    /** The place of the receiver that is next. */
    int nextReceiver() {
        return nextReceiver;
    }

    /** The place up to which all those under way go together: there the oldest has been everywhere, or places end. */
    int placesTogether() {
        return underWay == 0 ? 0 : Math.min(receivers, nextReceiver + placesLeft(0));
    }

    /** The receivers before {@code place} have the packets under way; those that were everywhere wait no more. */
    void servedUpTo(int place) {
        int served = place - nextReceiver;
        for (int i = 0; i < underWay; i++) {
            placesLeft[at(i)] -= served;
        }
        while (underWay > 0 && placesLeft[head] == 0) {
            fanOuts[head] = null;
            rings[head] = null;
            head = at(1);
            size--;
            underWay--;
        }
        nextReceiver = place == receivers ? 0 : place;
    }

    void clear() {
        Arrays.fill(fanOuts, null);
        Arrays.fill(rings, null);
        head = 0;
        size = 0;
        underWay = 0;
        nextReceiver = 0;
        receivers = 0;
        mayNotJoin = false;
    }

    private int at(int i) {
        return head + i & positions.length - 1;
    }
}
