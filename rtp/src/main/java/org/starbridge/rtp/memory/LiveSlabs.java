package org.starbridge.rtp.memory;

import java.util.Arrays;

/**
 * Knows every live slab when accesses are checked, so that a read past a packet's slab, or of freed memory, fails the
 * test in which it happens instead of returning somebody else's bytes. Unused in production.
 *
 * <p>Looking allocates nothing, so that tests can count what the code under test allocates: readers of any thread search a
 * sorted table that is never changed, and who opens or closes a slab publishes another one.
 */
final class LiveSlabs {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Table(long[] addresses, long[] sizes) {
        /** Where the slab is that begins at or below {@code address}; -1 if there is none. */
        int floor(long address) {
            int at = Arrays.binarySearch(addresses, address);
            return at >= 0 ? at : -at - 2;
        }
    }

    private static volatile Table table = new Table(new long[0], new long[0]);

    private LiveSlabs() {}

    static synchronized void add(long address, long sizeBytes) {
        int at = table.floor(address) + 1;
        table = new Table(inserted(table.addresses, at, address), inserted(table.sizes, at, sizeBytes));
    }

    static synchronized void remove(long address) {
        int at = Arrays.binarySearch(table.addresses, address);
        if (at >= 0) {
            table = new Table(without(table.addresses, at), without(table.sizes, at));
        }
    }

    private static long[] inserted(long[] values, int at, long value) {
        long[] more = new long[values.length + 1];
        System.arraycopy(values, 0, more, 0, at);
        more[at] = value;
        System.arraycopy(values, at, more, at + 1, values.length - at);
        return more;
    }

    private static long[] without(long[] values, int at) {
        long[] fewer = new long[values.length - 1];
        System.arraycopy(values, 0, fewer, 0, at);
        System.arraycopy(values, at + 1, fewer, at, fewer.length - at);
        return fewer;
    }

    static void check(long address, long lengthBytes) {
        Table now = table;
        int at = now.floor(address);
        if (at < 0 || lengthBytes < 0 || address + lengthBytes > now.addresses[at] + now.sizes[at]) {
            throw outside(address, lengthBytes, now, at);
        }
    }

    private static IndexOutOfBoundsException outside(long address, long lengthBytes, Table table, int at) {
        return new IndexOutOfBoundsException("native access of " + lengthBytes + " bytes at 0x"
                + Long.toHexString(address) + " is outside every live slab"
                + (at < 0
                        ? ""
                        : "; the nearest below is 0x" + Long.toHexString(table.addresses[at]) + ", " + table.sizes[at]
                                + " bytes"));
    }
}
