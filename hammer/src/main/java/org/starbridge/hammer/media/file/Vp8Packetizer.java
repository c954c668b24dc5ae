package org.starbridge.hammer.media.file;

import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.RecordedStreamBuilder;

/**
 * Cuts VP8 frames into RTP payloads (RFC 7741 section 4.2): a descriptor with a 15-bit picture id, TL0PICIDX, TID, Y
 * and KEYIDX, then up to 1144 bytes of the frame; S on the first, the marker on the last. A frame's payloads are equal
 * or differ by a byte, the smaller ones first, as browsers cut them.
 */
final class Vp8Packetizer {
    static final int MAX_PAYLOAD_BYTES = 1150;

    private static final int DESCRIPTOR_BYTES = 6;
    private static final int MAX_FRAGMENT_BYTES = MAX_PAYLOAD_BYTES - DESCRIPTOR_BYTES;

    private final RecordedStreamBuilder recording;
    private final TemporalPattern pattern;
    private final byte[] payload = new byte[MAX_PAYLOAD_BYTES];
    private int frames;
    private int keyFrames;
    private int tl0PicIdx = -1;

    Vp8Packetizer(RecordedStreamBuilder recording, TemporalPattern pattern) {
        this.recording = recording;
        this.pattern = pattern;
    }

    /** Adds one frame, shown {@code seconds} after the first. */
    void add(int fileOffset, byte[] bytes, int offset, int lengthBytes, double seconds) {
        boolean isKeyFrame = (bytes[offset] & 1) == 0;
        if (isKeyFrame) {
            keyFrames++;
        }
        if (pattern.layer(frames) == 0) {
            tl0PicIdx++;
        }
        int fragments = Math.ceilDiv(lengthBytes, MAX_FRAGMENT_BYTES);
        long timestamp = Math.round(seconds * Codec.VP8.clockRateHz());
        int from = 0;
        for (int i = 0; i < fragments; i++) {
            int to = from + (lengthBytes - from) / (fragments - i);
            describe(i == 0);
            System.arraycopy(bytes, offset + from, payload, DESCRIPTOR_BYTES, to - from);
            recording.add(
                    fileOffset,
                    payload,
                    0,
                    DESCRIPTOR_BYTES + to - from,
                    i == fragments - 1,
                    timestamp,
                    Math.round(seconds * 1e9));
            from = to;
        }
        frames++;
    }

    RecordedStream build() {
        return recording.build();
    }

    private void describe(boolean isStart) {
        payload[0] = (byte) (isStart ? 0x90 : 0x80);
        payload[1] = (byte) 0xF0;
        payload[2] = (byte) (0x80 | (frames >> 8 & 0x7F));
        payload[3] = (byte) frames;
        payload[4] = (byte) tl0PicIdx;
        payload[5] = (byte) ((pattern.layer(frames) << 6) | (pattern.isSync(frames) ? 0x20 : 0) | (keyFrames & 0x1F));
    }
}
