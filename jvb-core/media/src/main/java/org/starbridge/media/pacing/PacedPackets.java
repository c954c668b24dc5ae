package org.starbridge.media.pacing;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.Receiver;
import org.starbridge.media.ring.RingLookback;

/**
 * The video packets that wait for one receiver, oldest first: where each lies and under which stream it goes. A ring of
 * primitives and references that doubles up to {@link #MAX_PACKETS}. Owned by the receiver's worker.
 */
final class PacedPackets {
    /** 1.2 MB of packets: 250 ms of 40 Mbit/s. */
    static final int MAX_PACKETS = 1024;

    private static final int FIRST_CAPACITY = 64;

    private final Receiver receiver;
    private long[] positions = new long[FIRST_CAPACITY];
    private int[] handles = new int[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private boolean[] keys = new boolean[FIRST_CAPACITY];
    private @Nullable RingLookback[] rings = new @Nullable RingLookback[FIRST_CAPACITY];
    private @Nullable OutgoingStream[] streams = new @Nullable OutgoingStream[FIRST_CAPACITY];
    private int head;
    private int size;
    private int keyPackets;
    private long bytes;

    PacedPackets(Receiver receiver) {
        this.receiver = receiver;
    }

    Receiver receiver() {
        return receiver;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Of all that will leave, without protection. */
    long bytes() {
        return bytes;
    }

    /** Returns whether a packet of a key frame is among them. */
    boolean hasKeyFrame() {
        return keyPackets > 0;
    }

    /**
     * One more.
     *
     * @param handle of the source's stream that it is of
     * @param lengthBytes 0 if it will be left out when its turn comes
     * @return false if there is no place
     */
    boolean add(OutgoingStream stream, RingLookback ring, long position, int handle, int lengthBytes, boolean isKey) {
        if (size == positions.length && !grow()) {
            return false;
        }
        int at = at(size++);
        streams[at] = stream;
        rings[at] = ring;
        positions[at] = position;
        handles[at] = handle;
        lengths[at] = lengthBytes;
        keys[at] = isKey;
        keyPackets += isKey ? 1 : 0;
        bytes += lengthBytes;
        return true;
    }

    private boolean grow() {
        if (size == MAX_PACKETS) {
            return false;
        }
        int capacity = 2 * positions.length;
        long[] newPositions = new long[capacity];
        int[] newHandles = new int[capacity];
        int[] newLengths = new int[capacity];
        boolean[] newKeys = new boolean[capacity];
        @Nullable RingLookback[] newRings = new @Nullable RingLookback[capacity];
        @Nullable OutgoingStream[] newStreams = new @Nullable OutgoingStream[capacity];
        for (int i = 0; i < size; i++) {
            newPositions[i] = positions[at(i)];
            newHandles[i] = handles[at(i)];
            newLengths[i] = lengths[at(i)];
            newKeys[i] = keys[at(i)];
            newRings[i] = rings[at(i)];
            newStreams[i] = streams[at(i)];
        }
        positions = newPositions;
        handles = newHandles;
        lengths = newLengths;
        keys = newKeys;
        rings = newRings;
        streams = newStreams;
        head = 0;
        return true;
    }

    /** The stream under which the oldest goes. */
    OutgoingStream stream() {
        return Objects.requireNonNull(streams[head]);
    }

    /** The ring that the oldest is in. */
    RingLookback ring() {
        return Objects.requireNonNull(rings[head]);
    }

    /** Returns the position of the oldest in its ring. */
    long position() {
        return positions[head];
    }

    /** The handle of the source's stream that the oldest is of. */
    int handle() {
        return handles[head];
    }

    /** The oldest leaves the queue. */
    void removeFirst() {
        bytes -= lengths[head];
        keyPackets -= keys[head] ? 1 : 0;
        streams[head] = null;
        rings[head] = null;
        head = at(1);
        size--;
    }

    /** All leave the queue. */
    void clear() {
        Arrays.fill(streams, null);
        Arrays.fill(rings, null);
        head = 0;
        size = 0;
        keyPackets = 0;
        bytes = 0;
    }

    private int at(int i) {
        return head + i & positions.length - 1;
    }
}
