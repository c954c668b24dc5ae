package org.starbridge.rtp.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One zeroed block of native memory with one owner, who closes it once. The memory is the C heap's, not an arena's: any
 * thread may close it, at the cost of a {@code free}.
 */
public final class Slab implements AutoCloseable {
    /** Slabs begin on a cache line. */
    private static final int ALIGNMENT_BYTES = 64;

    private static final MethodHandle CALLOC = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("calloc"),
                    FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("free"),
                    FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

    // Facts of the process, as the C heap is the process's: for statistics, limits and leak tests.
    private static final AtomicLong LIVE_BLOCKS = new AtomicLong();
    private static final AtomicLong LIVE_BYTES = new AtomicLong();

    private final long block;
    private final long address;
    private final long sizeBytes;
    private boolean closed;

    private Slab(long block, long sizeBytes) {
        this.block = block;
        this.address = (block + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
        this.sizeBytes = sizeBytes;
    }

    /**
     * Allocates {@code sizeBytes} zeroed bytes.
     *
     * @throws OutOfNativeMemoryException when the C heap has no such block left
     */
    public static Slab allocate(long sizeBytes) {
        if (sizeBytes <= 0) {
            throw new IllegalArgumentException("slab of " + sizeBytes + " bytes: expected 1 or more");
        }
        Slab slab = new Slab(calloc(sizeBytes + ALIGNMENT_BYTES), sizeBytes);
        LIVE_BLOCKS.incrementAndGet();
        LIVE_BYTES.addAndGet(sizeBytes);
        if (Memory.knowsSlabs()) {
            LiveSlabs.add(slab.address, sizeBytes);
        }
        return slab;
    }

    /** Slabs in the process that were not closed yet. Any thread. */
    public static long liveBlocks() {
        return LIVE_BLOCKS.get();
    }

    /** Their bytes. Any thread. */
    public static long liveBytes() {
        return LIVE_BYTES.get();
    }

    /** Returns the address of the first byte; a multiple of 64. */
    public long address() {
        return address;
    }

    /** The size that was asked for. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Frees the memory; a second call does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (Memory.knowsSlabs()) {
            LiveSlabs.remove(address);
        }
        LIVE_BLOCKS.decrementAndGet();
        LIVE_BYTES.addAndGet(-sizeBytes);
        free(block);
    }

    private static long calloc(long sizeBytes) {
        try {
            long block = (long) CALLOC.invokeExact(1L, sizeBytes);
            if (block == 0) {
                throw new OutOfNativeMemoryException("no native block of " + sizeBytes + " bytes available");
            }
            return block;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void free(long block) {
        try {
            FREE.invokeExact(block);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
