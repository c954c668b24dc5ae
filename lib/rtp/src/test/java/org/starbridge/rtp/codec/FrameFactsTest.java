package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class FrameFactsTest {
    private final FrameFacts facts = new FrameFacts();

    @Test
    void tellsWhatTheDescriptorTells() {
        Random random = new Random(7);
        FrameFacts shared = new FrameFacts();
        Vp8Descriptor descriptor = new Vp8Descriptor();
        try (Slab slab = Slab.allocate(12)) {
            for (int i = 0; i < 20_000; i++) {
                byte[] bytes = new byte[12];
                random.nextBytes(bytes);
                org.starbridge.rtp.memory.Memory.copyIn(bytes, 0, slab.address(), 12);
                int encoding = random.nextInt(8);
                boolean marker = random.nextBoolean();
                assertThat(facts.parse(VideoCodec.VP8, encoding, slab.address(), 12, marker))
                        .isNull();
                descriptor.wrap(slab.address(), 12);
                assertThat(facts.isNewest() || facts.isFlowing(encoding)).isFalse();
                boolean newest = random.nextBoolean();
                facts.place(!newest, 0xFF, 0xF);
                facts.place(newest, 1 << encoding, 4);
                assertThat(facts.highestFlowingSpatialLayer()).isEqualTo(2);
                shared.unpack(facts.packed(), facts.firstCodecWord(), facts.secondCodecWord());
                assertThat(shared.codec()).isEqualTo(VideoCodec.VP8);
                assertThat(shared.encoding()).isEqualTo(encoding);
                assertThat(shared.isEndOfFrame()).isEqualTo(marker);
                assertThat(shared.isNewest()).isEqualTo(newest);
                assertThat(shared.isFlowing(encoding)).isTrue();
                assertThat(shared.isFlowing(encoding ^ 1)).isFalse();
                long numbers = shared.firstCodecWord();
                assertThat(Vp8FrameNumbers.pictureIdBits(numbers)).isEqualTo(descriptor.pictureIdBits());
                assertThat(Vp8FrameNumbers.pictureId(numbers)).isEqualTo(Math.max(0, descriptor.pictureId()));
                assertThat(Vp8FrameNumbers.tl0PicIdx(numbers)).isEqualTo(Math.max(0, descriptor.tl0PicIdx()));
                assertThat(shared.temporalLayer()).isEqualTo(Math.max(0, descriptor.temporalLayer()));
                assertThat(Vp8FrameNumbers.keyIdx(numbers)).isEqualTo(Math.max(0, descriptor.keyIdx()));
                assertThat(shared.isLayerSync()).isEqualTo(descriptor.isLayerSync());
                assertThat(shared.isNonReference()).isEqualTo(descriptor.isNonReference());
                assertThat(shared.isStartOfFrame()).isEqualTo(descriptor.isStartOfFrame());
                assertThat(shared.isKeyFrame()).isEqualTo(descriptor.isKeyFrame());
                assertThat(shared.isLayered())
                        .isEqualTo(descriptor.pictureIdBits() == 15
                                && descriptor.tl0PicIdx() >= 0
                                && descriptor.temporalLayer() >= 0);
                assertThat(facts.width()).isEqualTo(descriptor.width());
                assertThat(facts.height()).isEqualTo(descriptor.height());
                assertThat(shared.height()).isEqualTo(-1);
            }
        }
    }

    @Test
    void knowsKeyFramesOfOtherCodecsAndNothingElse() {
        try (Slab slab = TestBytes.hex("65 00")) {
            assertThat(facts.parse(VideoCodec.H264, 2, slab.address(), 2, true)).isNull();
            assertThat(facts.isKeyFrame()).isTrue();
            assertThat(facts.codec()).isEqualTo(VideoCodec.H264);
            assertThat(facts.encoding()).isEqualTo(2);
            assertThat(facts.isLayered()).isFalse();
            assertThat(facts.firstCodecWord()).isZero();
            assertThat(facts.secondCodecWord()).isZero();
            assertThat(facts.parse(VideoCodec.OTHER, 0, slab.address(), 2, false))
                    .isNull();
            assertThat(facts.isKeyFrame()).isFalse();
            assertThat(facts.isEndOfFrame()).isFalse();
        }
    }

    @Test
    void refusesVp8WithoutItsDescriptor() {
        try (Slab slab = TestBytes.hex("9080")) {
            assertThat(facts.parse(VideoCodec.VP8, 0, slab.address(), 2, false)).isEqualTo(DescriptorFault.TRUNCATED);
            assertThat(facts.parse(VideoCodec.VP8, 0, slab.address(), 0, false)).isEqualTo(DescriptorFault.EMPTY);
            assertThat(facts.parse(VideoCodec.H264, 0, slab.address(), 0, false))
                    .isNull();
        }
    }

    @Test
    void takesAnyValueAsFacts() {
        Random random = new Random(8);
        for (int i = 0; i < 1000; i++) {
            facts.unpack(random.nextLong(), random.nextLong(), random.nextLong());
            assertThat(facts.codec()).isNotNull();
            assertThat(facts.encoding()).isBetween(0, FrameFacts.MAX_ENCODINGS - 1);
            assertThat(facts.spatialLayer()).isBetween(0, 7);
            assertThat(facts.temporalLayer()).isBetween(0, 7);
            long numbers = facts.firstCodecWord();
            assertThat(Vp8FrameNumbers.pictureIdBits(numbers)).isIn(0, 7, 15);
            long other = Vp8FrameNumbers.with(numbers, i * 97, i * 31, i * 7);
            int mask = Vp8FrameNumbers.pictureIdBits(numbers) == 7 ? 0x7F : 0x7FFF;
            assertThat(Vp8FrameNumbers.pictureIdBits(other)).isEqualTo(Vp8FrameNumbers.pictureIdBits(numbers));
            assertThat(Vp8FrameNumbers.pictureId(other)).isEqualTo(i * 97 & mask);
            assertThat(Vp8FrameNumbers.tl0PicIdx(other)).isEqualTo(i * 31 & 0xFF);
            assertThat(Vp8FrameNumbers.keyIdx(other)).isEqualTo(i * 7 & 0x1F);
        }
    }
}
