package org.starbridge.media.projection;

import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.LayerId;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp8FrameNumbers;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * VP8 without a dependency descriptor: with picture ids of 15 bits and temporal layers frames are decided upon one by
 * one ({@link FrameHistory}); else all pass. Picture id, TL0PICIDX and KEYIDX are shifted, and picture ids close up
 * over frames that are left out.
 */
final class Vp8Frames implements FrameSelector {
    private boolean layered;
    private @Nullable FrameHistory frames;
    private int newestFrame;
    private boolean newestPasses = true;
    private boolean newestIsEnd = true;
    private int pictureIdDelta;
    private int tl0PicIdxDelta;
    private int keyIdxDelta;

    @Override
    public boolean serves(FrameFacts facts) {
        return facts.codec() == VideoCodec.VP8 && !facts.hasDependencies();
    }

    @Override
    public void start(FrameFacts facts) {
        pictureIdDelta = 0;
        tl0PicIdxDelta = 0;
        keyIdxDelta = 0;
        layered = facts.isLayered();
        newestPasses = true;
        newestIsEnd = true;
        if (layered) {
            FrameHistory history = frames();
            history.start(Vp8FrameNumbers.pictureId(facts.firstCodecWord()));
            newestFrame = history.newest();
        }
    }

    @Override
    public void startAfter(FrameFacts facts, long lastWord) {
        start(facts);
        long word = facts.firstCodecWord();
        pictureIdDelta = Vp8FrameNumbers.pictureId(lastWord) + 1 - Vp8FrameNumbers.pictureId(word);
        tl0PicIdxDelta = Vp8FrameNumbers.tl0PicIdx(lastWord) + 1 - Vp8FrameNumbers.tl0PicIdx(word);
        keyIdxDelta = Vp8FrameNumbers.keyIdx(lastWord) + 1 - Vp8FrameNumbers.keyIdx(word);
    }

    /** Made for the first layered stream: 0.5 KB that others do not need. */
    private FrameHistory frames() {
        FrameHistory history = frames;
        if (history == null) {
            history = new FrameHistory();
            frames = history;
        }
        return history;
    }

    private int frame(FrameFacts facts) {
        return frames().extend(Vp8FrameNumbers.pictureId(facts.firstCodecWord()));
    }

    @Override
    public boolean leavesFramesOut() {
        return layered;
    }

    @Override
    public boolean isOfSameForm(FrameFacts facts) {
        return serves(facts) && (!layered || facts.isLayered());
    }

    @Override
    public boolean continues(FrameFacts facts) {
        if (!layered) {
            return !(facts.isLayered() && facts.isKeyFrame());
        }
        FrameHistory history = frames();
        int frame = frame(facts);
        if (facts.isKeyFrame() && frame != newestFrame) {
            return frame > history.newest() && frame - history.newest() < FrameHistory.SIZE;
        }
        return !history.isForgotten(frame);
    }

    @Override
    public boolean passes(FrameFacts facts, int layerLimit) {
        if (!layered) {
            return true;
        }
        int frame = frame(facts);
        return !frames().isForgotten(frame) && frames().decide(facts, frame, LayerId.temporal(layerLimit));
    }

    @Override
    public boolean passesLate(FrameFacts facts) {
        return !layered || frames().goes(frame(facts));
    }

    @Override
    public boolean onNewest(FrameFacts facts, boolean passes) {
        if (!layered) {
            return false;
        }
        int frame = frame(facts);
        boolean isNoLoss = isMissingOfNoFrameThatPasses(frame, passes, facts.isStartOfFrame());
        newestFrame = frame;
        newestPasses = passes;
        newestIsEnd = facts.isEndOfFrame();
        return isNoLoss;
    }

    private boolean isMissingOfNoFrameThatPasses(int frame, boolean passes, boolean isStart) {
        if (frame == newestFrame) {
            return !passes;
        }
        if (frame - newestFrame != 1) {
            return false; // a whole frame is missing
        }
        return newestIsEnd ? isStart || !passes : isStart && !newestPasses;
    }

    @Override
    public boolean isComplete() {
        return !layered || newestIsEnd || !newestPasses;
    }

    @Override
    public long rewritten(FrameFacts facts) {
        long word = facts.firstCodecWord();
        int leftOut = layered ? frames().leftOutBefore(frame(facts)) : 0;
        return Vp8FrameNumbers.with(
                word,
                Vp8FrameNumbers.pictureId(word) + pictureIdDelta - leftOut,
                Vp8FrameNumbers.tl0PicIdx(word) + tl0PicIdxDelta,
                Vp8FrameNumbers.keyIdx(word) + keyIdxDelta);
    }

    @Override
    public boolean marker(FrameFacts facts, boolean cameWithMarker) {
        return cameWithMarker;
    }

    @Override
    public void state(State state) throws StateException {
        layered = state.bool(layered);
        newestFrame = state.i32(newestFrame);
        newestPasses = state.bool(newestPasses);
        newestIsEnd = state.bool(newestIsEnd);
        pictureIdDelta = state.i32(pictureIdDelta);
        tl0PicIdxDelta = state.i32(tl0PicIdxDelta);
        keyIdxDelta = state.i32(keyIdxDelta);
        if (state.bool(frames != null)) {
            frames().state(state);
        }
    }
}
