package org.starbridge.bandwidth.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mark of the search for a policer of 1 Mbit/s, in observations of 250 ms. */
class PolicedStepsTest {
    private static final double BPS = 1e6;
    private static final long QUARTER_NS = 250_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final PolicedRate policed = new PolicedRate();
    private long nowNs = 100 * SECOND;

    private void observe(int count, double sentBps, double loss, double queueMs) {
        for (int i = 0; i < count; i++) {
            nowNs += QUARTER_NS;
            double kb = sentBps / 8000 / 4;
            policed.onObservation(nowNs, kb * (1 - loss), kb * loss, sentBps, (long) (queueMs * 1e6));
        }
    }

    private void observe(int count, double sentBps, double loss) {
        observe(count, sentBps, loss, 0);
    }

    /** 2 Mbit/s of which the half arrives, and then half a Mbit/s without losses. */
    private void episodeAndBelow() {
        observe(2, 2 * BPS, 0.5);
        observe(4, BPS / 2, 0);
    }

    @ParameterizedTest
    @CsvSource({
        // observations of the first episode, of what is below, its loss, observations of the second
        "2, 4, 0, 2, true",
        "1, 4, 0, 2, false",
        "2, 3, 0, 2, false",
        "2, 4, 0.02, 2, true",
        "2, 4, 0.021, 2, false",
        "2, 4, 0, 1, false",
    })
    void twoEpisodesWithHardlyALossBelowBetweenThemAreAPolicer(
            int first, int below, double lossBelow, int second, boolean isHeld) {
        observe(first, 2 * BPS, 0.5);
        observe(below, BPS / 2, lossBelow);
        observe(second, 2 * BPS, 0.5);
        assertThat(policed.isHeld(nowNs)).isEqualTo(isHeld);
        assertThat(policed.limitBps(nowNs)).isEqualTo(isHeld ? 0.92 * BPS : PolicedRate.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "2e6, 0.5, 0, true",
        "2.299e6, 0.5, 0, true", // 15 % more arrives
        "2.301e6, 0.5, 0, false",
        "1.701e6, 0.5, 0, true", // 15 % less
        "1.699e6, 0.5, 0, false",
        "1.112e6, 0.1, 0, true", // at least a tenth is lost
        "1.112e6, 0.099, 0, false",
        "2e6, 0.5, 50, true",
        "2e6, 0.5, 50.1, false", // behind a queue
    })
    void theSecondEpisodeIsLikeTheFirst(double sentBps, double loss, double queueMs, boolean isHeld) {
        episodeAndBelow();
        observe(2, sentBps, loss, queueMs);
        assertThat(policed.isHeld(nowNs)).isEqualTo(isHeld);
    }

    @ParameterizedTest
    @CsvSource({"2e6, 0.92e6", "2.2e6, 0.92e6", "1.8e6, 0.828e6"})
    void theSmallerOfTheTwoIsHeld(double sentBps, double heldBps) {
        episodeAndBelow();
        observe(2, sentBps, 0.5);
        assertThat(policed.limitBps(nowNs)).isCloseTo(heldBps, within(1.0));
    }

    @Test
    void anEpisodeIsAsItsHeaviestLosses() {
        observe(1, 2.4 * BPS, 0.5); // 1.2 Mbit/s arrive
        observe(1, 2.5 * BPS, 0.6); // 1 Mbit/s
        observe(1, 2 * BPS, 0.3); // 1.4 Mbit/s
        observe(4, BPS / 2, 0);
        observe(2, 2 * BPS, 0.5);
        assertThat(policed.limitBps(nowNs)).isCloseTo(0.92 * BPS, within(1.0));
    }

    @Test
    void whatIsBelowIsCountedFromTheLastEpisodeOn() {
        episodeAndBelow();
        observe(2, 3 * BPS, 0.5); // another bitrate
        observe(3, BPS / 2, 0);
        observe(2, 3 * BPS, 0.5);
        assertThat(policed.isHeld(nowNs)).as("three observations below").isFalse();
        observe(4, BPS / 2, 0.021);
        observe(2, 3 * BPS, 0.5);
        assertThat(policed.isHeld(nowNs)).isFalse();
        observe(4, BPS / 2, 0);
        observe(2, 3 * BPS, 0.5);
        assertThat(policed.isHeld(nowNs)).as("losses of before do not count").isTrue();
    }

    private void hold() {
        episodeAndBelow();
        observe(2, 2 * BPS, 0.5);
        assertThat(policed.isHeld(nowNs)).isTrue();
    }

    @Test
    void aHoldIsTwentySecondsAndThenGrowsByATwentiethASecondForTen() {
        hold();
        double heldBps = policed.limitBps(nowNs);
        assertThat(policed.isHeld(nowNs + 20 * SECOND - 1)).isTrue();
        long endNs = nowNs + 20 * SECOND;
        assertThat(policed.isHeld(endNs)).isFalse();
        assertThat(policed.limitBps(endNs)).isEqualTo(heldBps);
        assertThat(policed.limitBps(endNs + 4 * SECOND)).isCloseTo(1.2 * heldBps, within(1e-3));
        assertThat(policed.limitBps(endNs + 10 * SECOND)).isCloseTo(1.5 * heldBps, within(1e-3));
        assertThat(policed.limitBps(endNs + 10 * SECOND + 1)).isEqualTo(PolicedRate.NONE);
    }

    /** 0.9 Mbit/s while it is held, then a little more than passes. */
    @Test
    void eachHoldIsTwiceAsLongUpToAHundredAndSixtySeconds() {
        hold();
        for (int seconds : new int[] {20, 40, 80, 160, 160}) {
            long beganNs = nowNs;
            while (policed.isHeld(nowNs)) {
                observe(1, 0.9 * BPS, 0);
            }
            assertThat((nowNs - beganNs) / 1e9).isEqualTo(seconds);
            while (!policed.isHeld(nowNs)) {
                assertThat(nowNs - beganNs).isLessThan((seconds + 3) * SECOND);
                observe(1, 1.07 * BPS, 0.07);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0.02, false",
        "0.021, true",
    })
    void aHoldThatLosesIsLowered(double loss, boolean isLowered) {
        hold();
        observe(6, 0.9 * BPS, 0.039); // layers are still those of before
        observe(13, 0.9 * BPS, loss);
        assertThat(policed.limitBps(nowNs)).isEqualTo(0.92 * BPS);
        observe(1, 0.9 * BPS, loss);
        assertThat(policed.limitBps(nowNs)).isCloseTo((isLowered ? 0.92 * 0.92 : 0.92) * BPS, within(1.0));
    }

    @Test
    void aHoldIsLoweredTwiceAndThenGivenUp() {
        hold();
        observe(20, 0.9 * BPS, 0.05);
        assertThat(policed.limitBps(nowNs)).isCloseTo(Math.pow(0.92, 2) * BPS, within(1.0));
        observe(20, 0.9 * BPS, 0.05);
        assertThat(policed.limitBps(nowNs)).isCloseTo(Math.pow(0.92, 3) * BPS, within(1.0));
        observe(19, 0.9 * BPS, 0.05);
        assertThat(policed.isHeld(nowNs)).isTrue();
        observe(1, 0.9 * BPS, 0.05);
        assertThat(policed.limitBps(nowNs)).isEqualTo(PolicedRate.NONE);
        observe(60, 1.1 * BPS, 0.08);
        assertThat(policed.isTrial()).as("no trial for 30 s").isFalse();
        observe(60, 1.1 * BPS, 0.08);
        assertThat(policed.isTrial()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"7, 0.04, 0, false", "8, 0.04, 0, true", "8, 0.039, 0, false", "8, 0.04, 51, false"})
    void twoSecondsOfLossesAreTriedWithMore(int count, double loss, double queueMs, boolean isTrial) {
        observe(count, BPS, loss, queueMs);
        assertThat(policed.isTrial()).isEqualTo(isTrial);
        assertThat(policed.trialBps()).isCloseTo(isTrial ? 1.25 * BPS : 0, within(1.0));
    }

    @Test
    void anObservationWithoutLossesTakesOneWithThemAway() {
        observe(7, BPS, 0.05);
        observe(1, BPS, 0);
        observe(1, BPS, 0.05);
        assertThat(policed.isTrial()).isFalse();
        observe(1, BPS, 0.05);
        assertThat(policed.isTrial()).isTrue();
    }

    /** A mean with a fifth of each observation. */
    @Test
    void aTrialIsOfWhatWasSentLately() {
        double meanBps = BPS;
        observe(1, BPS, 0.05);
        for (int i = 1; i < 8; i++) {
            double bps = BPS * (1 + i % 2 / 100.0);
            observe(1, bps, 0.05);
            meanBps += 0.2 * (bps - meanBps);
        }
        assertThat(policed.trialBps()).isCloseTo(1.25 * meanBps, within(1.0));
    }

    /**
     * A quarter more, of 10 %: a policer loses 28 %, half of the way is 19 %, and two standard deviations of half a
     * second are 9 %.
     */
    @ParameterizedTest
    @CsvSource({
        // loss in the trial, observations that count, still running, found
        "0.29, 2, false, true",
        "0.27, 2, true, false",
        "0.27, 3, false, true",
        "0.19, 4, false, false",
        "0.10, 3, false, false",
    })
    void aTrialEndsWhenItLeavesNoDoubt(double loss, int count, boolean isRunning, boolean isFound) {
        observe(8, BPS, 0.1);
        observe(1, BPS, 0.9); // copies do not flow yet
        observe(count - 1, 1.25 * BPS, loss);
        assertThat(policed.isTrial()).isTrue();
        observe(1, 1.25 * BPS, loss);
        assertThat(policed.isTrial()).isEqualTo(isRunning);
        assertThat(policed.limitBps(nowNs)).isEqualTo(isFound ? 0.92 * 0.9 * BPS : PolicedRate.NONE, within(1.0));
        assertThat(policed.isHeld(nowNs + 20 * SECOND - 1)).isEqualTo(isFound);
        assertThat(policed.isHeld(nowNs + 20 * SECOND)).isFalse();
    }

    @Test
    void afterATrialThatFailedTheNextOneWaitsTwiceAsLongEachTime() {
        observe(8, BPS, 0.1);
        for (int seconds : new int[] {30, 60, 120, 240, 480, 600, 600}) {
            assertThat(policed.isTrial()).isTrue();
            observe(1, BPS, 0.1);
            observe(3, 1.25 * BPS, 0.1);
            assertThat(policed.isTrial()).isFalse();
            observe(4 * seconds - 1, BPS, 0.1);
            assertThat(policed.isTrial()).as("after %d s", seconds).isFalse();
            observe(1, BPS, 0.1);
        }
        assertThat(policed.isTrial()).isTrue();
        policed.onRouteChange();
        observe(7, BPS, 0.1);
        assertThat(policed.isTrial()).isFalse();
        observe(1, BPS, 0.1);
        assertThat(policed.isTrial()).as("another route begins at once").isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false"})
    void lossesFarBelowTwiceInARowAreTheLinksOwn(int count, boolean isHeld) {
        episodeAndBelow();
        observe(count, BPS / 2, 0.1);
        observe(300, BPS / 2, 0); // hardly a loss altogether
        observe(2, 2 * BPS, 0.5);
        assertThat(policed.isHeld(nowNs)).isEqualTo(isHeld);
    }
}
