package org.starbridge.media.projection;

import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Codec-specific part of the way of one encoding to one receiver: which frames pass, what is written into the payload's
 * descriptor, which packet has the marker, and where decoding can begin. One for each {@link EncodingSpan}; owned by
 * the receiver's worker. A codec has one implementation, a line in {@link #of}, one in {@link #keyFrameSigns} and, if
 * its descriptor is rewritten, one in {@link DescriptorRewriter}. A codec whose frames name what they depend on is
 * served by {@link LayeredFrames}.
 */
sealed interface FrameSelector permits Vp8Frames, LayeredFrames, DroppableFrames, WholeFrames {
    /** One for packets like this one. */
    static FrameSelector of(FrameFacts facts) {
        if (facts.hasDependencies()) {
            return new LayeredFrames(facts.isDescribed());
        }
        if (facts.codec() == VideoCodec.VP8) {
            return new Vp8Frames();
        }
        return facts.isCounted() ? new DroppableFrames() : WholeFrames.INSTANCE;
    }

    /** Returns when a receiver may begin with a codec. */
    static KeyFrameSigns keyFrameSigns(FrameFacts facts) {
        if (facts.hasDependencies()) {
            return KeyFrameSigns.ALWAYS;
        }
        return switch (facts.codec()) {
            case VP8 -> KeyFrameSigns.ALWAYS;
            case VP9, H264, H265, AV1 -> KeyFrameSigns.MOSTLY;
            case OTHER -> KeyFrameSigns.NEVER;
        };
    }

    /** Returns whether it can decide upon packets like this one. */
    boolean serves(FrameFacts facts);

    /** Begins with a packet, which passes, under the numbers that it came with. */
    void start(FrameFacts facts);

    /**
     * Begins with a packet, which passes, after packets of the same codec had gone out under the same SSRC.
     *
     * @param lastWord the codec's own word of the last frame, as it went out
     */
    void startAfter(FrameFacts facts, long lastWord);

    /** Sets whether all layers below the receiver's go to it, too, because it chooses layers itself; false at first. */
    default void keepLowerLayers(boolean keeps) {}

    /** Returns whether single frames may be left out, so that sequence numbers have to close up. */
    boolean leavesFramesOut();

    /** Returns whether a packet tells as much as the first one did. */
    boolean isOfSameForm(FrameFacts facts);

    /**
     * Returns whether a packet that is the newest one goes on where those before it were; else decoding has to begin
     * again.
     */
    boolean continues(FrameFacts facts);

    /**
     * Returns whether a packet passes; decided at the first packet of each frame.
     *
     * @param layerLimit the highest spatial and temporal layer that the receiver is to get, as a
     *     {@link org.starbridge.lastn.LayerId}
     */
    boolean passes(FrameFacts facts, int layerLimit);

    /** Returns whether a packet that came after the end of the span passes: one of a frame that was on its way. */
    boolean passesLate(FrameFacts facts);

    /**
     * A packet is the newest one; {@link #passes} was asked.
     *
     * @return whether what is missing between it and the one before, if anything, is of no frame that passes
     */
    boolean onNewest(FrameFacts facts, boolean passes);

    /** Returns whether the newest packet ended its frame, so that nothing of it can be missing behind it. */
    boolean isComplete();

    /** The codec's own word as it goes out with a packet that passes. */
    long rewritten(FrameFacts facts);

    /** Returns whether a packet that passes has the marker bit. */
    boolean marker(FrameFacts facts, boolean cameWithMarker);

    /**
     * Returns whether the codec's own word is one of a dependency descriptor ({@link DescriptorWord}). The payload may
     * have no numbers of frames then.
     */
    default boolean isDescribed() {
        return false;
    }

    /** Returns whether the receiver can be given what it is to get only with a key frame. */
    default boolean needsKeyFrame() {
        return false;
    }

    /**
     * Returns whether the receiver waits for a key frame, also if no packet has shown yet that it needs one.
     *
     * @param layerLimit as in {@link #passes}
     */
    default boolean awaitsKeyFrame(int layerLimit) {
        return needsKeyFrame();
    }

    /** Returns whether what the receiver gets can not be decoded until a key frame comes. */
    default boolean isBroken() {
        return false;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException;

    /**
     * Kind of the selector in a snapshot; then its part of it.
     *
     * @param frames in use; returned unless the record names another one
     */
    static FrameSelector state(State state, FrameSelector frames) throws StateException {
        Form form = state.choice(Form.of(frames), Form.values());
        FrameSelector result = form == Form.of(frames) ? frames : form.make();
        result.state(state);
        return result;
    }

    /** The implementations as a snapshot names them: only ever added to. */
    enum Form {
        WHOLE,
        VP8,
        DROPPABLE,
        LAYERED,
        DESCRIBED;

        private static Form of(FrameSelector frames) {
            return switch (frames) {
                case WholeFrames whole -> WHOLE;
                case Vp8Frames vp8 -> VP8;
                case DroppableFrames droppable -> DROPPABLE;
                case LayeredFrames layered -> layered.isDescribed() ? DESCRIBED : LAYERED;
            };
        }

        private FrameSelector make() {
            return switch (this) {
                case WHOLE -> WholeFrames.INSTANCE;
                case VP8 -> new Vp8Frames();
                case DROPPABLE -> new DroppableFrames();
                case LAYERED -> new LayeredFrames(false);
                case DESCRIBED -> new LayeredFrames(true);
            };
        }
    }
}
