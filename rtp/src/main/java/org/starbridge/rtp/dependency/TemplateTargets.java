package org.starbridge.rtp.dependency;

import org.starbridge.rtp.codec.LayerTargets;

/**
 * The decode targets of a structure as {@link LayerTargets}: the target of a spatial and a temporal layer is the decode
 * target of this spatial layer with the highest temporal layer up to this one. Immutable.
 */
final class TemplateTargets {
    private final DependencyStructure structure;
    private final int[] decodeTargets = new int[LayerTargets.MAX_LAYERS * LayerTargets.MAX_LAYERS];

    TemplateTargets(DependencyStructure structure) {
        this.structure = structure;
        for (int spatial = 0; spatial < LayerTargets.MAX_LAYERS; spatial++) {
            for (int temporal = 0; temporal < LayerTargets.MAX_LAYERS; temporal++) {
                decodeTargets[LayerTargets.MAX_LAYERS * spatial + temporal] = structure.decodeTarget(spatial, temporal);
            }
        }
    }

    DependencyStructure structure() {
        return structure;
    }

    /** The layer targets whose decode targets are in a set. */
    int layerTargets(int mask) {
        int targets = 0;
        for (int i = 0; i < decodeTargets.length; i++) {
            int target = decodeTargets[i];
            targets |= target >= 0 && (mask >>> target & 1) != 0 ? 1 << i : 0;
        }
        return targets;
    }
}
