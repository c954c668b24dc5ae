package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.hammer.CutShort;
import org.starbridge.hammer.badlink.ShortBadLinks;
import org.starbridge.hammer.page.ReportBuilder;
import org.starbridge.hammer.page.RunCommand;
import org.starbridge.hammer.report.Verdict;
import picocli.CommandLine;

/** Short scenarios of bad links leave a report, a JSON file and lines that name what falls short. */
@Timeout(120)
class BadLinkRunsTest {
    private static final int ATTEMPTS = 3;

    private final ObjectMapper mapper = new ObjectMapper();
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private static Arguments parsed(String line) {
        Main main = new Main();
        new CommandLine(main).parseArgs(line.split(" "));
        return main.arguments();
    }

    /**
     * A run on a machine that is busy otherwise says that the generator was saturated. Such a run proves nothing, so it
     * is repeated; when each is so, the test is skipped with that sentence.
     */
    @Test
    void runsLeaveAReportThatNamesWhatFallsShort() throws Exception {
        String sentence = "";
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Path report = folder.resolve("report" + attempt);
            Path file = folder.resolve("figures" + attempt + ".json");
            lines.reset();
            Verdict.Kind kind = run(report, file);
            JsonNode page = mapper.readTree(report.resolve("report.json").toFile());
            Optional<String> saturated = saturated(page);
            if (saturated.isEmpty()) {
                assertThat(kind).isEqualTo(Verdict.Kind.BROKE);
                assertThatTheHopelessOneFallsShort(page, report, mapper.readTree(file.toFile()));
                return;
            }
            sentence = saturated.get();
        }
        Assumptions.abort("the machine was busy in " + ATTEMPTS + " runs: " + sentence);
    }

    private Verdict.Kind run(Path report, Path file) throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            Arguments arguments = parsed("--bad-link all --quiet --report " + report + " --json " + file
                    + " --bridge http://127.0.0.1:" + bridge.privatePort());
            ReportBuilder results =
                    new ReportBuilder(new RunCommand("bad links", "", "scripts/hammer", "test", null, null, List.of()));
            PrintStream out = new PrintStream(lines, true, StandardCharsets.UTF_8);
            return new BadLinkRuns(arguments, results, out, new CutShort())
                    .execute(List.of(ShortBadLinks.WIDE, ShortBadLinks.HOPELESS));
        }
    }

    /** The verdict of a run that is not to be trusted. */
    private static Optional<String> saturated(JsonNode page) {
        for (JsonNode run : page.get("runs")) {
            String sentence = run.at("/verdict/sentence").asText();
            if (sentence.startsWith("Not to be trusted")) {
                return Optional.of(sentence);
            }
        }
        return Optional.empty();
    }

    private void assertThatTheHopelessOneFallsShort(JsonNode page, Path report, JsonNode figures) throws Exception {
        assertThat(page.at("/runs/0/label").asText()).isEqualTo("wide");
        assertThat(page.at("/runs/0/verdict/sentence").asText()).startsWith("Held");
        assertThat(page.at("/runs/1/verdict/sentence").asText()).contains("hopeless, share received");
        assertThat(page.at("/runs/0/result/endpoints/1/link").isObject())
                .as("the receiver's link")
                .isTrue();
        assertThat(page.at("/series/seconds").size()).isGreaterThanOrEqualTo(3);
        assertThat(Files.readString(report.resolve("report.html"))).contains("hopeless", "uPlot");
        assertThat(figures.get("passed").asBoolean(true)).isFalse();
        assertThat(figures.at("/badLinks/0/figures/0/holds").asBoolean()).isTrue();
        assertThat(figures.at("/badLinks/1/figures/0/holds").asBoolean(true)).isFalse();
        assertThat(lines.toString(StandardCharsets.UTF_8))
                .contains("FAIL", "FAILED: these figures miss their targets: hopeless, share received");
    }
}
