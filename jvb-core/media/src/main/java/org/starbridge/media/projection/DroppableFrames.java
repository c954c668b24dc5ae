package org.starbridge.media.projection;

import org.starbridge.lastn.LayerId;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Pictures of H.264 that are counted as they come ({@link FrameFacts#isCounted}): those that no other one refers to are
 * left out of a stream whose upper temporal layer is not wanted. What is missing upstream always leaves a gap, unless
 * it is inside of a picture that is left out. Owned by the receiver's worker.
 */
final class DroppableFrames implements FrameSelector {
    private int number;
    private boolean passes = true;
    private boolean isComplete = true;

    @Override
    public boolean serves(FrameFacts facts) {
        return facts.isCounted() && !facts.hasDependencies();
    }

    @Override
    public void start(FrameFacts facts) {
        number = facts.frameNumber() - 1;
        passes = true;
        isComplete = true;
    }

    @Override
    public void startAfter(FrameFacts facts, long lastWord) {
        start(facts);
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
        return true;
    }

    @Override
    public boolean passes(FrameFacts facts, int layerLimit) {
        if (isSame(facts)) {
            return passes;
        }
        return !facts.isNonReference() || LayerId.temporal(layerLimit) > 0;
    }

    private boolean isSame(FrameFacts facts) {
        return facts.frameNumber() == (number & 0xFFFF);
    }

    @Override
    public boolean passesLate(FrameFacts facts) {
        return !facts.isNonReference();
    }

    @Override
    public boolean onNewest(FrameFacts facts, boolean passes) {
        boolean isNoLoss = isSame(facts) && !passes;
        number = facts.frameNumber();
        this.passes = passes;
        if (passes) {
            isComplete = facts.isEndOfFrame();
        }
        return isNoLoss;
    }

    @Override
    public boolean isComplete() {
        return isComplete;
    }

    @Override
    public long rewritten(FrameFacts facts) {
        return 0;
    }

    @Override
    public boolean marker(FrameFacts facts, boolean cameWithMarker) {
        return cameWithMarker;
    }

    @Override
    public void state(State state) throws StateException {
        number = state.i32(number);
        passes = state.bool(passes);
        isComplete = state.bool(isComplete);
    }
}
