package org.starbridge.transport.udp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * Memory for a number of datagrams that are to be sent, laid out as {@code sendmmsg} wants it. A writer takes {@link
 * #slot()}, writes a packet there once (header and ciphertext, nothing is copied afterwards), and says {@link #commit}
 * with where it goes. Owned by the thread that owns the port.
 *
 * <p>Each message points at its packet through one {@code iovec}; a run of packets for one receiver (UDP_SEGMENT) needs no
 * other layout, only more vectors behind one message.
 */
public final class SendBatch implements AutoCloseable {
    /** Room for one datagram. */
    public static final int SLOT_BYTES = 2048;

    static final int MESSAGE_BYTES = 64; // struct mmsghdr
    static final int IOVEC_BYTES = 16;

    private final int capacity;
    private final Slab slab;
    private final long messages;
    private final long vectors;
    private final long names;
    private final long slots;
    private final @Nullable ByteBuffer[] buffers;
    private int first;
    private int end;

    public SendBatch(int capacity) {
        this.capacity = capacity;
        buffers = new ByteBuffer[capacity];
        slab = Slab.allocate((long) capacity * (MESSAGE_BYTES + IOVEC_BYTES + SocketAddresses.SIZE_BYTES + SLOT_BYTES));
        messages = slab.address();
        vectors = messages + (long) capacity * MESSAGE_BYTES;
        names = vectors + (long) capacity * IOVEC_BYTES;
        slots = names + (long) capacity * SocketAddresses.SIZE_BYTES;
        for (int i = 0; i < capacity; i++) {
            long vector = vectors + (long) i * IOVEC_BYTES;
            Memory.putNativeLong(vector, slots + (long) i * SLOT_BYTES);
            Memory.putNativeLong(message(i), names + (long) i * SocketAddresses.SIZE_BYTES);
            Memory.putNativeLong(message(i) + 16, vector);
            Memory.putNativeLong(message(i) + 24, 1);
        }
    }

    public int capacity() {
        return capacity;
    }

    /** Datagrams that wait to be sent. */
    public int size() {
        return end - first;
    }

    /** Whether there is no slot left: send first. */
    public boolean isFull() {
        return end == capacity;
    }

    /** Where the next datagram is to be written, {@link #SLOT_BYTES} long; the same until {@link #commit}. */
    public long slot() {
        return slots + (long) end * SLOT_BYTES;
    }

    /**
     * The slot holds a datagram.
     *
     * @param lengthBytes its length
     * @param destination a socket address in native memory ({@link SocketAddresses}); copied
     */
    public void commit(int lengthBytes, long destination) {
        long message = message(end);
        Memory.copy(destination, destination(end), SocketAddresses.SIZE_BYTES);
        Memory.putNativeInt(message + 8, SocketAddresses.lengthBytes(destination));
        Memory.putNativeLong(vectors + (long) end * IOVEC_BYTES + 8, lengthBytes);
        end++;
    }

    /** Index of the first datagram that waits. */
    public int first() {
        return first;
    }

    /** Where datagram {@code i} begins, from {@link #first()} to {@code first() + size() - 1}. */
    public long address(int i) {
        return slots + (long) i * SLOT_BYTES;
    }

    /** The length of datagram {@code i}. */
    public int lengthBytes(int i) {
        return (int) Memory.nativeLong(vectors + (long) i * IOVEC_BYTES + 8);
    }

    /** The destination of datagram {@code i}. */
    public long destination(int i) {
        return names + (long) i * SocketAddresses.SIZE_BYTES;
    }

    /** Slot {@code i}. Made once; valid as long as the batch. */
    ByteBuffer buffer(int i) {
        ByteBuffer made = buffers[i];
        if (made == null) {
            made = MemorySegment.ofAddress(address(i)).reinterpret(SLOT_BYTES).asByteBuffer();
            buffers[i] = made;
        }
        return made;
    }

    /** The first {@code count} waiting datagrams were dealt with. */
    public void drop(int count) {
        first += count;
        if (first == end) {
            first = 0;
            end = 0;
        }
    }

    long message(int i) {
        return messages + (long) i * MESSAGE_BYTES;
    }

    @Override
    public void close() {
        slab.close();
    }
}
