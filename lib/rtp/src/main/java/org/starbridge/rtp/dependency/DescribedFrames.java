package org.starbridge.rtp.dependency;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.LayerTargets;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Dependencies of each frame of one SSRC, from dependency descriptors (AV1 RTP appendix A): keeps the structures that
 * key frames bring, and says of each packet in terms of layers what its descriptor says in terms of templates and
 * decode targets. Owned by one thread; one for each SSRC. Allocates only when a structure changes.
 *
 * <p>The structure before the current one is kept, too: packets that it describes may come late. A packet whose
 * structure is not known can not be judged; it says nothing.
 */
public final class DescribedFrames {
    private final DependencyDescriptor descriptor = new DependencyDescriptor();
    private @Nullable TemplateTargets current;
    private @Nullable TemplateTargets previous;
    private int structureFrame;

    /** A stream without a packet yet. */
    public DescribedFrames() {}

    /**
     * Takes a packet in and adds to its facts what its descriptor says.
     *
     * @param facts parsed from the packet just now
     * @param isNewest whether nothing came yet that was sent after the packet
     * @return null if the descriptor can be used, else why not
     */
    @SuppressWarnings("ReferenceEquality") // one object for each structure that was received
    public @Nullable DependencyFault onPacket(
            FrameFacts facts, long elementAddress, int lengthBytes, boolean isNewest) {
        TemplateTargets targets = current;
        DependencyFault fault = descriptor.wrap(elementAddress, lengthBytes, structureOf(targets));
        if (fault == DependencyFault.UNKNOWN_TEMPLATE && previous != null) {
            targets = previous;
            fault = descriptor.wrap(elementAddress, lengthBytes, structureOf(targets));
        }
        if (fault != null) {
            return fault;
        }
        boolean isUseful = true;
        if (targets == null || descriptor.structure() != targets.structure()) {
            targets = new TemplateTargets(descriptor.structure());
            // What it describes and came before it could not be judged.
            isUseful = isNewest;
        }
        if (descriptor.hasStructure() && targets != current && (isNewest || isNewer())) {
            previous = current;
            current = targets;
        }
        if (descriptor.hasStructure() && targets == current) {
            structureFrame = descriptor.frameNumber();
        }
        tell(facts, targets, isUseful, isNewest);
        return null;
    }

    private static @Nullable DependencyStructure structureOf(@Nullable TemplateTargets targets) {
        return targets == null ? null : targets.structure();
    }

    private boolean isNewer() {
        return current == null || (short) (descriptor.frameNumber() - structureFrame) > 0;
    }

    private void tell(FrameFacts facts, TemplateTargets targets, boolean isUseful, boolean isNewest) {
        boolean isKeyFrame =
                isUseful && descriptor.hasStructure() && descriptor.isStartOfFrame() && descriptor.frameDiffs() == 0;
        facts.describe(
                descriptor.spatialLayer(),
                descriptor.temporalLayer(),
                descriptor.isStartOfFrame(),
                descriptor.isEndOfFrame(),
                isKeyFrame);
        long dependencies = 0;
        boolean hasEarlier = false;
        for (int i = 0; i < descriptor.frameDiffs(); i++) {
            int diff = descriptor.frameDiff(i);
            hasEarlier |= diff > Long.SIZE;
            dependencies |= diff <= Long.SIZE ? 1L << (diff - 1) : 0;
        }
        DependencyStructure structure = targets.structure();
        facts.depend(
                descriptor.frameNumber(),
                dependencies,
                hasEarlier,
                targets.layerTargets(descriptor.presentDecodeTargets()),
                targets.layerTargets(descriptor.switchDecodeTargets()),
                withChains(DescriptorNumbers.of(structure), targets));
        if (descriptor.isStartOfFrame() && descriptor.frameDiffs() == 0 && descriptor.spatialLayer() > 0) {
            facts.beginIndependentLayer();
        }
        if (descriptor.hasActiveDecodeTargets() && isNewest) {
            tellLayers(facts, targets);
        }
    }

    private int withChains(int numbers, TemplateTargets targets) {
        int with = numbers;
        for (int spatial = 0; spatial < LayerTargets.MAX_LAYERS; spatial++) {
            int chain = targets.chainOf(spatial);
            with = chain < 0 ? with : DescriptorNumbers.withChain(with, spatial, descriptor.chainDiff(chain));
        }
        return with;
    }

    private void tellLayers(FrameFacts facts, TemplateTargets targets) {
        int active = descriptor.activeDecodeTargets();
        DependencyStructure structure = targets.structure();
        int layers = 0;
        for (int target = 0; target < structure.decodeTargets(); target++) {
            if ((active >>> target & 1) != 0) {
                layers = Math.max(layers, structure.spatialLayerOf(target) + 1);
            }
        }
        facts.tellSpatialLayers(layers);
        for (int layer = 0; layer < facts.toldSpatialLayers(); layer++) {
            facts.tellHeight(layer, Math.min(structure.width(layer), structure.height(layer)));
        }
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        structureFrame = state.i32(structureFrame);
        current = targets(state, current);
        previous = targets(state, previous);
    }

    private static @Nullable TemplateTargets targets(State state, @Nullable TemplateTargets known)
            throws StateException {
        if (!state.bool(known != null)) {
            return null;
        }
        DependencyStructure writing = state.isReading() ? null : structureOf(known);
        DependencyStructure structure = DependencyStructure.state(state, writing);
        return writing == null ? new TemplateTargets(structure) : known;
    }
}
