package org.starbridge.recording.frame;

/** Reads bits of an array from the highest on. Behind the end it reads zeros and says so. */
final class Bits {
    private static final int MAX_ZEROS = 31;

    private final byte[] data;
    private final int end;
    private long position;

    Bits(byte[] data, int offset, int end) {
        this.data = data;
        this.end = end;
        position = 8L * offset;
    }

    /** Of a NAL unit without its emulation prevention bytes (H.264 section 7.4.1). */
    static Bits unescaped(byte[] nalUnit) {
        byte[] plain = new byte[nalUnit.length];
        int length = 0;
        int zeros = 0;
        for (byte b : nalUnit) {
            if (zeros >= 2 && b == 3) {
                zeros = 0;
                continue;
            }
            zeros = b == 0 ? zeros + 1 : 0;
            plain[length++] = b;
        }
        return new Bits(plain, 0, length);
    }

    boolean isOverrun() {
        return position > 8L * end;
    }

    int bit() {
        int at = (int) (position >>> 3);
        int value = at < end ? data[at] >> (7 - (int) (position & 7)) & 1 : 0;
        position++;
        return value;
    }

    boolean flag() {
        return bit() != 0;
    }

    /** Up to 32 bits; the lowest 32 count. */
    int bits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 1 | bit();
        }
        return value;
    }

    void skip(int count) {
        position += count;
    }

    /** An Exp-Golomb code (H.264 section 9.1), at most 2^31 - 2. */
    int exponential() {
        int zeros = 0;
        while (!isOverrun() && bit() == 0 && zeros < MAX_ZEROS - 1) {
            zeros++;
        }
        return (1 << zeros) - 1 + bits(zeros);
    }
}
