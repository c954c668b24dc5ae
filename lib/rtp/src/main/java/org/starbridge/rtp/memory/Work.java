package org.starbridge.rtp.memory;

/**
 * Work that the calling thread has done in copies and calls of native libraries, counted only where accesses are
 * checked: in tests, where the cost of a packet is given in counts and not in time. In production the counting code is
 * not there: the JIT knows that {@link Memory#isChecked} never changes.
 */
public final class Work {
    private static final int COPIES = 0;
    private static final int COPIED_BYTES = 1;
    private static final int NATIVE_CALLS = 2;

    private static final ThreadLocal<long[]> COUNTS = ThreadLocal.withInitial(() -> new long[3]);

    private Work() {}

    static void onCopy(long lengthBytes) {
        if (Memory.isChecked()) {
            long[] counts = COUNTS.get();
            counts[COPIES]++;
            counts[COPIED_BYTES] += lengthBytes;
        }
    }

    /** A function of a native library is about to be called. */
    public static void onNativeCall() {
        if (Memory.isChecked()) {
            COUNTS.get()[NATIVE_CALLS]++;
        }
    }

    /** Copies through {@link Memory} by this thread; 0 in production. */
    public static long copies() {
        return COUNTS.get()[COPIES];
    }

    /** Their bytes. */
    public static long copiedBytes() {
        return COUNTS.get()[COPIED_BYTES];
    }

    /** Calls of libcrypto by this thread; 0 in production. */
    public static long nativeCalls() {
        return COUNTS.get()[NATIVE_CALLS];
    }
}
