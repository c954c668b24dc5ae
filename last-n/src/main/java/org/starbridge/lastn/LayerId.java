package org.starbridge.lastn;

/**
 * One layer of a video source, packed into an int: a higher one is a better picture. Allocation, forwarding tables,
 * layers' rates, projection and statistics all name layers by it.
 *
 * <pre>
 *   8-6  encoding: one RTP stream of a simulcast, 0 = the lowest
 *   5-3  spatial layer inside the encoding (SVC), 0 = the lowest; always 0 of a codec without spatial layers
 *   2-0  temporal layer, 0 = the lowest
 * </pre>
 */
public final class LayerId {
    /** No layer: nothing of the source is sent. */
    public static final int NONE = -1;

    /** Encodings of one source, and spatial and temporal layers of one encoding, that there can be. */
    public static final int MAX_LAYERS = 8;

    private static final int SPATIAL_SHIFT = 3;
    private static final int ENCODING_SHIFT = 6;
    private static final int MASK = MAX_LAYERS - 1;

    /** Above each layer that a source has: stands for the best that it sends. */
    public static final int HIGHEST = MASK << ENCODING_SHIFT | MASK << SPATIAL_SHIFT | MASK;

    private LayerId() {}

    /**
     * The id of a layer.
     *
     * @param encoding 0 to 7
     * @param spatial 0 to 7
     * @param temporal 0 to 7
     */
    public static int of(int encoding, int spatial, int temporal) {
        return encoding << ENCODING_SHIFT | spatial << SPATIAL_SHIFT | temporal;
    }

    /** The encoding, 0 to 7; {@link #NONE} of {@link #NONE}. */
    public static int encoding(int layerId) {
        return layerId >> ENCODING_SHIFT;
    }

    /** The spatial layer, 0 to 7; meaningless for {@link #NONE}. */
    public static int spatial(int layerId) {
        return layerId >> SPATIAL_SHIFT & MASK;
    }

    /** The temporal layer, 0 to 7; meaningless for {@link #NONE}. */
    public static int temporal(int layerId) {
        return layerId & MASK;
    }
}
