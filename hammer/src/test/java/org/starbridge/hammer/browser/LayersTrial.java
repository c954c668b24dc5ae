package org.starbridge.hammer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.browser.Player.Picture;
import org.starbridge.hammer.browser.Player.Shown;

/**
 * Measures in seconds what {@link ChromiumLayersTest} asserts in frames: how soon a page has the height that it asks
 * for, how long its picture was frozen, and the frame rate and quantizer at each height. Run by
 * {@code scripts/layers-trial} on a machine that does nothing else.
 */
@Timeout(300)
@SuppressWarnings("try") // closing may be interrupted
class LayersTrial {
    private static final String CAMERA = LayersRoom.CAMERA;
    private static final double MOST_SECONDS_UNTIL_CHANGE = 2;
    private static final double MOST_FROZEN_SECONDS = 1;
    private static final double LEAST_FRAMES_A_SECOND = 20;
    /** Of one height: at 30 frames a second, three seconds. */
    private static final int MEASURED_FRAMES = 90;

    private static final double NS_PER_SECOND = 1e9;

    /** What a page saw of one change. */
    private record Change(String to, double seconds, double frozenSeconds, double framesPerSecond, double quantizer) {
        boolean isAsExpected() {
            return seconds <= MOST_SECONDS_UNTIL_CHANGE
                    && frozenSeconds <= MOST_FROZEN_SECONDS
                    && framesPerSecond >= LEAST_FRAMES_A_SECOND;
        }

        String row(String codec, String mode) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %.1f | %.1f | %.0f | %s |%n",
                    codec,
                    mode,
                    to,
                    seconds,
                    frozenSeconds,
                    framesPerSecond,
                    quantizer < 0 ? "–" : String.format(Locale.ROOT, "%.0f", quantizer));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "VP9, L3T3_KEY, 136, 272, 544",
        "VP9, L3T3, 136, 272, 544",
        "VP9, L1T3, 544, 544, 544",
        "VP9, simulcast, 120, 240, 480",
        "AV1, L3T3_KEY, 136, 272, 544",
        "AV1, L3T3, 136, 272, 544",
        "AV1, L1T3, 544, 544, 544",
        "AV1, simulcast, 120, 240, 480",
        "H264, simulcast, 120, 240, 480"
    })
    void eachHeight(String codec, String mode, int lowest, int middle, int highest) throws Exception {
        try (LayersRoom room = new LayersRoom(mode, codec)) {
            room.low.wantHeight(180);
            room.high.wantHeight(highest);
            room.low.awaitHeight(CAMERA, lowest);
            room.high.awaitHeight(CAMERA, highest);
            List<Change> changes = new ArrayList<>();
            for (int[] step : new int[][] {{360, middle}, {180, lowest}, {highest, highest}, {180, lowest}}) {
                changes.add(measure(room.high, String.valueOf(step[1]), () -> room.high.wantHeight(step[0]), step[1]));
            }
            report(codec, mode, changes);
        }
    }

    @ParameterizedTest
    @CsvSource({"VP9, AV1", "AV1, VP9"})
    void eachCodec(String from, String to) throws Exception {
        try (LayersRoom room = new LayersRoom("L3T3_KEY", from, to)) {
            room.high.wantHeight(544);
            room.high.awaitHeight(CAMERA, 544);
            Picture before = room.high.look();
            long fromNs = System.nanoTime();
            room.publisher.call("changeCodec", to);
            room.high.await(to, picture -> picture.of(CAMERA).isOf(to));
            double seconds = (System.nanoTime() - fromNs) / NS_PER_SECOND;
            room.high.awaitHeight(CAMERA, 544);
            report(from, "to " + to, List.of(settled("544", room.high, before, seconds)));
        }
    }

    private static Change measure(Player player, String to, Runnable change, int height) {
        Picture before = player.look();
        long fromNs = System.nanoTime();
        change.run();
        player.framesUntilHeight(CAMERA, height);
        double seconds = (System.nanoTime() - fromNs) / NS_PER_SECOND;
        player.awaitHeight(CAMERA, height);
        return settled(to, player, before, seconds);
    }

    private static Change settled(String to, Player player, Picture before, double seconds) {
        Shown first = player.look().of(CAMERA);
        long fromNs = System.nanoTime();
        Shown last = player.awaitFrames(CAMERA, MEASURED_FRAMES).of(CAMERA);
        double measured = (System.nanoTime() - fromNs) / NS_PER_SECOND;
        long frames = last.frames() - first.frames();
        return new Change(
                to,
                seconds,
                last.frozenSeconds() - before.of(CAMERA).frozenSeconds(),
                frames / measured,
                last.qpSum() < 0 ? -1 : (last.qpSum() - first.qpSum()) / frames);
    }

    private static void report(String codec, String mode, List<Change> changes) throws Exception {
        StringBuilder rows = new StringBuilder();
        changes.forEach(change -> rows.append(change.row(codec, mode)));
        Path table = Path.of(Objects.requireNonNull(System.getenv("STARBRIDGE_TRIAL_TABLE"), "the script sets it"));
        Files.writeString(table, rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        assertThat(changes).allMatch(Change::isAsExpected);
    }
}
