package org.starbridge.media.layers;

import org.starbridge.lastn.LayerId;

/**
 * Greatest number of layers of a source in each direction; numbers them without gaps, for arrays.
 *
 * @param encodings encodings, 1 to 8
 * @param spatialLayers spatial layers of each, 1 to 8; 1 of a codec without
 * @param temporalLayers temporal layers of each of these, 1 to 8
 */
record LayerAxes(int encodings, int spatialLayers, int temporalLayers) {
    /** Returns the number of layers. */
    int layers() {
        return pictures() * temporalLayers;
    }

    /** Returns the number of sizes of picture: spatial layers of all encodings. */
    int pictures() {
        return encodings * spatialLayers;
    }

    /** The number of a layer, 0 to {@link #layers} - 1. */
    int layer(int layerId) {
        return picture(layerId) * temporalLayers + LayerId.temporal(layerId);
    }

    /** The number of a layer's picture, 0 to {@link #pictures} - 1. */
    int picture(int layerId) {
        return LayerId.encoding(layerId) * spatialLayers + LayerId.spatial(layerId);
    }
}
