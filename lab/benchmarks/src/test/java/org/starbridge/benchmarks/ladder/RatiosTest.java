package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.starbridge.benchmarks.ladder.Plan.Cell;
import org.starbridge.hammer.compare.MarkdownTable;

class RatiosTest {
    private static final Path DOCS = Path.of("../../docs");
    private static final String MEASURED = "2026-11-25, c0ffee1";

    static ObjectNode result(double micros, long lost, boolean isSaturated) {
        return new ObjectMapper()
                .createObjectNode()
                .put("bridgeCpuMicrosPerForwardedPacket", micros)
                .put("packetsReceived", 1000)
                .put("seconds", 2)
                .put("packetsLost", lost)
                .put("hammerSaturated", isSaturated);
    }

    private static Measurements measured(int k, double floor, double... bridge) {
        Measurements measurements = new Measurements();
        for (double each : bridge) {
            measurements.add(new Cell(Row.star(k), Target.FLOOR), result(floor, 5, false));
            measurements.add(new Cell(Row.star(k), Target.BRIDGE), result(each, 0, false));
        }
        return measurements;
    }

    private static List<String> updated(List<String> table, int k, double floor, double... bridge) {
        Plan plan = Plan.full().only(List.of("star-" + k));
        return Ratios.updated(table, plan, measured(k, floor, bridge), MEASURED);
    }

    @Test
    void aRowHasMedianAndSpreadAndSaysWhetherTheTargetIsMissed() {
        assertThat(updated(List.of(), 10, 2, 3.4, 2, 3))
                .last()
                .isEqualTo("| star, K = 10 | 3 | 2.00 (2.00–2.00) | 3.00 (2.00–3.40) | **1.50 (1.00–1.70), missed** | 0"
                        + " | 2026-11-25, c0ffee1 |");
    }

    @Test
    void rowsThatWereNotMeasuredAgainStayAsTheyAre() {
        List<String> before = updated(updated(List.of(), 10, 2, 2), 15, 2, 2.1);
        assertThat(updated(before, 10, 2, 2.2))
                .containsExactly(
                        before.get(0),
                        before.get(1),
                        "| star, K = 10 | 1 | 2.00 | 2.20 | 1.10 | 0 | 2026-11-25, c0ffee1 |",
                        before.get(3));
    }

    @Test
    void theMedianIsOfTheRoundsInWhichTheHammerKeptUp() {
        Cell cell = new Cell(Row.star(10), Target.BRIDGE);
        Measurements measurements = new Measurements();
        measurements.add(cell, result(18, 50, true));
        assertThat(measurements.median(cell)).as("without such a round").isEqualTo(18);
        assertThat(measurements.median(new Cell(Row.star(11), Target.BRIDGE))).isNaN();
        for (double micros : new double[] {5, 9, 6, 8}) {
            measurements.add(cell, result(micros, 1, false));
        }
        assertThat(measurements.median(cell)).isEqualTo(7);
        assertThat(measurements.lost(cell)).isEqualTo(54);
        measurements.add(new Cell(Row.star(10), Target.FLOOR), result(7, 0, false));
        assertThat(Ratios.lines(Plan.full(), measurements, MEASURED))
                .last()
                .asString()
                .contains("| 1.00 |")
                .contains("54 (Hammer saturated: don't quote)");
    }

    @Test
    void rowsAreComparedWithTheRowThatThePlanNames() {
        Measurements measurements = new Measurements();
        measurements.add(new Cell(Plan.SELECTIVE, Target.BRIDGE), result(9, 0, false));
        measurements.add(new Cell(Plan.SAME_PACKETS, Target.BRIDGE), result(8, 0, false));
        assertThat(Ratios.lines(Plan.selection(), measurements, MEASURED))
                .containsExactly(
                        "| Scenario | Rounds | Star, K = 17, µs a packet | Bridge, µs a packet | × star, K = 17 | Lost |"
                                + " Measured |",
                        "|---|--:|--:|--:|--:|--:|---|",
                        "| simulcast, Last-N 5, K = 20 | 1 | 8.00 | 9.00 | 1.13 | 0 | 2026-11-25, c0ffee1 |");
    }

    @Test
    void readmeHasTheNewestRowsOfItsScenarios() {
        List<String> older = updated(List.of(), 25, 2, 2).stream()
                .map(line -> line.replace("2026-11-25", "2026-11-24"))
                .toList();
        List<String> table = updated(updated(older, 33, 2, 2.2), 10, 2, 2);
        assertThat(Ratios.headlines(table).stream().skip(2))
                .containsExactly("| star, K = 33 | 1 | 2.00 | 2.20 | 1.10 | 0 | 2026-11-25, c0ffee1 |");
    }

    @Test
    void readmesTableIsThatOfTheDocument() throws Exception {
        assertThat(lines("../README.md")).isEqualTo(Ratios.headlines(lines("performance.md")));
    }

    private static List<String> lines(String document) throws IOException {
        return MarkdownTable.part(Files.readString(DOCS.resolve(document)), LadderReport.TABLE)
                .lines()
                .toList();
    }

    /** What the document says is what the ladder's results say, in the form in which the next run writes it. */
    @Test
    void theDocumentsRowsAreThoseOfTheLadder() throws Exception {
        List<String> table = lines("performance.md");
        assertThat(Ratios.updated(table, Plan.full(), new Measurements(), MEASURED))
                .as("the form")
                .isEqualTo(table);
        List<String> ladder = lines("measurements/ladder.md");
        Map<String, List<String>> runs = cells(ladder).stream()
                .collect(Collectors.toMap(cells -> cells.get(1), cells -> cells, (first, _) -> first, TreeMap::new));
        List<List<String>> rows = cells(table).stream()
                .filter(cells -> cells.get(2).equals("1"))
                .filter(cells -> ladder.getLast().contains(cells.get(7).split(", ", 2)[0]))
                .toList();
        assertThat(rows).isNotEmpty().allSatisfy(cells -> {
            List<String> floor = Objects.requireNonNull(runs.get(cells.get(1) + ", floor"));
            List<String> bridge = Objects.requireNonNull(runs.get(cells.get(1) + ", bridge"));
            assertThat(floor).contains(cells.get(3));
            assertThat(bridge).contains(cells.get(4));
        });
    }

    private static List<List<String>> cells(List<String> table) {
        return table.stream()
                .skip(2)
                .filter(line -> line.startsWith("|"))
                .map(line ->
                        Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
                .toList();
    }
}
