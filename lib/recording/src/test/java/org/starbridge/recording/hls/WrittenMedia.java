package org.starbridge.recording.hls;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the times of frames back out of files: fragments of MP4, clusters of Matroska. */
final class WrittenMedia {
    private static final int SIMPLE_BLOCK = 0xA3;
    private static final int TIMESTAMP = 0xE7;
    private static final int CLUSTER = 0x1F43B675;

    private WrittenMedia() {}

    /** A frame with the time at which it is shown, and how long. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Shown(long ticks, long lengthTicks, byte[] data) {}

    /** The samples of a fragment as {@code Fragment} writes it. */
    static List<Shown> fragment(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int tfdt = find(bytes, "tfdt");
        int trun = find(bytes, "trun");
        long ticks = in.getLong(tfdt + 8);
        int count = in.getInt(trun + 8);
        int data = in.getInt(trun + 12);
        List<Shown> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int at = trun + 16 + 12 * i;
            int length = in.getInt(at + 4);
            samples.add(new Shown(ticks, in.getInt(at) & 0xFFFFFFFFL, Arrays.copyOfRange(bytes, data, data + length)));
            ticks += in.getInt(at) & 0xFFFFFFFFL;
            data += length;
        }
        return samples;
    }

    private static int find(byte[] bytes, String type) {
        for (int at = 0; at + 4 <= bytes.length; at++) {
            if (new String(bytes, at, 4, java.nio.charset.StandardCharsets.US_ASCII).equals(type)) {
                return at;
            }
        }
        throw new AssertionError(type);
    }

    /** The blocks of a cluster; their lengths are not written. */
    static List<Shown> cluster(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        List<Shown> blocks = new ArrayList<>();
        if (number(in, false) != CLUSTER) {
            throw new AssertionError("no cluster");
        }
        number(in, true);
        long beginMs = 0;
        while (in.hasRemaining()) {
            long id = number(in, false);
            int length = (int) number(in, true);
            int end = in.position() + length;
            if (id == TIMESTAMP) {
                while (in.position() < end) {
                    beginMs = (beginMs << 8) | (in.get() & 0xFF);
                }
            } else if (id == SIMPLE_BLOCK) {
                in.get();
                long relative = in.getShort();
                in.get();
                blocks.add(new Shown(beginMs + relative, 0, Arrays.copyOfRange(bytes, in.position(), end)));
            }
            in.position(end);
        }
        return blocks;
    }

    private static long number(ByteBuffer in, boolean isSize) {
        int first = in.get() & 0xFF;
        int more = Integer.numberOfLeadingZeros(first) - 24;
        long value = isSize ? first & (0x7F >> more) : first;
        for (int i = 0; i < more; i++) {
            value = (value << 8) | (in.get() & 0xFF);
        }
        return value;
    }
}
