package org.starbridge.media.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.NativeHeap;

/**
 * A ring of records with one producer and any number of readers, each with its own {@link RingCursor}. Owned by the
 * producing worker.
 *
 * <p>The producer never waits and never asks who still reads: it announces how far it is about to write
 * ({@code claimed}), writes, then publishes. A reader looks at {@code claimed} again after it has read; if the producer
 * has come around meanwhile, what was read may be torn and is thrown away ({@link RingCursor#isIntact()}). This is a
 * sequence lock over ever growing positions, so there is no reference count and no ABA.
 *
 * <p>See {@link RingRecord} for what a record holds.
 */
public final class PacketRing implements AutoCloseable {
    /** The longest record, header included. */
    public static final int MAX_RECORD_BYTES = 4096;

    private static final VarHandle PUBLISHED;
    private static final VarHandle CLAIMED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PUBLISHED = lookup.findVarHandle(PacketRing.class, "published", long.class);
            CLAIMED = lookup.findVarHandle(PacketRing.class, "claimed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Slab slab;
    private final long base;
    private final long capacityBytes;
    private final long mask;
    private long tail;
    private long highestClaim;

    @SuppressWarnings("UnusedVariable") // through PUBLISHED
    private long published;

    @SuppressWarnings("UnusedVariable") // through CLAIMED
    private long claimed;

    /**
     * A ring of {@code capacityBytes}, a power of two of at least 16 times the longest record. Its memory becomes
     * resident when it is used, or by {@link #makeResident}.
     */
    public PacketRing(long capacityBytes) {
        if (Long.bitCount(capacityBytes) != 1 || capacityBytes < 16 * MAX_RECORD_BYTES) {
            throw new IllegalArgumentException("ring of " + capacityBytes
                    + " bytes: expected a power of two of at least " + 16 * MAX_RECORD_BYTES);
        }
        this.capacityBytes = capacityBytes;
        mask = capacityBytes - 1;
        // A reader may trust a torn length before it finds out: a record's length behind the end is still our memory.
        slab = Slab.allocate(capacityBytes + MAX_RECORD_BYTES);
        base = slab.address();
    }

    /**
     * Makes all memory resident: any conference fills the ring within minutes, and would meet a page fault for each
     * page on the thread that forwards. Takes milliseconds; the producer and readers may go on meanwhile. Any thread,
     * until the ring is closed.
     */
    public void makeResident() {
        NativeHeap.makeResident(base, capacityBytes);
    }

    /**
     * Returns the address of the next record, with room for {@code bodyBytes} behind its header. Nothing is visible to
     * readers before {@link #commit}; a claim that is not committed is simply claimed again.
     */
    public long claim(int bodyBytes) {
        int recordBytes = RingRecord.HEADER_BYTES + align(bodyBytes);
        if (recordBytes > MAX_RECORD_BYTES) {
            throw new IllegalArgumentException("record of " + recordBytes + " bytes: expected at most 4096");
        }
        long untilEnd = capacityBytes - (tail & mask);
        long skip = untilEnd < recordBytes ? untilEnd : 0;
        // Never falls: a longer claim that was given up has written where a shorter one after it does not.
        highestClaim = Math.max(highestClaim, tail + skip + recordBytes);
        CLAIMED.setOpaque(this, highestClaim);
        VarHandle.storeStoreFence();
        if (skip > 0) {
            RingRecord.writePadding(base + (tail & mask), (int) skip);
            tail += skip;
        }
        return base + (tail & mask);
    }

    /** The record at the last claim is complete: its body has {@code bodyBytes}. */
    public void commit(int bodyBytes) {
        int recordBytes = RingRecord.HEADER_BYTES + align(bodyBytes);
        Memory.putNativeInt(base + (tail & mask), recordBytes);
        tail += recordBytes;
        PUBLISHED.setRelease(this, tail);
    }

    /** A reader that sees what is committed from now on. */
    public RingCursor cursor() {
        return new RingCursor(this, published());
    }

    long published() {
        return (long) PUBLISHED.getAcquire(this);
    }

    /** Returns whether the producer has not begun to overwrite what lies at {@code position}. */
    boolean isIntact(long position) {
        VarHandle.loadLoadFence();
        return (long) CLAIMED.getOpaque(this) - position <= capacityBytes;
    }

    /**
     * Returns how much of the ring lies between {@code position} and its newest record: 1 and more is overwritten or
     * about to be.
     */
    double occupancySince(long position) {
        return (double) (published() - position) / capacityBytes;
    }

    long address(long position) {
        return base + (position & mask);
    }

    private static int align(int bytes) {
        return (bytes + 7) & -8;
    }

    @Override
    public void close() {
        slab.close();
    }
}
