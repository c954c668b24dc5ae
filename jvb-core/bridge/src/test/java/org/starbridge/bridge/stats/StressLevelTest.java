package org.starbridge.bridge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class StressLevelTest {
    private static final Offset<Double> EXACT = within(1e-9);

    private final StressLevel stress = new StressLevel(0.01);

    @Test
    void anAllocatedParticipantCountsAtOnce() {
        assertThat(stress.expected(0)).isZero();
        assertThat(stress.expected(30)).isEqualTo(0.3, EXACT);
        assertThat(stress.measured()).isZero();
    }

    @Test
    void aParticipantCountsUntilAWholeIntervalContainedIt() {
        stress.measure(0.2, 0); // none sends yet
        assertThat(stress.expected(10)).isEqualTo(0.3, EXACT);
        stress.measure(0.25, 10); // they began within the interval
        assertThat(stress.expected(10)).isEqualTo(0.35, EXACT);
        stress.measure(0.4, 10);
        assertThat(stress.expected(10)).isEqualTo(0.4, EXACT);
        assertThat(stress.expected(12)).isEqualTo(0.42, EXACT);
    }

    @Test
    void thoseThatLeaveTakeNothingOffTheMeasurement() {
        stress.measure(0.4, 20);
        stress.measure(0.4, 20);
        assertThat(stress.expected(5)).isEqualTo(0.4, EXACT);
        stress.measure(0.1, 5);
        assertThat(stress.expected(8)).as("three have come").isEqualTo(0.13, EXACT);
    }
}
