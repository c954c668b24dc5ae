package org.starbridge.rtp.dependency;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.bits.BitReader;
import org.starbridge.rtp.bits.BitWriter;

/**
 * The fields of a {@link DependencyStructure}, in arrays that have room for the largest one or, after {@link #trimmed},
 * are as long as needed. Read from the wire, or filled by {@link DependencyStructureBuilder}. Owned by one thread.
 */
final class StructureFields {
    /** Values of next_layer_idc. */
    private static final int SAME_LAYER = 0;

    private static final int NEXT_TEMPORAL_LAYER = 1;
    private static final int NEXT_SPATIAL_LAYER = 2;
    private static final int NO_MORE_TEMPLATES = 3;

    private static final int DECODE_TARGETS_BITS = 5;
    private static final int LAYER_BITS = 2;
    private static final int INDICATION_BITS = 2;
    private static final int DIFF_BITS = 4;
    private static final int SIZE_BITS = 16;

    int templateIdOffset;
    int templates;
    int decodeTargets;
    int chains;
    boolean hasResolutions;
    byte[] spatialLayers = new byte[DependencyStructure.MAX_TEMPLATES];
    byte[] temporalLayers = new byte[DependencyStructure.MAX_TEMPLATES];
    long[] indications = new long[DependencyStructure.MAX_TEMPLATES];
    byte[] frameDiffCounts = new byte[DependencyStructure.MAX_TEMPLATES];
    byte[] frameDiffs = new byte[DependencyStructure.MAX_TEMPLATES * DependencyStructure.MAX_FRAME_DIFFS];
    byte[] chainDiffs = new byte[DependencyStructure.MAX_TEMPLATES * DependencyStructure.MAX_DECODE_TARGETS];
    byte[] protectingChains = new byte[DependencyStructure.MAX_DECODE_TARGETS];
    int[] widths = new int[DependencyStructure.MAX_SPATIAL_LAYERS];
    int[] heights = new int[DependencyStructure.MAX_SPATIAL_LAYERS];

    /** Reads a structure; null if it is well formed, else why not. */
    @Nullable
    DependencyFault read(BitReader bits) {
        templateIdOffset = (int) bits.bits(DependencyStructure.TEMPLATE_ID_BITS);
        decodeTargets = (int) bits.bits(DECODE_TARGETS_BITS) + 1;
        DependencyFault fault = readLayers(bits);
        if (fault != null) {
            return fault;
        }
        for (int template = 0; template < templates; template++) {
            indications[template] = readIndications(bits, decodeTargets);
        }
        for (int template = 0; template < templates; template++) {
            fault = readFrameDiffs(bits, template);
            if (fault != null) {
                return fault;
            }
        }
        readChains(bits);
        readResolutions(bits);
        return bits.isOverrun() ? DependencyFault.TRUNCATED : null;
    }

    private @Nullable DependencyFault readLayers(BitReader bits) {
        int spatial = 0;
        int temporal = 0;
        templates = 0;
        while (templates < DependencyStructure.MAX_TEMPLATES) {
            spatialLayers[templates] = (byte) spatial;
            temporalLayers[templates] = (byte) temporal;
            templates++;
            switch ((int) bits.bits(LAYER_BITS)) {
                case SAME_LAYER -> {}
                case NEXT_TEMPORAL_LAYER -> temporal++;
                case NEXT_SPATIAL_LAYER -> {
                    temporal = 0;
                    spatial++;
                }
                default -> {
                    return null;
                }
            }
            if (bits.isOverrun()) {
                return DependencyFault.TRUNCATED;
            }
            if (spatial >= DependencyStructure.MAX_SPATIAL_LAYERS
                    || temporal >= DependencyStructure.MAX_TEMPORAL_LAYERS) {
                return DependencyFault.TOO_MANY_LAYERS;
            }
        }
        return DependencyFault.TOO_MANY_TEMPLATES;
    }

    /** Reads the indications of one frame, packed. */
    static long readIndications(BitReader bits, int decodeTargets) {
        long indications = 0;
        for (int target = 0; target < decodeTargets; target++) {
            indications |= bits.bits(INDICATION_BITS) << (2 * target);
        }
        return indications;
    }

    private @Nullable DependencyFault readFrameDiffs(BitReader bits, int template) {
        int count = 0;
        while (bits.bit() != 0) {
            if (count == DependencyStructure.MAX_FRAME_DIFFS) {
                return DependencyFault.TOO_MANY_FRAME_DIFFS;
            }
            frameDiffs[template * DependencyStructure.MAX_FRAME_DIFFS + count++] = (byte) (bits.bits(DIFF_BITS) + 1);
        }
        frameDiffCounts[template] = (byte) count;
        return null;
    }

    private void readChains(BitReader bits) {
        chains = bits.nonSymmetric(decodeTargets + 1);
        if (chains == 0) {
            return;
        }
        for (int target = 0; target < decodeTargets; target++) {
            protectingChains[target] = (byte) bits.nonSymmetric(chains);
        }
        for (int i = 0; i < templates * chains; i++) {
            chainDiffs[i] = (byte) bits.bits(DIFF_BITS);
        }
    }

    private void readResolutions(BitReader bits) {
        hasResolutions = bits.bit() != 0;
        for (int spatial = 0; hasResolutions && spatial <= spatialLayers[templates - 1]; spatial++) {
            widths[spatial] = (int) bits.bits(SIZE_BITS) + 1;
            heights[spatial] = (int) bits.bits(SIZE_BITS) + 1;
        }
    }

    /** Writes the structure; the layers of its templates are in the order that the format can express. */
    void write(BitWriter bits) {
        bits.bits(templateIdOffset, DependencyStructure.TEMPLATE_ID_BITS);
        bits.bits(decodeTargets - 1, DECODE_TARGETS_BITS);
        for (int template = 1; template < templates; template++) {
            bits.bits(nextLayer(template), LAYER_BITS);
        }
        bits.bits(NO_MORE_TEMPLATES, LAYER_BITS);
        for (int template = 0; template < templates; template++) {
            writeIndications(bits, indications[template], decodeTargets);
        }
        for (int template = 0; template < templates; template++) {
            for (int i = 0; i < frameDiffCounts[template]; i++) {
                bits.bit(1);
                bits.bits(frameDiffs[template * DependencyStructure.MAX_FRAME_DIFFS + i] - 1, DIFF_BITS);
            }
            bits.bit(0);
        }
        writeChains(bits);
        bits.flag(hasResolutions);
        for (int spatial = 0; hasResolutions && spatial <= spatialLayers[templates - 1]; spatial++) {
            bits.bits(widths[spatial] - 1, SIZE_BITS);
            bits.bits(heights[spatial] - 1, SIZE_BITS);
        }
    }

    private int nextLayer(int template) {
        if (spatialLayers[template] != spatialLayers[template - 1]) {
            return NEXT_SPATIAL_LAYER;
        }
        return temporalLayers[template] != temporalLayers[template - 1] ? NEXT_TEMPORAL_LAYER : SAME_LAYER;
    }

    /** Writes the packed indications of one frame. */
    static void writeIndications(BitWriter bits, long indications, int decodeTargets) {
        for (int target = 0; target < decodeTargets; target++) {
            bits.bits(indications >>> (2 * target), INDICATION_BITS);
        }
    }

    private void writeChains(BitWriter bits) {
        bits.nonSymmetric(chains, decodeTargets + 1);
        if (chains == 0) {
            return;
        }
        for (int target = 0; target < decodeTargets; target++) {
            bits.nonSymmetric(protectingChains[target], chains);
        }
        for (int i = 0; i < templates * chains; i++) {
            bits.bits(chainDiffs[i], DIFF_BITS);
        }
    }

    /** A copy with arrays no longer than needed. */
    StructureFields trimmed() {
        StructureFields copy = new StructureFields();
        copy.templateIdOffset = templateIdOffset;
        copy.templates = templates;
        copy.decodeTargets = decodeTargets;
        copy.chains = chains;
        copy.hasResolutions = hasResolutions;
        copy.spatialLayers = Arrays.copyOf(spatialLayers, templates);
        copy.temporalLayers = Arrays.copyOf(temporalLayers, templates);
        copy.indications = Arrays.copyOf(indications, templates);
        copy.frameDiffCounts = Arrays.copyOf(frameDiffCounts, templates);
        copy.frameDiffs = Arrays.copyOf(frameDiffs, templates * DependencyStructure.MAX_FRAME_DIFFS);
        copy.chainDiffs = Arrays.copyOf(chainDiffs, templates * chains);
        copy.protectingChains = Arrays.copyOf(protectingChains, decodeTargets);
        copy.widths = widths.clone();
        copy.heights = heights.clone();
        return copy;
    }
}
