package org.starbridge.fuzz;

import java.util.Arrays;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** A fuzzer's bytes, read as operations and their operands from front to back; zeros when they are used up. */
public final class Input {
    private final byte[] bytes;
    private int position;

    public Input(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Whether there is anything left; the loop over operations ends with it. */
    public boolean hasMore() {
        return position < bytes.length;
    }

    /** 0 to 255. */
    public int u8() {
        return position < bytes.length ? bytes[position++] & 0xFF : 0;
    }

    /** 0 to 65535. */
    public int u16() {
        return u8() << 8 | u8();
    }

    /** Any int. */
    public int i32() {
        return u16() << 16 | u16();
    }

    /** Any long. */
    public long i64() {
        return (long) i32() << 32 | (i32() & 0xFFFF_FFFFL);
    }

    /** 0 to {@code bound} - 1; up to 256 from one byte, else from two. */
    public int below(int bound) {
        return (bound <= 256 ? u8() : u16()) % bound;
    }

    /** Whether the next byte is odd. */
    public boolean flag() {
        return (u8() & 1) != 0;
    }

    /** Up to {@code atMost} bytes, fewer at the end. */
    public byte[] bytes(int atMost) {
        int length = Math.min(atMost, bytes.length - position);
        position += length;
        return Arrays.copyOfRange(bytes, position - length, position);
    }

    /** All that is left. */
    public byte[] rest() {
        return bytes(bytes.length);
    }

    /** A slab of exactly these bytes, so that a read beyond them is an exception; of one byte if there are none. */
    public static Slab slab(byte[] bytes) {
        if (!Memory.isChecked()) {
            throw new IllegalStateException(
                    "run with -Dstarbridge.memory.checked=true: else a bad address goes unnoticed");
        }
        Slab slab = Slab.allocate(Math.max(1, bytes.length));
        Memory.copyIn(bytes, 0, slab.address(), bytes.length);
        return slab;
    }
}
