package org.starbridge.media.projection;

import org.starbridge.media.layers.SourceLayers;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp8FrameNumbers;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** A projection and the packets that tables of tests speak of, written as words. */
final class Stream {
    static final long MS = 1_000_000;

    final OutgoingNumbers numbers = new OutgoingNumbers();
    final LayerProjection projection = new LayerProjection(90_000, 3000, numbers);
    private final SourcePacket packet = new SourcePacket();
    private final FrameFacts facts = packet.facts();
    private SourceLayers layers = new SourceLayers(3);
    long highestSent = -1;
    long nowMs = 1000;

    /**
     * A VP8 packet of layer {@code tid} with a timestamp of 3000 × its picture id.
     *
     * @param flags S start of frame, E end of frame, K key frame, Y layer sync
     * @return its index, or -1 if it does not go
     */
    long vp8(int encoding, long seq, int pictureId, int tl0, int tid, String flags) {
        boolean key = flags.contains("K");
        byte[] bytes = {
            (byte) (flags.contains("S") || key ? 0x90 : 0x80),
            (byte) 0xF0,
            (byte) (0x80 | pictureId >>> 8),
            (byte) pictureId,
            (byte) tl0,
            (byte) (tid << 6 | (flags.contains("Y") ? 0x20 : 0) | (tl0 & 0x1F)),
            (byte) (key ? 0 : 1)
        };
        return packet(VideoCodec.VP8, encoding, seq, pictureId * 3000, flags.contains("E"), bytes);
    }

    /** A VP8 packet with a picture id of 7 bits and no layers. */
    long vp8Short(long seq, int pictureId, int timestamp, String flags) {
        boolean key = flags.contains("K");
        byte[] bytes = {
            (byte) (flags.contains("S") || key ? 0x90 : 0x80),
            (byte) 0x80,
            (byte) (pictureId & 0x7F),
            (byte) (key ? 0 : 1)
        };
        return packet(VideoCodec.VP8, 0, seq, timestamp, flags.contains("E"), bytes);
    }

    long packet(VideoCodec codec, int encoding, long seq, int timestamp, boolean end, byte... bytes) {
        try (Slab slab = Slab.allocate(bytes.length)) {
            Memory.copyIn(bytes, 0, slab.address(), bytes.length);
            if (facts.parse(codec, encoding, slab.address(), bytes.length, end) != null) {
                throw new AssertionError("not VP8");
            }
        }
        layers.onPacket(facts, seq, 100, nowMs * MS);
        packet.set(seq, timestamp, end, nowMs * MS, seq);
        if (!projection.project(packet, highestSent, facts.isNewest())) {
            return -1;
        }
        highestSent = Math.max(highestSent, numbers.index());
        return numbers.index();
    }

    /** Everything up to here went as it came; the next packet, {@code seq}, may be left out. */
    void takeOver(int encoding, long seq, long index, int pictureId) {
        byte[] bytes = {(byte) 0x90, (byte) 0xF0, (byte) 0x80, (byte) pictureId, 8, (byte) 0x88, 1};
        try (Slab slab = Slab.allocate(bytes.length)) {
            Memory.copyIn(bytes, 0, slab.address(), bytes.length);
            facts.parse(VideoCodec.VP8, encoding, slab.address(), bytes.length, true);
        }
        packet.set(seq, 0, true, nowMs * MS, seq);
        projection.takeOver(packet, index, highestSent);
    }

    /** Another source's packets come from now on. */
    void changeSource() {
        layers = new SourceLayers(3);
        projection.onSourceChange();
    }

    /** A key frame of one packet. */
    long key(int encoding, long seq, int pictureId, int tl0) {
        return vp8(encoding, seq, pictureId, tl0, 0, "SEK");
    }

    /** A frame of one packet. */
    long frame(int encoding, long seq, int pictureId, int tl0, int tid) {
        return vp8(encoding, seq, pictureId, tl0, tid, "SE");
    }

    /** What the last packet went under: index, picture id, TL0PICIDX, KEYIDX. */
    String numbers() {
        return numbers.index() + " " + pictureId() + " " + tl0PicIdx() + " "
                + Vp8FrameNumbers.keyIdx(numbers.codecWord());
    }

    int pictureId() {
        return Vp8FrameNumbers.pictureId(numbers.codecWord());
    }

    int tl0PicIdx() {
        return Vp8FrameNumbers.tl0PicIdx(numbers.codecWord());
    }
}
