package org.starbridge.media.api;

import java.util.List;
import org.starbridge.media.layers.SourceLayers;

/**
 * A source's layers at one moment, for who chooses among them on another thread.
 *
 * @param version {@link SourceLayers#version}: if it is the same, only bitrates differ
 * @param layers every temporal layer of every encoding, low to high quality
 */
public record LayersSnapshot(long version, List<Layer> layers) {
    public LayersSnapshot {
        layers = List.copyOf(layers);
    }

    /**
     * One layer.
     *
     * @param index encoding × 64 + spatial layer × 8 + temporal layer
     * @param isActive whether its encoding flows
     * @param height the smaller side of the picture, in pixels
     * @param framesPerSecond with the layers below it
     * @param bitrateBps what it and the layers that it depends on brought in the last second, bit/s
     * @param targetBps what the sender says that they are to cost, bit/s; 0 if it does not tell
     */
    public record Layer(
            int index, boolean isActive, int height, float framesPerSecond, long bitrateBps, long targetBps) {
        /** The encoding, 0 = the lowest. */
        public int encoding() {
            return index >> 6;
        }

        /** The temporal layer, 0 = the lowest. */
        public int temporalLayer() {
            return index & 7;
        }
    }
}
