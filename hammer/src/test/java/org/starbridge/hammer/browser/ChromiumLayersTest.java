package org.starbridge.hammer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bridge.interop.BridgeAccount;
import org.starbridge.bridge.interop.OneBrowserAtATime;
import org.starbridge.hammer.browser.FrameDecoder.Decoded;
import org.starbridge.hammer.browser.Player.Picture;
import org.starbridge.testkit.DailyShare;
import org.starbridge.testkit.EveryOtherDay;

/**
 * One page publishes its camera in layers, two pages ask for different heights of it: each gets the layer that it asks
 * for, without a freeze, and all that it gets can be decoded.
 */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(300)
@SuppressWarnings("try") // closing may be interrupted
class ChromiumLayersTest {
    private static final double FREEZE_SECONDS = 1;
    /**
     * A height changes within 2 s, which are 30 frames of the camera; half as many more are the margin for looking at
     * it each 100 ms. Frames and not seconds, so that a slow machine, on which fewer of them come, changes nothing.
     */
    private static final long MOST_FRAMES_UNTIL_CHANGE = 45;

    private static final int MEASURED_FRAMES = 20;
    private static final int MOST_STEPS = 6;
    private static final String CAMERA = LayersRoom.CAMERA;

    private static void assertNoFreeze(Picture before, Picture now, BridgeAccount account) {
        assertThat(now.of(CAMERA).frozenSeconds() - before.of(CAMERA).frozenSeconds())
                .as(() -> "seconds for which the picture was frozen. " + account.now())
                .isLessThan(FREEZE_SECONDS);
    }

    private static final List<Arguments> LAYERS = List.of(
            Arguments.of("VP9", "L3T3_KEY", 136, 272, 544),
            Arguments.of("AV1", "L3T3", 136, 272, 544),
            Arguments.of("H264", "simulcast", 120, 240, 480),
            Arguments.of("VP8", "simulcast", 120, 240, 480),
            Arguments.of("AV1", "L3T3_KEY", 136, 272, 544),
            Arguments.of("VP9", "simulcast", 120, 240, 480),
            Arguments.of("AV1", "L1T3", 544, 544, 544),
            Arguments.of("VP9", "L3T3", 136, 272, 544),
            Arguments.of("AV1", "simulcast", 120, 240, 480),
            Arguments.of("VP9", "L1T3", 544, 544, 544),
            Arguments.of("VP9", "S3T3", 136, 272, 544));

    static List<Arguments> layers() {
        return DailyShare.of("ChromiumLayersTest", 2, LAYERS);
    }

    @ParameterizedTest
    @MethodSource("layers")
    void eachPageIsShownTheLayerThatItAsksFor(String codec, String scalabilityMode, int lowest, int middle, int highest)
            throws Exception {
        try (LayersRoom room = new LayersRoom(scalabilityMode, codec)) {
            room.low.wantHeight(180);
            room.high.wantHeight(highest);
            Picture lowBefore = room.low.awaitHeight(CAMERA, lowest);
            Picture before = room.high.awaitHeight(CAMERA, highest);
            for (int[] step : new int[][] {{360, middle}, {180, lowest}, {highest, highest}, {180, lowest}}) {
                room.high.wantHeight(step[0]);
                assertThat(room.high.framesUntilHeight(CAMERA, step[1]))
                        .as(() -> "frames until " + step[1] + ". " + room.account.now())
                        .isLessThanOrEqualTo(MOST_FRAMES_UNTIL_CHANGE);
                Picture now = room.high.awaitHeight(CAMERA, step[1]);
                assertNoFreeze(before, now, room.account);
                before = now;
            }
            Picture lowNow = room.low.awaitHeight(CAMERA, lowest);
            assertNoFreeze(lowBefore, lowNow, room.account);
            assertSameFrameRate(room);
            assertQuantizers(codec, lowBefore, room.low.look());
            assertDecodable(codec, room, lowest, middle, highest);
        }
    }

    /**
     * Of a small picture the browser makes fewer layers than its mode names. The whole table is
     * {@link LayersTableTrial}'s.
     */
    @Test
    void aSmallPictureIsShownWhole() throws Exception {
        try (LayersTable table = new LayersTable()) {
            for (String codec : DailyShare.of("ChromiumLayersTest, small pictures", 1, List.of("VP9", "AV1"))) {
                LayersTable.Row row = new LayersTable.Row(codec, "L3T3_KEY", 640, 360, true);
                assertThat(table.run(row))
                        .as(() -> row + ". " + table.account.now())
                        .matches(LayersTable.Outcome::isAsExpected);
            }
        }
    }

    /** Two layers of one picture have the same frames, however many the machine makes of them. */
    private static void assertSameFrameRate(LayersRoom room) {
        long lowBefore = room.low.look().of(CAMERA).frames();
        long highBefore = room.high.look().of(CAMERA).frames();
        long high = room.high.awaitFrames(CAMERA, MEASURED_FRAMES).of(CAMERA).frames() - highBefore;
        long low = room.low.look().of(CAMERA).frames() - lowBefore;
        assertThat((double) low / high)
                .as(() -> low + " frames of the one and " + high + " of the other. " + room.account.now())
                .isBetween(0.5, 2.0);
    }

    /** What was decoded between two looks has quantizers of the codec's range, if the browser tells them. */
    private static void assertQuantizers(String codec, Picture before, Picture now) {
        double sum = now.of(CAMERA).qpSum() - before.of(CAMERA).qpSum();
        long frames = now.of(CAMERA).frames() - before.of(CAMERA).frames();
        if (now.of(CAMERA).qpSum() >= 0) {
            assertThat(sum / frames).as("the mean quantizer").isBetween(1.0, codec.equals("H264") ? 51.0 : 255.0);
        }
    }

    /** The judge is a decoder that has nothing to do with the browser or the bridge. */
    private static void assertDecodable(String codec, LayersRoom room, Integer... heights) throws Exception {
        FrameDecoder.assumeInstalled();
        Decoded decoded = FrameDecoder.decode(codec, room.high.keptFrames());

        assertThat(decoded.complaints()).isEmpty();
        assertThat(decoded.heights()).contains(heights);
        assertThat(decoded.decoded()).isEqualTo(decoded.sent()).isGreaterThan(2 * MEASURED_FRAMES);
    }

    static List<String> temporalCodecs() {
        return DailyShare.of("ChromiumLayersTest, temporal layers", 1, List.of("VP8", "H264"));
    }

    /**
     * A page whose bandwidth carries two of three temporal layers at the most gets those, without a key frame, and all
     * again later.
     */
    @ParameterizedTest
    @EveryOtherDay(odd = true)
    @MethodSource("temporalCodecs")
    void temporalLayersAreLeftOutWhereTheBandwidthIsShort(String codec) throws Exception {
        FrameDecoder.assumeInstalled();
        try (LayersRoom room = new LayersRoom("L1T3", codec)) {
            room.low.wantWithin(CAMERA, -1);
            room.high.wantWithin(CAMERA, -1);
            room.low.awaitFrames(CAMERA, MEASURED_FRAMES);
            Picture before = room.high.awaitFrames(CAMERA, MEASURED_FRAMES);
            long bandwidthBps = room.low.bitrateBps(CAMERA, 3 * MEASURED_FRAMES);
            List<String> tries = new ArrayList<>();
            double share = 1;
            for (int step = 0; step < MOST_STEPS && share > 0.65; step++) {
                bandwidthBps = bandwidthBps * 3 / 4; // what is sent changes, too
                room.high.wantWithin(CAMERA, bandwidthBps);
                room.high.awaitFrames(CAMERA, MEASURED_FRAMES); // until what was chosen before is behind it
                share = shareOfFrames(room);
                tries.add(share + " of the frames at " + bandwidthBps + " bit/s");
            }
            assertThat(share)
                    .as(() -> "two or one of three layers: " + tries + ". " + room.account.now())
                    .isBetween(0.15, 0.65);
            room.high.wantWithin(CAMERA, -1);
            room.high.awaitFrames(CAMERA, MEASURED_FRAMES);
            assertThat(shareOfFrames(room)).as("all layers").isGreaterThan(0.8);
            assertNoFreeze(before, room.high.look(), room.account);
            Decoded decoded = FrameDecoder.decode(codec, room.high.keptFrames());
            assertThat(decoded.complaints()).isEmpty();
            assertThat(decoded.decoded()).isEqualTo(decoded.sent()).isGreaterThan(2 * MEASURED_FRAMES);
        }
    }

    /** How many of the frames that the one page shows the other one shows. */
    private static double shareOfFrames(LayersRoom room) {
        long lowBefore = room.low.look().of(CAMERA).frames();
        long highBefore = room.high.look().of(CAMERA).frames();
        long low = room.low.awaitFrames(CAMERA, 3 * MEASURED_FRAMES).of(CAMERA).frames() - lowBefore;
        return (double) (room.high.look().of(CAMERA).frames() - highBefore) / low;
    }

    @Test
    @EveryOtherDay(odd = false)
    void changeOfCodecDuringTheCallKeepsThePicture() throws Exception {
        try (LayersRoom room = new LayersRoom("L3T3_KEY", "VP9", "AV1")) {
            room.low.wantHeight(180);
            room.high.wantHeight(544);
            room.low.awaitHeight(CAMERA, 136);
            room.high.awaitHeight(CAMERA, 544);
            for (String codec : List.of("AV1", "VP9", "AV1")) {
                Picture lowBefore = room.low.look();
                Picture highBefore = room.high.look();
                room.publisher.call("changeCodec", codec);
                room.low.await(codec, picture -> picture.of(CAMERA).isOf(codec));
                room.high.await(codec, picture -> picture.of(CAMERA).isOf(codec));
                assertNoFreeze(lowBefore, room.low.awaitHeight(CAMERA, 136), room.account);
                assertNoFreeze(highBefore, room.high.awaitHeight(CAMERA, 544), room.account);
            }
        }
    }
}
