package org.starbridge.bandwidth.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule of draft-ietf-rmcat-gcc-02 section 6 with its marks of 2 % and 10 %. */
class ReportedLossTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long MIN_BPS = 100_000;
    private static final long MAX_BPS = 600_000;

    private final ReportedLoss loss = new ReportedLoss(ReportedLossConfig.defaults(), MIN_BPS, MAX_BPS);

    @Test
    void beginsAtTheStartRateWithinTheBounds() {
        ReportedLossConfig config = ReportedLossConfig.defaults();
        assertThat(loss.bps()).isEqualTo(500_000);
        assertThat(new ReportedLoss(config, 600_000, 700_000).bps()).isEqualTo(600_000);
        assertThat(new ReportedLoss(config, 100_000, 400_000).bps()).isEqualTo(400_000);
    }

    @ParameterizedTest
    @CsvSource({"0, 540001", "20, 540001", "21, 500000", "100, 500000", "101, 474750", "400, 400000", "1000, 250000"})
    void theShareDecidesAndSoMuchIsGainedOrLostInASecond(int lostOfThousand, long bps) {
        loss.onReport(0, 100, 5, 0); // 5 % change nothing
        loss.onReport(SECOND, 1000, lostOfThousand, 0);
        assertThat(loss.bps()).isEqualTo(bps);
        assertThat(loss.lossRatio()).isEqualTo(lostOfThousand / 1000.0);
    }

    @Test
    void theFirstReportDoesNotSayForHowLongItWasGood() {
        loss.onReport(10 * SECOND, 100, 0, 0);
        assertThat(loss.bps()).isEqualTo(500_000);
    }

    @Test
    void anIncreaseNeedsAReportOfTheLastSixSeconds() {
        loss.onReport(0, 100, 5, 0);
        loss.onReport(6 * SECOND + 1, 100, 0, 0);
        assertThat(loss.bps()).isEqualTo(500_000);
        loss.onReport(12 * SECOND + 1, 100, 0, 0);
        assertThat(loss.bps()).as("8 % a second, up to the maximum").isEqualTo(MAX_BPS);
    }

    @Test
    void reportsOfFewPacketsAreTakenTogether() {
        loss.onReport(0, 19, 19, 0);
        assertThat(loss.bps()).isEqualTo(500_000);
        assertThat(loss.lossRatio()).isZero();
        loss.onReport(MS, 1, 1, 0);
        assertThat(loss.lossRatio()).isEqualTo(1);
        assertThat(loss.bps()).isEqualTo(250_000);
        loss.onReport(SECOND, 20, 1, 0);
        assertThat(loss.lossRatio()).as("those before are not counted twice").isEqualTo(0.05);
    }

    @Test
    void anotherDecreaseWaitsForThreeHundredMillisecondsAndARoundTrip() {
        loss.onReport(0, 100, 20, 100 * MS);
        assertThat(loss.bps()).isEqualTo(450_000);
        loss.onReport(400 * MS - 1, 100, 20, 100 * MS);
        assertThat(loss.bps()).isEqualTo(450_000);
        loss.onReport(400 * MS, 100, 20, 100 * MS);
        assertThat(loss.bps()).isEqualTo(405_000);
    }

    @Test
    void itStaysWithinTheBounds() {
        for (int i = 0; i < 100; i++) {
            loss.onReport(i * SECOND, 100, 100, 0);
        }
        assertThat(loss.bps()).isEqualTo(MIN_BPS);
        for (int i = 100; i < 200; i++) {
            loss.onReport(i * SECOND, 100, 0, 0);
        }
        assertThat(loss.bps()).isEqualTo(MAX_BPS);
    }

    @Test
    void growthFollowsTheTimeBetweenReports() {
        loss.onReport(0, 100, 5, 0);
        loss.onReport(500 * MS, 100, 0, 0);
        assertThat((double) loss.bps()).isCloseTo(500_000 * Math.sqrt(1.08), within(2.0));
    }

    @Test
    void duplicatesAndNonsenseAreNoShareBelowZeroOrAboveOne() {
        loss.onReport(0, 100, -50, 0);
        assertThat(loss.lossRatio()).isZero();
        loss.onReport(SECOND, 100, 500, 0);
        assertThat(loss.lossRatio()).isEqualTo(1);
        loss.onReport(2 * SECOND, -100, 0, 0);
        loss.onReport(3 * SECOND, 40, 2, 0);
        assertThat(loss.lossRatio()).as("a negative number of packets is none").isEqualTo(0.05);
    }

    @Test
    void aSilenceLowersAndNeverRaises() {
        loss.lowerTo(700_000);
        assertThat(loss.bps()).isEqualTo(500_000);
        loss.lowerTo(300_000);
        assertThat(loss.bps()).isEqualTo(300_000);
        loss.lowerTo(1);
        assertThat(loss.bps()).isEqualTo(MIN_BPS);
    }
}
