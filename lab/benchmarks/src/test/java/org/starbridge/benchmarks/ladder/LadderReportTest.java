package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.benchmarks.ladder.Plan.Cell;
import org.starbridge.hammer.scenario.ScenarioParser;

class LadderReportTest {
    @TempDir
    Path directory;

    private final LadderReport report = new LadderReport(
            Plan.full().only(List.of("star-10")),
            "scripts/bench --rounds 2",
            Instant.parse("2026-11-25T10:00:00Z"),
            "c0ffee123456");

    private Measurements measurements() {
        Measurements measurements = new Measurements();
        Cell bridge = new Cell(Row.star(10), Target.BRIDGE);
        measurements.add(bridge, RatiosTest.result(3.25, 0, false));
        measurements.add(bridge, RatiosTest.result(3.5, 4, false));
        measurements.add(new Cell(Row.star(10), Target.FLOOR), RatiosTest.result(2, 0, false));
        measurements.failed(new Cell(Row.star(10), Target.PORTABLE), "it did not start");
        return measurements;
    }

    @Test
    void theHammerMakesItsTableOfTheReport() throws Exception {
        report.write(measurements(), directory);
        Path document = directory.resolve("ladder.md");
        Files.writeString(document, "before\n<!-- hammer ladder -->\nold\n<!-- /hammer -->\nafter\n");
        LadderReport.putRuns(directory, document);
        assertThat(Files.readString(document))
                .startsWith("before\n<!-- hammer ladder -->\n\n| Run |")
                .contains("| star, K = 10, floor, round 1 |", "| star, K = 10, bridge, round 2 |", "| 3.50 |")
                .contains("`scripts/bench --rounds 2`, 2026-11-25")
                .endsWith("<!-- /hammer -->\nafter\n")
                .doesNotContain("old");
    }

    @Test
    void documentsGetTheRowsThatWereMeasured() throws Exception {
        Path performance = directory.resolve("performance.md");
        Path readme = directory.resolve("README.md");
        String row = "| star, K = 33 | 1 | 2.00 | 2.20 | 1.10 | 0 | 2026-11-25, c0ffee1 |";
        String old = String.join("\n", Ratios.updated(List.of(), report.plan(), new Measurements(), ""));
        Files.writeString(performance, "<!-- hammer ladder -->\n" + old + "\n" + row + "\n<!-- /hammer -->\n");
        Files.writeString(readme, "<!-- hammer ladder -->\n<!-- /hammer -->\n");
        report.putRatios(measurements(), performance, readme);
        assertThat(Files.readString(performance))
                .contains(row, "| star, K = 10 | 1 | 2.00 | ", "| 2026-11-25, c0ffee1 |");
        assertThat(Files.readString(readme)).contains(row).doesNotContain("K = 10");
    }

    @Test
    void theJsonSaysWhereAndWhatAndWhatFailed() throws Exception {
        report.write(measurements(), directory);
        var json = new ObjectMapper().readTree(directory.resolve("report.json").toFile());
        assertThat(json.at("/machine/Hammer").asText()).isEqualTo("commit c0ffee123456");
        assertThat(json.path("runs")).hasSize(3);
        assertThat(json.at("/failures/0").asText()).isEqualTo("star, K = 10, bridge, NIO + JCE: it did not start");
    }

    @Test
    void scenariosOfTheBenchmarksAreTheHammers() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("scenarios"))) {
            List<Path> all = files.toList();
            assertThat(all).isNotEmpty();
            for (Path file : all) {
                assertThat(ScenarioParser.parse(String.valueOf(file.getFileName()), Files.readString(file))
                                .steps())
                        .as(file.toString())
                        .isNotEmpty();
            }
        }
    }
}
