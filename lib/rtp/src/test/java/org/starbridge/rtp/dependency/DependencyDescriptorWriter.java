package org.starbridge.rtp.dependency;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.bits.BitWriter;

/**
 * Writes dependency descriptors as a sender does, field by field; {@link DependencyDescriptor} draws the format. Owned
 * by one thread. {@link #frame} begins a descriptor and forgets what was set for the one before.
 */
public final class DependencyDescriptorWriter {
    private static final int FRAME_NUMBER_BITS = 16;
    private static final int FLAGS_BITS = 5;
    private static final int CHAIN_DIFF_BITS = 8;
    private static final int MAX_CHAIN_DIFF = 255;
    private static final int MAX_FRAME_DIFF = 4096;

    private final DependencyStructure structure;
    private final BitWriter bits = new BitWriter();
    private boolean isStart;
    private boolean isEnd;
    private int templateId;
    private int frameNumber;
    private boolean hasStructure;
    private long activeDecodeTargets;
    private @Nullable String indications;
    private int @Nullable [] frameDiffs;
    private int @Nullable [] chainDiffs;

    /** A writer of descriptors that refer to a structure. */
    public DependencyDescriptorWriter(DependencyStructure structure) {
        this.structure = structure;
    }

    /**
     * Begins a descriptor.
     *
     * @param template an index of the structure's templates
     * @param frameNumber its low 16 bits are written
     */
    public DependencyDescriptorWriter frame(boolean isStart, boolean isEnd, int template, long frameNumber) {
        this.isStart = isStart;
        this.isEnd = isEnd;
        this.templateId = (structure.templateIdOffset() + template) & DependencyStructure.TEMPLATE_ID_MASK;
        this.frameNumber = (int) frameNumber & 0xFFFF;
        hasStructure = false;
        activeDecodeTargets = -1;
        indications = null;
        frameDiffs = null;
        chainDiffs = null;
        return this;
    }

    /** Adds the structure, as in the first packet of a key frame. */
    public DependencyDescriptorWriter withStructure() {
        hasStructure = true;
        return this;
    }

    /** Adds the active decode targets, one bit each, target 0 lowest. */
    public DependencyDescriptorWriter activeDecodeTargets(int mask) {
        activeDecodeTargets = mask & structure.allDecodeTargets() & 0xFFFF_FFFFL;
        return this;
    }

    /** Adds the frame's own indications, a letter for each decode target: see {@link DecodeTargetIndication#symbol}. */
    public DependencyDescriptorWriter indications(String letters) {
        if (letters.length() != structure.decodeTargets()) {
            throw new IllegalArgumentException(
                    letters + ": expected indications of " + structure.decodeTargets() + " decode targets");
        }
        indications = letters;
        return this;
    }

    /** Adds the frame's own frame differences: at most 16, 1 to 4096 each. */
    public DependencyDescriptorWriter frameDiffs(int... diffs) {
        for (int diff : diffs) {
            if (diff < 1 || diff > MAX_FRAME_DIFF || diffs.length > DependencyStructure.MAX_FRAME_DIFFS) {
                throw new IllegalArgumentException(
                        Arrays.toString(diffs) + ": expected up to 16 frame differences, 1 to 4096 each");
            }
        }
        frameDiffs = diffs.clone();
        return this;
    }

    /** Adds the frame's own chain differences: one for each chain, 0 to 255. */
    public DependencyDescriptorWriter chainDiffs(int... diffs) {
        for (int diff : diffs) {
            if (diff < 0 || diff > MAX_CHAIN_DIFF || diffs.length != structure.chains()) {
                throw new IllegalArgumentException(Arrays.toString(diffs) + ": expected " + structure.chains()
                        + " chain differences, 0 to 255 each");
            }
        }
        chainDiffs = diffs.clone();
        return this;
    }

    /**
     * Writes the descriptor.
     *
     * @return the length written, or 0 if it is more than {@code capacityBytes}
     */
    public int write(long address, int capacityBytes) {
        bits.set(address, capacityBytes);
        bits.flag(isStart);
        bits.flag(isEnd);
        bits.bits(templateId, DependencyStructure.TEMPLATE_ID_BITS);
        bits.bits(frameNumber, FRAME_NUMBER_BITS);
        int flags = (hasStructure ? DependencyDescriptor.STRUCTURE : 0)
                | (activeDecodeTargets >= 0 ? DependencyDescriptor.ACTIVE_TARGETS : 0)
                | (indications != null ? DependencyDescriptor.CUSTOM_INDICATIONS : 0)
                | (frameDiffs != null ? DependencyDescriptor.CUSTOM_FRAME_DIFFS : 0)
                | (chainDiffs != null ? DependencyDescriptor.CUSTOM_CHAIN_DIFFS : 0);
        if (flags != 0) {
            bits.bits(flags, FLAGS_BITS);
            writeExtendedFields();
        }
        return bits.finish();
    }

    private void writeExtendedFields() {
        if (hasStructure) {
            structure.encode(bits, structure.templateIdOffset());
        }
        if (activeDecodeTargets >= 0) {
            bits.bits(activeDecodeTargets, structure.decodeTargets());
        }
        if (indications != null) {
            StructureFields.writeIndications(
                    bits, DependencyStructureBuilder.pack(indications), structure.decodeTargets());
        }
        if (frameDiffs != null) {
            writeFrameDiffs(frameDiffs);
        }
        if (chainDiffs != null) {
            for (int diff : chainDiffs) {
                bits.bits(diff, CHAIN_DIFF_BITS);
            }
        }
    }

    /** Each in the fewest bits: 4, 8 or 12. */
    private void writeFrameDiffs(int[] diffs) {
        for (int diff : diffs) {
            int size = diff <= 16 ? 1 : diff <= 256 ? 2 : 3;
            bits.bits(size, 2);
            bits.bits(diff - 1, 4 * size);
        }
        bits.bits(0, 2);
    }
}
