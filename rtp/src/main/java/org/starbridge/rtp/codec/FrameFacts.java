package org.starbridge.rtp.codec;

import org.jspecify.annotations.Nullable;

/**
 * What a forwarder must know of a packet's place among its source's frames: parsed once, by the worker that owns the
 * sender, then shared by all receivers as one {@code long}. Owned by one thread; filled anew for every packet.
 *
 * <pre>
 *    0-14  picture id                15-16  its width: 0 none, 1 = 7 bits, 2 = 15 bits
 *   17-24  TL0PICIDX     25  has it  26-27  temporal layer    28  has it
 *      29  layer sync (Y)        30  non-reference (N)
 *      31  first packet of its frame     32  last packet (marker)     33  a key frame begins here
 *   34-38  KEYIDX        39  has it  40-42  codec             43-45  encoding
 *      46  newest of its encoding       47  redundant audio (RED)      48-55  encodings that flow, one bit each
 * </pre>
 */
public final class FrameFacts {
    /** Encodings of one source that fit. */
    public static final int MAX_ENCODINGS = 8;

    private static final int FORM_SHIFT = 15;
    private static final int TL0_SHIFT = 17;
    private static final int TL0_BIT = 25;
    private static final int TID_SHIFT = 26;
    private static final int TID_BIT = 28;
    private static final int SYNC_BIT = 29;
    private static final int NON_REFERENCE_BIT = 30;
    private static final int START_BIT = 31;
    private static final int END_BIT = 32;
    private static final int KEY_BIT = 33;
    private static final int KEY_IDX_SHIFT = 34;
    private static final int KEY_IDX_BIT = 39;
    private static final int CODEC_SHIFT = 40;
    private static final int ENCODING_SHIFT = 43;
    private static final int NEWEST_BIT = 46;
    private static final int REDUNDANT_BIT = 47;
    private static final int FLOWING_SHIFT = 48;

    private final Vp8Descriptor vp8 = new Vp8Descriptor();
    private long packed;
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
        if (vp8.pictureIdBits() != 0) {
            packed |= vp8.pictureId() | (vp8.pictureIdBits() == 15 ? 2L : 1L) << FORM_SHIFT;
        }
        if (vp8.tl0PicIdx() >= 0) {
            packed |= (long) vp8.tl0PicIdx() << TL0_SHIFT | 1L << TL0_BIT;
        }
        if (vp8.temporalLayer() >= 0) {
            packed |= (long) vp8.temporalLayer() << TID_SHIFT | 1L << TID_BIT;
        }
        if (vp8.keyIdx() >= 0) {
            packed |= (long) vp8.keyIdx() << KEY_IDX_SHIFT | 1L << KEY_IDX_BIT;
        }
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
        packed = (packed & ((1L << NEWEST_BIT) - 1))
                | (isNewest ? 1L << NEWEST_BIT : 0)
                | ((flowing & 0xFFL) << FLOWING_SHIFT);
    }

    /**
     * What is to be known of a packet that is of no frame, of audio: one encoding, which flows.
     *
     * @param isNewest whether nothing of its stream came yet that was sent after it
     * @param isRedundant whether its payload is of RFC 2198
     * @return a value for {@link #unpack}
     */
    public static long withoutFrame(boolean isNewest, boolean isRedundant) {
        return 1L << FLOWING_SHIFT | (isNewest ? 1L << NEWEST_BIT : 0) | (isRedundant ? 1L << REDUNDANT_BIT : 0);
    }

    /** The facts in one value, for {@link #unpack}; the picture's size is not among them. */
    public long packed() {
        return packed;
    }

    /** Takes over what another thread's {@link #packed} gave; any value is safe. */
    public void unpack(long packed) {
        this.packed = packed;
        size.forget();
    }

    /** The codec of the payload. */
    public VideoCodec codec() {
        return switch ((int) (packed >>> CODEC_SHIFT) & 7) {
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

    /** The width of the picture id: 7 or 15, or 0 if there is none. */
    public int pictureIdBits() {
        return switch ((int) (packed >>> FORM_SHIFT) & 3) {
            case 1 -> 7;
            case 2 -> 15;
            default -> 0;
        };
    }

    /** The picture id; 0 if there is none. */
    public int pictureId() {
        return (int) packed & 0x7FFF;
    }

    /** Whether the frame's place in the chain of layers is known: picture id of 15 bits, TL0PICIDX and temporal layer. */
    public boolean isLayered() {
        return (packed & (3L << FORM_SHIFT | 1L << TL0_BIT | 1L << TID_BIT))
                == (2L << FORM_SHIFT | 1L << TL0_BIT | 1L << TID_BIT);
    }

    /** TL0PICIDX, 0 to 255; 0 if there is none. */
    public int tl0PicIdx() {
        return (int) (packed >>> TL0_SHIFT) & 0xFF;
    }

    /** The temporal layer, 0 to 3; 0 if it is not told. */
    public int temporalLayer() {
        return (int) (packed >>> TID_SHIFT) & 3;
    }

    /** KEYIDX, 0 to 31; 0 if there is none. */
    public int keyIdx() {
        return (int) (packed >>> KEY_IDX_SHIFT) & 0x1F;
    }

    /** Whether the frame depends on layer 0 only (Y). */
    public boolean isLayerSync() {
        return has(SYNC_BIT);
    }

    /** Whether no other frame depends on this one (N). */
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
     * The width in pixels that the packet tells, of the highest spatial layer; -1 if it does not, and after {@link
     * #unpack}. Of VP8 and VP9 the first packet of a key frame tells it, of AV1 that of a coded video sequence, of
     * H.264 one with a parameter set.
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
