package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class KeyFramesTest {
    @ParameterizedTest
    @CsvSource({
        "VP8,   1000,                   true",
        "VP8,   1001,                   false",
        "VP9,   08,                     true", // B only
        "VP9,   48,                     false", // P
        "VP9,   00,                     false", // not the beginning
        "VP9,   8801,                   true", // I, 7 bits
        "VP9,   a80100,                 true", // I, L, layer 0
        "VP9,   a8010100,               true", // D without SID
        "VP9,   a80102,                 false", // SID 1
        "VP9,   a8800100,               true", // I of 15 bits, L
        "VP9,   a8800104,               false", // SID 2
        "VP9,   a88001,                 false", // layer byte cut
        "VP9,   a8,                     false",
        "VP9,   28e0,                   true", // L without I, TID 7
        "VP9,   0882498342,             true", // a key frame by its own header
        "VP9,   0886,                   false", // not one: GStreamer never sets P
        "VP9,   8801a4,                 false", // profile 1
        "VP9,   08b0,                   true", // profile 3
        "VP9,   08b2,                   false", // profile 3
        "VP9,   088a,                   false", // shows a frame again
        "VP9,   0a0086,                 true", // has a structure
        "VP9,   0806,                   true", // not to be read: encrypted end to end
        "H265,  260180,                 true", // IDR
        "H265,  2a0180,                 true", // CRA
        "H265,  420101,                 true", // SPS
        "H265,  020180,                 false", // a slice
        "H265,  620193,                 true", // FU, start of IDR
        "H265,  620113,                 false", // FU, middle
        "H265,  6001000342010100022601, true", // AP
        "H265,  6001000302018000032601, false", // AP, second unit cut
        "H265,  2601,                   false",
        "H264,  65,                     true", // IDR
        "H264,  67,                     true", // SPS
        "H264,  68,                     false", // PPS
        "H264,  41,                     false",
        "H264,  7c85,                   true", // FU-A, start of IDR
        "H264,  7c05,                   false", // FU-A, middle
        "H264,  7c81,                   false", // FU-A, start of another
        "H264,  7c,                     false",
        "H264,  78000168000165,         true", // STAP-A: PPS, IDR
        "H264,  78000168000141,         false",
        "H264,  7800016800026500,       true",
        "H264,  78000168000365,         false", // second unit cut
        "H264,  780000000165,           true", // empty unit in front
        "H264,  78,                     false",
        "H264,  7800,                   false",
        "AV1,   18,                     true", // W=1, N
        "AV1,   10,                     false",
        "OTHER, 65,                     false",
        "AV1,   '',                     false",
        "H264,  '',                     false",
        "VP9,   '',                     false",
    })
    void areToldFromTheFirstBytes(VideoCodec codec, String bytes, boolean key) {
        try (Slab slab = TestBytes.hex(bytes)) {
            assertThat(KeyFrames.isKeyFrame(codec, slab.address(), bytes.length() / 2))
                    .isEqualTo(key);
        }
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        int[] keys = new int[1];
        TestBytes.neverThrows(
                0x5EED5,
                24,
                (random, bytes) -> {
                    if (bytes.length > 0 && random.nextBoolean()) {
                        bytes[0] = 0x78;
                        for (int i = 1; i < bytes.length; i += 2) {
                            bytes[i] = 0;
                        }
                    }
                },
                (address, length) -> {
                    for (VideoCodec codec : VideoCodec.values()) {
                        keys[0] += KeyFrames.isKeyFrame(codec, address, length) ? 1 : 0;
                    }
                });
        assertThat(keys[0]).isPositive();
    }
}
