package org.starbridge.rtp.bits;

import org.starbridge.rtp.memory.Memory;

/**
 * Reads bits, most significant first, from native memory. Bits behind the end read as 0; {@link #isOverrun} tells
 * afterwards that this happened. Owned by one thread; set for each input.
 */
public final class BitReader {
    private long start;
    private long next;
    private long end;
    private boolean isEscaped;
    private int current;
    private int bitsLeft;
    private int zeros;
    private boolean isOverrun;

    /** A reader of nothing; {@link #set} or {@link #setEscaped} comes first. */
    public BitReader() {}

    /** Begins at an address. */
    public void set(long address, long endAddress) {
        start = address;
        next = address;
        end = endAddress;
        isEscaped = false;
        bitsLeft = 0;
        zeros = 0;
        isOverrun = false;
    }

    /**
     * Begins at an address and skips the emulation prevention bytes of H.264 (section 7.4.1.1) and H.265 (section
     * 7.4.2).
     */
    public void setEscaped(long address, long endAddress) {
        set(address, endAddress);
        isEscaped = true;
    }

    /** The next bit. */
    public int bit() {
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
    public long bits(int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 1 | bit();
        }
        return value;
    }

    /** Skips bits. */
    public void skip(int count) {
        for (int i = 0; i < count && !isOverrun; i++) {
            bit();
        }
    }

    /**
     * A number in Exp-Golomb code ({@code ue(v)}, H.264 section 9.1; {@code uvlc()}, AV1 section 4.10.3): 0 to 2^32 -
     * 2.
     */
    public long exponential() {
        int leading = 0;
        while (bit() == 0) {
            if (++leading > 31 || isOverrun) {
                isOverrun = true;
                return 0;
            }
        }
        return (1L << leading) - 1 + bits(leading);
    }

    /** A signed number in Exp-Golomb code ({@code se(v)}, H.264 section 9.1.1). */
    public long signedExponential() {
        long code = exponential();
        return (code & 1) == 0 ? -(code >>> 1) : (code + 1) >>> 1;
    }

    /** Returns whether more bits were read than the input has. */
    public boolean isOverrun() {
        return isOverrun;
    }

    /**
     * A number below {@code bound} in the non-symmetric code of AV1 section 4.10.7 ({@code ns(n)}): the lower values
     * take one bit less than the others.
     *
     * @param bound 1 to 2^16; of 1 nothing is read
     */
    public int nonSymmetric(int bound) {
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(bound);
        int shorter = (1 << width) - bound;
        int value = (int) bits(width - 1);
        return value < shorter ? value : (value << 1) - shorter + bit();
    }

    /**
     * Returns the number of bits that were read since {@link #set}, at most those that there are; of no meaning after
     * {@link #setEscaped}.
     */
    public int position() {
        return (int) (next - start) * Byte.SIZE - bitsLeft;
    }
}
