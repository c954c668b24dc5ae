package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.Vp9FrameNumbers;

/** How numbers go on over a switch from one encoding to another. */
class FrameNumberingTest {
    private static final int LONG_FORM = 1 << 15;

    private final FrameNumbering vp9 = new FrameNumbering.OfVp9();
    private final FrameNumbering descriptor = new FrameNumbering.OfDescriptor();

    private static FrameFacts vp9(int pictureId, int tl0PicIdx) {
        FrameFacts facts = new FrameFacts();
        facts.depend(0, 0, false, 1, 1, Vp9FrameNumbers.with(LONG_FORM, pictureId, tl0PicIdx));
        return facts;
    }

    private static FrameFacts described(int frame, int templateIdOffset, int templates, boolean isStart) {
        FrameFacts facts = new FrameFacts();
        facts.describe(0, 0, isStart, true, false);
        facts.depend(frame, 0, false, 1, 1, templateIdOffset | templates << 6);
        return facts;
    }

    private long sent(FrameFacts facts) {
        return descriptor.rewritten(facts, 1, 2, false);
    }

    @Test
    void theFirstEncodingKeepsItsNumbers() {
        vp9.start();
        long word = vp9.rewritten(vp9(500, 77), 0, 0, true);
        assertThat(Vp9FrameNumbers.pictureId(word)).isEqualTo(500);
        assertThat(Vp9FrameNumbers.tl0PicIdx(word)).isEqualTo(77);
        descriptor.start();
        word = sent(described(1000, 10, 5, true));
        assertThat(DescriptorWord.frameNumber(word)).isEqualTo(1000);
        assertThat(DescriptorWord.templateIdShift(word)).isZero();
        assertThat(DescriptorWord.nextTemplateId(word)).isEqualTo(15);
    }

    @ParameterizedTest
    @CsvSource({"500, 77, 501, 78", "32767, 255, 0, 0", "32766, 254, 32767, 255"})
    void anotherVp9EncodingGoesOnBehindTheLastPictureAndItsTl0PicIdx(
            int lastPicture, int lastTl0, int picture, int tl0) {
        long last = Vp9FrameNumbers.with(LONG_FORM, lastPicture, lastTl0);
        vp9.startAfter(vp9(9000, 200), last);
        long first = vp9.rewritten(vp9(9000, 200), 0, 0, true);
        assertThat(Vp9FrameNumbers.pictureId(first)).isEqualTo(picture);
        assertThat(Vp9FrameNumbers.tl0PicIdx(first)).isEqualTo(tl0);
        long later = vp9.rewritten(vp9(9003, 202), 0, 0, true);
        assertThat(Vp9FrameNumbers.pictureId(later)).isEqualTo(picture + 3 & 0x7FFF);
        assertThat(Vp9FrameNumbers.tl0PicIdx(later)).isEqualTo(tl0 + 2 & 0xFF);
    }

    @Test
    void aStartForgetsTheShift() {
        vp9.startAfter(vp9(9000, 200), Vp9FrameNumbers.with(LONG_FORM, 1, 1));
        vp9.start();
        assertThat(vp9.rewritten(vp9(9000, 200), 0, 0, true))
                .isEqualTo(vp9(9000, 200).codecNumbers());
        descriptor.startAfter(described(70, 0, 3, true), sent(described(1000, 10, 5, true)));
        descriptor.start();
        long word = sent(described(70, 0, 3, true));
        assertThat(DescriptorWord.frameNumber(word)).isEqualTo(70);
        assertThat(DescriptorWord.templateIdShift(word)).isZero();
    }

    /** Late packets of the encoding before would be read with the templates of the new one. */
    @ParameterizedTest
    @CsvSource({
        // templates of the encoding before and of the one after, the shift, the first id behind
        "10, 5, 14, 5, 1, 20",
        "0, 5, 0, 5, 5, 10",
        "0, 5, 40, 9, 29, 14",
        "58, 5, 62, 4, 1, 3"
    })
    void theTemplateIdsOfTwoEncodingsDoNotOverlap(
            int offset, int templates, int nextOffset, int nextTemplates, int shift, int behind) {
        descriptor.start();
        long last = sent(described(65_535, offset, templates, true));
        FrameFacts first = described(300, nextOffset, nextTemplates, true);
        descriptor.startAfter(first, last);
        long word = sent(first);
        assertThat(DescriptorWord.frameNumber(word)).isZero();
        assertThat(DescriptorWord.templateIdShift(word)).isEqualTo(shift);
        assertThat(nextOffset + shift & 63).as("the first template").isEqualTo(offset + templates & 63);
        assertThat(DescriptorWord.nextTemplateId(word)).isEqualTo(behind);
        assertThat(DescriptorWord.frameNumber(sent(described(305, nextOffset, nextTemplates, true))))
                .isEqualTo(5);
    }

    @Test
    void aThirdEncodingGoesOnBehindTheIdsThatWereSentNotThoseOfTheSource() {
        descriptor.start();
        long last = sent(described(1, 0, 5, true));
        FrameFacts second = described(1, 0, 5, true);
        descriptor.startAfter(second, last);
        last = sent(second);
        FrameFacts third = described(1, 0, 5, true);
        descriptor.startAfter(third, last);
        assertThat(DescriptorWord.templateIdShift(sent(third))).isEqualTo(10);
        assertThat(DescriptorWord.frameNumber(sent(third))).isEqualTo(3);
    }

    @Test
    void layersAreToldWithTheFirstPacketOfAFrameAndWhenTheyChange() {
        descriptor.start();
        FrameFacts middle = described(1, 0, 5, false);
        FrameFacts begin = described(2, 0, 5, true);
        assertThat(DescriptorWord.isNews(descriptor.rewritten(middle, 1, 2, false)))
                .as("no frame begins")
                .isFalse();
        assertThat(DescriptorWord.isNews(descriptor.rewritten(begin, 1, 2, false)))
                .isTrue();
        assertThat(DescriptorWord.isNews(descriptor.rewritten(begin, 1, 2, false)))
                .as("known")
                .isFalse();
        assertThat(DescriptorWord.isNews(descriptor.rewritten(begin, 0, 2, false)))
                .isTrue();
        assertThat(DescriptorWord.isNews(descriptor.rewritten(begin, 0, 1, false)))
                .isTrue();
        long withLower = descriptor.rewritten(begin, 0, 1, true);
        assertThat(DescriptorWord.isNews(withLower)).isTrue();
        assertThat(DescriptorWord.isWithLower(withLower)).isTrue();
        assertThat(DescriptorWord.isNews(descriptor.rewritten(begin, 0, 1, true)))
                .isFalse();
        descriptor.startAfter(begin, withLower);
        assertThat(DescriptorWord.isNews(descriptor.rewritten(begin, 0, 1, true)))
                .as("a new structure")
                .isTrue();
    }

    @Test
    void aChainIsWholeIfItsPreviousFrameWasNotLeftOut() {
        FrameWindow frames = new FrameWindow();
        frames.start(100, false);
        frames.decide(100, true);
        frames.decide(101, false);
        FrameFacts facts = new FrameFacts();
        facts.depend(103, 0, false, 1, 1, 2 << 13 | 3 << 17);
        assertThat(descriptor.isChained(facts, 103, 0, frames))
                .as("two back: left out")
                .isFalse();
        assertThat(descriptor.isChained(facts, 103, 1, frames))
                .as("three back: sent")
                .isTrue();
        assertThat(descriptor.isChained(facts, 103, 2, frames)).as("no chain").isTrue();
        assertThat(vp9.isChained(facts, 103, 0, frames)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "5, 4, false, true", // the next layer of a picture
        "6, 4, false, false",
        "6, 4, true, true", // what lies between is not of the target
        "8, 4, true, true", // the lowest layer of the next picture
        "8, 4, false, false",
        "9, 4, true, false", // a higher one of it: the lowest is missing
        "12, 4, true, false" // the picture after next
    })
    void theNextLayerOfAPictureFollowsOrTheLowestOfTheNext(
            int frame, int before, boolean isTargetBehind, boolean isNext) {
        assertThat(vp9.isNext(frame, before, isTargetBehind)).isEqualTo(isNext);
    }

    @Test
    void theNextFrameOfADescriptorIsTheNextNumber() {
        assertThat(descriptor.isNext(8, 7, true)).isTrue();
        assertThat(descriptor.isNext(9, 7, true)).isFalse();
    }
}
