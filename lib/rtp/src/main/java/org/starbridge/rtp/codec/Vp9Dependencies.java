package org.starbridge.rtp.codec;

import java.util.Arrays;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Dependencies of each VP9 layer frame of one SSRC, from payload descriptors (RFC 9628 section 4.2): numbers the
 * frames, and names for each the frames that it refers to and the {@link LayerTargets} that it is of. Owned by one
 * thread; one for each SSRC.
 *
 * <p>A frame's number is four times its picture id, plus its spatial layer: so it is known although packets before it
 * are missing. A frame refers to the spatial layer below (D), and to earlier pictures of its own layer (P): in flexible
 * mode to those that it names; else, as the group of pictures is not always told, to all that it may refer to: the
 * picture of temporal layer 0 before it (TL0PICIDX), and what came since then in temporal layers up to its own, except
 * what lies behind a switching up point (U).
 *
 * <p>A frame is of the targets of its own spatial layer, and of those above unless it says that they do not refer to it
 * (Z): in K-SVC only frames of key pictures are of the layers above.
 *
 * <p>A stream without layer indices (L) has one layer, in which each picture refers to the one before it.
 */
public final class Vp9Dependencies {
    /** Number of pictures back up to which a frame's references are known one by one. */
    private static final int PICTURES = 16;

    private static final int STRIDE = LayerTargets.MAX_LAYERS;
    private static final long NEVER = Long.MIN_VALUE;

    private final long[] pictures = new long[PICTURES];
    private final int[] temporalLayers = new int[PICTURES];
    private final int[] tl0PicIdx = new int[PICTURES];
    private final boolean[] switchingUp = new boolean[PICTURES];
    private long newest = NEVER;

    /** A stream without a packet yet. */
    public Vp9Dependencies() {
        Arrays.fill(pictures, NEVER);
    }

    /**
     * Takes a packet in and adds to its facts what its frame depends on, if the descriptor has a picture id and no
     * spatial layer above {@link LayerTargets#MAX_LAYERS}. Else the stream goes whole.
     *
     * @param facts parsed from it just now
     */
    public void onPacket(FrameFacts facts) {
        Vp9Descriptor descriptor = facts.vp9();
        if (descriptor == null
                || descriptor.pictureIdBits() == 0
                || descriptor.spatialLayer() >= LayerTargets.MAX_LAYERS) {
            return;
        }
        long picture = extend(descriptor);
        note(picture, descriptor);
        long dependencies = descriptor.isInterLayerPredicted() ? 1 : 0;
        boolean hasEarlier = false;
        if (descriptor.isInterPicturePredicted()) {
            if (!descriptor.hasLayers()) {
                dependencies = bit(1);
            } else if (descriptor.isFlexible()) {
                for (int i = 0; i < descriptor.references(); i++) {
                    int distance = descriptor.reference(i);
                    hasEarlier |= distance > PICTURES;
                    dependencies |= distance >= 1 && distance <= PICTURES ? bit(distance) : 0;
                }
            } else {
                dependencies |= references(picture, descriptor);
            }
        }
        facts.depend(
                (int) (picture * STRIDE + descriptor.spatialLayer()),
                dependencies,
                hasEarlier,
                present(descriptor),
                switching(descriptor),
                Vp9FrameNumbers.of(descriptor));
        boolean refersToNothing = !descriptor.isInterPicturePredicted() && !descriptor.isInterLayerPredicted();
        if (refersToNothing && descriptor.isStartOfFrame() && descriptor.spatialLayer() > 0) {
            facts.beginIndependentLayer();
        }
    }

    private static long bit(long distance) {
        return 1L << (distance * STRIDE - 1);
    }

    private long extend(Vp9Descriptor descriptor) {
        int id = descriptor.pictureId();
        if (newest == NEVER) {
            newest = id;
            return id;
        }
        int unused = Integer.SIZE - descriptor.pictureIdBits();
        long picture = newest + ((id - (int) newest) << unused >> unused);
        newest = Math.max(newest, picture);
        return picture;
    }

    private void note(long picture, Vp9Descriptor descriptor) {
        int place = place(picture);
        if (pictures[place] < picture) {
            pictures[place] = picture;
            temporalLayers[place] = descriptor.temporalLayer();
            tl0PicIdx[place] = descriptor.tl0PicIdx();
            switchingUp[place] = descriptor.isSwitchingUpPoint();
        }
    }

    private long references(long picture, Vp9Descriptor descriptor) {
        int layer = descriptor.temporalLayer();
        int base = descriptor.tl0PicIdx() - (layer == 0 ? 1 : 0) & 0xFF;
        int highest = layer;
        long references = 0;
        for (int distance = 1; distance <= PICTURES; distance++) {
            int place = place(picture - distance);
            if (pictures[place] != picture - distance) {
                continue; // lost, or not sent
            }
            int other = temporalLayers[place];
            if (other == 0) {
                return tl0PicIdx[place] == base ? references | bit(distance) : references;
            }
            if (other <= highest) {
                references |= bit(distance);
            }
            if (switchingUp[place] && other < layer) {
                highest = Math.min(highest, other);
            }
        }
        return references;
    }

    private static int place(long picture) {
        return (int) (picture & PICTURES - 1);
    }

    private static int present(Vp9Descriptor descriptor) {
        int spatial = descriptor.spatialLayer();
        int temporal = descriptor.temporalLayer();
        return descriptor.isNotReferenceForUpperLayers()
                ? LayerTargets.of(spatial, temporal)
                : LayerTargets.from(spatial, temporal);
    }

    /**
     * With a frame of temporal layer 0, if it can be decoded, its layer can be; with a key picture, all that have it.
     */
    private static int switching(Vp9Descriptor descriptor) {
        if (!descriptor.isInterPicturePredicted()) {
            return present(descriptor) & LayerTargets.from(descriptor.spatialLayer(), 0);
        }
        return descriptor.temporalLayer() == 0 ? LayerTargets.of(descriptor.spatialLayer(), 0) : 0;
    }

    /**
     * Returns whether a VP9 frame header says that its frame is no key frame; false if it can not be read (section
     * 6.2).
     */
    static boolean saysNoKeyFrame(long frameAddress, int lengthBytes) {
        if (lengthBytes < 1) {
            return false;
        }
        int first = Memory.u8(frameAddress);
        boolean isFrame = first >>> 6 == 2;
        boolean isHighProfile = (first & 0x30) == 0x30;
        int typeShift = isHighProfile ? 1 : 2;
        boolean isShownAgain = (first >>> (typeShift + 1) & 1) != 0;
        return isFrame && (isShownAgain || (first >>> typeShift & 1) != 0);
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        state.longs(pictures);
        state.ints(temporalLayers);
        state.ints(tl0PicIdx);
        for (int i = 0; i < switchingUp.length; i++) {
            switchingUp[i] = state.bool(switchingUp[i]);
        }
        newest = state.i64(newest);
    }
}
