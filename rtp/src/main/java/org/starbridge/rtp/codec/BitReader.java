package org.starbridge.rtp.codec;

import org.starbridge.rtp.memory.Memory;

/**
 * Reads bits, most significant first, from native memory. What is behind the end reads as 0 and is remembered: who has
 * read everything asks {@link #isOverrun}. Owned by one thread; set anew for each payload.
 */
final class BitReader {
    private long next;
    private long end;
    private boolean isEscaped;
    private int current;
    private int bitsLeft;
    private int zeros;
    private boolean isOverrun;

    /** Begins at an address. */
    void set(long address, long endAddress) {
        next = address;
        end = endAddress;
        isEscaped = false;
        bitsLeft = 0;
        zeros = 0;
        isOverrun = false;
    }

    /**
     * Begins at an address, and leaves out the bytes that keep H.264 from looking like a start code (section 7.4.1.1).
     */
    void setEscaped(long address, long endAddress) {
        set(address, endAddress);
        isEscaped = true;
    }

    /** The next bit. */
    int bit() {
        if (bitsLeft == 0) {
            current = nextByte();
            bitsLeft = 8;
        }
        return current >>> --bitsLeft & 1;
    }

    private int nextByte() {
        if (isEscaped && zeros >= 2 && next < end && Memory.u8(next) == 3) {
            next++;
            zeros = 0;
        }
        if (next >= end) {
            isOverrun = true;
            return 0;
        }
        int value = Memory.u8(next++);
        zeros = value == 0 ? zeros + 1 : 0;
        return value;
    }

    /** The next bits, up to 32, as an unsigned number. */
    long bits(int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 1 | bit();
        }
        return value;
    }

    /** The next bits are of no interest. */
    void skip(int count) {
        for (int i = 0; i < count && !isOverrun; i++) {
            bit();
        }
    }

    /**
     * A number in Exp-Golomb code ({@code ue(v)}, H.264 section 9.1; {@code uvlc()}, AV1 section 4.10.3): 0 to 2^32 -
     * 2.
     */
    long exponential() {
        int leading = 0;
        while (bit() == 0) {
            if (++leading > 31 || isOverrun) {
                isOverrun = true;
                return 0;
            }
        }
        return (1L << leading) - 1 + bits(leading);
    }

    /** A signed one ({@code se(v)}). */
    long signedExponential() {
        long code = exponential();
        return (code & 1) == 0 ? -(code >>> 1) : (code + 1) >>> 1;
    }

    /** Whether more was read than there is. */
    boolean isOverrun() {
        return isOverrun;
    }
}
