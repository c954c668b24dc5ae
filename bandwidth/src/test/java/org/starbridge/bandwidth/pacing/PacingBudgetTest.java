package org.starbridge.bandwidth.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacingBudgetTest {
    private static final long MS = 1_000_000L;

    private final PacingBudget budget = new PacingBudget(1_000_000);

    @Test
    void aBurstLeavesAtOnceAndARunIsNotSplit() {
        budget.onSent(0, 5000);
        assertThat(budget.maySend(0)).isTrue();
        budget.onSent(0, 15_000);
        assertThat(budget.maySend(0)).isFalse();
        // 20 kB less the burst of 5 kB, at 125 bytes/ms.
        assertThat(budget.nextSendNs(0)).isEqualTo(120 * MS);
        assertThat(budget.maySend(120 * MS)).isTrue();
    }

    @Test
    void debtIsBounded() {
        budget.onSent(0, 10_000_000);
        assertThat(budget.nextSendNs(0)).isEqualTo(460 * MS);
    }

    @Test
    void aHigherRateDrainsFaster() {
        budget.onSent(0, 20_000);
        budget.setRate(4_000_000);
        assertThat(budget.maySend(0)).isTrue();
    }
}
