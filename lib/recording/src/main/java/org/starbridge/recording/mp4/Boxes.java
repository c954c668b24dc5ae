package org.starbridge.recording.mp4;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes boxes (ISO 14496-12 section 4.2): size, type, content. Owned by one thread. */
final class Boxes {
    private byte[] data;
    private int length;

    Boxes(int expectedBytes) {
        data = new byte[Math.max(64, expectedBytes)];
    }

    int length() {
        return length;
    }

    byte[] bytes() {
        return Arrays.copyOf(data, length);
    }

    private int claim(int bytes) {
        if (data.length - length < bytes) {
            data = Arrays.copyOf(data, Math.max(2 * data.length, length + bytes));
        }
        int at = length;
        length += bytes;
        return at;
    }

    Boxes u8(int value) {
        data[claim(1)] = (byte) value;
        return this;
    }

    Boxes u16(int value) {
        return u8(value >>> 8).u8(value);
    }

    Boxes u32(long value) {
        putU32(claim(4), value);
        return this;
    }

    Boxes u64(long value) {
        return u32(value >>> 32).u32(value);
    }

    /** Overwrites. */
    void putU32(int at, long value) {
        for (int i = 0; i < 4; i++) {
            data[at + i] = (byte) (value >>> (24 - 8 * i));
        }
    }

    Boxes zeros(int count) {
        int at = claim(count);
        Arrays.fill(data, at, at + count, (byte) 0);
        return this;
    }

    Boxes bytes(byte[] value) {
        int at = claim(value.length);
        System.arraycopy(value, 0, data, at, value.length);
        return this;
    }

    Boxes text(String ascii) {
        return bytes(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    /** Content of a box. */
    interface Content {
        void write(Boxes out);
    }

    /** A box. */
    Boxes box(String type, Content content) {
        int start = length;
        u32(0).text(type);
        content.write(this);
        putU32(start, length - start);
        return this;
    }

    /** A full box: with version and flags. */
    Boxes box(String type, int version, int flags, Content content) {
        return box(type, out -> {
            out.u32(((long) version << 24) | flags);
            content.write(out);
        });
    }
}
