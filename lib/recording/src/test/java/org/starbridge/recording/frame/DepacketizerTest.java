package org.starbridge.recording.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.recording.frame.Depacketizer.EncodedFrame;

class DepacketizerTest {
    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static @Nullable EncodedFrame join(Depacketizer depacketizer, String... payloads) {
        depacketizer.begin();
        for (String payload : payloads) {
            depacketizer.add(hex(payload));
        }
        return depacketizer.finish();
    }

    private static EncodedFrame frame(Depacketizer depacketizer, String... payloads) {
        return Objects.requireNonNull(join(depacketizer, payloads));
    }

    @Test
    void vp8LosesItsDescriptorAndTellsItsSize() {
        Depacketizer vp8 = new Vp8Depacketizer();
        EncodedFrame key = frame(vp8, "90 e0 8001 05 20 10 02 00 9d012a 8002 e001", "80 80 01 aabb");
        assertThat(key.isKeyFrame()).isTrue();
        assertThat(key.data()).isEqualTo(hex("10 02 00 9d012a 8002 e001 aabb"));
        assertThat(key.format()).isEqualTo(new TrackFormat(Codec.VP8, 640, 480, new byte[0]));
        EncodedFrame other = frame(vp8, "10 31 02 03");
        assertThat(other.isKeyFrame()).isFalse();
        assertThat(other.format()).isNull();
        assertThat(join(vp8, "00 31 02 03")).as("without its begin").isNull();
    }

    @Test
    void vp9LayersBecomeASuperframe() {
        Depacketizer vp9 = new Vp9Depacketizer();
        String header = "82 49834200 27f0 1df8 00"; // profile 0, 640x480
        EncodedFrame key = frame(vp9, "ac 80 01 00 00" + header, "ec 80 01 02 00 85aa");
        assertThat(key.isKeyFrame()).isTrue();
        assertThat(Objects.requireNonNull(key.format()).width()).isEqualTo(640);
        assertThat(key.format().height()).isEqualTo(480);
        assertThat(key.data()).endsWith(hex("85aa d9 0a000000 02000000 d9"));
        assertThat(join(vp9, "a8 80 01 00 00" + header)).as("without its end").isNull();
        assertThat(join(vp9, "a4 80 01 00 00" + header)).as("without its begin").isNull();
    }

    private static final String VP9_KEY = "82 49834200 27f0 1df8 00"; // profile 0, 640x480

    /** RFC 9628 section 4.2: what follows the descriptor is the frame, whatever the descriptor has. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0c", // nothing
                "8c 05", // a short picture id
                "8c 8005", // a long one
                "2c 20 07", // layers, with TL0PICIDX
                "3c 20", // layers in flexible mode, without
                "ac 05 20 07", // both
                "0e 00", // a structure without sizes
                "0e 10 0280 01e0", // with one
                "0e 08 02 04 01 08 01 02", // with two pictures that refer to one and two
                "ae 8005 00 07 38 0140 00f0 0280 01e0 01 04 01" // with two sizes and a picture
            })
    void vp9DescriptorsHaveTheirLength(String descriptor) {
        EncodedFrame key = frame(new Vp9Depacketizer(), descriptor + VP9_KEY);
        assertThat(key.isKeyFrame()).isTrue();
        assertThat(key.data()).isEqualTo(hex(VP9_KEY));
        TrackFormat format = Objects.requireNonNull(key.format());
        assertThat(format.width()).isEqualTo(640);
        assertThat(format.height()).isEqualTo(480);
        assertThat(format.configuration()).isEqualTo(hex("0101 00 0201 1e 0301 08 0401 01"));
    }

    /** In flexible mode up to three pictures are named that a frame refers to; the last one has no N bit. */
    @ParameterizedTest
    @ValueSource(strings = {"5c 02", "5c 03 04", "5c 03 05 06", "5c 03 05 07"})
    void vp9FramesThatReferToOthersAreNoKeyFrames(String descriptor) {
        EncodedFrame other = frame(new Vp9Depacketizer(), descriptor + "86aabb");
        assertThat(other.isKeyFrame()).isFalse();
        assertThat(other.data()).isEqualTo(hex("86aabb"));
    }

    /** Of a higher layer it only says that there is no other picture that the layer refers to. */
    @Test
    void theLowestLayerSaysWhetherAVp9PictureIsAKeyFrame() {
        EncodedFrame other = frame(new Vp9Depacketizer(), "6c 00 01 86aabb", "2c 03 01 86cc");
        assertThat(other.isKeyFrame()).isFalse();
        assertThat(other.data()).startsWith(hex("86aabb86cc"));
    }

    @Test
    void vp9SaysWhichProfileDepthAndLevelItHas() {
        String deep = "92 49834200 13f8 0ef8 00"; // profile 2, 10 bits, 640x480: a bit more before the sizes
        TrackFormat format =
                Objects.requireNonNull(frame(new Vp9Depacketizer(), "0c" + deep).format());
        assertThat(format.width()).isEqualTo(640);
        assertThat(format.height()).isEqualTo(480);
        assertThat(format.configuration()).isEqualTo(hex("0101 02 0201 1e 0301 0a 0401 01"));
        assertThat(join(new Vp9Depacketizer(), "0c 82 49834300 27f0 1df8 00"))
                .as("another sync code")
                .isNull();
        assertThat(join(new Vp9Depacketizer(), "0c 82 498342")).as("cut").isNull();
        format = Objects.requireNonNull(
                frame(new Vp9Depacketizer(), "0e 10 0780 0438" + VP9_KEY).format());
        assertThat(format.width()).as("the size of the highest layer").isEqualTo(1920);
        assertThat(format.configuration()[5]).isEqualTo((byte) 40);
    }

    @Test
    void h264UnitsGetLengthsAndParameterSetsGoIntoTheFormat() {
        Depacketizer h264 = new H264Depacketizer();
        String sps = "6742c01f d900 a00b 742a"; // too short to be true, see below
        assertThat(join(h264, "18 000a" + sps + "0004 68ce3c80", "65 8884")).isNull();
        sps = "67 42c01e da0280f684 0000 0300 0400 0003 00f0 3c58 b658"; // baseline, 640x480
        int length = hex(sps).length;
        EncodedFrame key = frame(
                h264,
                "78 00" + HexFormat.of().toHexDigits((byte) length) + sps + "0004 68ce3c80",
                "7c 85 8884",
                "7c 05 0102",
                "7c 45 03");
        assertThat(key.isKeyFrame()).isTrue();
        assertThat(key.data()).isEqualTo(hex("00000006 65 8884 0102 03"));
        TrackFormat format = Objects.requireNonNull(key.format());
        assertThat(format.width()).isEqualTo(640);
        assertThat(format.height()).isEqualTo(480);
        assertThat(format.configuration()).startsWith(hex("01 42c01e ff e1 00")).endsWith(hex("01 0004 68ce3c80"));
        assertThat(frame(h264, "09f0", "41 9a00").data()).isEqualTo(hex("00000003 41 9a00"));
        assertThat(join(h264, "7c 05 0102")).as("a fragment without its begin").isNull();
        assertThat(join(h264, "7c 85 0102")).as("a fragment without its end").isNull();
        assertThat(frame(h264, "65 88").isKeyFrame())
                .as("parameter sets of before")
                .isTrue();
    }

    @Test
    void av1UnitsGetSizes() {
        Depacketizer av1 = new Av1Depacketizer();
        EncodedFrame inter = frame(av1, "50 30 aabb", "90 cc"); // one frame OBU in two packets
        assertThat(inter.isKeyFrame()).isFalse();
        assertThat(inter.data()).isEqualTo(hex("32 03 aabbcc"));
        assertThat(frame(av1, "20 01 10 30 dd").data())
                .as("a delimiter is left out")
                .isEqualTo(hex("32 01 dd"));
        assertThat(join(av1, "90 cc")).as("without its begin").isNull();
        assertThat(join(av1, "50 30 aa")).as("without its end").isNull();
    }

    /** RFC 6184 section 5.7.1: an aggregate is a row of lengths and units, and nothing else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "18 0002 4101 00", // half a length
                "18 0002 4101 0000", // a length of nothing
                "18 0002 4101 0003 4102", // less than its length
                "19 0000 0002 4101", // STAP-B: of a mode that is not negotiated
                "00 0002 4101"
            })
    void h264AggregatesAreWhole(String payload) {
        Depacketizer h264 = new H264Depacketizer();
        assertThat(frame(h264, "18 0002 4101 0002 4102").data()).isEqualTo(hex("00000002 4101 00000002 4102"));
        assertThat(join(h264, payload)).isNull();
        assertThat(join(h264, "41 9a00", payload)).as("after a whole unit").isNull();
    }

    @Test
    void h264UnitsLongerThan64KiBHaveTheirLength() {
        byte[] fragment = new byte[2 + 40_000];
        fragment[0] = 0x7C;
        Depacketizer h264 = new H264Depacketizer();
        h264.begin();
        fragment[1] = (byte) 0x81;
        h264.add(fragment.clone());
        fragment[1] = 0x41;
        h264.add(fragment.clone());
        assertThat(Objects.requireNonNull(h264.finish()).data())
                .startsWith(hex("00013881 61 00"))
                .hasSize(4 + 80_001);
        assertThat(join(h264, "7c 85", "7c 45 03")).as("a fragment of nothing").isNull();
    }

    /** What is cut anywhere in its descriptor is no frame, and neither is a descriptor without one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "8c 8005",
                "2c 20 07",
                "7c 20 03 05 06",
                "0e 10 0280 01e0",
                "0e 08 02 04 01 08 01 02",
                "ae 8005 00 07 38 0140 00f0 0280 01e0 01 04 01"
            })
    void vp9DescriptorsAreWhole(String descriptor) {
        byte[] whole = hex(descriptor);
        for (int length = 0; length <= whole.length; length++) {
            String cut = HexFormat.of().formatHex(whole, 0, length);
            assertThat(join(new Vp9Depacketizer(), cut)).as(cut).isNull();
            assertThat(join(new Vp9Depacketizer(), "0c" + VP9_KEY, cut))
                    .as("after a whole layer: %s", cut)
                    .isNull();
        }
    }

    @Test
    void vp9SuperframesHaveEightLayersAtMost() {
        String[] layers = new String[9];
        Arrays.fill(layers, "4c aa");
        layers[0] = "0c" + VP9_KEY;
        assertThat(join(new Vp9Depacketizer(), layers)).isNull();
        byte[] data = frame(new Vp9Depacketizer(), Arrays.copyOf(layers, 8)).data();
        assertThat(data).endsWith(hex("01000000 df")).contains(hex("aa df 0a000000"));
    }

    /** AV1's elements: sizes as LEB128, of which the last one has none if W says how many there are. */
    @ParameterizedTest
    @CsvSource({
        "00 03 30aabb, 3202aabb", // W is 0: all have sizes
        "00 02 30aa 03 30bbcc, 3201aa3202bbcc",
        "20 02 30aa 30bbcc, 3201aa3202bbcc", // two, the last one without size
        "30 02 30aa 02 30bb 30cc, 3201aa3201bb3201cc",
        "00 8300 30aabb, 3202aabb", // a size in two bytes
        "10 34 08 aabb, 3608 02aabb", // with an extension
        "10 32 02 aabb cc, 3202aabb", // its own size, and what is behind it
        "10 36 08 02 aabb cc, 3608 02aabb",
        "20 02 78aa 30bb, 3201bb", // padding
        "20 02 40aa 30bb, 3201bb" // a tile list
    })
    void av1ElementsAreJoined(String payload, String unit) {
        assertThat(frame(new Av1Depacketizer(), payload).data()).isEqualTo(hex(unit));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10", // nothing
                "00 04 30aabb", // cut
                "00 80", // a size that is cut
                "00 808080808001 30", // of six bytes
                "00 8080808010 30", // more than 2^31
                "10 34", // an extension that is cut
                "10 32 03 aabb", // its own size is too large
                "10 32 80",
                "20 01 12 32" // its own size is cut
            })
    void av1ElementsThatAreCutGiveNoFrame(String payload) {
        assertThat(join(new Av1Depacketizer(), payload)).isNull();
        assertThat(join(new Av1Depacketizer(), "10 30 aa", payload))
                .as("after a whole one")
                .isNull();
    }

    @Test
    void av1SizesAreLeb128() {
        for (int length : new int[] {127, 128, 129, 16_383, 16_384, 50_000}) {
            byte[] payload = new byte[2 + length];
            payload[0] = 0x10;
            payload[1] = 0x30;
            Depacketizer av1 = new Av1Depacketizer();
            av1.begin();
            av1.add(payload);
            byte[] unit = Objects.requireNonNull(av1.finish()).data();
            assertThat(unit[0]).isEqualTo((byte) 0x32);
            int value = 0;
            int at = 1;
            do {
                value |= (unit[at] & 0x7F) << (7 * (at - 1));
            } while (unit[at++] < 0);
            assertThat(value).isEqualTo(length);
            assertThat(unit).hasSize(at + length);
        }
    }

    @Test
    void opusIsTakenAsItIs() {
        EncodedFrame frame = frame(new OpusDepacketizer(), "fc010203");
        assertThat(frame.data()).isEqualTo(hex("fc010203"));
        assertThat(frame.format()).isEqualTo(OpusDepacketizer.FORMAT);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AAC")
    void anyBytesAreAccepted(Codec codec) {
        Random random = new Random(codec.name().hashCode());
        Depacketizer depacketizer = codec.depacketizer();
        int frames = 0;
        for (int i = 0; i < 100_000; i++) {
            depacketizer.begin();
            for (int packets = random.nextInt(4); packets > 0; packets--) {
                byte[] payload = new byte[random.nextInt(40)];
                random.nextBytes(payload);
                depacketizer.add(payload);
            }
            EncodedFrame frame = depacketizer.finish();
            if (frame != null) {
                frames++;
                assertThat(frame.data()).isNotEmpty();
                assertThat(frame.isKeyFrame()).isEqualTo(frame.format() != null);
            }
        }
        assertThat(frames).isPositive();
    }
}
