package org.starbridge.media.layers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.packet.LayersAllocation;

/**
 * The encodings and temporal layers of one video source. Owned by the worker of the endpoint that sends it.
 *
 * <p>Before anything is known an encoding is taken for 180 × 2<sup>i</sup> lines high, with three temporal layers of
 * 7.5, 15 and 30 frames a second; more layers are assumed than there may be, so that no packet is of an unknown one.
 * Key frames tell the height, which is the smaller side of the picture, so that a portrait is as high as a landscape;
 * of several spatial layers in one encoding it is that of the highest, as it goes whole. A video layers allocation
 * tells size, frame rate, number of temporal layers, target bitrates, and at once which encodings ended. Without it an
 * encoding has ended when the others go on without it, {@value #ENDED_FRAMES} frames long and {@value #ENDED_NS} ns; or
 * when the whole source has been silent for {@value #SILENT_NS} ns, not sooner: a screen on which nothing moves sends a
 * frame now and then.
 *
 * <p>The bitrate of a layer includes what it depends on: the lower temporal layers of its encoding.
 */
public final class SourceLayers {
    /** Temporal layers of an encoding. */
    public static final int TEMPORAL_LAYERS = 4;
    /** Spatial layers of an encoding that are told apart: one, as the bridge passes all of them. */
    public static final int SPATIAL_LAYERS = 1;
    /** Frames of other encodings after which one that brought none may have ended. */
    static final int ENDED_FRAMES = 5;
    /** How long it must have brought nothing, besides. */
    static final long ENDED_NS = 500_000_000;
    /** An encoding without a packet for so long has ended, whatever the others do. */
    static final long SILENT_NS = 5_000_000_000L;

    private static final int LOWEST_HEIGHT = 180;
    private static final int ASSUMED_TEMPORAL_LAYERS = 3;
    private static final float ASSUMED_FRAMES_PER_SECOND = 30;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final LayerAxes axes;
    private final LayerRates rates;
    private final int[] heights;
    private final float[] framesPerSecond;
    private final int[] temporalLayers;
    private final long[] lastPacketNs;
    private final long[] highestSeq;
    private final int[] framesOfOthers;
    private int active;
    private final long[] targetsBps;
    private boolean isAllocationKnown;
    private long version;

    /**
     * Layers of a source.
     *
     * @param encodings how many encodings it may send, 1 to {@value FrameFacts#MAX_ENCODINGS}, low to high quality
     */
    public SourceLayers(int encodings) {
        if (encodings < 1 || encodings > FrameFacts.MAX_ENCODINGS) {
            throw new IllegalArgumentException(encodings + " encodings: expected 1 to " + FrameFacts.MAX_ENCODINGS);
        }
        axes = new LayerAxes(encodings, SPATIAL_LAYERS, TEMPORAL_LAYERS);
        rates = new LayerRates(axes);
        heights = new int[axes.pictures()];
        framesPerSecond = new float[axes.pictures()];
        temporalLayers = new int[axes.pictures()];
        lastPacketNs = new long[encodings];
        highestSeq = new long[encodings];
        framesOfOthers = new int[encodings];
        targetsBps = new long[axes.layers()];
        for (int i = 0; i < encodings; i++) {
            Arrays.fill(heights, i * SPATIAL_LAYERS, (i + 1) * SPATIAL_LAYERS, LOWEST_HEIGHT << i);
        }
        Arrays.fill(framesPerSecond, ASSUMED_FRAMES_PER_SECOND);
        Arrays.fill(temporalLayers, ASSUMED_TEMPORAL_LAYERS);
        Arrays.fill(lastPacketNs, NEVER);
        Arrays.fill(highestSeq, -1);
    }

    /**
     * A packet that is forwarded to whoever wants its layer. The facts learn from here which place it has among the
     * others.
     *
     * @param facts parsed from it just now, so that a key frame's height is among them
     * @param extSeq its extended sequence number, of its encoding
     * @param lengthBytes what it weighs
     * @return whether the layers changed, so that they are to be chosen anew before this packet goes on
     */
    public boolean onPacket(FrameFacts facts, long extSeq, int lengthBytes, long nowNs) {
        int encoding = facts.encoding();
        if (encoding >= axes.encodings()) {
            return false;
        }
        long before = version;
        int spatial = Math.min(facts.spatialLayer(), SPATIAL_LAYERS - 1);
        int temporal = Math.min(facts.temporalLayer(), TEMPORAL_LAYERS - 1);
        int layerId = LayerId.of(encoding, spatial, temporal);
        int picture = axes.picture(layerId);
        rates.add(layerId, lengthBytes, nowNs);
        boolean isNewest = extSeq > highestSeq[encoding];
        if (isNewest) {
            highestSeq[encoding] = extSeq;
        }
        lastPacketNs[encoding] = nowNs;
        framesOfOthers[encoding] = 0;
        activate(encoding);
        if (facts.isEndOfFrame() && axes.encodings() > 1) {
            onFrameOf(encoding, nowNs);
        }
        facts.place(isNewest, active);
        if (temporal >= temporalLayers[picture]) {
            temporalLayers[picture] = temporal + 1;
            version++;
        }
        if (facts.smallerSide() > 0) {
            onHeight(picture, facts.smallerSide());
        }
        return version != before;
    }

    private void onFrameOf(int encoding, long nowNs) {
        for (int other = 0; other < axes.encodings(); other++) {
            if (other != encoding
                    && ++framesOfOthers[other] >= ENDED_FRAMES
                    && nowNs - lastPacketNs[other] > ENDED_NS) {
                deactivate(other);
            }
        }
    }

    private void activate(int encoding) {
        if (!isActive(encoding)) {
            active |= 1 << encoding;
            version++;
        }
    }

    private void deactivate(int encoding) {
        if (isActive(encoding)) {
            active &= ~(1 << encoding);
            version++;
        }
    }

    private void onHeight(int picture, int height) {
        if (heights[picture] != height) {
            heights[picture] = height;
            version++;
        }
    }

    /**
     * The sender told what it sends.
     *
     * @return whether the layers changed, so that they are to be chosen anew
     */
    public boolean onAllocation(LayersAllocation allocation) {
        long before = version;
        isAllocationKnown = true;
        for (int encoding = 0; encoding < Math.min(axes.encodings(), LayersAllocation.MAX_STREAMS); encoding++) {
            int spatial = highestSpatialLayer(allocation, encoding);
            if (spatial < 0) {
                end(encoding);
                continue;
            }
            int picture = axes.picture(LayerId.of(encoding, SPATIAL_LAYERS - 1, 0));
            for (int temporal = 0; temporal < TEMPORAL_LAYERS; temporal++) {
                targetsBps[axes.layer(LayerId.of(encoding, SPATIAL_LAYERS - 1, temporal))] =
                        allocation.targetBps(encoding, spatial, temporal);
            }
            int layers = allocation.temporalLayers(encoding, spatial);
            float frames = allocation.framesPerSecond(encoding, spatial);
            if (layers != temporalLayers[picture]) {
                temporalLayers[picture] = layers;
                version++;
            }
            if (frames > 0 && frames != framesPerSecond[picture]) {
                framesPerSecond[picture] = frames;
                version++;
            }
            if (allocation.hasSizes()) {
                onHeight(picture, allocation.smallerSide(encoding, spatial));
            }
        }
        return version != before;
    }

    private static int highestSpatialLayer(LayersAllocation allocation, int encoding) {
        for (int spatial = LayersAllocation.MAX_LAYERS - 1; spatial >= 0; spatial--) {
            if (allocation.isActive(encoding, spatial)) {
                return spatial;
            }
        }
        return -1;
    }

    private void end(int encoding) {
        int first = axes.layer(LayerId.of(encoding, 0, 0));
        Arrays.fill(targetsBps, first, first + SPATIAL_LAYERS * TEMPORAL_LAYERS, 0);
        deactivate(encoding);
    }

    /** Notes that the source fell silent; to be called now and then, for instance before reading. Whether it did. */
    public boolean poll(long nowNs) {
        long before = version;
        for (int encoding = 0; encoding < axes.encodings(); encoding++) {
            if (nowNs - lastPacketNs[encoding] > SILENT_NS) {
                deactivate(encoding);
            }
        }
        return version != before;
    }

    /** Grows with each change of the set of layers, of their sizes or of their frame rates; not of their bitrates. */
    public long version() {
        return version;
    }

    /** Encodings, flowing or not. */
    public int encodings() {
        return axes.encodings();
    }

    /** Whether an encoding flows. */
    public boolean isActive(int encoding) {
        return (active >>> encoding & 1) != 0;
    }

    /**
     * Whether an encoding is one of some targets, or what takes the place of one because nothing better up to that
     * flows.
     *
     * @param targets encodings, one bit each
     */
    public boolean isBestUpTo(int targets, int encoding) {
        for (int above = encoding; above < Integer.SIZE; above++) {
            if (above > encoding && above < axes.encodings() && isActive(above)) {
                return false;
            }
            if ((targets >>> above & 1) != 0) {
                return true;
            }
        }
        return false;
    }

    /** The smaller side of a layer's picture, in pixels: what constraints mean by its height. */
    public int height(int layerId) {
        return heights[axes.picture(layerId)];
    }

    /**
     * Temporal layers of the picture that a layer is of, 1 to {@value #TEMPORAL_LAYERS}; as many as assumed until a
     * sender tells.
     */
    public int temporalLayers(int layerId) {
        return temporalLayers[axes.picture(layerId)];
    }

    /** Frames a second up to a layer: each temporal layer doubles them. */
    public float framesPerSecond(int layerId) {
        int above = Math.max(0, temporalLayers(layerId) - 1 - LayerId.temporal(layerId));
        return framesPerSecond[axes.picture(layerId)] / (1 << above);
    }

    /** What a layer and the temporal layers below it brought in the last second, in bits. */
    public long bitrateBps(int layerId, long nowNs) {
        long sum = 0;
        for (int below = LayerId.temporal(layerId); below >= 0; below--) {
            sum += rates.bitsPerSecond(layerId - below, nowNs);
        }
        return sum;
    }

    /** Whether the sender tells target bitrates. */
    public boolean hasTargets() {
        return isAllocationKnown;
    }

    /** What the sender said that a layer and those below it are to cost; 0 if it did not, or does not send it. */
    public long targetBps(int layerId) {
        return targetsBps[axes.layer(layerId)];
    }

    /** All of it at one moment; allocates, so for what chooses layers, not for packets. */
    public LayersSnapshot snapshot(long nowNs) {
        List<LayersSnapshot.Layer> layers = new ArrayList<>();
        for (int encoding = 0; encoding < axes.encodings(); encoding++) {
            for (int spatial = 0; spatial < SPATIAL_LAYERS; spatial++) {
                int temporalLayers = temporalLayers(LayerId.of(encoding, spatial, 0));
                for (int temporal = 0; temporal < temporalLayers; temporal++) {
                    layers.add(layer(LayerId.of(encoding, spatial, temporal), nowNs));
                }
            }
        }
        return new LayersSnapshot(version, layers);
    }

    private LayersSnapshot.Layer layer(int layerId, long nowNs) {
        return new LayersSnapshot.Layer(
                layerId,
                isActive(LayerId.encoding(layerId)),
                height(layerId),
                framesPerSecond(layerId),
                bitrateBps(layerId, nowNs),
                targetBps(layerId));
    }
}
