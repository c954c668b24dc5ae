package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static Figures figures(double user, double system, boolean saturated) {
        return new Figures(
                1000,
                5,
                user,
                system,
                0,
                0,
                0,
                200 << 20,
                List.of(0.1, 1.0, 2.0),
                List.of(1.0, 2.0),
                0,
                0,
                saturated,
                2,
                Map.of("1", 3.0),
                Map.of());
    }

    private static Results results() {
        Plan plan = new Plan(
                List.of(new Plan.Cell(Row.star(10), Target.BRIDGE), new Plan.Cell(Row.star(10), Target.FLOOR)),
                List.of(),
                1,
                1,
                1,
                false);
        Results results = new Results(
                new Environment("a machine", "a kernel", "a JDK", "a library", "today", "c0ffee", "scripts/bench"),
                plan);
        results.add(new Plan.Cell(Row.star(10), Target.BRIDGE), figures(3, 3, true));
        results.add(new Plan.Cell(Row.star(10), Target.FLOOR), figures(1, 3, false));
        results.failed(new Plan.Cell(Row.star(10), Target.PORTABLE), "it did not start\nand said why");
        return results;
    }

    @Test
    void theTableGivesEachCostAsAMultipleOfTheFloors() {
        String table = MarkdownTable.of(results());
        assertThat(table)
                .contains("| star, K = 10 | floor | 1,000 | 5 | 4.00 | 1.00 + 3.00 | 1 |")
                .contains("6.00 | 3.00 + 3.00 | 1.50 |")
                .contains("don't quote")
                .contains("it did not start")
                .doesNotContain("and said why");
    }

    @Test
    void theTableGivesTheCostOfChoosingAsAMultipleOfTheStars() {
        Results results = new Results(results().environment(), Plan.selection());
        results.add(new Plan.Cell(Plan.SELECTIVE, Target.BRIDGE), figures(3, 6, false));
        results.add(new Plan.Cell(Plan.REWRITTEN, Target.BRIDGE), figures(3, 6.9, false));
        results.add(new Plan.Cell(Plan.SAME_ENDPOINTS, Target.BRIDGE), figures(2, 4, false));
        results.add(new Plan.Cell(Plan.SAME_PACKETS, Target.BRIDGE), figures(2, 6, false));
        assertThat(MarkdownTable.of(results))
                .contains("| × star, K = 20 | × star, K = 17 | × simulcast, Last-N 5, K = 20 |")
                .contains("| simulcast, Last-N 5, K = 20 | 1.50 | 1.13 | – |")
                .contains("| simulcast, Last-N 5, K = 20, SSRCs rewritten | 1.65 | 1.24 | 1.10 |")
                .doesNotContain("all encodings sent |");
        assertThat(MarkdownTable.of(results())).doesNotContain("Last-N");
    }

    @Test
    void theTableGivesTheCostOfEstimationRoundByRound() {
        Results results = new Results(results().environment(), Plan.estimation());
        Plan.Cell with = new Plan.Cell(Plan.ESTIMATED, Target.BRIDGE);
        Plan.Cell without = new Plan.Cell(Plan.ESTIMATED, Target.BRIDGE_WITHOUT_ESTIMATION);
        double[] micros = {4.4, 9.0, 2.1};
        double[] others = {4.0, 9.0, 2.0};
        for (int round = 0; round < 3; round++) {
            results.add(with, figures(0, micros[round], false));
            results.add(without, figures(0, others[round], false));
        }
        assertThat(MarkdownTable.of(results)).contains("× without estimation").contains("| star, K = 25 | 1.05 |");
        assertThat(MarkdownTable.of(results())).doesNotContain("without estimation");
    }

    @Test
    void theJsonHasEveryRun() {
        assertThat(results().toJson().at("/rows/0/target").asText()).isEqualTo("FLOOR");
        assertThat(results().toJson().at("/rows/1/timesFloor").asDouble()).isEqualTo(1.5);
        assertThat(results().toJson().at("/rows/1/runs")).hasSize(1);
        assertThat(results().toJson().at("/environment/commit").asText()).isEqualTo("c0ffee");
    }

    @Test
    void thePictureIsWellFormed() throws Exception {
        byte[] svg = Chart.svg(results()).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        var picture = javax.xml.parsers.DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new java.io.ByteArrayInputStream(svg));
        assertThat(picture.getElementsByTagName("rect").getLength()).isEqualTo(4);
    }

    @Test
    void onlyWhatStandsBetweenTheMarkersIsReplaced() {
        String page = "before\n" + GeneratedPart.BEGIN + "\nold\n" + GeneratedPart.END + "\nafter\n";
        assertThat(GeneratedPart.replaced(page, "new\n"))
                .isEqualTo("before\n" + GeneratedPart.BEGIN + "\n\nnew\n\n" + GeneratedPart.END + "\nafter\n");
        assertThatThrownBy(() -> GeneratedPart.replaced("no markers", "new"))
                .isInstanceOf(LadderException.class)
                .hasMessageContaining("markers");
    }
}
