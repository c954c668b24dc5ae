package org.starbridge.recording.frame;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** VP8 (RFC 7741): a frame begins with the start of partition 0. */
final class Vp8Depacketizer implements Depacketizer {
    private static final int KEY_FRAME_HEADER_BYTES = 10;

    private final ByteArrayOutputStream frame = new ByteArrayOutputStream();
    private boolean isWhole;

    @Override
    public void begin() {
        frame.reset();
        isWhole = true;
    }

    @Override
    public void add(byte[] payload) {
        int length = descriptorBytes(payload);
        if (length < 0 || length >= payload.length) {
            isWhole = false;
            return;
        }
        boolean isStart = (payload[0] & 0x17) == 0x10; // S, PID 0
        isWhole &= isStart || frame.size() > 0;
        frame.write(payload, length, payload.length - length);
    }

    /** Returns the length of the descriptor (RFC 7741 section 4.2); -1 if it is cut. */
    private static int descriptorBytes(byte[] payload) {
        if (payload.length < 1 || (payload[0] & 0x80) == 0) {
            return payload.length < 1 ? -1 : 1;
        }
        if (payload.length < 2) {
            return -1;
        }
        int extensions = payload[1];
        int length = 2;
        if ((extensions & 0x80) != 0) {
            if (payload.length <= length) {
                return -1;
            }
            length += (payload[length] & 0x80) != 0 ? 2 : 1;
        }
        length += (extensions & 0x40) != 0 ? 1 : 0;
        length += (extensions & 0x30) != 0 ? 1 : 0;
        return length;
    }

    @Override
    public @Nullable EncodedFrame finish() {
        byte[] data = frame.toByteArray();
        if (!isWhole || data.length == 0) {
            return null;
        }
        if ((data[0] & 1) != 0) {
            return new EncodedFrame(data, false, null);
        }
        if (data.length < KEY_FRAME_HEADER_BYTES) {
            return null;
        }
        int width = ((data[6] & 0xFF) | (data[7] << 8)) & 0x3FFF; // RFC 6386 section 9.1
        int height = ((data[8] & 0xFF) | (data[9] << 8)) & 0x3FFF;
        return width == 0 || height == 0
                ? null
                : new EncodedFrame(data, true, new TrackFormat(Codec.VP8, width, height, new byte[0]));
    }
}
