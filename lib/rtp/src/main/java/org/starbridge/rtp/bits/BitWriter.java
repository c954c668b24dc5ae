package org.starbridge.rtp.bits;

import org.starbridge.rtp.memory.Memory;

/**
 * Writes bits, most significant first, to native memory. Nothing is written behind the capacity; {@link #isOverrun}
 * tells afterwards that something did not fit. Owned by one thread; set for each output.
 */
public final class BitWriter {
    private long start;
    private long next;
    private long end;
    private int current;
    private int bitsUsed;
    private boolean isOverrun;

    /** A writer to nowhere; {@link #set} comes first. */
    public BitWriter() {}

    /** Begins at an address. */
    public void set(long address, int capacityBytes) {
        start = address;
        next = address;
        end = address + capacityBytes;
        current = 0;
        bitsUsed = 0;
        isOverrun = false;
    }

    /** Writes one bit: the lowest of {@code value}. */
    public void bit(int value) {
        current = current << 1 | (value & 1);
        if (++bitsUsed == Byte.SIZE) {
            flush();
        }
    }

    /** Writes one bit: 1 for true. */
    public void flag(boolean value) {
        bit(value ? 1 : 0);
    }

    /** Writes the lowest {@code count} bits of a value, highest of them first; {@code count} is 0 to 64. */
    public void bits(long value, int count) {
        for (int i = count - 1; i >= 0; i--) {
            bit((int) (value >>> i));
        }
    }

    /** Copies {@code count} bits from where a reader stands. */
    public void copy(BitReader from, int count) {
        for (int i = 0; i < count; i++) {
            bit(from.bit());
        }
    }

    /**
     * Writes a number below {@code bound} in the non-symmetric code of AV1 section 4.10.7 ({@code ns(n)}).
     *
     * @param bound 1 to 2^16; of 1 nothing is written
     */
    public void nonSymmetric(int value, int bound) {
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(bound);
        int shorter = (1 << width) - bound;
        if (value < shorter) {
            bits(value, width - 1);
        } else {
            bits(value + shorter, width);
        }
    }

    /** Returns the number of bits that were written since {@link #set}, those that did not fit included. */
    public int position() {
        return (int) (next - start) * Byte.SIZE + bitsUsed;
    }

    /**
     * Fills the last byte with zeros.
     *
     * @return the length in bytes of all that was written, or 0 if it did not fit
     */
    public int finish() {
        while (bitsUsed != 0) {
            bit(0);
        }
        return isOverrun ? 0 : (int) (next - start);
    }

    /** Returns whether something did not fit. */
    public boolean isOverrun() {
        return isOverrun;
    }

    private void flush() {
        if (next < end) {
            Memory.put8(next, current);
        } else {
            isOverrun = true;
        }
        next++;
        current = 0;
        bitsUsed = 0;
    }
}
