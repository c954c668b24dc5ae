package org.starbridge.recording.frame;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * AV1 (RTP payload format for AV1, section 4): OBU elements become OBUs with sizes, without temporal delimiters, as
 * Matroska and ISO BMFF have them.
 */
final class Av1Depacketizer implements Depacketizer {
    private static final int Z = 0x80;
    private static final int Y = 0x40;
    private static final int EXTENSION = 0x04;
    private static final int HAS_SIZE = 0x02;
    private static final int MAX_LEB128_BYTES = 5;

    private static final int SEQUENCE_HEADER = 1;
    private static final int TEMPORAL_DELIMITER = 2;
    private static final int TILE_LIST = 8;
    private static final int PADDING = 15;

    private final ByteArrayOutputStream unit = new ByteArrayOutputStream();
    private final ByteArrayOutputStream obu = new ByteArrayOutputStream();
    private byte @Nullable [] sequenceHeader;
    private boolean isOpen;
    private boolean isWhole;
    private int position;

    @Override
    public void begin() {
        unit.reset();
        obu.reset();
        sequenceHeader = null;
        isOpen = false;
        isWhole = true;
    }

    @Override
    public void add(byte[] payload) {
        if (payload.length < 2 || ((payload[0] & Z) != 0) != isOpen) {
            isWhole = false;
            return;
        }
        int elements = payload[0] >>> 4 & 3;
        position = 1;
        for (int i = 1; isWhole && position < payload.length; i++) {
            int length = i == elements ? payload.length - position : leb128(payload, payload.length);
            if (length < 0 || length > payload.length - position) {
                isWhole = false;
                return;
            }
            obu.write(payload, position, length);
            position += length;
            boolean isLast = position >= payload.length;
            isOpen = isLast && (payload[0] & Y) != 0;
            if (!isOpen) {
                endObu();
            }
        }
    }

    /** Reads at {@link #position}; -1 if it is cut or too long. */
    private int leb128(byte[] data, int end) {
        long value = 0;
        for (int i = 0; i < MAX_LEB128_BYTES; i++) {
            if (position >= end) {
                return -1;
            }
            int b = data[position++];
            value |= (long) (b & 0x7F) << (7 * i);
            if (b >= 0) {
                return value > Integer.MAX_VALUE ? -1 : (int) value;
            }
        }
        return -1;
    }

    private void endObu() {
        byte[] data = obu.toByteArray();
        obu.reset();
        if (data.length == 0) {
            return;
        }
        int headerBytes = (data[0] & EXTENSION) != 0 ? 2 : 1;
        int type = data[0] >>> 3 & 15;
        if (data.length < headerBytes) {
            isWhole = false;
            return;
        }
        int bodyStart = headerBytes;
        int bodyEnd = data.length;
        if ((data[0] & HAS_SIZE) != 0) {
            int saved = position;
            position = headerBytes;
            int length = leb128(data, data.length);
            bodyStart = position;
            position = saved;
            if (length < 0 || length > data.length - bodyStart) {
                isWhole = false;
                return;
            }
            bodyEnd = bodyStart + length;
        }
        if (type == TEMPORAL_DELIMITER || type == TILE_LIST || type == PADDING) {
            return;
        }
        byte[] sized = sized(data, headerBytes, bodyStart, bodyEnd);
        if (type == SEQUENCE_HEADER) {
            sequenceHeader = sized;
        }
        unit.writeBytes(sized);
    }

    private static byte[] sized(byte[] data, int headerBytes, int bodyStart, int bodyEnd) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(data[0] | HAS_SIZE);
        out.write(data, 1, headerBytes - 1);
        int left = bodyEnd - bodyStart;
        while (left >= 0x80) {
            out.write((left & 0x7F) | 0x80);
            left >>>= 7;
        }
        out.write(left);
        out.write(data, bodyStart, bodyEnd - bodyStart);
        return out.toByteArray();
    }

    @Override
    public @Nullable EncodedFrame finish() {
        if (!isWhole || isOpen || unit.size() == 0) {
            return null;
        }
        byte[] header = sequenceHeader;
        TrackFormat format = header == null ? null : Av1Sequence.format(header);
        return header != null && format == null ? null : new EncodedFrame(unit.toByteArray(), format != null, format);
    }
}
