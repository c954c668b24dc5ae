package org.starbridge.transport.platform;

import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The C library's heap as a whole, and which of its pages are resident. Linux only: elsewhere, and where a call is
 * missing, nothing happens. Any thread.
 */
public final class NativeHeap {
    /** Since Linux 5.14: brings pages in as a write would, and does not change them. */
    private static final int MADV_POPULATE_WRITE = 23;

    private static final long PAGE_BYTES = 4096;

    /** A call holds the address space's lock for reading; others that want to change it wait this long, 0.3 ms. */
    private static final long STEP_BYTES = 1 << 20;

    private static final Optional<MethodHandle> MALLOC_TRIM = call("malloc_trim", 1);
    private static final Optional<MethodHandle> MADVISE = call("madvise", 3);

    private NativeHeap() {}

    private static Optional<MethodHandle> call(String name, int parameters) {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.empty();
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(function -> linker.downcallHandle(function, IntegerDescriptors.of(parameters)));
    }

    /**
     * Gives what was freed back to the kernel. Each of the heap's arenas is locked meanwhile, some milliseconds each.
     *
     * @return whether the C library can do it
     */
    public static boolean giveBack() {
        if (MALLOC_TRIM.isEmpty()) {
            return false;
        }
        try {
            int _ = (int) (long) MALLOC_TRIM.get().invokeExact(0L);
            return true;
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    /**
     * Makes the whole pages of a block resident, with the contents that they have. Others may read and write it
     * meanwhile.
     *
     * @return whether all are; if not, each becomes resident when it is used
     */
    public static boolean makeResident(long address, long sizeBytes) {
        if (MADVISE.isEmpty()) {
            return false;
        }
        long end = (address + sizeBytes) & -PAGE_BYTES;
        long at = (address + PAGE_BYTES - 1) & -PAGE_BYTES;
        try {
            for (; at < end; at += STEP_BYTES) {
                if ((int) (long) MADVISE.get()
                                .invokeExact(at, Math.min(STEP_BYTES, end - at), (long) MADV_POPULATE_WRITE)
                        != 0) {
                    return false;
                }
            }
        } catch (Throwable e) {
            throw rethrow(e);
        }
        return true;
    }

    private static RuntimeException rethrow(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a call into the C library failed before it began", e);
    }
}
