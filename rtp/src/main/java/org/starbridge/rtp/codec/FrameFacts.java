package org.starbridge.rtp.codec;

import org.jspecify.annotations.Nullable;

/**
 * What a forwarder must know of a packet's place among its source's frames: parsed once, by the worker that owns the
 * sender, then shared by all receivers as three {@code long}s. The first is the same for all codecs; two more are the
 * codec's own: of VP8 the first holds its {@link Vp8FrameNumbers}. Owned by one thread; filled again for every packet.
 *
 * <pre>
 *    0-2  temporal layer      3-5  spatial layer      6-8  encoding      9-12  codec
 *   13  first packet of its frame       14  last packet of its frame (marker)    15  a key frame begins here
 *   16  frames can be judged one by one         17  depends on temporal layer 0 only      18  nothing depends on it
 *   19  newest of its encoding          20  redundant audio (RED)                24-31  encodings that flow, one bit each
 * </pre>
 */
public final class FrameFacts {
    /** Encodings of one source that fit. */
    public static final int MAX_ENCODINGS = 8;

    private static final int SPATIAL_SHIFT = 3;
    private static final int ENCODING_SHIFT = 6;
    private static final int CODEC_SHIFT = 9;
    private static final int START_BIT = 13;
    private static final int END_BIT = 14;
    private static final int KEY_BIT = 15;
    private static final int LAYERED_BIT = 16;
    private static final int SYNC_BIT = 17;
    private static final int NON_REFERENCE_BIT = 18;
    private static final int NEWEST_BIT = 19;
    private static final int REDUNDANT_BIT = 20;
    private static final int FLOWING_SHIFT = 24;
    private static final long PLACE_MASK = 1L << NEWEST_BIT | 0xFFL << FLOWING_SHIFT;

    private final Vp8Descriptor vp8 = new Vp8Descriptor();
    private long packed;
    private long firstCodecWord;
    private long secondCodecWord;
    private final PictureSize size = new PictureSize();

    /** Facts of nothing; {@link #parse} or {@link #unpack} comes first. */
    public FrameFacts() {}

    /**
     * Looks at an RTP payload.
     *
     * @param encoding the encoding of its source that it belongs to, 0 to 7, low to high quality
     * @param payloadLengthBytes without padding
     * @return null, or why a VP8 payload has no descriptor: such a packet is of no use to a decoder
     */
    public @Nullable DescriptorFault parse(
            VideoCodec codec, int encoding, long payloadAddress, int payloadLengthBytes, boolean marker) {
        size.forget();
        firstCodecWord = 0;
        secondCodecWord = 0;
        packed = (long) codeOf(codec) << CODEC_SHIFT
                | (long) (encoding & 7) << ENCODING_SHIFT
                | (marker ? 1L << END_BIT : 0);
        if (codec == VideoCodec.VP8) {
            return parseVp8(payloadAddress, payloadLengthBytes);
        }
        if (KeyFrames.isKeyFrame(codec, payloadAddress, payloadLengthBytes)) {
            packed |= 1L << KEY_BIT;
        }
        if (codec == VideoCodec.H264 && KeyFrames.holdsParameterSet(payloadAddress, payloadLengthBytes)) {
            packed |= 1L << START_BIT;
        }
        size.look(codec, payloadAddress, payloadLengthBytes);
        return null;
    }

    /** The packet only goes on with a frame that began before it, whatever its payload looks like. */
    public void continuesFrame() {
        packed &= ~(1L << KEY_BIT | 1L << START_BIT);
    }

    private @Nullable DescriptorFault parseVp8(long payloadAddress, int payloadLengthBytes) {
        DescriptorFault fault = vp8.wrap(payloadAddress, payloadLengthBytes);
        if (fault != null) {
            return fault;
        }
        firstCodecWord = Vp8FrameNumbers.of(vp8);
        packed |= Math.max(0, vp8.temporalLayer());
        boolean isLayered = vp8.pictureIdBits() == 15 && vp8.tl0PicIdx() >= 0 && vp8.temporalLayer() >= 0;
        packed |= isLayered ? 1L << LAYERED_BIT : 0;
        packed |= vp8.isLayerSync() ? 1L << SYNC_BIT : 0;
        packed |= vp8.isNonReference() ? 1L << NON_REFERENCE_BIT : 0;
        packed |= vp8.isStartOfFrame() ? 1L << START_BIT : 0;
        if (vp8.isKeyFrame()) {
            packed |= 1L << KEY_BIT;
            size.set(vp8.width(), vp8.height());
        }
        return null;
    }

    /**
     * Adds what only who sees all of the source knows; {@link #parse} must have come before.
     *
     * @param isNewest whether nothing of its encoding came yet that was sent after it
     * @param flowing encodings of the source that flow now, one bit each
     */
    public void place(boolean isNewest, int flowing) {
        packed = (packed & ~PLACE_MASK) | (isNewest ? 1L << NEWEST_BIT : 0) | ((flowing & 0xFFL) << FLOWING_SHIFT);
    }

    /**
     * Facts of a packet that is of no frame, of audio: one encoding, which flows.
     *
     * @param isNewest whether nothing of its stream came yet that was sent after it
     * @param isRedundant whether its payload is of RFC 2198
     */
    public void setWithoutFrame(boolean isNewest, boolean isRedundant) {
        unpack(1L << FLOWING_SHIFT | (isNewest ? 1L << NEWEST_BIT : 0) | (isRedundant ? 1L << REDUNDANT_BIT : 0), 0, 0);
    }

    /** Facts of nothing. */
    public void clear() {
        unpack(0, 0, 0);
    }

    /** What is the same for all codecs, in one value, for {@link #unpack}; the picture's size is not among it. */
    public long packed() {
        return packed;
    }

    /** The codec's own first word; 0 if it has none. */
    public long firstCodecWord() {
        return firstCodecWord;
    }

    /** The codec's own second word; 0 if it has none. */
    public long secondCodecWord() {
        return secondCodecWord;
    }

    /** Takes over what another thread's {@link #packed} and codec words gave; any values are safe. */
    public void unpack(long packed, long firstCodecWord, long secondCodecWord) {
        this.packed = packed;
        this.firstCodecWord = firstCodecWord;
        this.secondCodecWord = secondCodecWord;
        size.forget();
    }

    /** The codec of the payload. */
    public VideoCodec codec() {
        return switch ((int) (packed >>> CODEC_SHIFT) & 15) {
            case 1 -> VideoCodec.VP8;
            case 2 -> VideoCodec.VP9;
            case 3 -> VideoCodec.H264;
            case 4 -> VideoCodec.AV1;
            default -> VideoCodec.OTHER;
        };
    }

    /** The encoding of the source, 0 to 7, low to high quality. */
    public int encoding() {
        return (int) (packed >>> ENCODING_SHIFT) & 7;
    }

    /** The spatial layer inside its encoding, 0 to 7; 0 if the codec has none or does not tell. */
    public int spatialLayer() {
        return (int) (packed >>> SPATIAL_SHIFT) & 7;
    }

    /** The temporal layer, 0 to 7; 0 if it is not told. */
    public int temporalLayer() {
        return (int) packed & 7;
    }

    /**
     * Whether each frame's place in the chain of layers is known, so that one can be left out: of VP8 if there is a
     * picture id of 15 bits, a TL0PICIDX and a temporal layer.
     */
    public boolean isLayered() {
        return has(LAYERED_BIT);
    }

    /** Whether the frame depends on temporal layer 0 only, so that decoding its layer can begin here (VP8's Y). */
    public boolean isLayerSync() {
        return has(SYNC_BIT);
    }

    /** Whether no other frame depends on this one (VP8's N). */
    public boolean isNonReference() {
        return has(NON_REFERENCE_BIT);
    }

    /** Whether the packet is known to be the first one of its frame; of H.264 the one with its parameter sets. */
    public boolean isStartOfFrame() {
        return has(START_BIT);
    }

    /** Whether the packet is the last one of its frame: the RTP marker. */
    public boolean isEndOfFrame() {
        return has(END_BIT);
    }

    /** Whether nothing of its encoding came before it that was sent after it; false unless {@link #place} said so. */
    public boolean isNewest() {
        return has(NEWEST_BIT);
    }

    /** Whether the payload repeats the audio of packets before it ({@link RedPayload}). */
    public boolean isRedundant() {
        return has(REDUNDANT_BIT);
    }

    /** Whether an encoding of the source (0 to 7) flows; false unless {@link #place} said so. */
    public boolean isFlowing(int encoding) {
        return (packed >>> (FLOWING_SHIFT + encoding) & 1) != 0;
    }

    /** Whether decoding can begin with this packet. */
    public boolean isKeyFrame() {
        return has(KEY_BIT);
    }

    /**
     * The width in pixels that the packet tells, of the highest spatial layer; -1 if it does not, and after
     * {@link #unpack}. Of VP8 and VP9 the first packet of a key frame tells it, of AV1 that of a coded video sequence,
     * of H.264 one with a parameter set.
     */
    public int width() {
        return size.width();
    }

    /** The height in pixels that the packet tells; -1 if it does not: see {@link #width}. */
    public int height() {
        return size.height();
    }

    /** The smaller one of width and height, by which constraints on heights go; -1 if the packet does not tell. */
    public int smallerSide() {
        return Math.min(size.width(), size.height());
    }

    private static int codeOf(VideoCodec codec) {
        return switch (codec) {
            case OTHER -> 0;
            case VP8 -> 1;
            case VP9 -> 2;
            case H264 -> 3;
            case AV1 -> 4;
        };
    }

    private boolean has(int bit) {
        return (packed >>> bit & 1) != 0;
    }
}
