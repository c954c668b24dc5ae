package org.starbridge.media.forward;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.RtpView;

/**
 * Packets of one stream that were sent to one receiver in about the last second, as they were sent: header and payload
 * descriptor byte by byte, where the rest of the payload is in the source's ring, and how much padding was put behind
 * it. Entries do not change: a retransmission is bit-identical to the first transmission. Owned by the receiver's
 * worker.
 *
 * <p>A table of entries of {@value #ENTRY_BYTES} bytes, indexed by the low bits of the SRTP index. It begins small and
 * doubles when it would overwrite what is younger than the horizon, within the receiver's budget; then the oldest goes.
 *
 * <pre>
 *    0  long   SRTP index (ROC and sequence number), -1 = empty
 *    8  long   position of the record in the ring     16  long   first sent, ns
 *   24  long   last sent, ns                          32  u16    where the payload's rest begins in the record's body
 *   34  u16    length of the rest                     36  u8     length of the header, 0 = too long to be kept
 *   37  u8     length of the rewritten descriptor     38  u8     times repeated
 *   39  u8     padding added behind the payload
 *   40  header and descriptor, up to {@value #SHORT_HEADER_BYTES} bytes
 *
 *   of a longer header:
 *   40  long   where it is                           48  descriptor
 * </pre>
 *
 * <p>Headers with the dependency descriptor of a key frame are longer. They are rare: the last {@value #LONG_HEADERS}
 * of them are kept apart, in memory that is taken for the first one.
 */
final class SentPackets implements AutoCloseable {
    /** A longer header is not kept, and such a packet can not be repeated. */
    static final int MAX_HEADER_BYTES = 255;
    /** A longer header is kept apart; 8 bytes less where a descriptor follows. */
    static final int SHORT_HEADER_BYTES = 88;

    private static final int LONG_HEADERS = 8;
    /** The SRTP index that it belongs to, then the header. */
    private static final int LONG_HEADER_ENTRY_BYTES = 8 + 256;

    private static final int ENTRY_BYTES = 128;
    private static final int HEADER_OFFSET = ENTRY_BYTES - SHORT_HEADER_BYTES;
    private static final int FIRST_ENTRIES = 32;
    private static final int MAX_ENTRIES = 2048;
    private static final long EMPTY = -1;
    /** The header's length if it is not kept. */
    private static final int HEADER_TOO_LONG = 0;

    private final RetransmissionBudget budget;
    private @Nullable RingLookback ring;
    private @Nullable Slab slab;
    private @Nullable Slab longHeaders;
    private int longHeadersAdded;
    private long base;
    private int entries;
    private boolean isFull;
    private boolean closed;

    SentPackets(RetransmissionBudget budget) {
        this.budget = budget;
    }

    /**
     * A packet is about to leave for the first time.
     *
     * @param source the ring in which the rest of its payload is; after a packet of another ring all before are
     *     forgotten
     */
    void add(OutgoingPacket packet, RingLookback source, long nowNs) {
        if (ring != source) { // the source before this one was another worker's
            clear();
            ring = source;
        }
        if (entries == 0 && !grow()) {
            return;
        }
        long entry = entry(packet.index);
        while (!isFull && isYoung(entry, nowNs) && grow()) {
            entry = entry(packet.index);
        }
        Memory.putNativeLong(entry, packet.index);
        Memory.putNativeLong(entry + 8, packet.position);
        Memory.putNativeLong(entry + 16, nowNs);
        Memory.putNativeLong(entry + 24, nowNs);
        Memory.putNativeU16(entry + 32, packet.restOffset);
        Memory.putNativeU16(entry + 34, packet.restBytes);
        Memory.put8(entry + 37, packet.descriptorBytes);
        Memory.put8(entry + 38, 0);
        Memory.put8(entry + 39, packet.paddingBytes);
        Memory.put8(entry + 36, packet.headerBytes);
        if (!isLong(packet.headerBytes, packet.descriptorBytes)) {
            Memory.copy(packet.headerAddress, entry + HEADER_OFFSET, packet.headerBytes);
        } else if (packet.headerBytes > MAX_HEADER_BYTES || !addLong(entry, packet)) {
            Memory.put8(entry + 36, HEADER_TOO_LONG);
            return;
        }
        if (packet.descriptorBytes > 0) {
            Memory.putNativeLong(descriptorAddress(entry), packet.descriptor);
        }
    }

    private static boolean isLong(int headerBytes, int descriptorBytes) {
        return headerBytes > SHORT_HEADER_BYTES - (descriptorBytes > 0 ? Long.BYTES : 0);
    }

    private static boolean isLong(long entry) {
        return isLong(Memory.u8(entry + 36), Memory.u8(entry + 37));
    }

    private boolean addLong(long entry, OutgoingPacket packet) {
        Slab memory = longHeaders;
        if (memory == null) {
            int size = LONG_HEADERS * LONG_HEADER_ENTRY_BYTES;
            if (closed || !budget.tryReserve(size)) {
                return false;
            }
            memory = Slab.allocate(size);
            longHeaders = memory;
        }
        long address = memory.address() + (long) (longHeadersAdded++ % LONG_HEADERS) * LONG_HEADER_ENTRY_BYTES;
        Memory.putNativeLong(address, packet.index);
        Memory.copy(packet.headerAddress, address + Long.BYTES, packet.headerBytes);
        Memory.putNativeLong(entry + HEADER_OFFSET, address);
        return true;
    }

    /** Returns whether the rest of an entry's payload is still in the ring. */
    boolean isIntact(long entry) {
        return ring != null && ring.isIntact(position(entry));
    }

    /**
     * Copies a packet as it was sent.
     *
     * @param slotAddress where to
     * @param gapBytes how much is left free between header and payload
     * @return false if the payload was overwritten before or during the copy
     */
    boolean copy(long entry, long slotAddress, int gapBytes) {
        int headerBytes = headerBytes(entry);
        int descriptorBytes = Memory.u8(entry + 37);
        int restBytes = restBytes(entry);
        int paddingBytes = paddingBytes(entry);
        Memory.copy(headerAddress(entry), slotAddress, headerBytes);
        long payloadAddress = slotAddress + headerBytes + gapBytes;
        if (descriptorBytes > 0) {
            Memory.copy(descriptorAddress(entry), payloadAddress, descriptorBytes);
        }
        long restAddress = payloadAddress + descriptorBytes;
        if (ring == null || !ring.copyBody(position(entry), Memory.nativeU16(entry + 32), restBytes, restAddress)) {
            return false;
        }
        if (paddingBytes > 0) {
            Padding.write(slotAddress, restAddress + restBytes, paddingBytes);
        }
        return true;
    }

    /** See {@link FanOutBatch#prefetch}; where what is sent under {@code index} will be kept. */
    long prefetch(long index) {
        if (entries == 0) {
            return 0;
        }
        long entry = entry(index);
        return Memory.nativeLong(entry) + Memory.nativeLong(entry + ENTRY_BYTES / 2);
    }

    /** The entry of what was sent under {@code index} within the horizon, or 0. */
    long find(long index, long nowNs) {
        if (entries == 0) {
            return 0;
        }
        long entry = entry(index);
        return Memory.nativeLong(entry) == index && isYoung(entry, nowNs) ? entry : 0;
    }

    /** Forgets everything: what comes is sent under other keys. */
    void clear() {
        for (int i = 0; i < entries; i++) {
            Memory.putNativeLong(base + (long) i * ENTRY_BYTES, EMPTY);
        }
    }

    private boolean isYoung(long entry, long nowNs) {
        return Memory.nativeLong(entry) != EMPTY
                && nowNs - firstSentNs(entry) <= budget.limits().horizonNs();
    }

    private long entry(long index) {
        return base + (index & (entries - 1)) * ENTRY_BYTES;
    }

    private boolean grow() {
        int more = entries == 0 ? FIRST_ENTRIES : 2 * entries;
        int addedBytes = (more - entries) * ENTRY_BYTES;
        if (closed || more > MAX_ENTRIES || !budget.tryReserve(addedBytes)) {
            isFull = true;
            return false;
        }
        Slab before = slab;
        long oldBase = base;
        int oldEntries = entries;
        slab = Slab.allocate((long) more * ENTRY_BYTES);
        base = slab.address();
        entries = more;
        clear();
        for (int i = 0; i < oldEntries; i++) {
            long old = oldBase + (long) i * ENTRY_BYTES;
            if (Memory.nativeLong(old) != EMPTY) {
                Memory.copy(old, entry(Memory.nativeLong(old)), ENTRY_BYTES);
            }
        }
        if (before != null) {
            before.close();
        }
        return true;
    }

    static long position(long entry) {
        return Memory.nativeLong(entry + 8);
    }

    static long firstSentNs(long entry) {
        return Memory.nativeLong(entry + 16);
    }

    static long lastSentNs(long entry) {
        return Memory.nativeLong(entry + 24);
    }

    static int restBytes(long entry) {
        return Memory.nativeU16(entry + 34);
    }

    static long headerAddress(long entry) {
        return isLong(entry) ? Memory.nativeLong(entry + HEADER_OFFSET) + Long.BYTES : entry + HEADER_OFFSET;
    }

    private static long descriptorAddress(long entry) {
        return entry + HEADER_OFFSET + (isLong(entry) ? Long.BYTES : headerBytes(entry));
    }

    /** Returns whether the header is not kept, or not any more: other long ones came since. */
    static boolean isHeaderTooLong(long entry) {
        return Memory.u8(entry + 36) == HEADER_TOO_LONG
                || (isLong(entry) && Memory.nativeLong(Memory.nativeLong(entry + HEADER_OFFSET)) != index(entry));
    }

    static int headerBytes(long entry) {
        return Memory.u8(entry + 36);
    }

    /** Of the packet as it was sent, without protection. */
    static int lengthBytes(long entry) {
        return headerBytes(entry) + Memory.u8(entry + 37) + restBytes(entry) + paddingBytes(entry);
    }

    /** As the receiver numbers it; of an entry whose header is kept. */
    static int payloadType(long entry) {
        return RtpView.payloadType(headerAddress(entry));
    }

    /** Under which it was sent. */
    static long index(long entry) {
        return Memory.nativeLong(entry);
    }

    static int repeats(long entry) {
        return Memory.u8(entry + 38);
    }

    static int paddingBytes(long entry) {
        return Memory.u8(entry + 39);
    }

    static void onRepeated(long entry, long nowNs) {
        Memory.putNativeLong(entry + 24, nowNs);
        Memory.put8(entry + 38, repeats(entry) + 1);
    }

    /** Memory in use. */
    int sizeBytes() {
        return entries * ENTRY_BYTES;
    }

    @Override
    public void close() {
        closed = true;
        free();
    }

    /** Forgets everything and gives its memory back until the next packet. */
    void free() {
        budget.release(sizeBytes());
        isFull = false;
        entries = 0;
        base = 0;
        if (slab != null) {
            slab.close();
            slab = null;
        }
        if (longHeaders != null) {
            budget.release(LONG_HEADERS * LONG_HEADER_ENTRY_BYTES);
            longHeaders.close();
            longHeaders = null;
        }
    }
}
