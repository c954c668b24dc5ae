package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** What was measured is written, however the runs end. */
@Timeout(120)
class CutShortRunTest {
    private static final int SIGTERM_STATUS = 128 + 15;

    @TempDir
    private Path folder;

    private static JsonNode read(Path file) throws Exception {
        return new ObjectMapper().readTree(file.toFile());
    }

    @Test
    void aSignalInTheWindowLeavesTheReportOfWhatWasMeasured() throws Exception {
        Path report = folder.resolve("report");
        try (Bridge bridge = FreePorts.bridge()) {
            Process hammer = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "-k",
                            "2",
                            "--warmup",
                            "0",
                            "--seconds",
                            "600",
                            "--report",
                            report.toString(),
                            "--json",
                            folder.resolve("run.json").toString(),
                            "--bridge",
                            "http://127.0.0.1:" + bridge.privatePort())
                    .redirectErrorStream(true)
                    .start();
            try (BufferedReader says = hammer.inputReader(StandardCharsets.UTF_8)) {
                String line = says.readLine();
                while (line != null && !line.contains("measuring")) {
                    line = says.readLine();
                }
                assertThat(line).as("the window has begun").isNotNull();
                hammer.toHandle().destroy(); // its output stays open
                says.lines().forEach(_ -> {});
            } finally {
                hammer.onExit().get();
            }
            assertThat(hammer.exitValue()).isEqualTo(SIGTERM_STATUS);
        }
        JsonNode json = read(report.resolve("report.json"));
        assertThat(json.path("cutShort").asText()).isEqualTo("it was ended by a signal");
        assertThat(json.at("/verdict/kind").asText()).isEqualTo("untrusted");
        assertThat(json.at("/verdict/sentence").asText()).startsWith("Cut short, because it was ended by a signal.");
        assertThat(json.at("/runs/0/result/packetsReceived").asLong()).isPositive();
        assertThat(json.at("/runs/0/result/seconds").asDouble()).isLessThan(600);
        assertThat(json.at("/series/seconds").size()).isPositive();
        assertThat(Files.readString(report.resolve("report.html"))).contains("Cut short");
        assertThat(read(folder.resolve("run.json")).path("cutShort").asText()).isEqualTo("it was ended by a signal");
    }

    @Test
    void aStepThatCannotJoinLeavesTheReportOfTheOthers() throws Exception {
        Path scenario = Files.writeString(folder.resolve("mine.conf"), """
                phases { warmup = 0, seconds = 1 }
                steps = [ { label = "two", who.endpoints = 2 }, { label = "nine", who.endpoints = 9 },
                    { label = "three", who.endpoints = 3 } ]
                """);
        Path report = folder.resolve("report");
        StringWriter errors = new StringWriter();
        try (Bridge bridge = FreePorts.bridge("starbridge.limits.endpoints-per-conference", "4")) {
            String line = "--scenario " + scenario + " --quiet --report " + report + " --bridge http://127.0.0.1:"
                    + bridge.privatePort();
            int exit = Main.commandLine().setErr(new PrintWriter(errors)).execute(line.split(" "));
            assertThat(exit).isEqualTo(Main.FAILED);
        }
        JsonNode json = read(report.resolve("report.json"));
        assertThat(errors.toString()).startsWith("hammer: ");
        assertThat(json.path("cutShort").asText()).startsWith("nine could not be made: ");
        assertThat(json.at("/runs").size()).isEqualTo(1);
        assertThat(json.at("/runs/0/label").asText()).isEqualTo("two");
        assertThat(json.at("/runs/0/result/packetsReceived").asLong()).isPositive();
        assertThat(json.at("/verdict/sentence").asText()).startsWith("Cut short, because nine could not be made: ");
    }
}
