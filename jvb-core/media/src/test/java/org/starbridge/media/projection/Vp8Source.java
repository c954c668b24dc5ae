package org.starbridge.media.projection;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A camera that sends VP8 in several encodings with three temporal layers, as browsers do: a pattern of eight frames,
 * in which layer 1 lives in the golden buffer and layer 2 refers to both. Each packet carries, as its payload, the
 * truth about its frame: which pictures it was made from.
 */
public final class Vp8Source {
    /** Between two pictures. */
    public static final int FRAME_MS = 33;

    private static final int LAST = 0;
    private static final int GOLDEN = 1;
    private static final int[] LAYERS = {0, 2, 1, 2, 0, 2, 1, 2};
    private static final boolean[] SYNCS = {false, true, true, false, false, false, false, false};

    /**
     * A packet as it is sent.
     *
     * @param bytes the payload descriptor, and one byte of the payload header
     * @param frame the truth
     * @param part which packet of its frame it is
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Packet(
            int encoding, long extSeq, int timestamp, boolean marker, byte[] bytes, Frame frame, int part) {}

    /**
     * A frame.
     *
     * @param last the frame whose picture must be in the last buffer to decode it; -1 for none
     * @param golden the same of the golden buffer
     * @param updatesLast whether its picture goes into the last buffer
     * @param updatesGolden whether its picture goes into the golden buffer
     */
    public record Frame(
            long id,
            boolean key,
            int layer,
            long last,
            long golden,
            boolean updatesLast,
            boolean updatesGolden,
            int parts) {}

    /** How many packets a frame has. */
    @FunctionalInterface
    public interface FrameParts {
        /** Of an encoding, 1 or more. */
        int of(int encoding, boolean isKey, int layer);
    }

    private final class Encoder {
        private final int encoding;
        private final int timestampOffset = random.nextInt();
        private final long[] buffers = {-1, -1};
        private long extSeq;
        private int pictureId;
        private int tl0PicIdx;
        private int position;
        private boolean keyDue = true;

        Encoder(int encoding, long extSeq, int pictureId, int tl0PicIdx) {
            this.encoding = encoding;
            this.extSeq = extSeq;
            this.pictureId = pictureId;
            this.tl0PicIdx = tl0PicIdx;
        }

        void encode(int capture, List<Packet> out) {
            if (keyDue) {
                position = 0;
            }
            int layer = LAYERS[position];
            boolean sync = SYNCS[position] && !withoutSync;
            boolean usesGolden = !keyDue && layer > 0 && !SYNCS[position];
            Frame frame = new Frame(
                    ++frames,
                    keyDue,
                    layer,
                    keyDue ? -1 : buffers[LAST],
                    usesGolden ? buffers[GOLDEN] : -1,
                    layer == 0,
                    keyDue || layer == 1,
                    frameParts.of(encoding, keyDue, layer));
            if (layer == 0) {
                tl0PicIdx++;
                buffers[LAST] = frame.id;
            }
            if (frame.updatesGolden) {
                buffers[GOLDEN] = frame.id;
            }
            for (int part = 0; part < frame.parts; part++) {
                boolean end = part == frame.parts - 1;
                out.add(new Packet(
                        encoding,
                        extSeq++,
                        timestampOffset + capture * FRAME_MS * 90,
                        end,
                        bytes(frame, part == 0, sync),
                        frame,
                        part));
            }
            pictureId = pictureId + 1 & 0x7FFF;
            position = (position + 1) % LAYERS.length;
            keyDue = false;
        }

        private byte[] bytes(Frame frame, boolean start, boolean sync) {
            boolean disposable = frame.layer == 2;
            return new byte[] {
                (byte) (0x80 | (disposable ? 0x20 : 0) | (start ? 0x10 : 0)),
                (byte) 0xE0,
                (byte) (0x80 | pictureId >>> 8),
                (byte) pictureId,
                (byte) tl0PicIdx,
                (byte) (frame.layer << 6 | (sync ? 0x20 : 0)),
                (byte) (start && frame.key ? 0 : 1)
            };
        }
    }

    private final Random random;
    private final List<Encoder> encoders = new ArrayList<>();
    private final boolean withoutSync;
    private final FrameParts frameParts;
    private int captured;
    private long frames;

    /**
     * A source.
     *
     * @param firstFrame ids of its frames are greater
     * @param withoutSync whether it never sets Y
     */
    public Vp8Source(Random random, int encodings, long firstFrame, boolean withoutSync) {
        this(
                random,
                encodings,
                firstFrame,
                withoutSync,
                (_, isKey, _) -> isKey ? 3 + random.nextInt(5) : 1 + random.nextInt(4));
    }

    /** A source whose frames have as many packets as one says. */
    public Vp8Source(Random random, int encodings, long firstFrame, boolean withoutSync, FrameParts frameParts) {
        this.random = random;
        this.withoutSync = withoutSync;
        this.frameParts = frameParts;
        frames = firstFrame;
        for (int i = 0; i < encodings; i++) {
            // Near every wrap, so that a few seconds cross them all.
            encoders.add(new Encoder(
                    i,
                    (1L << 16 | 0xFFFF) - random.nextInt(600),
                    0x7FFF - random.nextInt(300),
                    0xFF - random.nextInt(40)));
        }
    }

    /** One more picture, in encodings from the lowest up to {@code active}. */
    public List<Packet> capture(int active) {
        List<Packet> packets = new ArrayList<>();
        for (Encoder encoder : encoders.subList(0, active)) {
            encoder.encode(captured, packets);
        }
        captured++;
        return packets;
    }

    /** Captures so many pictures without encoding them, as a camera that has a lower rate. */
    public void skip(int pictures) {
        captured += pictures;
    }

    /** The next picture is a key frame, in all encodings. */
    public void requestKeyFrame() {
        encoders.forEach(encoder -> encoder.keyDue = true);
    }
}
