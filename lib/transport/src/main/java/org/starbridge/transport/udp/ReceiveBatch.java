package org.starbridge.transport.udp;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * Memory for a number of received datagrams, laid out as {@code recvmmsg} wants it, and what was received into it.
 * Owned by the thread that owns the port.
 */
public final class ReceiveBatch implements AutoCloseable {
    /** Longest datagram taken whole; a longer one is cut by the kernel, seen by its flag, and dropped. */
    public static final int SLOT_BYTES = 2048;

    static final int MESSAGE_BYTES = 64; // struct mmsghdr
    static final int IOVEC_BYTES = 16;
    static final int CONTROL_BYTES = 128;

    private final int capacity;
    private final Slab slab;
    private final long messages;
    private final long vectors;
    private final long names;
    private final long controls;
    private final long slots;
    private final int[] lengths;
    private final long[] arrivals;
    private final @Nullable ByteBuffer[] buffers;
    private int size;

    public ReceiveBatch(int capacity) {
        this.capacity = capacity;
        int each = MESSAGE_BYTES + IOVEC_BYTES + SocketAddresses.SIZE_BYTES + CONTROL_BYTES + SLOT_BYTES;
        slab = Slab.allocate((long) capacity * each + 1); // one byte behind the last slot: see buffer(int)
        messages = slab.address();
        vectors = messages + (long) capacity * MESSAGE_BYTES;
        names = vectors + (long) capacity * IOVEC_BYTES;
        controls = names + (long) capacity * SocketAddresses.SIZE_BYTES;
        slots = controls + (long) capacity * CONTROL_BYTES;
        lengths = new int[capacity];
        arrivals = new long[capacity];
        buffers = new ByteBuffer[capacity];
        for (int i = 0; i < capacity; i++) {
            long message = messages + (long) i * MESSAGE_BYTES;
            long vector = vectors + (long) i * IOVEC_BYTES;
            Memory.putNativeLong(vector, address(i));
            Memory.putNativeLong(vector + 8, SLOT_BYTES);
            Memory.putNativeLong(message, remote(i));
            Memory.putNativeLong(message + 16, vector);
            Memory.putNativeLong(message + 24, 1);
            Memory.putNativeLong(message + 32, control(i));
        }
        size = capacity;
        restoreLengths();
        size = 0;
    }

    /** Says again how much room each used message has for the sender's address and for control data. */
    void restoreLengths() {
        for (int i = 0; i < size; i++) {
            Memory.putNativeInt(message(i) + 8, SocketAddresses.SOCKADDR_IN6_BYTES);
            Memory.putNativeLong(message(i) + 40, CONTROL_BYTES);
        }
    }

    public int capacity() {
        return capacity;
    }

    /** Returns the number of datagrams that it holds. */
    public int size() {
        return size;
    }

    /**
     * Returns the address of datagram {@code i}; {@link #SLOT_BYTES} may be used there, so it can be changed in place.
     */
    public long address(int i) {
        return slots + (long) i * SLOT_BYTES;
    }

    /** The datagram's length; -1 if the kernel had to cut it. */
    public int lengthBytes(int i) {
        return lengths[i];
    }

    /**
     * Returns the address of its sender's socket address, and of our own that it was sent to; see
     * {@link SocketAddresses}.
     */
    public long remote(int i) {
        return names + (long) i * SocketAddresses.SIZE_BYTES;
    }

    /** Returns the time at which the kernel got it, on {@code System.nanoTime}'s clock. */
    public long arrivalNs(int i) {
        return arrivals[i];
    }

    /** Empties the batch. */
    public void clear() {
        size = 0;
    }

    /** Adds a copy of a datagram: how a simulated port fills a batch. {@code local} is where it was sent to. */
    public void add(byte[] datagram, InetAddress local, InetSocketAddress remote, long arrivalNs) {
        int i = size++;
        lengths[i] = datagram.length > SLOT_BYTES ? -1 : datagram.length;
        arrivals[i] = arrivalNs;
        Memory.copyIn(datagram, 0, address(i), Math.min(datagram.length, SLOT_BYTES));
        SocketAddresses.writeV6(remote(i), remote);
        SocketAddresses.writeLocal(remote(i), local);
    }

    /**
     * Slot {@code i} and one byte more, by which a port that is not told of cut datagrams sees that one was too long.
     * The byte is the next slot's first: fill slots in order. Made once; valid as long as the batch.
     */
    ByteBuffer buffer(int i) {
        ByteBuffer made = buffers[i];
        if (made == null) {
            made = MemorySegment.ofAddress(address(i))
                    .reinterpret(SLOT_BYTES + 1)
                    .asByteBuffer();
            buffers[i] = made;
        }
        return made;
    }

    void set(int i, int lengthBytes, long arrivalNs) {
        lengths[i] = lengthBytes;
        arrivals[i] = arrivalNs;
    }

    void size(int newSize) {
        size = newSize;
    }

    long messages() {
        return messages;
    }

    long message(int i) {
        return messages + (long) i * MESSAGE_BYTES;
    }

    long control(int i) {
        return controls + (long) i * CONTROL_BYTES;
    }

    @Override
    public void close() {
        slab.close();
    }
}
