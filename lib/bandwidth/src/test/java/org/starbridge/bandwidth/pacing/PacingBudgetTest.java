package org.starbridge.bandwidth.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacingBudgetTest {
    private static final long MS = 1_000_000L;

    private final PacingBudget budget = new PacingBudget(1_000_000, 700);

    @Test
    void aBurstLeavesAtOnceAndARunIsNotSplit() {
        assertThat(budget.maySend(0, 700 + 5000)).isTrue();
        assertThat(budget.maySend(0, 700 + 20_000)).isFalse();
        // 20 kB less the burst of 5 kB, at 125 bytes/ms.
        assertThat(budget.nextSendNs(0, 700 + 20_000)).isEqualTo(120 * MS);
        assertThat(budget.maySend(120 * MS, 700 + 20_000)).isTrue();
    }

    @Test
    void debtIsBounded() {
        assertThat(budget.nextSendNs(0, 10_000_000)).isEqualTo(460 * MS);
    }

    @Test
    void aHigherRateDrainsFaster() {
        assertThat(budget.maySend(0, 20_700)).isFalse();
        budget.setRate(4_000_000);
        assertThat(budget.maySend(0, 20_700)).isTrue();
    }

    @Test
    void whatLeftWhileItWasNotLookedAtHasDrainedMeanwhile() {
        budget.update(0, 700);
        // 1 Mbit/s for 10 s: as much as drains.
        assertThat(budget.nextSendNs(10_000 * MS, 700 + 1_250_000)).isEqualTo(10_000 * MS);
    }

    @Test
    void aLowerRateDoesNotMakeWhatHasLeftWaitLonger() {
        assertThat(budget.nextSendNs(0, 700 + 20_000)).isEqualTo(120 * MS);
        budget.setRate(500_000);
        assertThat(budget.nextSendNs(0, 700 + 20_000)).isEqualTo(120 * MS);
        budget.setRate(1_000_000);
        assertThat(budget.nextSendNs(0, 700 + 20_000))
                .as("10 kB are left of it; less a burst of 5 kB")
                .isEqualTo(40 * MS);
    }

    @Test
    void exactlyABurstMayHaveLeft() {
        assertThat(budget.maySend(0, 700 + 5000)).isTrue();
        assertThat(budget.nextSendNs(0, 700 + 5000)).isZero();
        assertThat(budget.maySend(0, 700 + 5001)).isFalse();
        assertThat(budget.nextSendNs(0, 700 + 5001)).as("a byte takes 8 µs").isEqualTo(8000);
    }

    @Test
    void aClockThatGoesBackDrainsNothingTwice() {
        budget.update(100 * MS, 700 + 20_000);
        budget.update(50 * MS, 700 + 20_000);
        assertThat(budget.nextSendNs(100 * MS, 700 + 20_000)).isEqualTo(220 * MS);
    }

    @Test
    void anEmptyBucketStaysEmpty() {
        budget.update(0, 700);
        budget.update(10_000 * MS, 700);
        assertThat(budget.maySend(10_000 * MS, 700 + 5001))
                .as("a rest saves nothing up")
                .isFalse();
    }

    @Test
    void noRateIsTheLowestRate() {
        budget.setRate(0);
        assertThat(budget.maySend(0, 700)).isTrue();
        assertThat(budget.nextSendNs(0, 10_000))
                .as("a debt of half a second, less the burst")
                .isEqualTo(460 * MS);
    }
}
