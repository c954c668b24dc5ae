package org.starbridge.hammer.media.file;

/** Temporal layer of each frame of a recording: the content of its VP8 descriptors (RFC 7741 section 4.2). */
enum TemporalPattern {
    /** One layer. */
    NONE(0),

    /**
     * Three layers, a half and a quarter of the frames without the upper ones. Of four frames the second and the third
     * refer to layer 0 alone, the fourth to layers 0 and 1. Key frames stand where the pattern begins.
     */
    THREE_LAYERS(0, 2, 1, 2);

    @SuppressWarnings("ImmutableEnumChecker") // written here only
    private final int[] layers;

    TemporalPattern(int... layers) {
        this.layers = layers;
    }

    /** TID of the {@code frame}th frame, counted from 0. */
    int layer(int frame) {
        return layers[frame % layers.length];
    }

    /** Y of the {@code frame}th frame: whether it refers to layer 0 alone. */
    boolean isSync(int frame) {
        return layer(frame) > 0 && frame % layers.length < layers.length - 1;
    }
}
