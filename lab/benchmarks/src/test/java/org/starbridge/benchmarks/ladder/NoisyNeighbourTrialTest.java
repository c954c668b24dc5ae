package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoisyNeighbourTrialTest {
    private static final JsonNode ALONE = Reports.of("09:00:00.000", "09:00:10.000", 1_000_000, 0);
    private static final JsonNode LARGE = Reports.of("10:00:00.000", "10:00:40.000", 8_000_000, 9);

    private static JsonNode beside(long p99Ns) {
        return Reports.of("10:00:05.000", "10:00:15.000", p99Ns, 4);
    }

    @Test
    void showsBothAndTheDifference() {
        assertThat(new NoisyNeighbourTrial(ALONE, beside(3_500_000), LARGE).lines())
                .anyMatch(line -> line.matches("the small room +alone +beside +difference"))
                .anyMatch(line -> line.matches("delay p50 +0.10 ms +0.10 ms +0.00 ms"))
                .anyMatch(line -> line.matches("delay p99 +1.00 ms +3.50 ms +2.50 ms"))
                .anyMatch(line -> line.matches("lost +0 +4"))
                .anyMatch(line -> line.matches("the bridge, of a core +20.0 % +20.0 %"))
                .anyMatch(line -> line.matches("the large room: 1 → 300, 499 packets/s, 9 lost, .* delay p99 8.00 ms"))
                .noneMatch(line -> line.contains("saturated"));
    }

    @ParameterizedTest
    @CsvSource({"6000000, reached", "6000001, missed"})
    void theGoalIsFiveMillisecondsMoreThanAlone(long p99Ns, String verdict) {
        assertThat(new NoisyNeighbourTrial(ALONE, beside(p99Ns), LARGE).lines())
                .anyMatch(line -> line.matches("goal: .* 5.00 ms .*: " + verdict));
    }

    @ParameterizedTest
    @CsvSource({"10:00:05.001, 10:00:20.000", "10:00:00.000, 10:00:14.999"})
    void aLargeRoomThatStreamedForAPartOfTheTimeOnlyIsNoNeighbour(String begin, String end) {
        JsonNode large = Reports.of(begin, end, 0, 0);
        assertThatThrownBy(() -> new NoisyNeighbourTrial(ALONE, beside(0), large))
                .isInstanceOf(LadderException.class);
    }
}
