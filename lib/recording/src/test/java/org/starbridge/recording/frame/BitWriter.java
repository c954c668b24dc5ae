package org.starbridge.recording.frame;

import java.io.ByteArrayOutputStream;

/** Writes bits from the highest on, as the specifications of codecs list them. */
final class BitWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int current;
    private int length;

    BitWriter bits(int count, int value) {
        for (int i = count - 1; i >= 0; i--) {
            current = current << 1 | (i < 32 ? value >>> i & 1 : 0);
            if (++length % 8 == 0) {
                out.write(current);
                current = 0;
            }
        }
        return this;
    }

    boolean flag(boolean value) {
        bits(1, value ? 1 : 0);
        return value;
    }

    /** An unsigned Exp-Golomb code (H.264 section 9.1). */
    BitWriter exponential(int value) {
        int zeros = 31 - Integer.numberOfLeadingZeros(value + 1);
        return bits(zeros, 0).bits(zeros + 1, value + 1);
    }

    int length() {
        return length;
    }

    /** All bits, the last byte filled with zeros. */
    byte[] bytes() {
        while (length % 8 != 0) {
            bits(1, 0);
        }
        return out.toByteArray();
    }
}
