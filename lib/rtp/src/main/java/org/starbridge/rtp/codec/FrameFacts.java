package org.starbridge.rtp.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Facts that a forwarder must know of a packet's place among its source's frames: parsed once, by the worker that owns
 * the sender, then shared by all receivers as three {@code long}s. The first is the same for all codecs; two more are
 * the codec's own: of VP8 the first holds its {@link Vp8FrameNumbers}, unless a dependency descriptor tells more. Owned
 * by one thread; filled again for every packet.
 *
 * <p>Of a frame whose dependencies are known ({@link #depend}) the first of these words names the frames that it refers
 * to, and the second one the {@link LayerTargets} that it is of (bits 32-47), those that one may switch to with it
 * (48-63) and the codec's own numbers (0-31): {@link Vp9FrameNumbers}, or those of a dependency descriptor.
 *
 * <pre>
 *    0-2  temporal layer      3-5  spatial layer      6-8  encoding      9-12  codec
 *   13  first packet of its frame       14  last packet of its frame (marker)    15  a key frame begins here
 *   16  frames can be judged one by one         17  depends on temporal layer 0 only      18  nothing depends on it
 *   19  newest of its encoding          20  redundant audio (RED)
 *   21  last packet of its layer frame  22  dependencies are known               23  some lie more than 64 frames back
 *   24-31  encodings that flow, one bit each       32-47  frame number
 *   48-51  spatial layers of the encoding that flow, one bit each
 *   52  described by a dependency descriptor       53  counted as it came ({@link #count})
 *   54  an upper spatial layer begins that refers to nothing
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
    private static final int LAST_BIT = 21;
    private static final int DEPENDENT_BIT = 22;
    private static final int EARLIER_BIT = 23;
    private static final int FLOWING_SHIFT = 24;
    private static final int NUMBER_SHIFT = 32;
    private static final int FLOWING_SPATIAL_SHIFT = 48;
    private static final int DESCRIBED_BIT = 52;
    private static final int COUNTED_BIT = 53;
    private static final int INDEPENDENT_BIT = 54;
    private static final long PLACE_MASK = 1L << NEWEST_BIT | 0xFFL << FLOWING_SHIFT | 0xFL << FLOWING_SPATIAL_SHIFT;
    private static final long LAYER_MASK = 0x3F;
    private static final int PRESENT_SHIFT = 32;
    private static final int SWITCH_SHIFT = 48;

    private final Vp9Descriptor vp9 = new Vp9Descriptor();
    private final Vp8Descriptor vp8 = new Vp8Descriptor();
    private long packed;
    private long firstCodecWord;
    private long secondCodecWord;
    private final PictureSize size = new PictureSize();
    private final int[] layerHeights = new int[LayerTargets.MAX_LAYERS];
    private int toldSpatialLayers;
    private boolean hasVp9;
    private boolean isBareVp8;

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
        forgetSizes();
        hasVp9 = false;
        isBareVp8 = false;
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
        if (codec == VideoCodec.VP9) {
            parseVp9(payloadAddress, payloadLengthBytes);
        }
        return null;
    }

    private void parseVp9(long payloadAddress, int payloadLengthBytes) {
        hasVp9 = vp9.wrap(payloadAddress, payloadLengthBytes) == null;
        if (!hasVp9) {
            return; // it goes whole: a decoder may make more of it
        }
        layers(vp9.spatialLayer(), vp9.temporalLayer());
        packed |= vp9.isStartOfFrame() ? 1L << START_BIT : 0;
        packed |= vp9.isEndOfFrame() ? 1L << LAST_BIT : 0;
        Vp9ScalabilityStructure structure = vp9.scalabilityStructure();
        toldSpatialLayers = Math.min(structure.spatialLayers(), LayerTargets.MAX_LAYERS);
        for (int layer = 0; layer < toldSpatialLayers; layer++) {
            layerHeights[layer] = Math.max(0, Math.min(structure.width(layer), structure.height(layer)));
        }
    }

    /** The descriptor of a VP9 packet that was parsed just now; null if it is malformed. */
    @Nullable
    Vp9Descriptor vp9() {
        return hasVp9 ? vp9 : null;
    }

    /**
     * Returns whether they are of a VP8 packet, parsed just now, whose payload descriptor has neither layers nor
     * numbers.
     */
    public boolean isBareVp8() {
        return isBareVp8;
    }

    private void layers(int spatial, int temporal) {
        packed = (packed & ~LAYER_MASK) | (long) (spatial & 7) << SPATIAL_SHIFT | (temporal & 7);
    }

    private void forgetSizes() {
        size.forget();
        toldSpatialLayers = 0;
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
        isBareVp8 = vp8.isBare();
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
     * Adds the frame's number and what it depends on: it can be judged by itself.
     *
     * @param number its low 16 bits count; grows from frame to frame of the encoding, of all layers
     * @param dependencies bit i: it refers to the frame of this number less 1 + i
     * @param hasEarlier whether it refers to frames further back, too
     * @param present the {@link LayerTargets} that it is of
     * @param switching those that one may switch to with it, if it can be decoded
     * @param codecNumbers the codec's own numbers
     */
    public void depend(
            int number, long dependencies, boolean hasEarlier, int present, int switching, int codecNumbers) {
        firstCodecWord = dependencies;
        secondCodecWord = (codecNumbers & 0xFFFF_FFFFL)
                | (present & 0xFFFFL) << PRESENT_SHIFT
                | (switching & 0xFFFFL) << SWITCH_SHIFT;
        packed = (packed & ~(0xFFFFL << NUMBER_SHIFT | 1L << EARLIER_BIT))
                | (number & 0xFFFFL) << NUMBER_SHIFT
                | (hasEarlier ? 1L << EARLIER_BIT : 0)
                | 1L << DEPENDENT_BIT
                | 1L << LAYERED_BIT;
    }

    /** With the packet an upper spatial layer begins that refers to no other frame, not even of its own picture. */
    public void beginIndependentLayer() {
        packed |= 1L << INDEPENDENT_BIT;
    }

    /** Adds what a dependency descriptor says; it is more exact than the payload. {@link #depend} follows. */
    public void describe(int spatial, int temporal, boolean isStart, boolean isLast, boolean isKeyFrame) {
        layers(spatial, temporal);
        packed = (packed & ~(1L << START_BIT | 1L << LAST_BIT | 1L << KEY_BIT))
                | 1L << DESCRIBED_BIT
                | (isStart ? 1L << START_BIT : 0)
                | (isLast ? 1L << LAST_BIT : 0)
                | (isKeyFrame ? 1L << KEY_BIT : 0);
    }

    /**
     * The packet tells how many spatial layers its encoding may have, up to {@value LayerTargets#MAX_LAYERS}. If its
     * payload tells fewer, that counts: it is what the encoder sends.
     */
    public void tellSpatialLayers(int count) {
        int most = Math.min(count, LayerTargets.MAX_LAYERS);
        if (toldSpatialLayers == 0) {
            Arrays.fill(layerHeights, 0);
            toldSpatialLayers = most;
        }
        toldSpatialLayers = Math.min(most, toldSpatialLayers);
    }

    /**
     * The packet tells the smaller side of the picture of a spatial layer, 0 or less if it does not; what the payload
     * tells counts. {@link #tellSpatialLayers} came before.
     */
    public void tellHeight(int spatial, int smallerSide) {
        if (layerHeights[spatial] == 0) {
            layerHeights[spatial] = Math.max(0, smallerSide);
        }
    }

    /**
     * Adds to a picture that is counted as it comes, of a codec without layers, whether others depend on it.
     *
     * @param number its low 16 bits count
     * @param isStart whether the packet is its first one
     * @param isReference whether others may depend on it
     */
    public void count(int number, boolean isStart, boolean isReference) {
        layers(0, isReference ? 0 : 1);
        packed = (packed & ~(0xFFFFL << NUMBER_SHIFT))
                | (number & 0xFFFFL) << NUMBER_SHIFT
                | 1L << COUNTED_BIT
                | 1L << LAYERED_BIT
                | (isStart ? 1L << START_BIT : 0)
                | (isReference ? 0 : 1L << NON_REFERENCE_BIT);
    }

    /**
     * Adds what only who sees all of the source knows; {@link #parse} must have come before.
     *
     * @param isNewest whether nothing of its encoding came yet that was sent after it
     * @param flowing encodings of the source that flow now, one bit each
     * @param flowingSpatial spatial layers of the packet's encoding that flow now, one bit each
     */
    public void place(boolean isNewest, int flowing, int flowingSpatial) {
        packed = (packed & ~PLACE_MASK)
                | (isNewest ? 1L << NEWEST_BIT : 0)
                | ((flowing & 0xFFL) << FLOWING_SHIFT)
                | ((flowingSpatial & 0xFL) << FLOWING_SPATIAL_SHIFT);
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

    /**
     * Returns the facts that are the same for all codecs, in one value, for {@link #unpack}; the picture's size is not
     * among them.
     */
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
        forgetSizes();
    }

    /** The codec of the payload. */
    public VideoCodec codec() {
        return switch ((int) (packed >>> CODEC_SHIFT) & 15) {
            case 1 -> VideoCodec.VP8;
            case 2 -> VideoCodec.VP9;
            case 3 -> VideoCodec.H264;
            case 4 -> VideoCodec.AV1;
            case 5 -> VideoCodec.H265;
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
     * Returns whether it is known which frames this one refers to: {@link #dependencies}, {@link #present} and the
     * others.
     */
    public boolean hasDependencies() {
        return has(DEPENDENT_BIT);
    }

    /** The frame's number, 0 to 65535, if {@link #hasDependencies} or {@link #isCounted}. */
    public int frameNumber() {
        return (int) (packed >>> NUMBER_SHIFT) & 0xFFFF;
    }

    /** The frames that it refers to: bit i stands for the frame of its number less 1 + i. */
    public long dependencies() {
        return firstCodecWord;
    }

    /** Returns whether it refers to frames further back than {@link #dependencies} can name. */
    public boolean hasEarlierDependencies() {
        return has(EARLIER_BIT);
    }

    /** The {@link LayerTargets} that the frame is of. */
    public int present() {
        return (int) (secondCodecWord >>> PRESENT_SHIFT) & 0xFFFF;
    }

    /** The {@link LayerTargets} that one may switch to with the frame, if it can be decoded. */
    public int switching() {
        return (int) (secondCodecWord >>> SWITCH_SHIFT) & 0xFFFF;
    }

    /** The codec's own numbers of a frame that {@link #hasDependencies}. */
    public int codecNumbers() {
        return (int) secondCodecWord;
    }

    /**
     * Returns whether a dependency descriptor tells what the frame depends on; else the codec's own descriptor does.
     */
    public boolean isDescribed() {
        return has(DESCRIBED_BIT);
    }

    /**
     * Returns whether the picture was counted as it came, so that its number does not show what is missing:
     * {@link #count}.
     */
    public boolean isCounted() {
        return has(COUNTED_BIT);
    }

    /** Returns whether the packet is the last one of its layer frame; another layer of the same picture may follow. */
    public boolean isLastOfLayerFrame() {
        return has(LAST_BIT);
    }

    /** The highest spatial layer of the encoding that flows, 0 to 3; 0 unless {@link #place} said so. */
    public int highestFlowingSpatialLayer() {
        int flowing = (int) (packed >>> FLOWING_SPATIAL_SHIFT) & 0xF;
        return flowing == 0 ? 0 : 31 - Integer.numberOfLeadingZeros(flowing);
    }

    /**
     * Returns whether a spatial layer above the lowest begins with the packet and refers to nothing: the encoding's
     * spatial layers are independent, as in the modes {@code S2T1} and the like.
     */
    public boolean beginsIndependentLayer() {
        return has(INDEPENDENT_BIT);
    }

    /**
     * Returns the number of spatial layers that the packet says its encoding has, 0 if it does not, and after
     * {@link #unpack}.
     */
    public int toldSpatialLayers() {
        return toldSpatialLayers;
    }

    /** The smaller side of the picture of a told spatial layer in pixels; 0 if it is not told. */
    public int toldHeight(int spatialLayer) {
        return layerHeights[spatialLayer];
    }

    /**
     * Returns whether each frame's place in the chain of layers is known, so that one can be left out: if they
     * {@link #hasDependencies}, and of VP8 also if there is a picture id of 15 bits, a TL0PICIDX and a temporal layer.
     */
    public boolean isLayered() {
        return has(LAYERED_BIT);
    }

    /**
     * Returns whether the frame depends on temporal layer 0 only, so that decoding its layer can begin here (VP8's Y).
     */
    public boolean isLayerSync() {
        return has(SYNC_BIT);
    }

    /** Returns whether no other frame depends on this one (VP8's N). */
    public boolean isNonReference() {
        return has(NON_REFERENCE_BIT);
    }

    /**
     * Returns whether the packet is known to be the first one of its frame; of H.264 the one with its parameter sets.
     */
    public boolean isStartOfFrame() {
        return has(START_BIT);
    }

    /** Returns whether the packet is the last one of its frame: the RTP marker. */
    public boolean isEndOfFrame() {
        return has(END_BIT);
    }

    /**
     * Returns whether nothing of its encoding came before it that was sent after it; false unless {@link #place} said
     * so.
     */
    public boolean isNewest() {
        return has(NEWEST_BIT);
    }

    /** Returns whether the payload repeats the audio of packets before it ({@link RedPayload}). */
    public boolean isRedundant() {
        return has(REDUNDANT_BIT);
    }

    /** Returns whether an encoding of the source (0 to 7) flows; false unless {@link #place} said so. */
    public boolean isFlowing(int encoding) {
        return (packed >>> (FLOWING_SHIFT + encoding) & 1) != 0;
    }

    /** Returns whether decoding can begin with this packet. */
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
            case H265 -> 5;
        };
    }

    private boolean has(int bit) {
        return (packed >>> bit & 1) != 0;
    }
}
