package org.starbridge.media.projection;

import org.starbridge.lastn.LayerId;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.LayerTargets;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Frames whose dependencies are known ({@link FrameFacts#hasDependencies}): VP9 with picture ids and layers, and any
 * codec that a dependency descriptor describes (AV1, H.264, H.265, VP8). Of one encoding the receiver gets one spatial
 * layer with all that its decoder needs, and of it the temporal layers up to a limit. Owned by the receiver's worker.
 *
 * <p>A frame passes if it is of the receiver's target and no frame that it refers to was left out; so what passes is
 * closed under dependencies, whatever the structure. The spatial layer changes at a key picture, which allows every
 * layer, or at a frame with which one may switch to the wanted layer and whose references all went: with full SVC
 * downwards within a picture of temporal layer 0; in K-SVC never, as the frames of other layers were not sent. Then
 * {@link #needsKeyFrame}. Until it comes a receiver that is to get less gets temporal layer 0 of what it had.
 *
 * <p>The frame that begins a key picture always passes, even if the spatial layers are independent and no frame of the
 * receiver's layer refers to it: it brings the template structure, the scalability structure of VP9 and the sequence
 * header of AV1.
 *
 * <p>Where a dependency descriptor has chains, a frame passes only if the previous frame of the chain that protects the
 * receiver's layer was not left out either: a decoder that follows the chain would not wait for a key frame otherwise.
 *
 * <p>An encoder may have fewer spatial layers than its structure names, and a key picture that ended shows it: then the
 * receiver's layer is the highest one that came. Of a key picture all frames of the layers below went, so no other one
 * is needed.
 *
 * <p>Upwards the layer never changes within a picture of which the last frame went already: that had the marker. A
 * marker is set on the last packet of the receiver's spatial layer, and none is cleared.
 *
 * <p>A receiver that chooses layers itself ({@link #keepLowerLayers}), another bridge, gets its spatial layer and all
 * below it, with all temporal layers, as its own receivers want different ones. Then less can go at any picture.
 *
 * <p>Numbers are shifted, so that distances stay right. Frames that are left out leave gaps in picture ids and frame
 * numbers, and none in sequence numbers.
 */
final class LayeredFrames implements FrameSelector {
    private static final int TOP = LayerTargets.MAX_LAYERS - 1;
    private static final int CHANGES = 4;
    /** Further on, numbers begin again. */
    private static final int MAX_STEP = 1 << 13;

    private final FrameWindow frames = new FrameWindow();
    private final FrameNumbering numbering;

    /** The spatial layer that the receiver gets. */
    private int spatial;

    /** The last changes of it: to which layer, and from which frame on. For what comes late. */
    private final int[] changedTo = new int[CHANGES];

    private final int[] changedAt = new int[CHANGES];
    private int changes;
    private int wantedSpatial;
    private int wantedTemporal;
    /** The highest spatial layer that flowed when the newest picture began. */
    private int flowingSpatial;

    private boolean isAnythingLeftOut;
    private boolean keepsLowerLayers;

    private boolean needsKeyFrame;
    private boolean isBroken;

    private int newestFrame;
    private int newestSpatial;
    private boolean newestPasses;
    private boolean newestIsLast;
    private boolean newestEndsPicture;
    /** True if the receiver has the frame with the marker of the newest picture, or its beginning. */
    private boolean hasMarkedFrame;

    private boolean isPictureOpen;
    /** True if the newest picture is a key picture. */
    private boolean isKeyPicture;

    /** For frames with a dependency descriptor, or else for those of VP9. */
    LayeredFrames(boolean isDescribed) {
        numbering = isDescribed ? new FrameNumbering.OfDescriptor() : new FrameNumbering.OfVp9();
    }

    @Override
    public boolean serves(FrameFacts facts) {
        return facts.hasDependencies() && facts.isDescribed() == numbering instanceof FrameNumbering.OfDescriptor;
    }

    @Override
    public void start(FrameFacts facts) {
        numbering.start();
        begin(facts);
    }

    @Override
    public void startAfter(FrameFacts facts, long lastWord) {
        numbering.startAfter(facts, lastWord);
        begin(facts);
    }

    private void begin(FrameFacts facts) {
        boolean isKeyFrame = facts.isKeyFrame();
        frames.start(facts.frameNumber(), !isKeyFrame);
        changes = 0;
        change(facts.highestFlowingSpatialLayer(), frames.newest());
        wantedSpatial = spatial;
        flowingSpatial = spatial;
        wantedTemporal = TOP;
        isAnythingLeftOut = isKeyFrame;
        needsKeyFrame = false;
        isBroken = false;
        newestFrame = frames.newest();
        newestSpatial = TOP;
        newestPasses = true;
        newestIsLast = true;
        newestEndsPicture = true;
        hasMarkedFrame = false;
        isPictureOpen = false;
        isKeyPicture = false;
    }

    @Override
    public void keepLowerLayers(boolean keeps) {
        keepsLowerLayers = keeps;
    }

    @Override
    public boolean leavesFramesOut() {
        return true;
    }

    @Override
    public boolean isOfSameForm(FrameFacts facts) {
        return serves(facts);
    }

    @Override
    public boolean continues(FrameFacts facts) {
        int step = frames.extend(facts.frameNumber()) - frames.newest();
        return facts.isKeyFrame() ? step > 0 && step < FrameWindow.SIZE : step > -FrameWindow.SIZE && step < MAX_STEP;
    }

    @Override
    public boolean passes(FrameFacts facts, int layerLimit) {
        int frame = frames.extend(facts.frameNumber());
        if (frames.isForgotten(frame)) {
            return false;
        }
        if (!frames.isDecided(frame)) {
            boolean passes = frame - frames.newest() > 0 ? decide(facts, frame, layerLimit) : decideLate(facts, frame);
            frames.decide(frame, passes);
            isAnythingLeftOut |= !passes;
        }
        return frames.passed(frame);
    }

    private boolean decide(FrameFacts facts, int frame, int layerLimit) {
        if (newestEndsPicture || facts.spatialLayer() <= newestSpatial) {
            hasMarkedFrame = false;
            if (isKeyPicture && !facts.isKeyFrame() && endedBelowLayer(frame)) {
                change(newestSpatial, frame);
            }
            isKeyPicture = facts.isKeyFrame();
            flowingSpatial = facts.highestFlowingSpatialLayer();
            wantedSpatial = Math.min(LayerId.spatial(layerLimit), flowingSpatial);
            wantedTemporal = Math.min(LayerId.temporal(layerLimit), TOP);
        }
        changeSpatialLayer(facts, frame);
        int chain = keepsLowerLayers ? facts.spatialLayer() : spatial;
        boolean isClosed = isClosed(facts, frame) && numbering.isChained(facts, frame, chain, frames);
        boolean isDue = wantedSpatial >= spatial || facts.isKeyFrame();
        boolean isOfTarget = isOfTarget(facts, spatial, isDue ? wantedTemporal : 0);
        if (isOfTarget && !isClosed && facts.temporalLayer() == 0) {
            isBroken = true; // what the receiver's layer is made from was left out
        }
        boolean passes = isOfTarget && isClosed;
        hasMarkedFrame |= passes && facts.spatialLayer() == spatial;
        return passes;
    }

    /** True if the newest picture is known to have no frame of the receiver's layer, and its last one was sent. */
    private boolean endedBelowLayer(int next) {
        boolean isEnded = newestEndsPicture || numbering.isNext(next, newestFrame, false);
        return newestSpatial < spatial && newestPasses && isEnded;
    }

    private boolean isOfTarget(FrameFacts facts, int spatialLayer, int temporalLayer) {
        return facts.isKeyFrame()
                || (keepsLowerLayers
                        ? facts.spatialLayer() <= spatialLayer
                        : LayerTargets.has(facts.present(), spatialLayer, temporalLayer));
    }

    private void changeSpatialLayer(FrameFacts facts, int frame) {
        boolean isKeyFrame = facts.isKeyFrame();
        if (isKeyFrame) {
            isBroken = false;
        }
        if (wantedSpatial == spatial) {
            needsKeyFrame = false;
            return;
        }
        boolean hasLower = keepsLowerLayers && wantedSpatial < spatial && !hasMarkedFrame;
        // What has not come yet of another layer would not pass when it comes.
        boolean maySwitch = frames.isComplete(frame, facts.dependencies())
                && numbering.isChained(facts, frame, wantedSpatial, frames)
                && !(facts.hasEarlierDependencies() && isAnythingLeftOut)
                && LayerTargets.has(facts.switching(), wantedSpatial, 0)
                && (wantedSpatial < spatial || !hasMarkedFrame);
        if (isKeyFrame || maySwitch || hasLower) {
            change(wantedSpatial, frame);
            needsKeyFrame = false;
        } else if (facts.temporalLayer() == 0 && facts.spatialLayer() == wantedSpatial) {
            needsKeyFrame = true; // if not with this one, then not with the next either
        }
    }

    /**
     * Returns whether a late frame goes: it fills the gap that was left for it, even if its temporal layer is not
     * wanted any more.
     */
    private boolean decideLate(FrameFacts facts, int frame) {
        return isOfTarget(facts, spatialOf(frame), TOP) && isClosed(facts, frame);
    }

    private int spatialOf(int frame) {
        for (int i = changes - 1; i >= Math.max(0, changes - CHANGES); i--) {
            if (frame - changedAt[i % CHANGES] >= 0) {
                return changedTo[i % CHANGES];
            }
        }
        return spatial;
    }

    private void change(int to, int frame) {
        spatial = to;
        changedTo[changes % CHANGES] = to;
        changedAt[changes % CHANGES] = frame;
        changes++;
    }

    private boolean isClosed(FrameFacts facts, int frame) {
        return !(facts.hasEarlierDependencies() && isAnythingLeftOut) && frames.isClosed(frame, facts.dependencies());
    }

    @Override
    public boolean passesLate(FrameFacts facts) {
        int frame = frames.extend(facts.frameNumber());
        return frames.passed(frame);
    }

    @Override
    public boolean onNewest(FrameFacts facts, boolean passes) {
        int frame = frames.extend(facts.frameNumber());
        boolean isNoLoss = isMissingOfNoFrameThatPasses(facts, frame, passes);
        newestFrame = frame;
        newestSpatial = facts.spatialLayer();
        newestPasses = passes;
        newestIsLast = facts.isLastOfLayerFrame();
        newestEndsPicture = facts.isEndOfFrame();
        if (passes) {
            isPictureOpen = !marker(facts, facts.isEndOfFrame());
        }
        return isNoLoss;
    }

    private boolean isMissingOfNoFrameThatPasses(FrameFacts facts, int frame, boolean passes) {
        if (frame == newestFrame) {
            return !passes;
        }
        boolean mayLackEnd = newestPasses && !newestIsLast;
        boolean mayLackBeginning = passes && !facts.isStartOfFrame();
        return !mayLackEnd
                && !mayLackBeginning
                && numbering.isNext(frame, newestFrame, newestEndsPicture || newestSpatial >= spatial);
    }

    @Override
    public boolean isComplete() {
        return !isPictureOpen;
    }

    @Override
    public long rewritten(FrameFacts facts) {
        int temporal = Math.min(wantedTemporal, TOP);
        int own = spatialOf(frames.extend(facts.frameNumber()));
        return numbering.rewritten(facts, own, temporal, keepsLowerLayers);
    }

    @Override
    public boolean marker(FrameFacts facts, boolean cameWithMarker) {
        return cameWithMarker
                || (facts.isLastOfLayerFrame()
                        && facts.spatialLayer() == spatialOf(frames.extend(facts.frameNumber())));
    }

    @Override
    public boolean isDescribed() {
        return numbering instanceof FrameNumbering.OfDescriptor;
    }

    @Override
    public boolean needsKeyFrame() {
        return needsKeyFrame || isBroken;
    }

    @Override
    public boolean awaitsKeyFrame(int layerLimit) {
        return needsKeyFrame() || Math.min(LayerId.spatial(layerLimit), flowingSpatial) > spatial;
    }

    @Override
    public boolean isBroken() {
        return isBroken;
    }

    @Override
    public void state(State state) throws StateException {
        frames.state(state);
        numbering.state(state);
        spatial = state.i32(spatial, 0, TOP);
        state.ints(changedTo);
        state.ints(changedAt);
        changes = state.i32(changes, 0, Integer.MAX_VALUE);
        wantedSpatial = state.i32(wantedSpatial, 0, TOP);
        wantedTemporal = state.i32(wantedTemporal, 0, TOP);
        flowingSpatial = state.i32(flowingSpatial, 0, TOP);
        isAnythingLeftOut = state.bool(isAnythingLeftOut);
        keepsLowerLayers = state.bool(keepsLowerLayers);
        needsKeyFrame = state.bool(needsKeyFrame);
        isBroken = state.bool(isBroken);
        newestFrame = state.i32(newestFrame);
        newestSpatial = state.i32(newestSpatial);
        newestPasses = state.bool(newestPasses);
        newestIsLast = state.bool(newestIsLast);
        newestEndsPicture = state.bool(newestEndsPicture);
        hasMarkedFrame = state.bool(hasMarkedFrame);
        isPictureOpen = state.bool(isPictureOpen);
        isKeyPicture = state.bool(isKeyPicture);
    }
}
