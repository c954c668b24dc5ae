package org.starbridge.hammer.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.series.RunSeries;
import org.starbridge.hammer.series.SeriesText;

class ComparisonTest {
    private static ObjectNode run(int k, double micros) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("k", k)
                .put("seconds", 10)
                .put("passed", true)
                .put("packetsReceived", 1000)
                .put("packetsLost", 0)
                .put("bridgeCpuMicrosPerForwardedPacket", micros);
    }

    private static List<Results> rounds(double... micros) throws IOException {
        List<Results> rounds = new ArrayList<>();
        for (double each : micros) {
            rounds.add(Results.of("file", run(10, each).toString()));
        }
        return rounds;
    }

    private static Results withDelays(int k, long... delays) throws IOException {
        Histogram histogram = new Histogram(60_000_000_000L, 3);
        for (long delay : delays) {
            histogram.recordValue(delay);
        }
        RunSeries series = new RunSeries(0);
        series.histogram(histogram);
        return Results.of(
                "file" + k, run(k, 3).set("series", SeriesText.json(series)).toString());
    }

    private static String cpuLine(List<Results> a, List<Results> b) {
        return Comparison.lines(a, b).stream()
                .filter(line -> line.contains("bridge CPU, µs"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void threeRoundsBeyondEachOtherDiffer() throws Exception {
        assertThat(cpuLine(rounds(3, 3.1, 3.2), rounds(4, 4.1, 4.2)))
                .contains("3.10 (3–3.20)", "4.10 (4–4.20)", "+32.3 %")
                .endsWith("differs");
    }

    @Test
    void overlappingRoundsDoNot() throws Exception {
        assertThat(cpuLine(rounds(3, 3.1, 4.1), rounds(4, 4.1, 4.2))).endsWith("within the spread");
    }

    @Test
    void singleRoundsProveNothing() throws Exception {
        assertThat(cpuLine(rounds(3), rounds(4))).contains("+33.3 %").endsWith("too few rounds to tell");
        assertThat(cpuLine(rounds(3), rounds(3))).contains("same");
    }

    @Test
    void hasTheSameFiguresAsJson() throws Exception {
        JsonNode comparison = Comparison.json(rounds(3, 3.1, 3.2), rounds(4, 4.1, 4.2));
        assertThat(comparison.path("sameMachine").asBoolean()).isTrue();
        JsonNode cpu = comparison.at("/runs/0/figures/0");
        assertThat(cpu.path("figure").asText()).isEqualTo("bridge CPU, µs a packet");
        assertThat(cpu.at("/before/median").asDouble()).isEqualTo(3.1);
        assertThat(cpu.at("/after/greatest").asDouble()).isEqualTo(4.2);
        assertThat(cpu.path("changePercent").asDouble()).isBetween(32.2, 32.3);
        assertThat(cpu.path("meaning").asText()).isEqualTo("differs");
        JsonNode none = Comparison.json(
                rounds(3), List.of(Results.of("other", run(20, 3).toString())));
        assertThat(none.path("notComparable").asText()).startsWith("the two results have no run label in common");
    }

    @Test
    void otherLabelsAreNotCompared() throws Exception {
        Results other = Results.of("other", run(20, 3).toString());
        assertThat(Comparison.lines(rounds(3), List.of(other)))
                .singleElement()
                .asString()
                .startsWith("Not comparable");
    }

    @Test
    void anotherMachineIsSaid() throws Exception {
        String report =
                "{\"machine\":{\"processor\":\"Z80\"},\"runs\":[{\"label\":\"K = 10\",\"result\":" + run(10, 5) + "}]}";
        List<Results> other = List.of(Results.of("other", report));
        assertThat(Comparison.lines(rounds(3), other).getFirst()).startsWith("The machines differ");
        assertThat(cpuLine(rounds(3), other)).endsWith("another machine");
    }

    @ParameterizedTest
    @CsvSource({"'', there is no run in it", "'{}', there is no run in it", "'{', expected the JSON", "'[1]', no run"})
    void otherFilesAreRefused(String text, String problem) {
        assertThatThrownBy(() -> Results.of("file", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void mergedHammersAddCountsAndHistograms() throws Exception {
        JsonNode merged = Merge.of(List.of(withDelays(10, 1000, 1000, 1000), withDelays(5, 9_000_000)));
        assertThat(merged.path("k").asInt()).isEqualTo(15);
        assertThat(merged.path("packetsReceived").asLong()).isEqualTo(2000);
        assertThat(merged.path("passed").asBoolean()).isTrue();
        assertThat(merged.at("/delayNanos/samples").asLong()).isEqualTo(4);
        assertThat(merged.at("/delayNanos/p50").asLong()).isEqualTo(1000);
        assertThat(merged.at("/delayNanos/max").asLong()).isBetween(9_000_000L, 9_010_000L);
    }

    @Test
    void withoutAHistogramTheMergedDelayIsUnknown() throws Exception {
        JsonNode merged = Merge.of(rounds(3, 4));
        assertThat(merged.path("delayNanos").isNull()).isTrue();
        assertThat(merged.path("mergedFrom").size()).isEqualTo(2);
    }
}
