package org.starbridge.media.projection;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * A stretch of one encoding that goes to a receiver without interruption: from the packet where it was taken up to
 * where another takes its place. All its numbers are those of the source, shifted. Owned by the receiver's worker.
 */
final class EncodingSpan {
    /** No index: the packet does not go out. */
    static final long NONE = -1;

    private int encoding = EncodingChoice.NONE;
    private VideoCodec codec = VideoCodec.OTHER;
    private FrameSelector frames = WholeFrames.INSTANCE;
    private long first;
    private long highest;
    private long base;
    private long limit = NONE;
    private int timestampDelta;
    private boolean keepsLowerLayers;
    /** Made for the first stream of which frames are left out. */
    private @Nullable RemovedPackets removed;

    /** Begins with a packet, which goes under {@code index} and otherwise with the numbers that it came with. */
    void start(FrameFacts facts, long extSeq, long index) {
        start(facts, extSeq, index, 0, false, 0);
    }

    /**
     * Begins with a packet.
     *
     * @param continuesNumbers whether packets of the same codec have gone out before under the same SSRC
     * @param lastWord then the codec's own word of the last frame as it went out
     */
    void start(FrameFacts facts, long extSeq, long index, int timestampDelta, boolean continuesNumbers, long lastWord) {
        encoding = facts.encoding();
        if (facts.codec() != codec || !frames.serves(facts)) {
            codec = facts.codec();
            frames = FrameSelector.of(facts);
            frames.keepLowerLayers(keepsLowerLayers);
        }
        limit = NONE;
        this.timestampDelta = timestampDelta;
        anchor(extSeq, index);
        highest = extSeq - 1;
        if (continuesNumbers) {
            frames.startAfter(facts, lastWord);
        } else {
            frames.start(facts);
        }
        if (removed == null && frames.leavesFramesOut()) {
            removed = new RemovedPackets();
        }
    }

    /** Sets whether the receiver gets the layers below its own, too. */
    void keepLowerLayers(boolean keeps) {
        keepsLowerLayers = keeps;
        frames.keepLowerLayers(keeps);
    }

    /** From this packet on, and for none before it, the indices continue at {@code index}. */
    void anchor(long extSeq, long index) {
        first = extSeq;
        base = index - extSeq;
        if (removed != null) {
            removed.clear();
        }
    }

    /** It ends; what comes late goes out under indices up to {@code limit}, {@link #NONE} for not at all. */
    void end(long limit) {
        this.limit = limit;
    }

    /** Called when what comes from now on is another source's. */
    void forget() {
        encoding = EncodingChoice.NONE;
        limit = NONE;
    }

    boolean isOf(int encoding) {
        return this.encoding == encoding;
    }

    int timestampDelta() {
        return timestampDelta;
    }

    VideoCodec codec() {
        return codec;
    }

    FrameSelector frames() {
        return frames;
    }

    /** Returns whether the packet, if it is the newest one, goes on where those before it were. */
    boolean continues(FrameFacts facts, long extSeq) {
        if (extSeq <= highest) {
            return true;
        }
        if (!isOfSameForm(facts)) {
            return false;
        }
        if (facts.isKeyFrame() && extSeq - highest > LayerProjection.MAX_GAP) {
            return false; // nothing is known to have come of what lies between: it may be another camera
        }
        return frames.continues(facts);
    }

    private boolean isOfSameForm(FrameFacts facts) {
        return facts.codec() == codec && frames.isOfSameForm(facts);
    }

    /** Returns whether the packet passes; to be asked once for each. */
    boolean admits(FrameFacts facts, long extSeq, int layerLimit) {
        if (extSeq < first || !isOfSameForm(facts)) {
            return false;
        }
        boolean passes = frames.passes(facts, layerLimit);
        if (extSeq > highest) {
            onNewest(facts, extSeq, passes);
        }
        return passes;
    }

    /** Returns whether a packet that came after the end passes: one of a frame that was on its way. */
    boolean admitsLate(FrameFacts facts, long extSeq) {
        return limit != NONE
                && facts.encoding() == encoding
                && extSeq >= first
                && index(extSeq) <= limit
                && isOfSameForm(facts)
                && frames.passesLate(facts);
    }

    /** Takes out of the numbering what is known not to be of a frame that passes. */
    private void onNewest(FrameFacts facts, long extSeq, boolean passes) {
        boolean isNoLoss = frames.onNewest(facts, passes) && extSeq - highest <= LayerProjection.MAX_GAP;
        long from = isNoLoss ? highest + 1 : extSeq;
        long to = passes ? extSeq - 1 : extSeq;
        if (from <= to && removed != null) {
            removed.add(from, to);
        }
        highest = extSeq;
    }

    /** Returns whether a packet is of this span, and something was seen that was sent after it. */
    boolean isLate(int encoding, long extSeq) {
        return isOf(encoding) && extSeq >= first && extSeq < highest;
    }

    /** Returns whether nothing beyond this packet was seen. */
    boolean isNewest(long extSeq) {
        return extSeq == highest;
    }

    /** The index of a packet that passes, or {@link #NONE} if there is no place for it. */
    long index(long extSeq) {
        if (removed == null || !frames.leavesFramesOut()) {
            return extSeq + base;
        }
        long below = removed.below(extSeq);
        return below < 0 ? NONE : extSeq + base - below;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        encoding = state.i32(encoding);
        codec = state.choice(codec, VideoCodec.values());
        first = state.i64(first);
        highest = state.i64(highest);
        base = state.i64(base);
        limit = state.i64(limit);
        timestampDelta = state.i32(timestampDelta);
        keepsLowerLayers = state.bool(keepsLowerLayers);
        if (state.bool(removed != null)) {
            RemovedPackets known = removed == null ? new RemovedPackets() : removed;
            removed = known;
            known.state(state);
        }
        frames = FrameSelector.state(state, frames);
        frames.keepLowerLayers(keepsLowerLayers);
    }
}
