package org.starbridge.hammer.client.link;

import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * Datagrams that wait until they are due, first in, first out, in one block of native memory that grows on demand. The
 * first one may be changed in place. Owned by one thread.
 *
 * <pre>
 *   0        8          12       16                64
 *   | due ns | length   | 0      | socket address  | datagram, padded to 8 bytes |
 * </pre>
 */
final class DatagramQueue implements AutoCloseable {
    static final int FIRST_BYTES = 1 << 14;
    /** A second of 250 Mbit/s. */
    static final int MAX_BYTES = 1 << 25;

    private static final int LENGTH = 8;
    private static final int REMOTE = 16;
    private static final int HEADER_BYTES = REMOTE + SocketAddresses.SIZE_BYTES;

    private Slab slab = Slab.allocate(FIRST_BYTES);
    private int capacity = FIRST_BYTES;
    private int head;
    private int tail;
    /** Position at which the entries before the beginning of the block end; -1 if there are none. */
    private int wrapAt = -1;

    private int size;

    /**
     * Adds a copy of a datagram.
     *
     * @param remote the other side's socket address ({@link SocketAddresses})
     * @return false if it does not fit
     */
    boolean add(long dueNs, long remote, long address, int lengthBytes) {
        int bytes = HEADER_BYTES + (lengthBytes + 7 & ~7);
        while (!makeRoom(bytes)) {
            if (capacity >= MAX_BYTES) {
                return false;
            }
            grow();
        }
        long entry = slab.address() + tail;
        Memory.putNativeLong(entry, dueNs);
        Memory.putNativeInt(entry + LENGTH, lengthBytes);
        Memory.copy(remote, entry + REMOTE, SocketAddresses.SIZE_BYTES);
        Memory.copy(address, entry + HEADER_BYTES, lengthBytes);
        tail += bytes;
        size++;
        return true;
    }

    /** Returns whether {@code bytes} fit at the tail, which may move to the beginning of the block for it. */
    private boolean makeRoom(int bytes) {
        if (size == 0) {
            head = 0;
            tail = 0;
            wrapAt = -1;
        }
        if (wrapAt >= 0) {
            return tail + bytes <= head;
        }
        if (tail + bytes <= capacity) {
            return true;
        }
        if (bytes > head) {
            return false;
        }
        wrapAt = tail;
        tail = 0;
        return true;
    }

    private void grow() {
        Slab larger = Slab.allocate(2L * capacity);
        int end = wrapAt >= 0 ? wrapAt : tail;
        int first = end - head;
        Memory.copy(slab.address() + head, larger.address(), first);
        if (wrapAt >= 0) {
            Memory.copy(slab.address(), larger.address() + first, tail);
            tail += first;
        } else {
            tail = first;
        }
        slab.close();
        slab = larger;
        capacity *= 2;
        head = 0;
        wrapAt = -1;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Returns the time at which the first datagram is due; {@link Long#MAX_VALUE} if there is none. */
    long nextDueNs() {
        return size == 0 ? Long.MAX_VALUE : Memory.nativeLong(slab.address() + head);
    }

    /** The first datagram. */
    long address() {
        return slab.address() + head + HEADER_BYTES;
    }

    int lengthBytes() {
        return Memory.nativeInt(slab.address() + head + LENGTH);
    }

    /** The other side's socket address of the first datagram. */
    long remote() {
        return slab.address() + head + REMOTE;
    }

    /** Removes the first datagram. */
    void remove() {
        head += HEADER_BYTES + (lengthBytes() + 7 & ~7);
        size--;
        if (head == wrapAt) {
            head = 0;
            wrapAt = -1;
        }
    }

    @Override
    public void close() {
        slab.close();
    }
}
