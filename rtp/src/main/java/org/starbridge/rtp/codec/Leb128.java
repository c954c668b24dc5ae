package org.starbridge.rtp.codec;

import org.starbridge.rtp.memory.Memory;

/** Numbers in LEB128, AV1 section 4.10.5: seven bits a byte, lowest first, the highest bit set in all but the last. */
final class Leb128 {
    private static final int MAX_BYTES = 5;

    private Leb128() {}

    /** How long the number at an address is; 0 if it does not end within 5 bytes or before {@code end}. */
    static int lengthBytes(long address, long end) {
        for (int i = 0; i < MAX_BYTES && address + i < end; i++) {
            if ((Memory.u8(address + i) & 0x80) == 0) {
                return i + 1;
            }
        }
        return 0;
    }

    /** The number of so many bytes. */
    static long value(long address, int lengthBytes) {
        long value = 0;
        for (int i = 0; i < lengthBytes; i++) {
            value |= (Memory.u8(address + i) & 0x7FL) << (7 * i);
        }
        return value;
    }
}
