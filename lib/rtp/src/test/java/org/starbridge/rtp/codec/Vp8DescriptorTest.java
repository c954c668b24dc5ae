package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class Vp8DescriptorTest {
    private final Vp8Descriptor descriptor = new Vp8Descriptor();

    @ParameterizedTest
    @CsvSource({
        // bytes, length, start, key, pictureId, tl0, tid, y, keyIdx
        "10 00,             1, true,  true,  -1,     -1,  -1, false, -1",
        "10 01,             1, true,  false, -1,     -1,  -1, false, -1",
        "10,                1, true,  false, -1,     -1,  -1, false, -1",
        "00 00,             1, false, false, -1,     -1,  -1, false, -1",
        "11 00,             1, false, false, -1,     -1,  -1, false, -1",
        "90 00 00,          2, true,  true,  -1,     -1,  -1, false, -1",
        "90 80 7f 00,       3, true,  true,  0x7f,   -1,  -1, false, -1",
        "90 80 ff ff 00,    4, true,  true,  0x7fff, -1,  -1, false, -1",
        "90 40 ff 01,       3, true,  false, -1,     255, -1, false, -1",
        "90 20 e0 00,       3, true,  true,  -1,     -1,   3, true,  -1",
        "90 10 3f 00,       3, true,  true,  -1,     -1,  -1, false, 31",
        "90 f0 81 00 05 45, 6, true,  false, 0x100,  5,    1, false, 5",
    })
    void readsEveryForm(
            String bytes,
            int length,
            boolean start,
            boolean key,
            int pictureId,
            int tl0,
            int tid,
            boolean y,
            int keyIdx) {
        int total = bytes.replace(" ", "").length() / 2;
        try (Slab slab = TestBytes.hex(bytes)) {
            assertThat(descriptor.wrap(slab.address(), total)).isNull();
            assertThat(descriptor.lengthBytes()).isEqualTo(length);
            assertThat(descriptor.isStartOfFrame()).isEqualTo(start);
            assertThat(descriptor.isKeyFrame()).isEqualTo(key);
            assertThat(KeyFrames.isKeyFrame(VideoCodec.VP8, slab.address(), total))
                    .isEqualTo(key);
            assertThat(descriptor.pictureId()).isEqualTo(pictureId);
            assertThat(descriptor.tl0PicIdx()).isEqualTo(tl0);
            assertThat(descriptor.temporalLayer()).isEqualTo(tid);
            assertThat(descriptor.isLayerSync()).isEqualTo(y);
            assertThat(descriptor.keyIdx()).isEqualTo(keyIdx);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'',            EMPTY",
        "90,            TRUNCATED",
        "9080,          TRUNCATED",
        "908080,        TRUNCATED",
        "9040,          TRUNCATED",
        "9020,          TRUNCATED",
        "90f0810005,    TRUNCATED",
    })
    void namesWhatIsWrong(String bytes, DescriptorFault fault) {
        try (Slab slab = TestBytes.hex(bytes)) {
            assertThat(descriptor.wrap(slab.address(), bytes.length() / 2)).isEqualTo(fault);
            assertThat(fault.sentence()).isNotBlank();
        }
    }

    @Test
    void rewritesACopyInItsOwnWidth() {
        try (Slab slab = TestBytes.hex("90c0 8001 05");
                Slab copy = TestBytes.hex("90c0 8001 05")) {
            assertThat(descriptor.wrap(slab.address(), 5)).isNull();
            descriptor.rewritePictureId(copy.address(), 0x1_8002);
            descriptor.rewriteTl0PicIdx(copy.address(), 0x1FF);
            assertThat(TestBytes.hexAt(copy.address(), 5)).isEqualTo("90c08002ff");
            assertThat(TestBytes.hexAt(slab.address(), 5)).isEqualTo("90c0800105");
        }
        try (Slab slab = TestBytes.hex("9080 01 05")) {
            assertThat(descriptor.wrap(slab.address(), 4)).isNull();
            descriptor.rewritePictureId(slab.address(), 0xFF);
            descriptor.rewriteTl0PicIdx(slab.address(), 1);
            assertThat(TestBytes.hexAt(slab.address(), 4)).isEqualTo("90807f05");
        }
    }

    @ParameterizedTest
    @CsvSource({
        // RFC 6386 section 9.1: the frame tag, the start code, 14 bits each with 2 bits of scale above
        "10 100000 9d012a 8002 6801,      640,  360",
        "10 100000 9d012a 00c5 d042,      1280, 720",
        "90e0 8001 05 20 100000 9d012a 4001 b400, 320, 180",
        "10 110000 9d012a 8002 6801,      -1,   -1",
        "00 100000 9d012a 8002 6801,      -1,   -1",
        "10 100000 9d012b 8002 6801,      -1,   -1",
        "10 100000 9d012a 8002 68,        -1,   -1",
        "10 10,                           -1,   -1",
    })
    void readsTheSizeOfAKeyFrame(String bytes, int width, int height) {
        try (Slab slab = TestBytes.hex(bytes)) {
            assertThat(descriptor.wrap(slab.address(), bytes.replace(" ", "").length() / 2))
                    .isNull();
            assertThat(descriptor.width()).isEqualTo(width);
            assertThat(descriptor.height()).isEqualTo(height);
        }
    }

    @Test
    void copiesItselfToASlotWithOtherIndices() {
        try (Slab slab = TestBytes.hex("b0f0 ffff 00 bf 77");
                Slab slot = Slab.allocate(6)) {
            assertThat(descriptor.wrap(slab.address(), 7)).isNull();
            assertThat(descriptor.copyRewritten(slot.address(), 0x8000, 0x100, 0x20))
                    .isEqualTo(6);
            assertThat(TestBytes.hexAt(slot.address(), 6)).isEqualTo("b0f0800000a0");
            assertThat(TestBytes.hexAt(slab.address(), 7)).isEqualTo("b0f0ffff00bf77");
        }
    }

    @Test
    void readsBackWhatWasWritten() {
        Random random = new Random(4);
        try (Slab slab = Slab.allocate(Vp8Descriptor.MAX_LENGTH_BYTES)) {
            for (int i = 0; i < 20_000; i++) {
                boolean start = random.nextBoolean();
                int pictureId = random.nextBoolean() ? random.nextInt(1 << 15) : -1;
                int tl0 = random.nextBoolean() ? random.nextInt(256) : -1;
                int tid = random.nextBoolean() ? random.nextInt(4) : -1;
                int keyIdx = random.nextBoolean() ? random.nextInt(32) : -1;
                int length = Vp8Descriptor.write(slab.address(), 6, start, pictureId, tl0, tid, keyIdx);
                assertThat(Vp8Descriptor.write(slab.address(), length - 1, start, pictureId, tl0, tid, keyIdx))
                        .isZero();
                assertThat(descriptor.wrap(slab.address(), length)).isNull();
                assertThat(descriptor.lengthBytes()).isEqualTo(length);
                assertThat(descriptor.isStartOfFrame()).isEqualTo(start);
                assertThat(descriptor.pictureId()).isEqualTo(pictureId);
                assertThat(descriptor.tl0PicIdx()).isEqualTo(tl0);
                assertThat(descriptor.temporalLayer()).isEqualTo(tid);
                assertThat(descriptor.keyIdx()).isEqualTo(keyIdx);
            }
        }
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        TestBytes.neverThrows(0x5EED4, 10, (random, bytes) -> {}, (address, length) -> {
            boolean key = KeyFrames.isKeyFrame(VideoCodec.VP8, address, length);
            if (descriptor.wrap(address, length) == null) {
                assertThat(descriptor.isKeyFrame()).isEqualTo(key);
                assertThat(descriptor.lengthBytes()).isBetween(1, length);
                String before = TestBytes.hexAt(address, length);
                descriptor.rewritePictureId(address, descriptor.pictureId());
                descriptor.rewriteTl0PicIdx(address, descriptor.tl0PicIdx());
                assertThat(TestBytes.hexAt(address, length)).isEqualTo(before);
                assertThat(descriptor.temporalLayer()).isBetween(-1, 3);
                assertThat(descriptor.keyIdx()).isBetween(-1, 31);
            } else {
                assertThat(key).isFalse();
            }
        });
    }
}
