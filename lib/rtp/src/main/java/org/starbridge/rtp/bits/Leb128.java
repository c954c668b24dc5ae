package org.starbridge.rtp.bits;

import org.starbridge.rtp.memory.Memory;

/**
 * Numbers in LEB128, AV1 section 4.10.5: seven bits per byte, lowest first; the highest bit is set in all bytes but the
 * last. Has no state; any thread may call it.
 */
public final class Leb128 {
    /** Longer encodings than this are refused; a 32-bit number needs no more. */
    public static final int MAX_BYTES = 5;

    private Leb128() {}

    /**
     * The length of the number at an address; 0 if it does not end within {@value #MAX_BYTES} bytes and before
     * {@code end}.
     */
    public static int lengthBytes(long address, long end) {
        for (int i = 0; i < MAX_BYTES && address + i < end; i++) {
            if ((Memory.u8(address + i) & 0x80) == 0) {
                return i + 1;
            }
        }
        return 0;
    }

    /** The number at an address; {@code lengthBytes} is what {@link #lengthBytes} gave. */
    public static long value(long address, int lengthBytes) {
        long value = 0;
        for (int i = 0; i < lengthBytes; i++) {
            value |= (Memory.u8(address + i) & 0x7FL) << (7 * i);
        }
        return value;
    }
}
