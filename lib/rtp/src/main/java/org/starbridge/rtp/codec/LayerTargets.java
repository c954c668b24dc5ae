package org.starbridge.rtp.codec;

/**
 * Sets of targets in an int: a target is the picture of one spatial layer at the frame rate of one temporal layer, with
 * all frames that it depends on. Bit {@code 4 × spatial + temporal}. What a decode target is to the AV1 dependency
 * descriptor, in the terms of layers; the same for every codec. Stateless; any value is safe.
 */
public final class LayerTargets {
    /** Spatial layers that are distinguished, and temporal layers of each. */
    public static final int MAX_LAYERS = 4;

    /** All targets. */
    public static final int ALL = 0xFFFF;

    private static final int TOP = MAX_LAYERS - 1;
    private static final int ALL_OF_ONE = 0xF;

    private LayerTargets() {}

    /**
     * Returns whether a set has a target.
     *
     * @param spatial 0 to 7, higher ones than {@value #MAX_LAYERS} - 1 stand for that
     * @param temporal 0 to 7, as well
     */
    public static boolean has(int targets, int spatial, int temporal) {
        return (targets >>> bit(spatial, temporal) & 1) != 0;
    }

    /** The number of a target's bit, 0 to 15. */
    static int bit(int spatial, int temporal) {
        return MAX_LAYERS * Math.min(spatial, TOP) + Math.min(temporal, TOP);
    }

    /** The targets of a spatial layer from a temporal layer on. */
    static int of(int spatial, int temporal) {
        return ((ALL_OF_ONE << Math.min(temporal, TOP)) & ALL_OF_ONE) << (MAX_LAYERS * Math.min(spatial, TOP));
    }

    /** The targets of a spatial layer and of those above it, from a temporal layer on. */
    static int from(int spatial, int temporal) {
        int targets = 0;
        for (int each = Math.min(spatial, TOP); each < MAX_LAYERS; each++) {
            targets |= of(each, temporal);
        }
        return targets;
    }
}
