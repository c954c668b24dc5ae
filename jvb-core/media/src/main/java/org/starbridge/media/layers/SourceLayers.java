package org.starbridge.media.layers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.LayerTargets;
import org.starbridge.rtp.packet.LayersAllocation;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The encodings, spatial and temporal layers of one video source. Owned by the worker of the endpoint that sends it.
 *
 * <p>Before anything is known an encoding is taken for 180 × 2<sup>i</sup> lines high, with one spatial layer and three
 * temporal layers of 7.5, 15 and 30 frames a second; more layers are assumed than there may be, so that no packet is of
 * an unknown one. Key frames tell the heights, which are the smaller sides of the pictures, so that a portrait is as
 * high as a landscape; where they tell that of the highest spatial layer only, each lower one is taken for half of it.
 * A video layers allocation tells size, frame rate, number of temporal layers, target bitrates, and at once which
 * encodings and spatial layers ended. Without it an encoding has ended when the others go on without it,
 * {@value #ENDED_FRAMES} frames long and {@value #ENDED_NS} ns; or when the whole source has been silent for
 * {@value #SILENT_NS} ns, not sooner: a screen on which nothing moves sends a frame now and then. A spatial layer has
 * ended when its encoding says so or goes on without it as long. An encoder may have fewer spatial layers than its
 * structure names: one that a key picture ended without does not flow, until it comes or the encoder says that it has
 * ended.
 *
 * <p>The bitrate of a layer includes what it depends on: the lower temporal layers, and of lower spatial layers the
 * frames that a decoder of this layer needs. In K-SVC these are those of key pictures only.
 */
public final class SourceLayers {
    /** Temporal layers of an encoding. */
    public static final int TEMPORAL_LAYERS = 4;
    /** Spatial layers of an encoding that are distinguished. */
    public static final int SPATIAL_LAYERS = LayerTargets.MAX_LAYERS;
    /** Frames of others after which an encoding or a spatial layer that brought none may have ended. */
    static final int ENDED_FRAMES = 5;
    /** Time for which it must also have brought nothing. */
    static final long ENDED_NS = 500_000_000;
    /** An encoding without a packet for so long has ended, whatever the others do. */
    static final long SILENT_NS = 5_000_000_000L;

    private static final int LOWEST_HEIGHT = 180;
    private static final int ASSUMED_TEMPORAL_LAYERS = 3;
    private static final float ASSUMED_FRAMES_PER_SECOND = 30;
    private static final long NEVER = Long.MIN_VALUE / 2;
    private static final int NO_FRAME = -1;
    private static final int FRAME_NUMBER_MASK = 0xFFFF;

    private final LayerAxes axes;
    private final LayerRates rates;
    private final int[] heights;
    private final float[] framesPerSecond;
    private final int[] temporalLayers;
    private final long[] lastPacketNs;
    private final long[] highestSeq;
    private final int[] framesOfOthers;
    /** Of each picture: when its last packet came, and frames of its encoding since then. */
    private final long[] lastOfPictureNs;

    private final int[] framesWithout;
    /** Spatial layers of each encoding that flow, one bit each. */
    private final int[] activeSpatial;
    /** Spatial layers of each encoding that were told and did not come with the key picture that told them. */
    private final int[] missingSpatial;
    /** Number of the frame that told an encoding's spatial layers, until its picture ended; else {@link #NO_FRAME}. */
    private final int[] telling;
    /** Spatial layers that came since then. */
    private final int[] cameSince;
    /** The smaller side of the picture that was told then, if the sizes of its layers were not; else 0. */
    private final int[] toldSide;

    private int active;
    /** Encodings that flow; while none does, those that flowed until the source fell silent. */
    private int offered;

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
        lastOfPictureNs = new long[axes.pictures()];
        framesWithout = new int[axes.pictures()];
        activeSpatial = new int[encodings];
        missingSpatial = new int[encodings];
        telling = new int[encodings];
        cameSince = new int[encodings];
        toldSide = new int[encodings];
        targetsBps = new long[axes.layers()];
        for (int i = 0; i < encodings; i++) {
            for (int spatial = 0; spatial < SPATIAL_LAYERS; spatial++) {
                heights[axes.picture(LayerId.of(i, spatial, 0))] = LOWEST_HEIGHT << (i + spatial);
            }
        }
        Arrays.fill(activeSpatial, 1);
        Arrays.fill(telling, NO_FRAME);
        Arrays.fill(lastOfPictureNs, NEVER);
        Arrays.fill(framesPerSecond, ASSUMED_FRAMES_PER_SECOND);
        Arrays.fill(temporalLayers, ASSUMED_TEMPORAL_LAYERS);
        Arrays.fill(lastPacketNs, NEVER);
        Arrays.fill(highestSeq, -1);
    }

    /**
     * A packet that is forwarded to receivers of its layer. The facts learn from here which place it has among the
     * others.
     *
     * @param facts parsed from it just now, so that a key frame's height is among them
     * @param extSeq its extended sequence number, of its encoding
     * @param lengthBytes what it weighs
     * @return whether the layers changed, so that they are to be chosen again before this packet goes on
     */
    public boolean onPacket(FrameFacts facts, long extSeq, int lengthBytes, long nowNs) {
        int encoding = facts.encoding();
        if (encoding >= axes.encodings()) {
            return false;
        }
        long before = version;
        int spatial = Math.min(facts.spatialLayer(), SPATIAL_LAYERS - 1);
        int temporal = Math.min(facts.temporalLayer(), TEMPORAL_LAYERS - 1);
        int picture = axes.picture(LayerId.of(encoding, spatial, temporal));
        boolean isNewest = extSeq > highestSeq[encoding];
        if (isNewest) {
            highestSeq[encoding] = extSeq;
        }
        lastPacketNs[encoding] = nowNs;
        framesOfOthers[encoding] = 0;
        activate(encoding);
        lastOfPictureNs[picture] = nowNs;
        framesWithout[picture] = 0;
        onSpatialLayers(facts, encoding, isNewest);
        onLayerOfPicture(facts, encoding, spatial);
        count(facts, encoding, spatial, temporal, lengthBytes, nowNs);
        if (facts.isEndOfFrame()) {
            rates.addFrame(LayerId.of(encoding, spatial, temporal), nowNs);
            onFrameOf(encoding, nowNs);
        }
        facts.place(isNewest, active, activeSpatial[encoding]);
        if (temporal >= temporalLayers[picture]) {
            temporalLayers[picture] = temporal + 1;
            version++;
        }
        return version != before;
    }

    /** A frame is counted to each spatial layer whose decoder needs it. */
    private void count(FrameFacts facts, int encoding, int spatial, int temporal, int lengthBytes, long nowNs) {
        rates.add(LayerId.of(encoding, spatial, temporal), lengthBytes, nowNs);
        if (facts.hasDependencies()) {
            for (int above = spatial + 1; above < SPATIAL_LAYERS; above++) {
                if ((activeSpatial[encoding] >>> above & 1) != 0
                        && LayerTargets.has(facts.present(), above, temporal)) {
                    rates.add(LayerId.of(encoding, above, temporal), lengthBytes, nowNs);
                }
            }
        }
    }

    private void onSpatialLayers(FrameFacts facts, int encoding, boolean isNewest) {
        int told = facts.toldSpatialLayers();
        if (!isNewest && activeSpatial[encoding] != 0) {
            return; // it may speak of layers that ended since
        }
        boolean hasLayers = facts.hasDependencies();
        int spatial = Math.min(facts.spatialLayer(), SPATIAL_LAYERS - 1);
        if (told > 0 && hasLayers) {
            int layers = (1 << told) - 1;
            missingSpatial[encoding] &= layers;
            activateSpatial(encoding, (layers & ~missingSpatial[encoding]) | 1 << spatial);
            if (facts.isKeyFrame() && spatial == 0) {
                telling[encoding] = facts.frameNumber();
                cameSince[encoding] = 0;
                toldSide[encoding] = facts.toldHeight(0) > 0 ? 0 : Math.max(0, facts.smallerSide());
            }
        } else if (told > 0 || (!hasLayers && facts.isKeyFrame())) {
            activateSpatial(encoding, 1);
        } else if (hasLayers) {
            activateSpatial(encoding, activeSpatial[encoding] | 1 << spatial);
        }
        onHeights(facts, encoding, told);
    }

    /**
     * Frames of a picture are numbered one after the other, one for each spatial layer; so the marker shows that the
     * layers above its own did not come.
     */
    private void onLayerOfPicture(FrameFacts facts, int encoding, int spatial) {
        missingSpatial[encoding] &= ~(1 << spatial);
        if (telling[encoding] == NO_FRAME) {
            return;
        }
        cameSince[encoding] |= 1 << spatial;
        int step = facts.frameNumber() - telling[encoding] & FRAME_NUMBER_MASK;
        if (!facts.isEndOfFrame() || step != spatial) {
            return;
        }
        telling[encoding] = NO_FRAME;
        int missing = activeSpatial[encoding] & ~((2 << spatial) - 1) & ~cameSince[encoding];
        if (missing != 0) {
            missingSpatial[encoding] |= missing;
            activateSpatial(encoding, activeSpatial[encoding] & ~missing);
            onHeights(encoding, toldSide[encoding]);
        }
    }

    private void activateSpatial(int encoding, int spatialLayers) {
        if (activeSpatial[encoding] != spatialLayers) {
            activeSpatial[encoding] = spatialLayers;
            version++;
        }
    }

    private void onHeights(FrameFacts facts, int encoding, int told) {
        if (told == 0 || facts.toldHeight(0) == 0 || !facts.hasDependencies()) {
            onHeights(encoding, facts.smallerSide());
            return;
        }
        for (int spatial = 0; spatial < told; spatial++) {
            onHeight(axes.picture(LayerId.of(encoding, spatial, 0)), facts.toldHeight(spatial));
        }
    }

    /** Each layer is taken for half of the one above it. */
    private void onHeights(int encoding, int smallerSide) {
        int count = spatialLayers(encoding);
        for (int spatial = 0; spatial < count && smallerSide > 0; spatial++) {
            onHeight(axes.picture(LayerId.of(encoding, spatial, 0)), smallerSide >> (count - 1 - spatial));
        }
    }

    /** Spatial layers of an encoding, 1 to {@value #SPATIAL_LAYERS}, those below the highest that flows included. */
    private int spatialLayers(int encoding) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, activeSpatial[encoding]));
    }

    private void onFrameOf(int encoding, long nowNs) {
        for (int spatial = 0; activeSpatial[encoding] > 1 && spatial < SPATIAL_LAYERS; spatial++) {
            int picture = axes.picture(LayerId.of(encoding, spatial, 0));
            if ((activeSpatial[encoding] >>> spatial & 1) != 0
                    && ++framesWithout[picture] > ENDED_FRAMES
                    && nowNs - lastOfPictureNs[picture] > ENDED_NS) {
                activateSpatial(encoding, activeSpatial[encoding] & ~(1 << spatial));
            }
        }
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
            flow(active | 1 << encoding);
        }
    }

    private void deactivate(int encoding) {
        if (isActive(encoding)) {
            flow(active & ~(1 << encoding));
        }
    }

    private void flow(int encodings) {
        active = encodings;
        if (encodings != 0) {
            offered = encodings;
        }
        version++;
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
     * @return whether the layers changed, so that they are to be chosen again
     */
    public boolean onAllocation(LayersAllocation allocation) {
        long before = version;
        isAllocationKnown = true;
        for (int encoding = 0; encoding < Math.min(axes.encodings(), LayersAllocation.MAX_STREAMS); encoding++) {
            if (!allocation.isActive(encoding)) {
                end(encoding);
                continue;
            }
            int spatialLayers = 0;
            for (int spatial = 0; spatial < LayersAllocation.MAX_LAYERS; spatial++) {
                if (allocation.isActive(encoding, spatial)) {
                    spatialLayers |= 1 << spatial;
                    onAllocation(allocation, encoding, spatial);
                }
            }
            activateSpatial(encoding, spatialLayers);
        }
        return version != before;
    }

    private void onAllocation(LayersAllocation allocation, int encoding, int spatial) {
        int picture = axes.picture(LayerId.of(encoding, spatial, 0));
        for (int temporal = 0; temporal < TEMPORAL_LAYERS; temporal++) {
            targetsBps[axes.layer(LayerId.of(encoding, spatial, temporal))] =
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

    private void end(int encoding) {
        int first = axes.layer(LayerId.of(encoding, 0, 0));
        Arrays.fill(targetsBps, first, first + SPATIAL_LAYERS * TEMPORAL_LAYERS, 0);
        deactivate(encoding);
    }

    /** Notes that the source fell silent; to be called now and then, for instance before reading. Whether it did. */
    public boolean poll(long nowNs) {
        int heard = 0;
        for (int encoding = 0; encoding < axes.encodings(); encoding++) {
            if (isActive(encoding) && nowNs - lastPacketNs[encoding] <= SILENT_NS) {
                heard |= 1 << encoding;
            }
        }
        if (heard == active) {
            return false;
        }
        flow(heard);
        return true;
    }

    /** Grows with each change of the set of layers, of their sizes or of their frame rates; not of their bitrates. */
    public long version() {
        return version;
    }

    /** Encodings, flowing or not. */
    public int encodings() {
        return axes.encodings();
    }

    /** Returns whether an encoding flows. */
    public boolean isActive(int encoding) {
        return (active >>> encoding & 1) != 0;
    }

    /** Returns whether a layer's spatial layer is among those that its encoding sends, or sent last. */
    private boolean isSpatialActive(int layerId) {
        return (activeSpatial[LayerId.encoding(layerId)] >>> LayerId.spatial(layerId) & 1) != 0;
    }

    /**
     * Returns whether an encoding is one of some targets, or what takes the place of one because nothing better up to
     * that flows.
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

    /** Returns the frames of a layer and of the temporal layers below it that came in the last second. */
    int receivedFramesPerSecond(int layerId, long nowNs) {
        int sum = 0;
        for (int below = LayerId.temporal(layerId); below >= 0; below--) {
            sum += rates.framesPerSecond(layerId - below, nowNs);
        }
        return sum;
    }

    /** Returns what a layer and the layers that it depends on brought in the last second, in bits. */
    public long bitrateBps(int layerId, long nowNs) {
        long sum = 0;
        for (int below = LayerId.temporal(layerId); below >= 0; below--) {
            sum += rates.bitsPerSecond(layerId - below, nowNs);
        }
        return sum;
    }

    /**
     * Returns the bitrate that the sender announced for a layer and those below it; 0 if it did not, or does not send
     * it.
     */
    public long targetBps(int layerId) {
        return targetsBps[axes.layer(layerId)];
    }

    /** All of it at one moment; allocates, so for what chooses layers, not for packets. */
    public LayersSnapshot snapshot(long nowNs) {
        List<LayersSnapshot.Layer> layers = new ArrayList<>();
        for (int encoding = 0; encoding < axes.encodings(); encoding++) {
            for (int spatial = 0; spatial < spatialLayers(encoding); spatial++) {
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
                isActive(LayerId.encoding(layerId)) && isSpatialActive(layerId),
                (offered >>> LayerId.encoding(layerId) & 1) != 0 && isSpatialActive(layerId),
                height(layerId),
                framesPerSecond(layerId),
                receivedFramesPerSecond(layerId, nowNs),
                bitrateBps(layerId, nowNs),
                targetBps(layerId));
    }

    /** Its part of a snapshot, of a source with as many encodings. */
    public void state(State state) throws StateException {
        rates.state(state);
        state.ints(heights);
        for (int i = 0; i < framesPerSecond.length; i++) {
            framesPerSecond[i] = (float) state.f64(framesPerSecond[i]);
        }
        for (int i = 0; i < temporalLayers.length; i++) {
            temporalLayers[i] = state.i32(temporalLayers[i], 0, TEMPORAL_LAYERS);
        }
        state.times(lastPacketNs);
        state.longs(highestSeq);
        state.ints(framesOfOthers);
        state.times(lastOfPictureNs);
        state.ints(framesWithout);
        state.ints(activeSpatial);
        state.ints(missingSpatial);
        state.ints(telling);
        state.ints(cameSince);
        state.ints(toldSide);
        active = state.i32(active);
        offered = state.i32(offered);
        state.longs(targetsBps);
        isAllocationKnown = state.bool(isAllocationKnown);
        version = state.i64(version);
    }
}
