package org.starbridge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.testkit.SeededScenario.Figure;

class ScoreboardTest {
    private static final String BEGIN = "<!-- part: scripts/bench bandwidth writes from here -->\n";
    private static final String END = "<!-- part: to here -->\nafter\n";

    private static SeededScenario scenario(double use, double queueMs) {
        return new SeededScenario(
                "narrow link", List.of(Figure.atLeast("use", 0.8), Figure.atMost("queue, ms", 80)), seed ->
                        new double[] {use + 0.02 * (seed - 2), queueMs + seed - 2});
    }

    private static Scoreboard board(double use, double queueMs) {
        Scoreboard board = new Scoreboard(List.of("ours", "other"));
        SeededScenario ours = scenario(use, queueMs);
        board.add(ours, List.of(ours.measure(3), scenario(0.7, 40).measure(3)));
        return board;
    }

    @Test
    void figuresAreShownWithTheirRangesAndVerdicts() {
        assertThat(board(0.9, 100).markdown())
                .contains("Targets reached by the median: 1 of 2. Best or equal: 1 of 2.")
                .contains("| narrow link | use | ≥ 0.80 | 0.90 (0.88 to 0.92) | 0.70 (0.68 to 0.72) | reached |")
                .contains("|  | queue, ms | ≤ 80 | 100 (99 to 101) | 40 (39 to 41) | **missed**, behind |");
    }

    @Test
    void aFigureThatIsWorseByMoreThanItsRangeIsNamed() {
        String before = board(0.9, 50).markdown();
        assertThat(board(0.87, 51).worseThan(before)).isEmpty();
        assertThat(board(0.85, 30).worseThan(before))
                .containsExactly("narrow link, use: 0.85 (0.83 to 0.87), was 0.90 (0.88 to 0.92)");
        assertThat(board(0.99, Double.POSITIVE_INFINITY).worseThan(before))
                .singleElement()
                .asString()
                .startsWith("narrow link, queue, ms: never");
        assertThat(board(0.9, 50).worseThan(board(0.9, Double.POSITIVE_INFINITY).markdown()))
                .isEmpty();
    }

    @Test
    void onlyItsPartOfADocumentChanges(@TempDir Path folder) throws IOException {
        Path document = folder.resolve("exam.md");
        Files.writeString(document, "before\n" + BEGIN + END);
        assertThat(board(0.9, 50).writeTo(document, "part")).isEmpty();
        assertThat(board(0.5, 50).writeTo(document, "part")).hasSize(1);
        assertThat(Files.readString(document))
                .isEqualTo("before\n" + BEGIN + "\n" + board(0.5, 50).markdown() + "\n" + END);
    }
}
