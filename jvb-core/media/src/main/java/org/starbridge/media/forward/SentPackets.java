package org.starbridge.media.forward;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Packets of one stream that were sent to one receiver in about the last second, as they were sent: header and payload
 * descriptor byte by byte, where the rest of the payload is in the source's ring, and how much padding was put behind
 * it. Entries do not change: a retransmission is bit-identical to the first transmission. Owned by the receiver's
 * worker.
 *
 * <p>A table of entries, indexed by the low bits of the SRTP index. It begins small and doubles when it would overwrite
 * what is younger than the horizon, within the receiver's budget; then the oldest goes. Thousands of tables are far
 * more than the processor's caches hold, so an entry has one cache line: {@value #NARROW_BYTES} bytes. From the first
 * header on that needs more, the entries of its table are {@value #WIDE_BYTES} bytes long.
 *
 * <pre>
 *    0  long   SRTP index (ROC and sequence number), 48 bits; where the payload's rest begins in the record's body, 16
 *              bits; -1 = empty
 *    8  long   position of the record in the ring
 *   16  long   first sent, microseconds, 48 bits; length of the rest, 16 bits
 *   24  int    last sent, microseconds after the first time
 *   28  u8     length of the header, 0 = too long to be kept
 *   29  u8     length of the rewritten descriptor; {@value #APART} more = the header is kept apart
 *   30  u8     times repeated                        31  u8     padding added behind the payload
 *   32  header and descriptor
 *
 *   of a header that is kept apart:
 *   32  long   where it is                           40  descriptor
 * </pre>
 *
 * <p>Headers with the dependency descriptor of a key frame may be longer than any entry. They are rare: the last
 * {@value #LONG_HEADERS} of them are kept apart, in memory that is taken for the first one.
 */
final class SentPackets implements AutoCloseable {
    /** A longer header is not kept, and such a packet can not be repeated. */
    static final int MAX_HEADER_BYTES = 255;

    private static final int LONG_HEADERS = 8;
    /** The SRTP index that it belongs to, then the header. */
    private static final int LONG_HEADER_ENTRY_BYTES = 8 + 256;

    /** Length of an entry, one cache line; a header of 32 bytes fits, or one of 24 with a descriptor. */
    static final int NARROW_BYTES = 64;
    /** Length of an entry of a table that has had a header for which a narrow one has no room. */
    static final int WIDE_BYTES = 128;

    private static final int HEADER_OFFSET = 32;
    private static final int APART = 0x80;
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
    private int entryBytes = NARROW_BYTES;
    private boolean isFull;
    private int copies;
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
        boolean isApart = !fits(packet, entryBytes) && !(fits(packet, WIDE_BYTES) && widen());
        long entry = entry(packet.index);
        while (!isFull && isYoung(entry, nowNs) && grow()) {
            entry = entry(packet.index);
        }
        Memory.putNativeLong(entry, packet.index << 16 | packet.restOffset);
        Memory.putNativeLong(entry + 8, packet.position);
        Memory.putNativeLong(entry + 16, ((nowNs / 1000) << 16) | packet.restBytes);
        Memory.putNativeInt(entry + 24, 0);
        Memory.put8(entry + 28, packet.headerBytes);
        Memory.put8(entry + 29, packet.descriptorBytes | (isApart ? APART : 0));
        Memory.put8(entry + 30, 0);
        Memory.put8(entry + 31, packet.paddingBytes);
        if (!isApart) {
            Memory.copy(packet.headerAddress, entry + HEADER_OFFSET, packet.headerBytes);
        } else if (packet.headerBytes > MAX_HEADER_BYTES || !addApart(entry, packet)) {
            Memory.put8(entry + 28, HEADER_TOO_LONG);
            return;
        }
        if (packet.descriptorBytes > 0) {
            Memory.putNativeLong(descriptorAddress(entry), packet.descriptor);
        }
    }

    private static boolean fits(OutgoingPacket packet, int entryBytes) {
        int descriptorRoom = packet.descriptorBytes > 0 ? Long.BYTES : 0;
        return packet.headerBytes + descriptorRoom <= entryBytes - HEADER_OFFSET;
    }

    private boolean addApart(long entry, OutgoingPacket packet) {
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
        int descriptorBytes = descriptorBytes(entry);
        int restBytes = restBytes(entry);
        int paddingBytes = paddingBytes(entry);
        Memory.copy(headerAddress(entry), slotAddress, headerBytes);
        long payloadAddress = slotAddress + headerBytes + gapBytes;
        if (descriptorBytes > 0) {
            Memory.copy(descriptorAddress(entry), payloadAddress, descriptorBytes);
        }
        long restAddress = payloadAddress + descriptorBytes;
        if (ring == null || !ring.copyBody(position(entry), restOffset(entry), restBytes, restAddress)) {
            return false;
        }
        if (paddingBytes > 0) {
            Padding.write(slotAddress, restAddress + restBytes, paddingBytes);
        }
        return true;
    }

    /** Returns how far behind the newest packet the one is that is copied next, in turn: from 0 to {@code of} - 1. */
    int nextCopy(int of) {
        copies = (copies + 1) % of;
        return copies;
    }

    /** Returns the first word of where what is sent under {@code index} will be kept. */
    long word(long index) {
        return entries == 0 ? 0 : Memory.nativeLong(entry(index));
    }

    /** The entry of what was sent under {@code index} within the horizon, or 0. */
    long find(long index, long nowNs) {
        if (entries == 0) {
            return 0;
        }
        long entry = entry(index);
        return isYoung(entry, nowNs) && index(entry) == index ? entry : 0;
    }

    /** Forgets everything: what comes is sent under other keys. */
    void clear() {
        for (int i = 0; i < entries; i++) {
            Memory.putNativeLong(base + (long) i * entryBytes, EMPTY);
        }
    }

    private boolean isYoung(long entry, long nowNs) {
        return Memory.nativeLong(entry) != EMPTY
                && ageMicros(entry, nowNs) <= budget.limits().horizonNs() / 1000;
    }

    private long entry(long index) {
        return base + (index & (entries - 1)) * entryBytes;
    }

    private boolean grow() {
        int more = entries == 0 ? FIRST_ENTRIES : 2 * entries;
        boolean hasGrown = more <= MAX_ENTRIES && resize(more, entryBytes);
        isFull = !hasGrown;
        return hasGrown;
    }

    private boolean widen() {
        return entryBytes < WIDE_BYTES && resize(entries, WIDE_BYTES);
    }

    /** Moves all entries into a table of {@code newEntries}, each of {@code newEntryBytes}; both may only grow. */
    private boolean resize(int newEntries, int newEntryBytes) {
        int addedBytes = newEntries * newEntryBytes - sizeBytes();
        if (closed || !budget.tryReserve(addedBytes)) {
            return false;
        }
        Slab before = slab;
        long oldBase = base;
        int oldEntries = entries;
        int oldEntryBytes = entryBytes;
        slab = Slab.allocate((long) newEntries * newEntryBytes);
        base = slab.address();
        entries = newEntries;
        entryBytes = newEntryBytes;
        clear();
        for (int i = 0; i < oldEntries; i++) {
            long old = oldBase + (long) i * oldEntryBytes;
            if (Memory.nativeLong(old) != EMPTY) {
                Memory.copy(old, entry(index(old)), oldEntryBytes);
            }
        }
        if (before != null) {
            before.close();
        }
        return true;
    }

    /**
     * Its part of a log: what may be repeated, without payloads. A header that is kept apart is left out.
     *
     * @param source the ring that payloads are taken from after reading, whatever is there
     */
    void state(State state, Supplier<RingLookback> source) throws StateException {
        int count = state.i32(entries, 0, MAX_ENTRIES);
        int size = state.i32(entryBytes, NARROW_BYTES, WIDE_BYTES);
        boolean wasFull = state.bool(isFull);
        copies = state.i32(copies, 0, MAX_ENTRIES);
        if (state.isReading()) {
            if (count > 0 && (Integer.bitCount(count) != 1 || size % NARROW_BYTES != 0 || !resize(count, size))) {
                throw new StateException("no room for a table of sent packets");
            }
            isFull = wasFull;
            ring = source.get();
        }
        List<byte[]> kept = state.list(
                state.isReading() ? List.of() : youngEntries(state.nowNs()),
                MAX_ENTRIES,
                (part, entry) -> part.bytes(entry == null ? new byte[0] : entry, WIDE_BYTES));
        if (state.isReading()) {
            kept.forEach(this::restore);
        }
    }

    private List<byte[]> youngEntries(long nowNs) {
        List<byte[]> young = new ArrayList<>();
        for (int i = 0; i < entries; i++) {
            long entry = base + (long) i * entryBytes;
            if (isYoung(entry, nowNs) && !isApart(entry)) {
                young.add(Memory.copyOf(entry, usedBytes(entry)));
            }
        }
        return young;
    }

    private static int usedBytes(long entry) {
        return HEADER_OFFSET + headerBytes(entry) + (descriptorBytes(entry) > 0 ? Long.BYTES : 0);
    }

    /** One that cannot have been written is left out. */
    private void restore(byte[] bytes) {
        if (entries == 0 || bytes.length < HEADER_OFFSET || bytes.length > entryBytes) {
            return;
        }
        try (Slab copy = Slab.allocate(WIDE_BYTES)) {
            Memory.copyIn(bytes, 0, copy.address(), bytes.length);
            long entry = copy.address();
            boolean isSound = !isApart(entry)
                    && usedBytes(entry) == bytes.length
                    && descriptorBytes(entry) <= Long.BYTES
                    && restOffset(entry) + restBytes(entry) <= RingRecord.MAX_BODY_BYTES;
            if (isSound) {
                Memory.copyIn(bytes, 0, entry(index(entry)), bytes.length);
            }
        }
    }

    static long position(long entry) {
        return Memory.nativeLong(entry + 8);
    }

    /** Time since it was sent first; the clock's 48 bits go around in nine years. */
    private static long ageMicros(long entry, long nowNs) {
        return ((nowNs / 1000 - (Memory.nativeLong(entry + 16) >> 16)) << 16) >> 16;
    }

    /** Returns the time since it was sent last, to a microsecond. */
    static long sinceLastSentNs(long entry, long nowNs) {
        return (ageMicros(entry, nowNs) - Memory.nativeInt(entry + 24)) * 1000;
    }

    static int restBytes(long entry) {
        return (int) Memory.nativeLong(entry + 16) & 0xFFFF;
    }

    private static int restOffset(long entry) {
        return (int) Memory.nativeLong(entry) & 0xFFFF;
    }

    private static boolean isApart(long entry) {
        return Memory.u8(entry + 29) >= APART;
    }

    static long headerAddress(long entry) {
        return isApart(entry) ? Memory.nativeLong(entry + HEADER_OFFSET) + Long.BYTES : entry + HEADER_OFFSET;
    }

    private static int descriptorBytes(long entry) {
        return Memory.u8(entry + 29) & ~APART;
    }

    private static long descriptorAddress(long entry) {
        return entry + HEADER_OFFSET + (isApart(entry) ? Long.BYTES : headerBytes(entry));
    }

    /** Returns whether the header is not kept, or not any more: other long ones came since. */
    static boolean isHeaderTooLong(long entry) {
        return headerBytes(entry) == HEADER_TOO_LONG
                || (isApart(entry) && Memory.nativeLong(Memory.nativeLong(entry + HEADER_OFFSET)) != index(entry));
    }

    static int headerBytes(long entry) {
        return Memory.u8(entry + 28);
    }

    /** Of the packet as it was sent, without protection. */
    static int lengthBytes(long entry) {
        return headerBytes(entry) + descriptorBytes(entry) + restBytes(entry) + paddingBytes(entry);
    }

    /** As the receiver numbers it; of an entry whose header is kept. */
    static int payloadType(long entry) {
        return RtpView.payloadType(headerAddress(entry));
    }

    /** Under which it was sent. */
    static long index(long entry) {
        return Memory.nativeLong(entry) >>> 16;
    }

    static int repeats(long entry) {
        return Memory.u8(entry + 30);
    }

    static int paddingBytes(long entry) {
        return Memory.u8(entry + 31);
    }

    static void onRepeated(long entry, long nowNs) {
        Memory.putNativeInt(entry + 24, (int) ageMicros(entry, nowNs));
        Memory.put8(entry + 30, repeats(entry) + 1);
    }

    /** Memory in use. */
    int sizeBytes() {
        return entries * entryBytes;
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
        entryBytes = NARROW_BYTES;
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
