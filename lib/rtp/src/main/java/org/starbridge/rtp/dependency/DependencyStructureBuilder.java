package org.starbridge.rtp.dependency;

import org.starbridge.rtp.bits.BitWriter;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * Makes a {@link DependencyStructure} from the rows of a table such as those of AV1 RTP appendix A. Owned by one
 * thread; makes one structure. A value out of its range is an {@link IllegalArgumentException}.
 */
public final class DependencyStructureBuilder {
    /** More than the largest structure needs: 64 templates with 32 decode targets and chains, 16 differences each. */
    private static final int CAPACITY_BYTES = 4096;

    private static final int MAX_FRAME_DIFF = 16;
    private static final int MAX_CHAIN_DIFF = 15;
    private static final int MAX_SIZE = 1 << 16;

    private final StructureFields fields = new StructureFields();

    /**
     * Begins a structure.
     *
     * @param templateIdOffset 0 to 63
     * @param decodeTargets 1 to 32
     * @param protectingChains the chain of each decode target; none if there are no chains
     */
    public DependencyStructureBuilder(int templateIdOffset, int decodeTargets, int... protectingChains) {
        fields.templateIdOffset = within("template id offset", templateIdOffset, 0, 63);
        fields.decodeTargets = within("decode targets", decodeTargets, 1, DependencyStructure.MAX_DECODE_TARGETS);
        if (protectingChains.length != 0 && protectingChains.length != decodeTargets) {
            throw new IllegalArgumentException(
                    protectingChains.length + " chains: expected one for each of " + decodeTargets + " decode targets");
        }
        for (int target = 0; target < protectingChains.length; target++) {
            int chain = within("chain", protectingChains[target], 0, decodeTargets - 1);
            fields.protectingChains[target] = (byte) chain;
            fields.chains = Math.max(fields.chains, chain + 1);
        }
    }

    /**
     * Adds a template. The layers go up in steps of one: the temporal one, or the spatial one with the temporal one at
     * 0.
     *
     * @param indications a letter for each decode target, see {@link DecodeTargetIndication#symbol}
     * @param chainDiffs one for each chain, 0 to 15
     * @param frameDiffs 1 to 16 each
     */
    public DependencyStructureBuilder template(
            int spatialLayer, int temporalLayer, String indications, int[] chainDiffs, int... frameDiffs) {
        int template = within("template", fields.templates, 0, DependencyStructure.MAX_TEMPLATES - 1);
        checkLayers(template, spatialLayer, temporalLayer);
        within("indications", indications.length(), fields.decodeTargets, fields.decodeTargets);
        within("chain differences", chainDiffs.length, fields.chains, fields.chains);
        within("frame differences", frameDiffs.length, 0, DependencyStructure.MAX_FRAME_DIFFS);
        fields.spatialLayers[template] = (byte) spatialLayer;
        fields.temporalLayers[template] = (byte) temporalLayer;
        fields.indications[template] = pack(indications);
        for (int chain = 0; chain < chainDiffs.length; chain++) {
            fields.chainDiffs[template * fields.chains + chain] =
                    (byte) within("chain difference", chainDiffs[chain], 0, MAX_CHAIN_DIFF);
        }
        for (int i = 0; i < frameDiffs.length; i++) {
            fields.frameDiffs[template * DependencyStructure.MAX_FRAME_DIFFS + i] =
                    (byte) within("frame difference", frameDiffs[i], 1, MAX_FRAME_DIFF);
        }
        fields.frameDiffCounts[template] = (byte) frameDiffs.length;
        fields.templates++;
        return this;
    }

    private void checkLayers(int template, int spatialLayer, int temporalLayer) {
        int spatialBefore = template == 0 ? 0 : fields.spatialLayers[template - 1];
        int temporalBefore = template == 0 ? 0 : fields.temporalLayers[template - 1];
        boolean isSame = spatialLayer == spatialBefore && temporalLayer == temporalBefore;
        boolean isNextTemporal = spatialLayer == spatialBefore
                && temporalLayer == temporalBefore + 1
                && temporalLayer < DependencyStructure.MAX_TEMPORAL_LAYERS;
        boolean isNextSpatial = spatialLayer == spatialBefore + 1
                && temporalLayer == 0
                && spatialLayer < DependencyStructure.MAX_SPATIAL_LAYERS;
        if (!isSame && (template == 0 || (!isNextTemporal && !isNextSpatial))) {
            throw new IllegalArgumentException("template " + template + " of layer " + spatialLayer + ", "
                    + temporalLayer + " after " + spatialBefore + ", " + temporalBefore);
        }
    }

    /** Adds the size of the next spatial layer in pixels, 1 to 65536 each. All layers have one, or none. */
    public DependencyStructureBuilder resolution(int spatialLayer, int width, int height) {
        within("spatial layer", spatialLayer, 0, DependencyStructure.MAX_SPATIAL_LAYERS - 1);
        fields.hasResolutions = true;
        fields.widths[spatialLayer] = within("width", width, 1, MAX_SIZE);
        fields.heights[spatialLayer] = within("height", height, 1, MAX_SIZE);
        return this;
    }

    /** The structure. */
    public DependencyStructure build() {
        within("templates", fields.templates, 1, DependencyStructure.MAX_TEMPLATES);
        for (int spatial = 0;
                fields.hasResolutions && spatial <= fields.spatialLayers[fields.templates - 1];
                spatial++) {
            within("width of layer " + spatial, fields.widths[spatial], 1, MAX_SIZE);
        }
        try (Slab slab = Slab.allocate(CAPACITY_BYTES)) {
            BitWriter bits = new BitWriter();
            bits.set(slab.address(), CAPACITY_BYTES);
            fields.write(bits);
            int length = bits.position();
            return new DependencyStructure(fields.trimmed(), Memory.copyOf(slab.address(), bits.finish()), length);
        }
    }

    /** The indications that letters stand for, packed: see {@link DependencyStructure}. */
    static long pack(String indications) {
        long packed = 0;
        for (int target = 0; target < indications.length(); target++) {
            packed |= (long) DecodeTargetIndication.ofSymbol(indications.charAt(target))
                            .code()
                    << (2 * target);
        }
        return packed;
    }

    private static int within(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " " + value + ": expected " + least + " to " + most);
        }
        return value;
    }
}
