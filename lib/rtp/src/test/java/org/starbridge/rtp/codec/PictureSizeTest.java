package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

/** Payloads that tell how large the picture is, whole and cut anywhere. */
class PictureSizeTest {
    private static FrameFacts facts(VideoCodec codec, Slab payload, int lengthBytes) {
        FrameFacts facts = new FrameFacts();
        facts.parse(codec, 0, payload.address(), lengthBytes, false);
        return facts;
    }

    @ParameterizedTest
    @CsvSource({
        // Scalability structure: three layers, behind a picture id of 15 bits and layer indices; the highest counts.
        "VP9,  aa8123000050014000b4028001680500 02d0, 1280, 720",
        "VP9,  0a1802d00500,                          720, 1280", // one layer, a portrait, with a picture group
        "VP9,  fa012301010250014000b4028001680500 02d0, 1280, 720", // behind three references
        "VP9,  fa0123010250014000b4028001680500 02d0, 1280, 720", // behind two
        "VP9,  88834983420027f01df058e0907063,        -1, -1", // a picture id where the header was
        "VP9,  08834983420027f01df058e0907063,        640, 480", // recorded
        "VP9,  0a00,                                  -1, -1", // a structure without sizes
        "VP9,  0882498342004ff02cf0,                  1280, 720", // no structure: the key frame's own header
        "VP9,  0886498342004ff02cf0,                  -1, -1", // no key frame
        "VP9,  aa8123020050014000b4028001680500 02d0, 1280, 720", // on the second layer
        // Aggregation header with N, the sequence header first; recorded from a browser.
        "AV1,  680c0800000024c4ffdf36be401030,        640, 480",
        "AV1,  600c0800000024c4ffdf36be401030,        -1, -1", // no new sequence
        "AV1,  08060a0b00000024c4ffdf36be4010,        -1, -1", // the element ends before the size
        "AV1,  080d0a0b00000024c4ffdf36be4010,        640, 480", // elements and OBUs with sizes
        "AV1,  18080000 0024c4ffdf36be4010,           640, 480", // one element, which needs no length
        "AV1,  68ff0800000024c4ffdf36be401030,        -1, -1",
        // Sequence parameter sets as encoders write them: alone, with escapes, in an aggregate.
        "H264, 6742c01fda014016ec0440000003004000000f23c60ca8, 1280, 720",
        "H264, 67640028acd940780227e5c044000003000400000300f23c60c658, 1920, 1080",
        "H264, 6742e01eda0280f440,                    640, 480",
        "H264, 7800096742e01eda0280f440000468ce3c80,  640, 480",
        "H264, 78000468ce3c8000096742e01eda0280f440,  640, 480",
        "H264, 78000468ce3c8000ff6742e01eda0280f440,  -1, -1",
        "H264, 68ce3c80,                              -1, -1",
        "H264, 67,                                    -1, -1",
        "VP8,  10020000,                              -1, -1",
        "OTHER, 6742e01eda0280f440,                   -1, -1",
    })
    void isWhatThePayloadTells(VideoCodec codec, String hex, int width, int height) {
        byte[] payload = HexFormat.of().parseHex(hex.replace(" ", ""));
        try (Slab slab = TestBytes.slab(payload)) {
            FrameFacts facts = facts(codec, slab, payload.length);
            assertThat(facts.width()).isEqualTo(width);
            assertThat(facts.height()).isEqualTo(height);
            assertThat(facts.smallerSide()).isEqualTo(Math.min(width, height));
        }
        for (int cut = 1; cut < payload.length; cut++) {
            try (Slab slab = TestBytes.slab(Arrays.copyOf(payload, cut))) { // nothing behind it is read
                FrameFacts facts = facts(codec, slab, cut);
                assertThat(facts.width() < 0).isEqualTo(facts.height() < 0);
            }
        }
    }
}
