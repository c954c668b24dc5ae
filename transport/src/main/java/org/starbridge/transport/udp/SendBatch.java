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
 * other layout, only more vectors behind one message, and a second control message behind the one that names the address
 * to send from.
 */
public final class SendBatch implements AutoCloseable {
    /** Room for one datagram. */
    public static final int SLOT_BYTES = 2048;

    static final int MESSAGE_BYTES = 64; // struct mmsghdr
    static final int IOVEC_BYTES = 16;
    /** Room for the source address (at most 40) and for a segment size (24). */
    static final int CONTROL_BYTES = 64;

    private static final int MSG_CONTROL = 32;
    private static final int MSG_CONTROLLEN = 40;

    private final int capacity;
    private final Slab slab;
    private final long messages;
    private final long vectors;
    private final long names;
    private final long controls;
    private final long slots;
    private final @Nullable ByteBuffer[] buffers;
    private int first;
    private int end;

    public SendBatch(int capacity) {
        this.capacity = capacity;
        buffers = new ByteBuffer[capacity];
        int each = MESSAGE_BYTES + IOVEC_BYTES + SocketAddresses.SIZE_BYTES + CONTROL_BYTES + SLOT_BYTES;
        slab = Slab.allocate((long) capacity * each);
        messages = slab.address();
        vectors = messages + (long) capacity * MESSAGE_BYTES;
        names = vectors + (long) capacity * IOVEC_BYTES;
        controls = names + (long) capacity * SocketAddresses.SIZE_BYTES;
        slots = controls + (long) capacity * CONTROL_BYTES;
        for (int i = 0; i < capacity; i++) {
            long vector = vectors + (long) i * IOVEC_BYTES;
            Memory.putNativeLong(vector, slots + (long) i * SLOT_BYTES);
            Memory.putNativeLong(message(i), names + (long) i * SocketAddresses.SIZE_BYTES);
            Memory.putNativeLong(message(i) + 16, vector);
            Memory.putNativeLong(message(i) + 24, 1);
            Memory.putNativeLong(message(i) + MSG_CONTROL, controls + (long) i * CONTROL_BYTES);
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
     * @param destination where to, and from which of our addresses, in native memory ({@link SocketAddresses}); copied
     */
    public void commit(int lengthBytes, long destination) {
        long message = message(end);
        Memory.copy(destination, destination(end), SocketAddresses.SIZE_BYTES);
        Memory.putNativeInt(message + 8, SocketAddresses.lengthBytes(destination));
        Memory.putNativeLong(message + MSG_CONTROLLEN, writeSource(end, destination));
        Memory.putNativeLong(vectors + (long) end * IOVEC_BYTES + 8, lengthBytes);
        end++;
    }

    /** The control message that names our address of {@code destination}; returns its length, 0 if there is none to name. */
    private long writeSource(int i, long destination) {
        return SocketAddresses.hasLocal(destination)
                ? PacketInfo.write(controls + (long) i * CONTROL_BYTES, destination)
                : 0;
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

    /** The destination of datagram {@code i}, with our address that it leaves from. */
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
