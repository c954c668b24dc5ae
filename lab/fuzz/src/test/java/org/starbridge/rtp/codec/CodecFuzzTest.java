package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.EnumSet;
import java.util.Set;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Payload descriptors, and the packets with which decoding can begin. */
final class CodecFuzzTest {
    /** Any bytes as the payload of every codec: nothing outside them is read. */
    @FuzzTest
    void payload(byte[] data) {
        try (Slab slab = Input.slab(data)) {
            Set<VideoCodec> isKeyFrame = EnumSet.noneOf(VideoCodec.class);
            for (VideoCodec codec : VideoCodec.values()) {
                if (KeyFrames.isKeyFrame(codec, slab.address(), data.length)) {
                    isKeyFrame.add(codec);
                }
            }
            assertThat(isKeyFrame).doesNotContain(VideoCodec.OTHER);
            sizesAreWholeOrUnknown(slab, data.length);
            Vp8Descriptor descriptor = new Vp8Descriptor();
            if (descriptor.wrap(slab.address(), data.length) != null) {
                assertThat(isKeyFrame).doesNotContain(VideoCodec.VP8);
                return;
            }
            assertThat(descriptor.lengthBytes()).isBetween(1, Math.min(data.length, Vp8Descriptor.MAX_LENGTH_BYTES));
            assertThat(descriptor.isKeyFrame()).isEqualTo(isKeyFrame.contains(VideoCodec.VP8));
            assertThat(descriptor.isLayerSync() && descriptor.temporalLayer() < 0)
                    .isFalse();
            rewritingChangesNothingElse(descriptor, data);
        }
    }

    private static void sizesAreWholeOrUnknown(Slab payload, int lengthBytes) {
        FrameFacts facts = new FrameFacts();
        for (VideoCodec codec : VideoCodec.values()) {
            facts.parse(codec, 0, payload.address(), lengthBytes, false);
            assertThat(facts.width() < 0).isEqualTo(facts.height() < 0);
            assertThat(facts.width()).isBetween(-1, 1 << 16);
            assertThat(facts.height()).isBetween(-1, 1 << 16);
        }
    }

    private static void rewritingChangesNothingElse(Vp8Descriptor descriptor, byte[] data) {
        int pictureId = descriptor.pictureId();
        int tl0PicIdx = descriptor.tl0PicIdx();
        try (Slab copy = Slab.allocate(descriptor.lengthBytes())) {
            Memory.copyIn(data, 0, copy.address(), descriptor.lengthBytes());
            descriptor.rewritePictureId(copy.address(), pictureId + 1);
            descriptor.rewriteTl0PicIdx(copy.address(), tl0PicIdx + 1);
            Vp8Descriptor again = new Vp8Descriptor();
            assertThat(again.wrap(copy.address(), descriptor.lengthBytes())).isNull();
            int bits = descriptor.pictureIdBits();
            assertThat(again.pictureIdBits()).isEqualTo(bits);
            assertThat(again.pictureId()).isEqualTo(bits == 0 ? -1 : (pictureId + 1) & ((1 << bits) - 1));
            assertThat(again.tl0PicIdx()).isEqualTo(tl0PicIdx < 0 ? -1 : (tl0PicIdx + 1) & 0xFF);
            assertThat(again.temporalLayer()).isEqualTo(descriptor.temporalLayer());
            assertThat(again.keyIdx()).isEqualTo(descriptor.keyIdx());
            assertThat(again.isNonReference()).isEqualTo(descriptor.isNonReference());
            assertThat(again.isStartOfPartition()).isEqualTo(descriptor.isStartOfPartition());
        }
    }

    /** A descriptor of the fuzzer's choice is read as it was written, and never written behind the capacity. */
    @FuzzTest
    void descriptor(byte[] data) {
        Input in = new Input(data);
        int capacityBytes = in.below(9);
        boolean start = in.flag();
        int pictureId = in.flag() ? in.u16() & 0x7FFF : -1;
        int tl0PicIdx = in.flag() ? in.u8() : -1;
        int temporalLayer = in.flag() ? in.below(4) : -1;
        int keyIdx = in.flag() ? in.below(32) : -1;
        try (Slab slab = Slab.allocate(Math.max(1, capacityBytes))) {
            int length = Vp8Descriptor.write(
                    slab.address(), capacityBytes, start, pictureId, tl0PicIdx, temporalLayer, keyIdx);
            assertThat(length).isBetween(0, capacityBytes);
            if (length == 0) {
                assertThat(capacityBytes).isLessThan(Vp8Descriptor.MAX_LENGTH_BYTES);
                return;
            }
            Vp8Descriptor view = new Vp8Descriptor();
            assertThat(view.wrap(slab.address(), length)).isNull();
            assertThat(view.lengthBytes()).isEqualTo(length);
            assertThat(view.isStartOfPartition()).isEqualTo(start);
            assertThat(view.pictureId()).isEqualTo(pictureId);
            assertThat(view.tl0PicIdx()).isEqualTo(tl0PicIdx);
            assertThat(view.temporalLayer()).isEqualTo(temporalLayer);
            assertThat(view.keyIdx()).isEqualTo(keyIdx);
        }
    }

    /** Any bytes as redundant audio: no block lies outside them, and the primary one ends where they end. */
    @FuzzTest
    void redundantAudio(byte[] data) {
        try (Slab slab = Input.slab(data)) {
            RedPayload red = new RedPayload();
            if (red.wrap(slab.address(), data.length) != null) {
                assertThat(red.count()).isZero();
                return;
            }
            assertThat(red.count()).isBetween(1, RedPayload.MAX_BLOCKS);
            long end = slab.address();
            for (int i = 0; i < red.count(); i++) {
                assertThat(red.address(i)).isGreaterThanOrEqualTo(end);
                Memory.copyOf(red.address(i), red.lengthBytes(i));
                end = red.address(i) + red.lengthBytes(i);
            }
            assertThat(end).isEqualTo(slab.address() + data.length);
            assertThat(red.primaryAddress() + red.primaryLengthBytes()).isEqualTo(end);
        }
    }

    /** Any bytes as a frame of any codec; the facts are the same on the other side. */
    @FuzzTest
    void facts(byte[] data) {
        try (Slab slab = Input.slab(data)) {
            FrameFacts facts = new FrameFacts();
            FrameFacts shared = new FrameFacts();
            for (VideoCodec codec : VideoCodec.values()) {
                DescriptorFault fault = facts.parse(codec, data.length & 7, slab.address(), data.length, true);
                shared.unpack(facts.packed(), facts.firstCodecWord(), facts.secondCodecWord());
                assertThat(shared.codec()).isEqualTo(codec);
                assertThat(shared.encoding()).isEqualTo(data.length & 7);
                assertThat(shared.isEndOfFrame()).isTrue();
                assertThat(fault != null && codec != VideoCodec.VP8).isFalse();
                assertThat(shared.isKeyFrame()).isEqualTo(KeyFrames.isKeyFrame(codec, slab.address(), data.length));
                assertThat(facts.height()).isBetween(-1, 1 << 16);
            }
        }
    }
}
