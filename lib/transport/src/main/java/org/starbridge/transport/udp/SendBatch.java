package org.starbridge.transport.udp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * Memory for a number of datagrams that are to be sent, laid out as {@code sendmmsg} wants it. A writer takes
 * {@link #slot()}, writes a packet there once (header and ciphertext, nothing is copied afterwards), and says
 * {@link #commit} with where it goes. Owned by the thread that owns the port.
 *
 * <p>Datagrams that are committed one after the other for the same destination become one message, a GSO batch, which
 * the kernel takes as one and cuts again (UDP_SEGMENT): all of a GSO batch have the length of its first, but the last
 * one, which may be shorter and ends the GSO batch. So a writer who goes from receiver to receiver, and brings equal
 * lengths together, saves most of the cost of sending; nothing else is asked of it, and no receiver's order changes.
 *
 * <pre>
 *   messages   | m0               | m1    | m2           |   struct mmsghdr: name, first vector, vectors, control data
 *   vectors    | v0 | v1 | v2     | v3    | v4 | v5      |   one for each datagram, in order
 *   slots      | 1200 | 1200 | 90 | 1200  | 88 | 88      |   {@link #SLOT_BYTES} apart
 * </pre>
 */
public final class SendBatch implements AutoCloseable {
    /** Room for one datagram. */
    public static final int SLOT_BYTES = 2048;

    static final int MESSAGE_BYTES = 64; // struct mmsghdr
    static final int IOVEC_BYTES = 16;
    /** Room for the source address (at most 40) and for a segment size (24). */
    static final int CONTROL_BYTES = 64;

    static final int MSG_NAMELEN = 8;
    static final int MSG_IOV = 16;
    static final int MSG_IOVLEN = 24;
    static final int MSG_CONTROL = 32;
    static final int MSG_CONTROLLEN = 40;

    /** No limit: see {@link #limitTo}. */
    static final int ANY_PORT = -1;

    private final int capacity;
    private final GsoLimits limits;
    private final Slab slab;
    private final long messages;
    private final long vectors;
    private final long names;
    private final long controls;
    private final long slots;
    private final int[] messageOf;
    private final @Nullable ByteBuffer[] buffers;
    private int first;
    private int end;
    private int firstMessage;
    private int endMessage;
    /** Datagrams behind the first one that were in one GSO batch with it, and now go singly as it does. */
    private int singlyLeft;

    private int splitBy;
    private int onlyPort = ANY_PORT;
    private boolean isForUniquePort;
    // The last message, while it may grow.
    private boolean open;
    private int segmentBytes;
    private int runBytes;
    private int runDatagrams;

    /** Room for {@code capacity} datagrams, all of which go singly. */
    public SendBatch(int capacity) {
        this(capacity, GsoLimits.singly("not requested"));
    }

    /**
     * Room for {@code capacity} datagrams.
     *
     * @param limits which GSO batches the port takes: see {@link DatagramPort#runLimits()}
     */
    public SendBatch(int capacity, GsoLimits limits) {
        this.capacity = capacity;
        this.limits = limits;
        messageOf = new int[capacity];
        buffers = new ByteBuffer[capacity];
        int each = MESSAGE_BYTES + IOVEC_BYTES + SocketAddresses.SIZE_BYTES + CONTROL_BYTES + SLOT_BYTES;
        slab = Slab.allocate((long) capacity * each);
        messages = slab.address();
        vectors = messages + (long) capacity * MESSAGE_BYTES;
        names = vectors + (long) capacity * IOVEC_BYTES;
        controls = names + (long) capacity * SocketAddresses.SIZE_BYTES;
        slots = controls + (long) capacity * CONTROL_BYTES;
        for (int i = 0; i < capacity; i++) {
            Memory.putNativeLong(vector(i), address(i));
            Memory.putNativeLong(message(i), name(i));
            Memory.putNativeLong(message(i) + MSG_CONTROL, control(i));
        }
    }

    public int capacity() {
        return capacity;
    }

    /** Datagrams that wait to be sent. */
    public int size() {
        return end - first;
    }

    /**
     * Returns the number of further datagrams that it takes before it must be sent; what a full socket left in it keeps
     * its slots.
     */
    public int room() {
        return capacity - end;
    }

    /** Returns whether there is no slot left: send first. */
    public boolean isFull() {
        return end == capacity;
    }

    /**
     * Returns the address at which to write the next datagram, {@link #SLOT_BYTES} long; the same until
     * {@link #commit}.
     */
    public long slot() {
        return address(end);
    }

    /**
     * The slot holds a datagram, which goes behind all those that wait.
     *
     * @param lengthBytes its length
     * @param destination where to, and from which of our addresses, in native memory ({@link SocketAddresses}); copied,
     *     once for each GSO batch, so the memory is the caller's again
     */
    public void commit(int lengthBytes, long destination) {
        Memory.putNativeLong(vector(end) + 8, lengthBytes);
        if (mayJoin(lengthBytes) && isSame(destination, name(endMessage - 1))) {
            join(lengthBytes);
        } else {
            begin(lengthBytes, destination);
        }
        messageOf[end] = endMessage - 1;
        end++;
    }

    /** An empty datagram would be no segment at all. */
    private boolean mayJoin(int lengthBytes) {
        return open
                && lengthBytes <= segmentBytes
                && lengthBytes > 0
                && runDatagrams < limits.maxDatagrams()
                && runBytes + lengthBytes <= GsoLimits.MAX_BYTES;
    }

    private void begin(int lengthBytes, long destination) {
        int m = endMessage++;
        copy(destination, name(m));
        isForUniquePort |= SocketAddresses.uniquePort(destination) != 0;
        long message = message(m);
        Memory.putNativeInt(message + MSG_NAMELEN, SocketAddresses.lengthBytes(destination));
        Memory.putNativeLong(message + MSG_IOV, vector(end));
        Memory.putNativeLong(message + MSG_IOVLEN, 1);
        Memory.putNativeLong(
                message + MSG_CONTROLLEN,
                SocketAddresses.hasLocal(destination) ? PacketInfo.write(control(m), destination) : 0);
        open = limits.allows(destination);
        segmentBytes = lengthBytes;
        runBytes = lengthBytes;
        runDatagrams = 1;
    }

    private void join(int lengthBytes) {
        long message = message(endMessage - 1);
        if (runDatagrams == 1) {
            long behind = (Memory.nativeLong(message + MSG_CONTROLLEN) + 7) & ~7L;
            Memory.putNativeLong(
                    message + MSG_CONTROLLEN,
                    behind + SegmentSize.write(control(endMessage - 1) + behind, segmentBytes));
        }
        runDatagrams++;
        runBytes += lengthBytes;
        Memory.putNativeLong(message + MSG_IOVLEN, runDatagrams);
        open = lengthBytes == segmentBytes;
    }

    private static void copy(long from, long to) {
        for (int at = 0; at < SocketAddresses.SIZE_BYTES; at += 8) {
            Memory.putNativeLong(to + at, Memory.nativeLong(from + at));
        }
    }

    private static boolean isSame(long a, long b) {
        for (int at = 0; at < SocketAddresses.SIZE_BYTES; at += 8) {
            if (Memory.nativeLong(a + at) != Memory.nativeLong(b + at)) {
                return false;
            }
        }
        return true;
    }

    /** Index of the first datagram that waits. */
    public int first() {
        return first;
    }

    /** Returns the address of datagram {@code i}, from {@link #first()} to {@code first() + size() - 1}. */
    public long address(int i) {
        return slots + (long) i * SLOT_BYTES;
    }

    /** The length of datagram {@code i}. */
    public int lengthBytes(int i) {
        return (int) Memory.nativeLong(vector(i) + 8);
    }

    /** The destination of datagram {@code i}, with our address that it leaves from. */
    public long destination(int i) {
        return name(messageOf[i]);
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
        for (int left = count; left > 0; ) {
            int inFront = frontDatagrams();
            if (left < inFront) {
                shortenFront(left, inFront - left);
                return;
            }
            dropFront();
            left -= inFront;
        }
    }

    /** Returns the number of datagrams that the first message holds: 1, or more for a GSO batch. */
    public int frontDatagrams() {
        return (int) Memory.nativeLong(message(firstMessage) + MSG_IOVLEN);
    }

    /** The first message was dealt with. */
    void dropFront() {
        int datagrams = frontDatagrams();
        if (singlyLeft > 0) {
            singlyLeft--;
            shortenFront(datagrams, 1);
            return;
        }
        splitBy = 0;
        first += datagrams;
        firstMessage++;
        if (first == end) {
            first = 0;
            end = 0;
            firstMessage = 0;
            endMessage = 0;
            open = false;
            isForUniquePort = false;
        }
    }

    /** The datagrams of the first message, a GSO batch that was refused with {@code errno}, go singly. */
    void splitFront(int errno) {
        splitBy = errno;
        singlyLeft = frontDatagrams() - 1;
        shortenFront(0, 1);
    }

    /**
     * Returns why the first datagram goes singly though it was in a GSO batch; 0 if it was not, or
     * {@link #splitIsSettled}.
     */
    int splitBy() {
        return splitBy;
    }

    /** It is known whether the GSO batch was at fault. */
    void splitIsSettled() {
        splitBy = 0;
    }

    /** The first message begins {@code skipped} datagrams later and holds {@code kept}. */
    private void shortenFront(int skipped, int kept) {
        long message = message(firstMessage);
        first += skipped;
        Memory.putNativeLong(message + MSG_IOV, vector(first));
        Memory.putNativeLong(message + MSG_IOVLEN, kept);
        if (kept == 1) {
            long name = name(firstMessage);
            Memory.putNativeLong(
                    message + MSG_CONTROLLEN, SocketAddresses.hasLocal(name) ? PacketInfo.lengthBytes(name) : 0);
        }
        open &= firstMessage < endMessage - 1;
    }

    /** The first message, as {@code sendmmsg} wants it. */
    long frontMessage() {
        return message(firstMessage);
    }

    /** The first message's destination. */
    long frontDestination() {
        return name(firstMessage);
    }

    /** Returns whether something waits for another port of ours than the shared one. */
    boolean isForUniquePort() {
        return isForUniquePort;
    }

    /**
     * Only what leaves from this port of ours, up to the first that does not: a unique one, or 0 for the shared one.
     */
    void limitTo(int port) {
        onlyPort = port;
    }

    /** Returns the number of messages that can be handed over in one call; 0 when none can. */
    public int messagesToSend() {
        if (onlyPort != ANY_PORT) {
            return messagesOf(onlyPort);
        }
        return singlyLeft > 0 ? 1 : endMessage - firstMessage;
    }

    private int messagesOf(int port) {
        int m = firstMessage;
        while (m < endMessage && SocketAddresses.uniquePort(name(m)) == port) {
            m++;
        }
        return singlyLeft > 0 ? Math.min(1, m - firstMessage) : m - firstMessage;
    }

    private long message(int m) {
        return messages + (long) m * MESSAGE_BYTES;
    }

    private long name(int m) {
        return names + (long) m * SocketAddresses.SIZE_BYTES;
    }

    private long control(int m) {
        return controls + (long) m * CONTROL_BYTES;
    }

    private long vector(int i) {
        return vectors + (long) i * IOVEC_BYTES;
    }

    @Override
    public void close() {
        slab.close();
    }
}
