package org.starbridge.media.projection;

import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.LayerTargets;
import org.starbridge.rtp.codec.Vp9FrameNumbers;
import org.starbridge.rtp.dependency.DescriptorNumbers;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Numbering of the frames of a span for its receiver: all numbers are the source's, shifted by one amount. Owned by the
 * receiver's worker.
 */
sealed interface FrameNumbering {
    /** Begins with the numbers of the source. */
    void start();

    /** Begins after a frame that went out with a word of {@link #rewritten}. */
    void startAfter(FrameFacts facts, long lastWord);

    /**
     * The codec's own word of a frame as it goes out.
     *
     * @param spatial the spatial layer that the receiver gets
     * @param temporal the highest temporal layer that it gets of it
     * @param isWithLower whether it gets all layers below, too
     */
    long rewritten(FrameFacts facts, int spatial, int temporal, boolean isWithLower);

    /**
     * Returns whether the previous frame of the chain that protects a spatial layer was not left out; true if there is
     * no chain.
     */
    default boolean isChained(FrameFacts facts, int frame, int spatial, FrameWindow frames) {
        return true;
    }

    /**
     * Returns whether no frame that is of the receiver's target lies between two.
     *
     * @param isTargetBehind whether nothing of the earlier frame's picture that came after it is of the target
     */
    boolean isNext(int frame, int before, boolean isTargetBehind);

    /** Its part of a snapshot. */
    void state(State state) throws StateException;

    /** Of VP9: picture id and TL0PICIDX. */
    final class OfVp9 implements FrameNumbering {
        private static final int STRIDE = LayerTargets.MAX_LAYERS;

        private int pictureIdDelta;
        private int tl0PicIdxDelta;

        @Override
        public void start() {
            pictureIdDelta = 0;
            tl0PicIdxDelta = 0;
        }

        @Override
        public void startAfter(FrameFacts facts, long lastWord) {
            int numbers = facts.codecNumbers();
            pictureIdDelta = Vp9FrameNumbers.pictureId(lastWord) + 1 - Vp9FrameNumbers.pictureId(numbers);
            tl0PicIdxDelta = Vp9FrameNumbers.tl0PicIdx(lastWord) + 1 - Vp9FrameNumbers.tl0PicIdx(numbers);
        }

        @Override
        public long rewritten(FrameFacts facts, int spatial, int temporal, boolean isWithLower) {
            int numbers = facts.codecNumbers();
            return Vp9FrameNumbers.with(
                    numbers,
                    Vp9FrameNumbers.pictureId(numbers) + pictureIdDelta,
                    Vp9FrameNumbers.tl0PicIdx(numbers) + tl0PicIdxDelta);
        }

        /** The next layer of the same picture, or the lowest of the next one. */
        @Override
        public boolean isNext(int frame, int before, boolean isTargetBehind) {
            int picture = Math.floorDiv(frame, STRIDE);
            int pictureBefore = Math.floorDiv(before, STRIDE);
            if (picture == pictureBefore) {
                return frame == before + 1 || isTargetBehind;
            }
            return picture == pictureBefore + 1 && Math.floorMod(frame, STRIDE) == 0 && isTargetBehind;
        }

        @Override
        public void state(State state) throws StateException {
            pictureIdDelta = state.i32(pictureIdDelta);
            tl0PicIdxDelta = state.i32(tl0PicIdxDelta);
        }
    }

    /**
     * Of a dependency descriptor: frame number and template ids. Template ids of a span differ from those of the span
     * before, so that its late packets are not taken for some of the new structure.
     */
    final class OfDescriptor implements FrameNumbering {
        private int frameDelta;
        private int templateIdShift;
        private int toldSpatial;
        private int toldTemporal;
        private boolean toldWithLower;

        @Override
        public void start() {
            frameDelta = 0;
            templateIdShift = 0;
            toldSpatial = -1;
        }

        @Override
        public void startAfter(FrameFacts facts, long lastWord) {
            frameDelta = DescriptorWord.frameNumber(lastWord) + 1 - facts.frameNumber();
            templateIdShift =
                    DescriptorWord.nextTemplateId(lastWord) - DescriptorNumbers.templateIdOffset(facts.codecNumbers());
            toldSpatial = -1;
        }

        @Override
        public long rewritten(FrameFacts facts, int spatial, int temporal, boolean isWithLower) {
            boolean isOther = spatial != toldSpatial || temporal != toldTemporal || isWithLower != toldWithLower;
            boolean isNews = facts.isStartOfFrame() && isOther;
            if (isNews) {
                toldSpatial = spatial;
                toldTemporal = temporal;
                toldWithLower = isWithLower;
            }
            long word = DescriptorWord.of(
                    facts.frameNumber() + frameDelta,
                    templateIdShift,
                    DescriptorNumbers.nextTemplateId(facts.codecNumbers()) + templateIdShift,
                    spatial,
                    temporal,
                    isNews);
            return isWithLower ? DescriptorWord.withLower(word) : word;
        }

        @Override
        public boolean isChained(FrameFacts facts, int frame, int spatial, FrameWindow frames) {
            int diff = DescriptorNumbers.chainDiff(facts.codecNumbers(), spatial);
            return diff == 0 || !frames.isLeftOut(frame - diff);
        }

        @Override
        public boolean isNext(int frame, int before, boolean isTargetBehind) {
            return frame == before + 1;
        }

        @Override
        public void state(State state) throws StateException {
            frameDelta = state.i32(frameDelta);
            templateIdShift = state.i32(templateIdShift);
            toldSpatial = state.i32(toldSpatial);
            toldTemporal = state.i32(toldTemporal);
            toldWithLower = state.bool(toldWithLower);
        }
    }
}
