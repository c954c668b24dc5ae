package org.starbridge.rtp.memory;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Knows every live slab when accesses are checked, so that a read past a packet's slab, or of freed memory, fails the
 * test in which it happens instead of returning somebody else's bytes. Unused in production.
 */
final class LiveSlabs {
    private static final ConcurrentSkipListMap<Long, Long> SIZE_BY_ADDRESS = new ConcurrentSkipListMap<>();

    private LiveSlabs() {}

    static void add(long address, long sizeBytes) {
        SIZE_BY_ADDRESS.put(address, sizeBytes);
    }

    static void remove(long address) {
        SIZE_BY_ADDRESS.remove(address);
    }

    static void check(long address, long lengthBytes) {
        Map.Entry<Long, Long> slab = SIZE_BY_ADDRESS.floorEntry(address);
        if (slab == null || lengthBytes < 0 || address + lengthBytes > slab.getKey() + slab.getValue()) {
            throw new IndexOutOfBoundsException("native access of " + lengthBytes + " bytes at 0x"
                    + Long.toHexString(address) + " is outside every live slab"
                    + (slab == null
                            ? ""
                            : "; the nearest below is 0x" + Long.toHexString(slab.getKey()) + ", " + slab.getValue()
                                    + " bytes"));
        }
    }
}
