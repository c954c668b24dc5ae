package org.starbridge.hammer.media.file;

import java.util.SplittableRandom;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.RecordedStreamBuilder;

/**
 * H.264 that no encoder has made: NAL units with the types and the packets of a real stream (RFC 6184, packetization
 * mode 1) around random bodies, for what does not decode. Four seconds at 30 fps, a key frame each second. All packets
 * of a frame are due at once.
 *
 * <p>A key frame is a sequence parameter set and a picture parameter set, each in a packet of its own, and two IDR
 * slices in fragments: browsers send the same, often with the parameter sets in one packet.
 */
public final class MadeUpH264 {
    private static final int FRAMES_PER_SECOND = 30;
    private static final int SECONDS = 4;
    private static final int BODY_BYTES = 1100;
    private static final int IDR_FRAGMENTS = 3;
    private static final int IDR_SLICES = 2;

    private static final byte[] NON_IDR_SLICE = {0x61};

    /**
     * RFC 6184 section 5.8: an FU-A's indicator, and its header for an IDR slice with the start bit, without, with the
     * end bit.
     */
    private static final byte[][] IDR_FRAGMENT_HEADERS = {{0x7C, (byte) 0x85}, {0x7C, 0x05}, {0x7C, 0x45}};

    /** Baseline, level 3, 640x480 (H.264 section 7.3.2.1.1). */
    private static final byte[] SEQUENCE_PARAMETER_SET = {
        0x67, 0x42, (byte) 0xC0, 0x1E, (byte) 0xDA, 0x02, (byte) 0x80, (byte) 0xF6, 0x40
    };

    private static final byte[] PICTURE_PARAMETER_SET = {0x68, (byte) 0xCE, 0x3C, (byte) 0x80};
    private static final byte[] NO_BODY = {};

    private final SplittableRandom random = new SplittableRandom(264);
    private final RecordedStreamBuilder stream =
            new RecordedStreamBuilder(new FileBytes("synthetic H.264", NO_BODY), Codec.H264);
    private int frame;

    private MadeUpH264() {}

    /** Makes the stream; the same each time. */
    public static RecordedStream recording() {
        return new MadeUpH264().make();
    }

    private RecordedStream make() {
        for (frame = 0; frame < SECONDS * FRAMES_PER_SECOND; frame++) {
            if (frame % FRAMES_PER_SECOND == 0) {
                addKeyFrame();
            } else {
                add(NON_IDR_SLICE, body(), true);
            }
        }
        return stream.build();
    }

    private void addKeyFrame() {
        add(SEQUENCE_PARAMETER_SET, NO_BODY, false);
        add(PICTURE_PARAMETER_SET, NO_BODY, false);
        for (int slice = 0; slice < IDR_SLICES; slice++) {
            for (int fragment = 0; fragment < IDR_FRAGMENTS; fragment++) {
                boolean isLast = slice == IDR_SLICES - 1 && fragment == IDR_FRAGMENTS - 1;
                add(IDR_FRAGMENT_HEADERS[fragment], body(), isLast);
            }
        }
    }

    private byte[] body() {
        byte[] body = new byte[BODY_BYTES];
        random.nextBytes(body);
        return body;
    }

    private void add(byte[] header, byte[] body, boolean marker) {
        byte[] payload = new byte[header.length + body.length];
        System.arraycopy(header, 0, payload, 0, header.length);
        System.arraycopy(body, 0, payload, header.length, body.length);
        stream.add(
                0,
                payload,
                0,
                payload.length,
                marker,
                (long) frame * Codec.H264.clockRateHz() / FRAMES_PER_SECOND,
                frame * 1_000_000_000L / FRAMES_PER_SECOND);
    }
}
