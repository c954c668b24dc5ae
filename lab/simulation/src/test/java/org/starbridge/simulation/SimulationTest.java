package org.starbridge.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.worker.SimulatedConference;

/** Some seeds of the simulator; {@code scripts/simulate} runs more. */
class SimulationTest {
    private static final long MS = 20_000;

    @ParameterizedTest
    @ValueSource(longs = {2, 4, 7, 8})
    void keepsEveryRule(long seed) {
        RunReport report = SimulatedConference.run(seed, 1, PlantedBug.NONE, MS);
        assertThat(report.failures()).as(report.failuresAsText()).isEmpty();
        assertThat(report.datagrams()).isGreaterThan(1000);
    }

    @Test
    void sendsTheSameUnderTheSameSeed() {
        RunReport once = SimulatedConference.run(3, 1, PlantedBug.NONE, MS);
        RunReport again = SimulatedConference.run(3, 1, PlantedBug.NONE, MS);
        assertThat(again.digest()).isEqualTo(once.digest());
        assertThat(again.faults()).isEqualTo(once.faults());
        assertThat(SimulatedConference.run(5, 1, PlantedBug.NONE, MS).digest()).isNotEqualTo(once.digest());
    }

    @Test
    void aPlantedBugIsFound() {
        assertThat(SimulatedConference.run(2, 1, PlantedBug.SEQUENCE_GAP, MS).failures())
                .anyMatch(failure -> failure.oracle() == Oracle.SEQUENCE);
        assertThat(SimulatedConference.run(7, 1, PlantedBug.CONFERENCE_KEPT, MS).failures())
                .anyMatch(failure -> failure.oracle() == Oracle.KEPT);
    }
}
