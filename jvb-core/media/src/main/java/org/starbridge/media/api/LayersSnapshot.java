package org.starbridge.media.api;

import java.util.List;
import org.starbridge.lastn.LayerId;

/**
 * A source's layers at one moment, for what chooses among them on another thread.
 *
 * @param version grows with each change but those of bitrates
 * @param layers every temporal layer of every spatial layer of every encoding, low to high quality
 */
public record LayersSnapshot(long version, List<Layer> layers) {
    public LayersSnapshot {
        layers = List.copyOf(layers);
    }

    /**
     * One layer.
     *
     * @param id a {@link LayerId}
     * @param isActive whether its encoding and its spatial layer flow
     * @param isOffered whether it flows, or did when the source, which is silent now, was last heard: a screen on which
     *     nothing moves goes on with what it sent
     * @param height the smaller side of the picture, in pixels
     * @param framesPerSecond with the layers below it, as the sender tells; 30 for all layers if it does not
     * @param receivedFramesPerSecond with the layers below it, those that came in the last second
     * @param bitrateBps what it and the layers that it depends on brought in the last second, bit/s
     * @param targetBps what the sender says that they are to cost, bit/s; 0 if it does not tell
     */
    public record Layer(
            int id,
            boolean isActive,
            boolean isOffered,
            int height,
            float framesPerSecond,
            float receivedFramesPerSecond,
            long bitrateBps,
            long targetBps) {
        /** One of a source that is not silent, and sends as many frames as it tells. */
        public Layer(int id, boolean isActive, int height, float framesPerSecond, long bitrateBps, long targetBps) {
            this(id, isActive, isActive, height, framesPerSecond, framesPerSecond, bitrateBps, targetBps);
        }

        /** The encoding, 0 = the lowest. */
        public int encoding() {
            return LayerId.encoding(id);
        }

        /** The spatial layer, 0 = the lowest. */
        public int spatialLayer() {
            return LayerId.spatial(id);
        }

        /** The temporal layer, 0 = the lowest. */
        public int temporalLayer() {
            return LayerId.temporal(id);
        }
    }
}
