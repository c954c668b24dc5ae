package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.compare.MarkdownTable;

/** README's figures are of a recent commit. Skipped without the history: in an archive or a shallow clone. */
class FigureAgeTest {
    private static final Path ROOT = Path.of("../..");

    private static final int MOST_COMMITS = 200;

    private static final Pattern COMMIT = Pattern.compile("\\d{4}-\\d{2}-\\d{2}, (\\p{XDigit}{7,})");

    @Test
    void readmesFiguresAreAtMost200CommitsOld() throws Exception {
        assumeTrue(Files.exists(ROOT.resolve(".git")), "not a checkout, so the age of the figures is unknown");
        assumeTrue(
                git("rev-parse", "--is-shallow-repository").equals("false"),
                "a shallow clone, so the age of the figures is unknown");
        List<String> commits =
                commits(MarkdownTable.part(Files.readString(ROOT.resolve("README.md")), LadderReport.TABLE));
        assertThat(commits).as("commits in README's table").isNotEmpty().allSatisfy(commit -> {
            String behind = git("rev-list", "--count", commit + "..HEAD");
            assertThat(behind)
                    .as("commits since %s; a commit of this history", commit)
                    .matches("\\d+");
            assertThat(Integer.parseInt(behind))
                    .as("commits since %s; run scripts/bench --docs", commit)
                    .isLessThanOrEqualTo(MOST_COMMITS);
        });
    }

    @Test
    void commitsAreTakenFromTheRows() {
        assertThat(commits("| a | 1 | 2026-11-25, c0ffee1 |\n| b | 2 | 2026-11-26, beef123 and changes |"))
                .containsExactly("c0ffee1", "beef123");
    }

    private static List<String> commits(String table) {
        return COMMIT.matcher(table)
                .results()
                .map((MatchResult row) -> row.group(1))
                .distinct()
                .toList();
    }

    /** Returns what git prints; empty if it fails or is missing. */
    private static String git(String... arguments) {
        List<String> command = Stream.concat(Stream.of("git", "-C", ROOT.toString()), Stream.of(arguments))
                .toList();
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? answer.strip() : "";
        } catch (IOException _) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
