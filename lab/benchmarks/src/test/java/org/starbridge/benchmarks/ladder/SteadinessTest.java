package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.benchmarks.ladder.StatsPoll.Poll;

class SteadinessTest {
    private static final JsonNode REPORT = Reports.of("10:00:00.000", "10:00:10.000", 1_500_000, 3);

    private static Instant at(String time) {
        return Instant.parse("2026-11-22T" + time + "Z");
    }

    private static Poll poll(String time, long pauseMs, long residentMegabytes) {
        return new Poll(at(time), true, 7_000_000, pauseMs, residentMegabytes * 1_000_000);
    }

    private static Safepoint safepoint(String time, String operation, long reachingNs, long atNs, long leavingNs) {
        return new Safepoint(at(time), operation, reachingNs, atNs, leavingNs);
    }

    private static List<String> lines(List<Poll> polls, List<Safepoint> safepoints) {
        return Steadiness.of(REPORT, polls, safepoints).lines();
    }

    @Test
    void showsWhatTheHammerReports() {
        assertThat(lines(List.of(), List.of()))
                .anyMatch(line -> line.matches("packets forwarded +4,997 in 10 s, 500 a second"))
                .anyMatch(line -> line.matches("lost +3; receivers' kernels dropped 2"))
                .anyMatch(line -> line.matches("delay p50, p99, p99.9 +0.10, 1.50, 9.00 ms"))
                .anyMatch(line -> line.matches("the bridge +4.50 µs per packet, 20.0 % of a core"))
                .anyMatch(line -> line.matches("collections +4"))
                .anyMatch(line -> line.matches("longest at a safepoint +there was none"))
                .noneMatch(line -> line.contains("saturated"));
    }

    @Test
    void countsOnlyWhatWasInTheWindow() {
        assertThat(lines(
                        List.of(
                                poll("09:59:59.999", 0, 100),
                                poll("10:00:00.100", 0, 200),
                                Poll.unanswered(at("10:00:05.100")),
                                poll("10:00:09.900", 0, 210),
                                poll("10:00:10.001", 9, 300)),
                        List.of(
                                safepoint("09:59:59.999", "Startup", 5_000_000, 6_000_000, 7_000_000),
                                safepoint("10:00:00.000", "Shorter", 880_000, 20_000, 10_000),
                                safepoint("10:00:10.000", "Longer", 10_000, 300_000, 3_000_000),
                                safepoint("10:00:10.001", "End", 5_000_000, 6_000_000, 7_000_000))))
                .anyMatch(line -> line.matches(
                        "statistics and metrics +read 3 times, 1 without an answer; the slowest took 7 ms"))
                .anyMatch(line -> line.matches("resident memory +200 MB at the beginning, 210 MB at the end"))
                .anyMatch(line -> line.matches("longest pause, by statistics +under 1 ms"))
                .anyMatch(line -> line.matches("longest at a safepoint +0.300 ms \\(Longer\\); 0 of 2 over 1 ms"))
                .anyMatch(line -> line.matches("including reaching it +0.900 ms \\(Shorter\\); 0 of 2 over 1 ms"))
                .anyMatch(line -> line.matches("leaving it +3.000 ms \\(Longer\\); 1 of 2 over 1 ms"))
                .anyMatch(line -> line.matches("goal: no pause over 1 ms +reached"));
    }

    @Test
    void saysHowTheGoalIsMissed() {
        assertThat(lines(List.of(), List.of(safepoint("10:00:01.000", "Stop", 0, 1_000_001, 0))))
                .anyMatch(line -> line.matches("goal: .* missed"));
        assertThat(lines(List.of(), List.of(safepoint("10:00:01.000", "Stop", 1, 1_000_000, 0))))
                .anyMatch(line -> line.matches("goal: .* missed"))
                .anyMatch(line -> line.matches("longest at a safepoint .* 0 of 1 over 1 ms"))
                .anyMatch(line -> line.matches("including reaching it .* 1 of 1 over 1 ms"));
        assertThat(lines(List.of(), List.of(safepoint("10:00:01.000", "Stop", 0, 1_000_000, 0))))
                .anyMatch(line -> line.matches("goal: .* reached"));
    }

    @Test
    void aPauseOfTheStatisticsIsOfTheWindowOnlyIfItIsTheLongestSoFar() {
        assertThat(lines(List.of(poll("10:00:01.000", 2, 1), poll("10:00:02.000", 3, 1)), List.of()))
                .anyMatch(line -> line.matches("longest pause, by statistics +3 ms"));
        assertThat(lines(List.of(poll("10:00:01.000", 2, 1), poll("10:00:02.000", 2, 1)), List.of()))
                .anyMatch(line -> line.matches("longest pause, by statistics +not over the 2 ms that one took before"));
        assertThat(lines(List.of(poll("10:00:01.000", -1, 1)), List.of()))
                .anyMatch(line -> line.matches("longest pause, by statistics +not said"));
    }

    @Test
    void withoutTheBridgesClockThereIsNoWindow() throws Exception {
        JsonNode report = new ObjectMapper().readTree("{\"seconds\": 10, \"bridgeStats\": null}");
        assertThatThrownBy(() -> Steadiness.of(report, List.of(), List.of()))
                .isInstanceOf(LadderException.class)
                .hasMessageContaining("when it measured");
    }
}
