package org.starbridge.rtp.memory;

import java.util.Arrays;
import java.util.concurrent.locks.StampedLock;

/**
 * Knows every live slab where accesses are checked, so that a range that reaches beyond its slab, or lies in freed
 * memory, is an exception instead of another owner's bytes.
 *
 * <p>A packet's ranges lie in a few slabs, so an answer is remembered by address: for a large slab by the page, for a
 * small one by the cache line, which it shares with no other. What is not remembered is looked for in a sorted table,
 * without waiting: a look that meets a change again and again gives up and lets the range pass. Looking allocates
 * nothing. Any thread.
 */
final class LiveSlabs {
    private static final int PAGE_BITS = 12;
    private static final int LINE_BITS = 6;

    /** Of each kind; pages 4 MiB apart share one. */
    private static final int ENTRIES = 1024;

    private static final int LOOKS = 16;

    /**
     * Begin and end of the slab that was found last, for pages and behind them for lines. Threads share it without
     * order: a pair of two halves would have to be of slabs that met the same entry, and is refused or looked for like
     * any other.
     */
    private static final long[] REMEMBERED = new long[2 * 2 * ENTRIES];

    private static final StampedLock LOCK = new StampedLock();

    /** Begin and end of each slab, by address. Written under the lock. */
    private static long[] bounds = new long[2 * 64];

    private static int count;

    private LiveSlabs() {}

    static void add(long address, long sizeBytes) {
        long stamp = LOCK.writeLock();
        try {
            if (2 * count == bounds.length) {
                bounds = Arrays.copyOf(bounds, 2 * bounds.length);
            }
            int at = 2 * (floor(bounds, count, address) + 1);
            System.arraycopy(bounds, at, bounds, at + 2, 2 * count - at);
            bounds[at] = address;
            bounds[at + 1] = address + sizeBytes;
            count++;
        } finally {
            LOCK.unlockWrite(stamp);
        }
    }

    static void remove(long address) {
        long stamp = LOCK.writeLock();
        try {
            int at = 2 * floor(bounds, count, address);
            if (at >= 0 && bounds[at] == address) {
                System.arraycopy(bounds, at + 2, bounds, at, 2 * count - at - 2);
                count--;
            }
            for (int entry = 0; entry < REMEMBERED.length; entry += 2) {
                if (REMEMBERED[entry] == address) {
                    REMEMBERED[entry + 1] = 0;
                }
            }
        } finally {
            LOCK.unlockWrite(stamp);
        }
    }

    /** Throws unless the range lies within one live slab. */
    static void check(long address, long lengthBytes) {
        if (lengthBytes < 0
                || !(isWithin(pageEntry(address), address, lengthBytes)
                        || isWithin(lineEntry(address), address, lengthBytes))) {
            look(address, lengthBytes);
        }
    }

    private static boolean isWithin(int entry, long address, long lengthBytes) {
        return address >= REMEMBERED[entry] && address <= REMEMBERED[entry + 1] - lengthBytes;
    }

    private static int pageEntry(long address) {
        return 2 * ((int) (address >>> PAGE_BITS) & (ENTRIES - 1));
    }

    private static int lineEntry(long address) {
        return 2 * (ENTRIES + ((int) (address >>> LINE_BITS) & (ENTRIES - 1)));
    }

    private static void look(long address, long lengthBytes) {
        for (int looks = 0; looks < LOOKS; looks++) {
            long stamp = LOCK.tryOptimisticRead();
            long[] now = bounds;
            int at = 2 * floor(now, Math.min(count, now.length / 2), address);
            long begin = at < 0 ? 0 : now[at];
            long end = at < 0 ? 0 : now[at + 1];
            boolean isInside = at >= 0 && lengthBytes >= 0 && address <= end - lengthBytes;
            int entry = end - begin >= 1 << PAGE_BITS ? pageEntry(address) : lineEntry(address);
            if (isInside) {
                REMEMBERED[entry] = begin;
                REMEMBERED[entry + 1] = end;
            }
            if (LOCK.validate(stamp)) {
                if (!isInside) {
                    throw outside(address, lengthBytes, begin, end);
                }
                return;
            }
            if (isInside) {
                REMEMBERED[entry + 1] = 0; // it may be gone since
            }
        }
    }

    /** The number of the slab that begins at or below {@code address}; -1 if there is none. */
    private static int floor(long[] bounds, int count, long address) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (bounds[2 * middle] <= address) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private static IndexOutOfBoundsException outside(long address, long lengthBytes, long begin, long end) {
        return new IndexOutOfBoundsException("native access of " + lengthBytes + " bytes at 0x"
                + Long.toHexString(address) + " is outside every live slab"
                + (end == 0
                        ? ""
                        : "; the nearest below is 0x" + Long.toHexString(begin) + ", " + (end - begin) + " bytes"));
    }
}
