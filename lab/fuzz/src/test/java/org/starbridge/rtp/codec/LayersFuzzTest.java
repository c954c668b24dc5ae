package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Payloads of codecs with layers inside one stream, and of H.264 and H.265. */
final class LayersFuzzTest {
    /** Any bytes as a VP9 payload: nothing outside them is read, and rewriting changes nothing but the indices. */
    @FuzzTest
    void vp9(byte[] data) {
        try (Slab slab = Input.slab(data);
                Slab copy = Slab.allocate(Math.max(1, data.length))) {
            Vp9Descriptor descriptor = new Vp9Descriptor();
            if (descriptor.wrap(slab.address(), data.length) != null) {
                return;
            }
            assertThat(descriptor.lengthBytes()).isBetween(1, data.length);
            checkStructure(descriptor.scalabilityStructure(), descriptor.hasScalabilityStructure());
            assertThat(descriptor.hasLayers()
                            && descriptor.isStartOfKeyPicture()
                            && !KeyFrames.isKeyFrame(VideoCodec.VP9, slab.address(), data.length))
                    .isFalse();
            int pictureId = descriptor.pictureId() + 1;
            int tl0PicIdx = descriptor.tl0PicIdx() + 1;
            int length = descriptor.copyRewritten(copy.address(), pictureId, tl0PicIdx);
            assertThat(length).isEqualTo(descriptor.lengthBytes());
            Vp9Descriptor again = new Vp9Descriptor();
            assertThat(again.wrap(copy.address(), length)).isNull();
            assertThat(again.lengthBytes()).isEqualTo(length);
            assertThat(again.pictureIdBits()).isEqualTo(descriptor.pictureIdBits());
            assertThat(again.pictureId())
                    .isEqualTo(pictureId == 0 ? -1 : pictureId & ((1 << descriptor.pictureIdBits()) - 1));
            assertThat(again.tl0PicIdx()).isEqualTo(tl0PicIdx == 0 ? -1 : tl0PicIdx & 0xFF);
            again.rewritePictureId(copy.address(), descriptor.pictureId());
            again.rewriteTl0PicIdx(copy.address(), descriptor.tl0PicIdx());
            assertThat(Memory.copyOf(copy.address(), length)).isEqualTo(Memory.copyOf(slab.address(), length));
        }
    }

    private static void checkStructure(Vp9ScalabilityStructure structure, boolean isThere) {
        assertThat(structure.spatialLayers() > 0).isEqualTo(isThere);
        for (int layer = 0; layer < structure.spatialLayers(); layer++) {
            assertThat(structure.width(layer) >= 0).isEqualTo(structure.hasSizes());
            assertThat(structure.height(layer) >= 0).isEqualTo(structure.hasSizes());
        }
        for (int picture = 0; picture < structure.pictures(); picture++) {
            assertThat(structure.temporalLayer(picture)).isBetween(0, 7);
            for (int i = 0; i < structure.references(picture); i++) {
                assertThat(structure.reference(picture, i)).isBetween(0, 255);
            }
        }
    }

    /**
     * Any bytes as an H.264 payload: what begins a picture or a key frame agrees with the older, shorter look at it.
     */
    @FuzzTest
    void h264(byte[] data) {
        try (Slab slab = Input.slab(data)) {
            H264Payload payload = new H264Payload();
            boolean isWhole = payload.wrap(slab.address(), data.length) == null;
            boolean isKey = payload.beginsIdrPicture() || payload.beginsSequenceParameterSet();
            assertThat(isKey && !KeyFrames.isKeyFrame(VideoCodec.H264, slab.address(), data.length))
                    .isFalse();
            assertThat((isKey || payload.beginsPicture()) && !isWhole).isFalse();
            assertThat(payload.beginsIdrPicture() && !payload.beginsPicture()).isFalse();
            assertThat(payload.beginsPicture() && !payload.isStartOfUnit()).isFalse();
            assertThat(payload.nalRefIdc()).isBetween(0, 3);
        }
    }

    /** Any bytes as an H.265 payload. */
    @FuzzTest
    void h265(byte[] data) {
        try (Slab slab = Input.slab(data)) {
            H265Payload payload = new H265Payload();
            boolean isWhole = payload.wrap(slab.address(), data.length) == null;
            assertThat(payload.beginsPicture() && !isWhole).isFalse();
            assertThat(payload.beginsRandomAccessPicture() && !payload.beginsPicture())
                    .isFalse();
            assertThat(payload.beginsRandomAccessPicture() && payload.isSubLayerNonReference())
                    .isFalse();
            assertThat(payload.beginsPicture() && !payload.isStartOfUnit()).isFalse();
            assertThat(payload.temporalLayer()).isBetween(0, 6);
        }
    }

    /**
     * Packets of the fuzzer's choice, in any order, as H.264: what is said to be a start is one, and moves one way
     * only.
     */
    @FuzzTest
    void keyPictures(byte[] data) {
        Input in = new Input(data);
        KeyPictureStart start = new KeyPictureStart();
        H264Payload payload = new H264Payload();
        int lastTimestamp = -1;
        long lastStart = Long.MAX_VALUE;
        while (in.hasMore()) {
            int timestamp = in.below(4);
            long sequenceNumber = in.u8();
            byte[] bytes = in.bytes(1 + in.below(8));
            try (Slab slab = Input.slab(bytes)) {
                if (payload.wrap(slab.address(), bytes.length) == null
                        && start.onPacket(sequenceNumber, timestamp, payload)) {
                    assertThat(payload.beginsIdrPicture() || payload.beginsSequenceParameterSet())
                            .isTrue();
                    // Of one picture the start only moves to earlier packets; another picture's is later.
                    assertThat(sequenceNumber < lastStart).isEqualTo(timestamp == lastTimestamp || lastTimestamp < 0);
                    lastTimestamp = timestamp;
                    lastStart = sequenceNumber;
                }
            }
        }
    }
}
