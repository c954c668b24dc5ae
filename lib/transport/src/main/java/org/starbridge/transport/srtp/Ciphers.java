package org.starbridge.transport.srtp;

import org.starbridge.rtp.memory.Memory;

/** Parts that all ciphers have in common. */
final class Ciphers {
    /** The E bit and the SRTCP index. */
    static final int WORD_BYTES = 4;

    private static final long E_BIT = 0x8000_0000L;

    private Ciphers() {}

    /** RFC 3711 section 3.4: E bit 1, then the index. */
    static long encryptedWord(long index) {
        return E_BIT | index;
    }

    static void checkUse(boolean sealing, boolean wanted) {
        if (sealing != wanted) {
            throw new IllegalStateException(sealing ? "a sealer cannot open" : "an opener cannot seal");
        }
    }

    /**
     * Fails, where ranges are checked, unless this one lies within a live slab: the C library's own accesses can not be
     * checked.
     */
    static void checkInside(long address, int lengthBytes) {
        if (lengthBytes > 0) {
            Memory.checkRange(address, lengthBytes);
        }
    }
}
