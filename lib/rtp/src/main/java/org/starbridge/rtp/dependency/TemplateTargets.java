package org.starbridge.rtp.dependency;

import org.starbridge.rtp.codec.LayerTargets;

/**
 * The decode targets of a structure as {@link LayerTargets}: the target of a spatial and a temporal layer is the decode
 * target of this spatial layer with the highest temporal layer up to this one. Immutable.
 */
final class TemplateTargets {
    private final DependencyStructure structure;
    private final int[] chains = new int[LayerTargets.MAX_LAYERS];
    private final int[] decodeTargets = new int[LayerTargets.MAX_LAYERS * LayerTargets.MAX_LAYERS];

    TemplateTargets(DependencyStructure structure) {
        this.structure = structure;
        for (int spatial = 0; spatial < LayerTargets.MAX_LAYERS; spatial++) {
            for (int temporal = 0; temporal < LayerTargets.MAX_LAYERS; temporal++) {
                decodeTargets[LayerTargets.MAX_LAYERS * spatial + temporal] = structure.decodeTarget(spatial, temporal);
            }
            // Its frames are of all targets of the layer, however many temporal layers these have.
            int target = structure.decodeTarget(spatial, 0);
            chains[spatial] = target < 0 ? -1 : structure.protectingChain(target);
        }
    }

    DependencyStructure structure() {
        return structure;
    }

    /** The chain that protects the decode target of a spatial layer with temporal layer 0 only; -1 if there is none. */
    int chainOf(int spatial) {
        return chains[spatial];
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
