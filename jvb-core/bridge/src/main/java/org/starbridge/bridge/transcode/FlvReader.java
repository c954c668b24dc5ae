package org.starbridge.bridge.transcode;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.frame.H264Sequence;
import org.starbridge.recording.frame.TrackFormat;

/**
 * Reads H.264 and AAC out of FLV (Adobe Flash Video File Format 10.1, annex E), whose frames are as MP4 has them. One
 * thread.
 */
final class FlvReader {
    private static final int AUDIO = 8;
    private static final int VIDEO = 9;
    private static final int AAC = 10;
    private static final int AVC = 7;
    private static final int MEDIA = 1;
    private static final int KEY_FRAME = 1;
    private static final int MAX_TAG_BYTES = 8 << 20;

    private final DataInputStream in;
    private @Nullable TrackFormat format;

    /**
     * One frame.
     *
     * @param timeMs in 32 bits, which wrap
     * @param format of video; null of audio
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Tag(
            int timeMs,
            boolean isKeyFrame,
            byte[] data,
            @Nullable TrackFormat format) {}

    /** One that has not read the header yet. */
    FlvReader(InputStream in) {
        this.in = new DataInputStream(in);
    }

    /**
     * Reads the file's header.
     *
     * @throws IOException if it is no FLV, or it ends
     */
    void begin() throws IOException {
        byte[] header = in.readNBytes(9);
        if (header.length < 9 || header[0] != 'F' || header[1] != 'L' || header[2] != 'V') {
            throw new IOException("the process wrote no FLV");
        }
        in.skipNBytes(4);
    }

    /**
     * The next frame.
     *
     * @throws EOFException at the end
     */
    Tag next() throws IOException {
        while (true) {
            int type = in.readUnsignedByte();
            int length = u24();
            int timeMs = u24() | (in.readUnsignedByte() << 24);
            in.skipNBytes(3);
            if (length > MAX_TAG_BYTES) {
                throw new IOException("a frame of " + length + " bytes");
            }
            byte[] data = new byte[length];
            in.readFully(data);
            in.skipNBytes(4);
            Tag tag = type == VIDEO ? video(timeMs, data) : type == AUDIO ? audio(timeMs, data) : null;
            if (tag != null) {
                return tag;
            }
        }
    }

    private int u24() throws IOException {
        return (in.readUnsignedByte() << 16) | in.readUnsignedShort();
    }

    private @Nullable Tag video(int timeMs, byte[] data) {
        if (data.length < 5 || (data[0] & 15) != AVC) {
            return null;
        }
        byte[] content = java.util.Arrays.copyOfRange(data, 5, data.length);
        if (data[1] == 0) {
            format = H264Sequence.ofConfiguration(content);
        }
        return data[1] == MEDIA && format != null ? new Tag(timeMs, data[0] >>> 4 == KEY_FRAME, content, format) : null;
    }

    private static @Nullable Tag audio(int timeMs, byte[] data) {
        return data.length > 2 && (data[0] & 0xFF) >>> 4 == AAC && data[1] == MEDIA
                ? new Tag(timeMs, true, java.util.Arrays.copyOfRange(data, 2, data.length), null)
                : null;
    }
}
