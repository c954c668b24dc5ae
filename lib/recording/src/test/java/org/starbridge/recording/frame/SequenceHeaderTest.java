package org.starbridge.recording.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Headers written after the specifications with any content are read with the same sizes and colours, and headers that
 * are cut before their last needed bit give no format.
 */
class SequenceHeaderTest {
    private static final int HEADERS = 2000;
    private static final byte[] PPS = {0x68, (byte) 0xCE, 0x3C, (byte) 0x80};

    /** A header, its needed bits and what it says. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Header(byte[] plain, int neededBits, int width, int height, int... colours) {
        byte[] cut(int bytes) {
            return Arrays.copyOf(plain, bytes);
        }

        int neededBytes() {
            return (neededBits + 7) / 8;
        }
    }

    /** H.264 section 7.3.2.1.1. */
    private static Header sps(RandomGenerator random) {
        BitWriter out = new BitWriter();
        int profile = new int[] {66, 77, 88, 100, 110, 122, 244}[random.nextInt(7)];
        boolean hasChroma = profile >= 100;
        out.bits(8, 0x67).bits(8, profile).bits(8, random.nextInt(256)).bits(8, random.nextInt(256));
        out.exponential(random.nextInt(32));
        int chroma = hasChroma ? random.nextInt(4) : 1;
        int luma = hasChroma ? random.nextInt(7) : 0;
        int depth = hasChroma ? random.nextInt(7) : 0;
        if (hasChroma) {
            out.exponential(chroma).bits(chroma == 3 ? 1 : 0, random.nextInt(2));
            out.exponential(luma).exponential(depth).bits(1, random.nextInt(2)).bits(1, 0);
        }
        out.exponential(random.nextInt(13));
        int order = random.nextInt(3);
        out.exponential(order);
        if (order == 0) {
            out.exponential(random.nextInt(13));
        } else if (order == 1) {
            out.bits(1, random.nextInt(2)).exponential(random.nextInt(1000)).exponential(random.nextInt(1000));
            int frames = random.nextInt(256);
            out.exponential(frames);
            for (int i = 0; i < frames; i++) {
                out.exponential(random.nextInt(100_000));
            }
        }
        out.exponential(random.nextInt(17)).bits(1, random.nextInt(2));
        int columns = 1 + random.nextInt(240);
        int rows = 1 + random.nextInt(135);
        out.exponential(columns - 1).exponential(rows - 1);
        boolean isFrames = out.flag(random.nextBoolean());
        out.bits(isFrames ? 1 : 2, random.nextInt(4));
        int width = 16 * columns;
        int height = 16 * rows * (isFrames ? 1 : 2);
        if (out.flag(random.nextBoolean())) {
            int[] crop = random.ints(4, 0, 4).toArray();
            Arrays.stream(crop).forEach(out::exponential);
            width -= (crop[0] + crop[1]) * (chroma == 1 || chroma == 2 ? 2 : 1);
            height -= (crop[2] + crop[3]) * (chroma == 1 ? 2 : 1) * (isFrames ? 1 : 2);
        }
        int needed = out.length();
        out.bits(1, 0).bits(1, 1);
        int[] colours = hasChroma ? new int[] {0xFC | chroma, 0xF8 | luma, 0xF8 | depth, 0} : new int[0];
        return new Header(out.bytes(), needed, width, height, colours);
    }

    /** H.264 section 7.4.1: 3 stands between two zeros and what would be taken for a begin. */
    private static byte[] escaped(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int zeros = 0;
        for (byte each : plain) {
            if (zeros == 2 && (each & 0xFC) == 0) {
                out.write(3);
                zeros = 0;
            }
            out.write(each);
            zeros = each == 0 ? zeros + 1 : 0;
        }
        return out.toByteArray();
    }

    @Test
    void anySequenceParameterSetIsReadAndRepeated() {
        Random random = new Random(1);
        for (int i = 0; i < HEADERS; i++) {
            Header header = sps(random);
            if (header.height() <= 0) {
                continue;
            }
            byte[] sps = escaped(header.plain());
            TrackFormat format = Objects.requireNonNull(H264Sequence.format(sps, List.of(PPS)), "header " + i);
            assertThat(List.of(format.width(), format.height())).containsExactly(header.width(), header.height());
            assertThat(format.configuration()).isEqualTo(avcC(sps, header.colours()));
            assertThat(H264Sequence.ofConfiguration(format.configuration())).isEqualTo(format);
            byte[] cut = header.cut(header.neededBytes() - 1);
            assertThat(H264Sequence.format(escaped(cut), List.of(PPS)))
                    .as("cut %d", i)
                    .isNull();
        }
    }

    /** The length of a parameter set in avcC has 16 bits. */
    @Test
    void parameterSetsAreNotLongerThanTheirLengthCanSay() {
        byte[] header = sps(new Random(5)).plain();
        byte[] longest = Arrays.copyOf(header, 0xFFFF);
        TrackFormat format = Objects.requireNonNull(H264Sequence.format(longest, List.of(PPS)));
        assertThat(H264Sequence.ofConfiguration(format.configuration())).isEqualTo(format);
        assertThat(H264Sequence.format(Arrays.copyOf(header, 0x10000), List.of(PPS)))
                .isNull();
        assertThat(H264Sequence.format(Arrays.copyOf(header, 3), List.of(PPS))).isNull();
    }

    /** ISO 14496-15, section 5.3.3.1. */
    private static byte[] avcC(byte[] sps, int... colours) {
        BitWriter out = new BitWriter().bits(8, 1);
        out.bits(8, sps[1]).bits(8, sps[2]).bits(8, sps[3]).bits(8, 0xFF).bits(8, 0xE1);
        out.bits(16, sps.length);
        for (byte each : sps) {
            out.bits(8, each);
        }
        out.bits(8, 1).bits(16, PPS.length);
        for (byte each : PPS) {
            out.bits(8, each);
        }
        for (int each : colours) {
            out.bits(8, each);
        }
        return out.bytes();
    }

    @Test
    void configurationsThatCannotBeReadGiveNoFormat() {
        byte[] right = avcC(escaped(sps(new Random(2)).plain()));
        assertThat(H264Sequence.ofConfiguration(right)).isNotNull();
        assertThat(H264Sequence.ofConfiguration(Arrays.copyOf(right, 8 + right[7] - 1)))
                .as("cut")
                .isNull();
        assertThat(H264Sequence.ofConfiguration(Arrays.copyOf(right, 7))).isNull();
        byte[] lengths = right.clone();
        lengths[4] = (byte) 0xFD;
        assertThat(H264Sequence.ofConfiguration(lengths))
                .as("lengths of 2 bytes")
                .isNull();
        byte[] none = right.clone();
        none[5] = (byte) 0xE0;
        assertThat(H264Sequence.ofConfiguration(none)).as("no parameter set").isNull();
    }

    /** Up to 1024 macroblocks, 16,384 pixels, in each direction. */
    @ParameterizedTest
    @CsvSource({
        "1024, 1024, 0, 0, true",
        "1025, 1, 0, 0, false",
        "1, 1025, 0, 0, false",
        "1, 1, 7, 7, true",
        "1, 1, 8, 0, false",
        "1, 1, 0, 8, false",
        "1, 1, 9, 0, false"
    })
    void picturesHaveASize(int columns, int rows, int cropX, int cropY, boolean isRead) {
        BitWriter out =
                new BitWriter().bits(8, 0x67).bits(8, 66).bits(16, 0x001E).exponential(0);
        out.exponential(0).exponential(2).exponential(1).bits(1, 0);
        out.exponential(columns - 1).exponential(rows - 1).bits(2, 3).bits(1, 1);
        out.exponential(0).exponential(cropX).exponential(0).exponential(cropY).bits(2, 1);
        TrackFormat format = H264Sequence.format(escaped(out.bytes()), List.of(PPS));
        assertThat(format != null).isEqualTo(isRead);
        if (format != null) {
            assertThat(format.width()).isEqualTo(16 * columns - 2 * cropX);
            assertThat(format.height()).isEqualTo(16 * rows - 2 * cropY);
        }
    }

    /** AV1 section 5.5, as an OBU with size, and the three bytes of av1C before it. */
    private static Header sequence(RandomGenerator random) {
        BitWriter out = new BitWriter();
        boolean hasExtension = random.nextBoolean();
        out.bits(8, 0x0A | (hasExtension ? 4 : 0)).bits(hasExtension ? 8 : 0, random.nextInt(256));
        boolean isLongSize = random.nextBoolean(); // a size of two bytes, whatever it is
        out.bits(isLongSize ? 8 : 0, 0xA0).bits(8, random.nextInt(128));
        int profile = random.nextInt(3);
        boolean isReduced = random.nextInt(4) == 0;
        out.bits(3, profile).bits(1, random.nextInt(2)).bits(1, isReduced ? 1 : 0);
        int level = random.nextInt(24);
        int tier = isReduced ? 0 : operatingPoints(random, out, level);
        if (isReduced) {
            out.bits(5, level);
        }
        int widthBits = 4 + random.nextInt(13);
        int heightBits = 4 + random.nextInt(13);
        int width = 1 + random.nextInt(1 << widthBits);
        int height = 1 + random.nextInt(1 << heightBits);
        out.bits(4, widthBits - 1)
                .bits(4, heightBits - 1)
                .bits(widthBits, width - 1)
                .bits(heightBits, height - 1);
        tools(random, out, isReduced);
        int colour = colour(random, out, profile);
        int needed = out.length();
        out.bits(2, random.nextInt(4)).bits(1, 1);
        return new Header(out.bytes(), needed, width, height, 0x81, profile << 5 | level, tier << 7 | colour, 0);
    }

    private static int operatingPoints(RandomGenerator random, BitWriter out, int firstLevel) {
        int delayBits = 0;
        if (out.flag(random.nextBoolean())) {
            out.bits(32, random.nextInt()).bits(32, random.nextInt());
            if (out.flag(random.nextBoolean())) {
                out.exponential(random.nextInt(1000));
            }
            if (out.flag(random.nextBoolean())) {
                delayBits = 1 + random.nextInt(32);
                out.bits(5, delayBits - 1).bits(32, random.nextInt()).bits(10, random.nextInt());
            }
        }
        boolean hasDisplayDelay = out.flag(random.nextBoolean());
        int points = 1 + random.nextInt(32);
        out.bits(5, points - 1);
        int firstTier = 0;
        for (int i = 0; i < points; i++) {
            int level = i == 0 ? firstLevel : random.nextInt(24);
            int tier = level > 7 ? random.nextInt(2) : 0;
            firstTier = i == 0 ? tier : firstTier;
            out.bits(12, random.nextInt()).bits(5, level).bits(level > 7 ? 1 : 0, tier);
            if (delayBits > 0 && out.flag(random.nextBoolean())) {
                out.bits(delayBits, random.nextInt())
                        .bits(delayBits, random.nextInt())
                        .bits(1, random.nextInt());
            }
            if (hasDisplayDelay && out.flag(random.nextBoolean())) {
                out.bits(4, random.nextInt());
            }
        }
        return firstTier;
    }

    private static void tools(RandomGenerator random, BitWriter out, boolean isReduced) {
        if (!isReduced && out.flag(random.nextBoolean())) {
            out.bits(7, random.nextInt());
        }
        out.bits(3, random.nextInt()); // superblocks, intra filter, intra edge filter
        if (!isReduced) {
            out.bits(4, random.nextInt()); // compounds, warped motion, two filters
            boolean hasOrderHint = out.flag(random.nextBoolean());
            out.bits(hasOrderHint ? 2 : 0, random.nextInt());
            boolean isChosenByFrame = out.flag(random.nextBoolean());
            boolean isScreen = isChosenByFrame || out.flag(random.nextBoolean());
            if (isScreen && !out.flag(random.nextBoolean())) {
                out.bits(1, random.nextInt());
            }
            out.bits(hasOrderHint ? 3 : 0, random.nextInt());
        }
        out.bits(3, random.nextInt()); // superresolution, CDEF, restoration
    }

    private static int colour(RandomGenerator random, BitWriter out, int profile) {
        boolean isHigh = out.flag(random.nextBoolean());
        boolean isTwelve = profile == 2 && isHigh && out.flag(random.nextBoolean());
        boolean isMono = profile != 1 && out.flag(random.nextInt(4) == 0);
        boolean isSrgb = !isMono && profile != 0 && random.nextInt(3) == 0;
        if (out.flag(isSrgb || random.nextBoolean())) {
            out.bits(24, isSrgb ? 0x010D00 : 0x010D01);
        }
        int subX = 1;
        int subY = 1;
        int place = 0;
        if (isSrgb) {
            subX = 0;
            subY = 0;
        } else {
            out.bits(1, random.nextInt());
            if (!isMono && profile == 1) {
                subX = 0;
                subY = 0;
            } else if (!isMono && profile == 2) {
                subX = isTwelve ? random.nextInt(2) : 1;
                subY = isTwelve && subX == 1 ? random.nextInt(2) : 0;
                out.bits(isTwelve ? 1 : 0, subX).bits(isTwelve && subX == 1 ? 1 : 0, subY);
            }
            if (!isMono && subX == 1 && subY == 1) {
                place = random.nextInt(3);
                out.bits(2, place);
            }
        }
        return (isHigh ? 64 : 0) + (isTwelve ? 32 : 0) + (isMono ? 16 : 0) + 8 * subX + 4 * subY + place;
    }

    @Test
    void anyAv1SequenceHeaderIsReadAndRepeated() {
        Random random = new Random(3);
        for (int i = 0; i < HEADERS; i++) {
            Header header = sequence(random);
            TrackFormat format = Objects.requireNonNull(Av1Sequence.format(header.plain()), "header " + i);
            assertThat(List.of(format.width(), format.height())).containsExactly(header.width(), header.height());
            assertThat(format.configuration()).isEqualTo(join(header.colours(), header.plain()));
            assertThat(Av1Sequence.format(header.cut(header.neededBytes() - 1)))
                    .as("cut %d", i)
                    .isNull();
            assertThat(Av1Sequence.format(header.cut(header.neededBytes())))
                    .as("whole %d", i)
                    .isNotNull();
        }
    }

    private static byte[] join(int[] head, byte[] body) {
        BitWriter out = new BitWriter();
        Arrays.stream(head).forEach(each -> out.bits(8, each));
        for (byte each : body) {
            out.bits(8, each);
        }
        return out.bytes();
    }

    /** VP9 section 6.2; the colours are profile, depth and chroma subsampling of CodecPrivate. */
    private static Header vp9(RandomGenerator random) {
        BitWriter out = new BitWriter();
        int profile = random.nextInt(4);
        out.bits(2, 2).bits(1, profile).bits(1, profile >> 1).bits(profile == 3 ? 1 : 0, 0);
        out.bits(2, 0).bits(2, random.nextInt()).bits(24, 0x498342);
        int depth = 8;
        if (profile >= 2) {
            depth = out.flag(random.nextBoolean()) ? 12 : 10;
        }
        boolean isSrgb = profile % 2 == 1 && random.nextBoolean();
        out.bits(3, isSrgb ? 7 : random.nextInt(7));
        int chroma = isSrgb ? 3 : 1;
        if (!isSrgb) {
            out.bits(1, random.nextInt());
        }
        if (profile % 2 == 1 && !isSrgb) {
            int subsampling = random.nextInt(3);
            chroma = new int[] {3, 4, 2}[subsampling];
            out.bits(2, subsampling);
        }
        out.bits(profile % 2, 0);
        int width = 1 + random.nextInt(1 << 16);
        int height = 1 + random.nextInt(1 << 16);
        out.bits(16, width - 1).bits(16, height - 1);
        return new Header(out.bytes(), out.length(), width, height, profile, depth, chroma);
    }

    @Test
    void anyVp9KeyFrameIsRead() {
        Random random = new Random(4);
        for (int i = 0; i < HEADERS; i++) {
            Header header = vp9(random);
            TrackFormat format = Objects.requireNonNull(vp9Format(header.plain()), "header " + i);
            assertThat(List.of(format.width(), format.height())).containsExactly(header.width(), header.height());
            byte[] features = format.configuration();
            assertThat(List.of((int) features[2], (int) features[8], (int) features[11]))
                    .containsExactly(header.colours()[0], header.colours()[1], header.colours()[2]);
            assertThat(vp9Format(header.cut(header.neededBytes() - 1)))
                    .as("cut %d", i)
                    .isNull();
        }
    }

    private static @Nullable TrackFormat vp9Format(byte[] header) {
        Depacketizer vp9 = new Vp9Depacketizer();
        vp9.begin();
        vp9.add(join(new int[] {0x0C}, header));
        Depacketizer.EncodedFrame frame = vp9.finish();
        return frame == null ? null : frame.format();
    }

    /** The table of webmproject.org/vp9/levels: the largest picture, and a thirtieth of the samples of a second. */
    @ParameterizedTest
    @CsvSource({
        "54, 10, 11", // 27,648 samples
        "144, 11, 20",
        "240, 20, 21",
        "480, 21, 30",
        "1080, 30, 31",
        "1920, 31, 40",
        "4352, 40, 50",
        "17408, 50, 60"
    })
    void vp9LevelsHoldTheirLargestPicture(int rowsOf512, int level, int next) {
        assertThat(vp9Level(rowsOf512)).isEqualTo(level);
        assertThat(vp9Level(rowsOf512 + 1)).isEqualTo(next);
    }

    private static int vp9Level(int height) {
        BitWriter out = new BitWriter().bits(8, 0x82).bits(24, 0x498342).bits(4, 0);
        byte[] header = out.bits(16, 511).bits(16, height - 1).bits(4, 0).bytes();
        return Objects.requireNonNull(vp9Format(header)).configuration()[5];
    }
}
