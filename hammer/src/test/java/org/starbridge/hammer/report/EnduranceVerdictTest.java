package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.report.SoakReport.Pause;
import org.starbridge.hammer.report.SoakReport.Sample;

/** When an endurance run fails. */
class EnduranceVerdictTest {
    private static final Pause GOOD = new Pause(10, "bridge", 2.5, 0.4);

    private static List<String> problems(Pause pause, IntFunction<Sample> sample) {
        return new SoakReport(
                        15,
                        List.of(pause),
                        IntStream.range(0, 30).mapToObj(sample).toList())
                .problems();
    }

    private static Sample steady(int i) {
        return new Sample(i, 200_000_000 + (i % 5) * 1_000_000, 50_000_000, 30 + i % 3, 40, 5_000_000L, 40_000_000L);
    }

    @Test
    void passesWhenMediaComesBackAndNothingGrows() {
        assertThat(problems(GOOD, EnduranceVerdictTest::steady)).isEmpty();
    }

    @Test
    void failsWhenAStreamStaysAway() {
        assertThat(problems(new Pause(10, "bridge", 2.5, -1), EnduranceVerdictTest::steady))
                .singleElement()
                .asString()
                .contains("stuck");
    }

    @Test
    void failsForEachThingThatGrows() {
        assertThat(problems(GOOD, i -> new Sample(i, 200_000_000 + i * 5_000_000L, 50_000_000, 30, 40, null, null)))
                .singleElement()
                .asString()
                .contains("resident memory");
        assertThat(problems(GOOD, i -> new Sample(i, 200_000_000, 0, 30 + i, 40, null, null)))
                .singleElement()
                .asString()
                .contains("threads");
        assertThat(problems(GOOD, i -> new Sample(i, 200_000_000, 0, 30, 40 + i, null, null)))
                .singleElement()
                .asString()
                .contains("open files");
        assertThat(problems(GOOD, i -> new Sample(i, 200_000_000, 0, 30, 40, 5_000_000L + i * 200_000L, null)))
                .singleElement()
                .asString()
                .contains("native memory");
    }

    @Test
    void aHeapThatFillsWithGarbageIsNoLeak() {
        assertThat(problems(
                        GOOD,
                        i -> new Sample(
                                10 * i, 200_000_000 + i * 5_000_000L, i * 5_000_000L, 30, 40, null, garbageOn(i, 0))))
                .isEmpty();
    }

    @Test
    void aHeapThatKeepsMoreAfterEachCollectionFails() {
        assertThat(problems(
                        GOOD,
                        i -> new Sample(10 * i, 200_000_000, 50_000_000, 30, 40, null, garbageOn(i, i * 5_000_000L))))
                .singleElement()
                .asString()
                .contains("heap", "30,000,000", "130,000,000");
    }

    /** Collected at each fifth look. */
    private static Long garbageOn(int look, long liveBytes) {
        return 30_000_000L + liveBytes + look % 5 * 20_000_000L;
    }

    @Test
    void aRunTooShortToTellFails() {
        assertThat(new SoakReport(15, List.of(GOOD), List.of(steady(0))).problems())
                .singleElement()
                .asString()
                .contains("too short");
        assertThat(new SoakReport(
                                15,
                                List.of(),
                                IntStream.range(0, 30)
                                        .mapToObj(EnduranceVerdictTest::steady)
                                        .toList())
                        .problems())
                .singleElement()
                .asString()
                .contains("nothing was paused");
    }
}
