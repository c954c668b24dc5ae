package org.starbridge.rtp.codec;

import org.starbridge.rtp.memory.Memory;

/**
 * End-to-end encrypted audio, as far as it can be told: Jitsi's clients encrypt what is in an RTP packet as a whole,
 * and put a trailer behind it. Its last two bytes are the length of the initialization vector, 12, and the index of the
 * key, 0 to 15. What is encrypted in another way looks like any codec's frame. Of 4096 frames that are not encrypted
 * one ends like this by chance.
 */
public final class EncryptedFrame {
    private static final int VECTOR_BYTES = 12;
    private static final int KEYS = 16;
    private static final int TRAILER_BYTES = VECTOR_BYTES + 2;

    private EncryptedFrame() {}

    /** Returns whether a payload without padding ends with the trailer. */
    public static boolean isMarked(long address, int lengthBytes) {
        return lengthBytes > TRAILER_BYTES
                && Memory.u8(address + lengthBytes - 2) == VECTOR_BYTES
                && Memory.u8(address + lengthBytes - 1) < KEYS;
    }
}
