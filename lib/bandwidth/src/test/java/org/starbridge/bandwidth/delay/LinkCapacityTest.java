package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An average with a twentieth for each sample, and a variance over the mean between 0.4 and 2.5 kbit/s. */
class LinkCapacityTest {
    private final LinkCapacity capacity = new LinkCapacity();

    @Test
    void nothingIsKnownBeforeTheFirstOveruse() {
        assertThat(capacity.isKnown()).isFalse();
        assertThat(capacity.upperBps()).isPositive().isInfinite();
        assertThat(capacity.lowerBps()).isZero();
        capacity.onOveruse(1_000_000);
        capacity.reset();
        assertThat(capacity.isKnown()).isFalse();
        assertThat(capacity.upperBps()).isInfinite();
        capacity.onOveruse(2_000_000);
        assertThat(capacity.bps()).as("nothing is left of the former link").isEqualTo(2_000_000);
    }

    @ParameterizedTest
    @CsvSource({
        // second sample, average, variance over mean
        "1000000, 1000000, 0.4", // at least
        "1100000, 1005000, 0.829", // 0.95 * 0.4 + 0.05 * 95² / 1005
        "900000, 995000, 0.8335",
        "2000000, 1050000, 2.5", // at most
        "0, 950000, 2.5",
    })
    void theBoundsAreThreeDeviationsAway(long secondBps, long averageBps, double variance) {
        capacity.onOveruse(1_000_000);
        capacity.onOveruse(secondBps);
        double averageKbps = averageBps / 1e3;
        double spreadBps = 3e3 * Math.sqrt(variance * averageKbps);
        assertThat(capacity.bps()).isEqualTo(averageBps);
        assertThat(capacity.upperBps()).isCloseTo(averageBps + spreadBps, within(50.0));
        assertThat(capacity.lowerBps()).isCloseTo(averageBps - spreadBps, within(50.0));
    }

    @Test
    void noLinkCarriesLessThanNothing() {
        capacity.onOveruse(500);
        assertThat(capacity.lowerBps()).isZero();
        assertThat(capacity.upperBps()).isCloseTo(500 + 3e3 * Math.sqrt(0.4 * 0.5), within(1e-6));
        capacity.onOveruse(0);
        assertThat(capacity.upperBps())
                .as("the mean counts as 1 kbit/s at least")
                .isCloseTo(475 + 3e3 * Math.sqrt(0.4 * 0.475), within(1e-6));
    }
}
