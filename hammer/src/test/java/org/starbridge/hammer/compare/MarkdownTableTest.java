package org.starbridge.hammer.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        assertThat(lines.get(2)).isEqualTo("| K = 10 | 90 | 12,346 | 0 | 1.50 | 50 | – | – |");
        assertThat(lines.get(2).chars().filter(c -> c == '|').count())
                .isEqualTo(lines.getFirst().chars().filter(c -> c == '|').count());
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
}
