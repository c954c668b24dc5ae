package org.starbridge.hammer.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results of viewers over HLS beside each other, and beside one of a conference. */
class ViewerComparisonTest {
    private static final String CONFERENCE = "{\"k\":10,\"seconds\":10,\"packetsReceived\":1000,\"packetsLost\":0}";

    private static List<Results> rounds(double... cores) throws IOException {
        List<Results> rounds = new ArrayList<>();
        for (double each : cores) {
            rounds.add(ViewerRuns.json("file", each));
        }
        return rounds;
    }

    private static String line(List<String> lines, String name) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> line.startsWith(name))
                .findFirst()
                .orElseThrow()
                .replaceAll(" +", " ");
    }

    @Test
    void viewersAreComparedByTheirOwnFigures() throws Exception {
        List<String> lines = Comparison.lines(rounds(0.4, 0.41, 0.42), rounds(0.5, 0.51, 0.52));
        assertThat(lines.getFirst()).isEqualTo("500 viewers, rounds: 3 and 3");
        assertThat(line(lines, "server CPU, %"))
                .contains("41 (40–42)", "51 (50–52)", "+24.4 %")
                .endsWith("differs");
        assertThat(line(lines, "server CPU, cores per Gbit/s")).contains("0.46", "0.57");
        assertThat(line(lines, "server memory, MB")).contains("400 (400–400)");
        assertThat(line(lines, "Mbit/s ")).contains("900 (900–900)").endsWith("same");
        assertThat(line(lines, "Mbit/s, busiest second")).contains("1300");
        assertThat(line(lines, "requests/s")).contains("1000");
        assertThat(line(lines, "requests failed")).contains(" 4 (4–4)");
        assertThat(line(lines, "viewers that do not play")).contains(" 2 (2–2)");
        assertThat(line(lines, "viewers that gave up")).contains(" 2 (2–2)");
        assertThat(line(lines, "stalls")).contains(" 7 (7–7)");
        assertThat(line(lines, "stalled, s in total")).contains("2.50");
        assertThat(line(lines, "behind p50, ms")).contains("3000");
        assertThat(line(lines, "behind p99, ms")).contains("3400");
        assertThat(line(lines, "playlist p99, ms")).contains("1200");
        assertThat(line(lines, "media p99, ms")).contains("130");
        assertThat(line(lines, "Hammer CPU, %")).contains("44");
        assertThat(String.join("\n", lines)).doesNotContain("packets");
    }

    @Test
    void whatWasNotMeasuredIsLeftOut() throws Exception {
        String unknown = ViewerRuns.run(1)
                .replaceFirst("\"latency\": \\{\"count\": 9", "\"latency\": {\"count\": 0")
                .replaceFirst("\"server\": \\{[^}]*}", "\"server\": null");
        List<Results> results = List.of(ViewerRuns.report("500 clients", unknown));
        List<String> lines = Comparison.lines(results, results);
        assertThat(lines).anyMatch(line -> line.contains("stalls"));
        assertThat(lines).noneMatch(line -> line.contains("server") || line.contains("behind"));
        assertThat(MarkdownTable.lines(results.getFirst()).getLast())
                .isEqualTo("| 500 clients | – | 498 | 1,000 | 4 | 0.90 | 1.30 | 7 | – | – | – | – | 44 |");
    }

    @Test
    void aConferenceBesideViewersIsRefusedInASentence() throws Exception {
        List<Results> conference = List.of(Results.of("star.json", CONFERENCE));
        assertThat(Comparison.lines(List.of(ViewerRuns.json("hls.json", 1)), conference))
                .containsExactly(
                        "Not comparable: viewers over HLS and endpoints of a conference have no figure in common"
                                + " (hls.json has viewers; star.json has endpoints).");
        assertThat(Comparison.lines(
                        List.of(Results.of("star.json", CONFERENCE), ViewerRuns.json("hls.json", 1)), conference))
                .singleElement()
                .asString()
                .startsWith("Not comparable: viewers");
    }

    @Test
    void theTableOfViewersHasTheirFigures() throws Exception {
        List<String> lines = MarkdownTable.lines(ViewerRuns.json("file", 0.41));
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst()).contains("| Stalls |", "| Gbit/s |", "| Server CPU, % of a core |");
        assertThat(lines.get(2))
                .isEqualTo("| 500 viewers | – | 498 | 1,000 | 4 | 0.90 | 1.30 | 7 | 3.0 | 3.4 | 41 | 400 | 44 |");
        assertThat(lines)
                .allSatisfy(line ->
                        assertThat(line.chars().filter(c -> c == '|').count()).isEqualTo(14));
    }

    @Test
    void theLabelOfAStepIsKept() throws Exception {
        String labelled = ViewerRuns.run(1).replaceFirst("\\{", "{\"label\": \"500 clients\",");
        assertThat(Results.of("file", "[" + labelled + "]").runs())
                .extracting(Results.Run::label)
                .containsExactly("500 clients");
    }

    @Test
    void filesOfSeveralRunsOrWithoutAllFiguresAreNotMerged() throws Exception {
        List<Results> several = List.of(Results.of("file", "[" + ViewerRuns.run(1) + "," + ViewerRuns.run(2) + "]"));
        assertThatThrownBy(() -> Merge.of(several))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("file has 2 runs");
        List<Results> incomplete = List.of(ViewerRuns.json("a.json", 1), ViewerRuns.json("b.json", 1));
        assertThatThrownBy(() -> Merge.of(incomplete))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a.json: expected the figures of HLS viewers");
    }

    @Test
    void viewersAndEndpointsAreNotMerged() throws Exception {
        List<Results> both = List.of(Results.of("star.json", CONFERENCE), ViewerRuns.json("hls.json", 1));
        assertThatThrownBy(() -> Merge.of(both))
                .hasMessage("hls.json has viewers over HLS, star.json has endpoints of a conference: these results"
                        + " cannot be merged");
    }
}
