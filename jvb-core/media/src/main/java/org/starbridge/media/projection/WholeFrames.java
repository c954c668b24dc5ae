package org.starbridge.media.projection;

import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.state.State;

/** Every frame passes as it came. Stateless. */
final class WholeFrames implements FrameSelector {
    static final WholeFrames INSTANCE = new WholeFrames();

    private WholeFrames() {}

    @Override
    public boolean serves(FrameFacts facts) {
        return !facts.isLayered();
    }

    @Override
    public void start(FrameFacts facts) {}

    @Override
    public void startAfter(FrameFacts facts, long lastWord) {}

    @Override
    public boolean leavesFramesOut() {
        return false;
    }

    @Override
    public boolean isOfSameForm(FrameFacts facts) {
        return !facts.hasDependencies(); // it began with a packet whose descriptor could not be judged
    }

    @Override
    public boolean continues(FrameFacts facts) {
        return !(facts.isLayered() && facts.isKeyFrame());
    }

    @Override
    public boolean passes(FrameFacts facts, int layerLimit) {
        return true;
    }

    @Override
    public boolean passesLate(FrameFacts facts) {
        return true;
    }

    @Override
    public boolean onNewest(FrameFacts facts, boolean passes) {
        return false;
    }

    @Override
    public boolean isComplete() {
        return true;
    }

    @Override
    public long rewritten(FrameFacts facts) {
        return facts.firstCodecWord();
    }

    @Override
    public boolean marker(FrameFacts facts, boolean cameWithMarker) {
        return cameWithMarker;
    }

    @Override
    public void state(State state) {}
}
