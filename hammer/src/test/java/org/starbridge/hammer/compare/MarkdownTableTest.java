package org.starbridge.hammer.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTableTest {
    private static final String RUN =
            "{\"runs\":[{\"label\":\"K = 10\",\"result\":{\"seconds\":10,\"couplesReceived\":90,"
                    + "\"packetsReceived\":123456,\"packetsLost\":0,\"delayNanos\":{\"p99\":1500000},\"bridgeCpuNanos\":5e9}}]}";

    @Test
    void hasARowForEachRun() throws Exception {
        List<String> lines = MarkdownTable.lines(Results.of("file", RUN));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(2)).isEqualTo("| K = 10 | – | 90 | 12,346 | 0 | 1.50 | 50 | – | – |");
        assertThat(lines.get(2).chars().filter(c -> c == '|').count())
                .isEqualTo(lines.getFirst().chars().filter(c -> c == '|').count());
    }

    @Test
    void hasTheSameFiguresAsJson() throws Exception {
        JsonNode table = MarkdownTable.json(Results.of("file", RUN));
        JsonNode row = table.at("/runs/0");
        assertThat(row.path("run").asText()).isEqualTo("K = 10");
        assertThat(row.path("packetsPerSecond").asDouble()).isEqualTo(12_345.6);
        assertThat(row.path("delayP99Ms").asDouble()).isEqualTo(1.5);
        assertThat(row.path("bridgeCpuPercent").asDouble()).isEqualTo(50);
        assertThat(row.path("bridgeMegabytes").isNull()).isTrue();
        assertThat(row.size()).isEqualTo(9);
    }

    @Test
    void hasTheFiguresOfViewersAsJson() throws Exception {
        JsonNode table = MarkdownTable.json(Results.of("file", """
                {"title":"viewers","runs":[{"label":"10","verdict":{"kind":"held"},"result":
                {"begun":10,"playing":9,"requests":500,"seconds":10,"server":{"cores":0.5}}}]}
                """));
        assertThat(table.path("title").asText()).isEqualTo("viewers");
        assertThat(table.at("/runs/0/outcome").asText()).isEqualTo("held");
        assertThat(table.at("/runs/0/requestsPerSecond").asDouble()).isEqualTo(50);
        assertThat(table.at("/runs/0/serverCpuPercent").asDouble()).isEqualTo(50);
    }

    @Test
    void saysHowItWasMeasured() throws Exception {
        String report = """
                {"command":"scripts/hammer --preset x --report /home/me/x --seconds 3 --quiet","published":"more",
                "startedAt":"2026-11-27T14:17:50Z","machine":{"processors":"2","processor":"CPU"},
                "runs":[{"label":"K = 10","verdict":{"kind":"held"},"result":{"seconds":10,"couplesReceived":90}}]}
                """;
        List<String> lines = MarkdownTable.lines(Results.of("file", report));
        assertThat(lines.get(2)).startsWith("| K = 10 | held | 90 |");
        assertThat(lines.getLast())
                .isEqualTo(
                        "`scripts/hammer --preset x --seconds 3`, 2026-11-27, 2 processors (CPU) for bridge and Hammer."
                                + " Published, on another machine: more");
    }

    @Test
    void replacesWhatIsBetweenTheMarks() {
        String document = "a\n<!-- hammer x -->\nold\n<!-- /hammer -->\nb\n<!-- hammer y -->\n<!-- /hammer -->\n";
        assertThat(MarkdownTable.replace(document, "x", List.of("| new |")))
                .isEqualTo(
                        "a\n<!-- hammer x -->\n\n| new |\n\n<!-- /hammer -->\nb\n<!-- hammer y -->\n<!-- /hammer -->\n");
        assertThatThrownBy(() -> MarkdownTable.replace(document, "z", List.of()))
                .hasMessageContaining("<!-- hammer z -->");
    }

    @Test
    void eachTableOfThePerformanceDocumentIsWrittenByAScript() throws Exception {
        List<String> byHand = new ArrayList<>();
        int written = 0;
        boolean isByScript = false;
        for (String line : Files.readAllLines(Path.of("..", "docs", "performance.md"))) {
            if (line.startsWith("<!-- hammer ")) {
                isByScript = true;
            } else if (line.startsWith("<!--")) {
                isByScript = false;
            } else if (line.startsWith("|")) {
                written += isByScript ? 1 : 0;
                if (!isByScript) {
                    byHand.add(line);
                }
            }
        }
        assertThat(byHand).isEmpty();
        assertThat(written).isGreaterThan(30);
    }
}
