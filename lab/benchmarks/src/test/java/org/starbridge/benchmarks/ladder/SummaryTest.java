package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final Path DOCS = Path.of("../../docs");

    private static Figures costs(double micros) {
        return new Figures(
                1000,
                5,
                micros / 2,
                micros / 2,
                0,
                0,
                0,
                200 << 20,
                List.of(0.1, 1.0, 2.0),
                List.of(1.0, 2.0),
                0,
                0,
                false,
                2,
                Map.of("1", 3.0),
                Map.of());
    }

    private static Results results(int k, double floor, double... bridge) {
        Plan.Cell floorCell = new Plan.Cell(Row.star(k), Target.FLOOR);
        Plan.Cell bridgeCell = new Plan.Cell(Row.star(k), Target.BRIDGE);
        Results results = new Results(
                new Environment("m", "k", "j", "c", "2026-11-25", "c0ffee123456", "scripts/bench"),
                new Plan(List.of(floorCell, bridgeCell), List.of(), bridge.length, 1, 1, false));
        for (double each : bridge) {
            results.add(floorCell, costs(floor));
            results.add(bridgeCell, costs(each));
        }
        return results;
    }

    @Test
    void aRowHasMedianAndSpreadAndSaysWhetherTheTargetIsMissed() {
        assertThat(Summary.updated("", results(10, 2, 3.4, 2, 3)).lines().toList())
                .last()
                .isEqualTo("| star, K = 10 | 3 | 2.00 (2.00–2.00) | 3.00 (2.00–3.40) | **1.50 (1.00–1.70), missed** | 0"
                        + " | 2026-11-25, c0ffee1 |");
    }

    @Test
    void rowsThatWereNotMeasuredAgainStayAsTheyAre() {
        String before = Summary.updated(Summary.updated("", results(10, 2, 2)), results(15, 2, 2.1));
        String after = Summary.updated(before, results(10, 2, 2.2));
        assertThat(after.lines())
                .containsExactly(
                        before.lines().toList().get(0),
                        before.lines().toList().get(1),
                        "| star, K = 10 | 1 | 2.00 | 2.20 | 1.10 | 0 | 2026-11-25, c0ffee1 |",
                        before.lines().toList().get(3));
    }

    /** What the document says is what the ladder's results say, in the form in which the next run writes it. */
    @Test
    void theDocumentsRowsAreThoseOfTheLadder() throws Exception {
        String table = GeneratedPart.of(Files.readString(DOCS.resolve("performance.md")));
        assertThat(Summary.updated(table, new Results(results(10, 1, 1).environment(), Plan.selection())))
                .as("the form")
                .isEqualTo(table + "\n");
        List<String> whole = Files.readAllLines(DOCS.resolve("measurements/ladder.md"));
        Map<String, List<String>> ladder = whole.stream()
                .map(line ->
                        Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
                .filter(cells -> cells.size() > 12 && cells.get(2).matches("floor|bridge"))
                .collect(Collectors.toMap(
                        cells -> cells.get(1) + ", " + cells.get(2),
                        cells -> cells,
                        (first, _) -> first,
                        TreeMap::new));
        List<List<String>> rows = table.lines()
                .skip(2)
                .map(line ->
                        Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
                .filter(cells -> cells.get(2).equals("1"))
                .filter(cells -> isOf(whole, cells.get(7).split(", ")[1]))
                .toList();
        assertThat(rows).isNotEmpty().allSatisfy(cells -> {
            List<String> floor = Objects.requireNonNull(ladder.get(cells.get(1) + ", floor"));
            List<String> bridge = Objects.requireNonNull(ladder.get(cells.get(1) + ", bridge"));
            assertThat(cells.get(3)).isEqualTo(floor.get(5));
            assertThat(cells.get(4)).isEqualTo(bridge.get(5));
            assertThat(cells.get(5).replaceAll("[*]|, missed", "")).isEqualTo(bridge.get(7));
        });
    }

    private static boolean isOf(List<String> ladder, String commit) {
        return ladder.stream().anyMatch(line -> line.startsWith("Measured on ") && line.contains("commit " + commit));
    }

    @Test
    void readmeHasTheNewestRowsOfItsScenarios() {
        String older = Summary.updated("", results(25, 2, 2)).replace("2026-11-25", "2026-11-24");
        String table = Summary.updated(Summary.updated(older, results(33, 2, 2.2)), results(10, 2, 2));
        assertThat(Summary.headlines(table).lines().skip(2))
                .containsExactly("| star, K = 33 | 1 | 2.00 | 2.20 | 1.10 | 0 | 2026-11-25, c0ffee1 |");
    }

    @Test
    void readmesTableIsThatOfTheDocument() throws Exception {
        String table = GeneratedPart.of(Files.readString(DOCS.resolve("performance.md")));
        assertThat(GeneratedPart.of(Files.readString(DOCS.resolve("../README.md"))) + "\n")
                .isEqualTo(Summary.headlines(table));
    }
}
