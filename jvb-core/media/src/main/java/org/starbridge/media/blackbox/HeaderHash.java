package org.starbridge.media.blackbox;

import org.starbridge.rtp.memory.Memory;

/** Hash of what was sent, over whole words where it can be. Not a secure one. */
final class HeaderHash {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private HeaderHash() {}

    /** Of bytes in native memory, continuing from {@code seed}. */
    static long of(long seed, long address, int length) {
        long hash = seed ^ length;
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            hash = mix(hash, Memory.i64(address + at));
        }
        for (; at < length; at++) {
            hash = mix(hash, Memory.u8(address + at));
        }
        return hash;
    }

    /** Of an array. */
    static long of(byte[] bytes) {
        long hash = bytes.length;
        for (byte each : bytes) {
            hash = mix(hash, each);
        }
        return hash;
    }

    static long mix(long hash, long word) {
        long mixed = (hash ^ word) * FACTOR;
        return mixed ^ mixed >>> 32;
    }

    /** Returns 32 bits of it, without sign. */
    static long fold(long hash) {
        return (hash ^ hash >>> 32) & 0xFFFF_FFFFL;
    }
}
