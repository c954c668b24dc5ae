package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** A scenario of two short runs against the bridge leaves a report that says what they came to. */
@Timeout(120)
class ReportRunTest {
    @TempDir
    private Path folder;

    @Test
    void aScenarioLeavesAReport() throws Exception {
        Path scenario = Files.writeString(folder.resolve("mine.conf"), """
                description = "Two small stars."
                phases { warmup = 0, seconds = 3 }
                steps = [ { label = "two", who.endpoints = 2 }, { label = "three", who.endpoints = 3 } ]
                """);
        Path report = folder.resolve("report");
        try (Bridge bridge = FreePorts.bridge()) {
            String line = "--scenario " + scenario + " --quiet --report " + report + " --bridge http://127.0.0.1:"
                    + bridge.privatePort();
            int exit = Main.commandLine().execute(line.split(" "));
            JsonNode json =
                    new ObjectMapper().readTree(report.resolve("report.json").toFile());
            assertThat(exit).as(() -> json.path("verdict").toString()).isIn(Main.OK, Main.UNTRUSTED);
            assertThat(json.at("/title").asText()).isEqualTo("mine");
            assertThat(json.at("/command").asText()).startsWith("scripts/hammer --scenario ");
            assertThat(json.at("/runs/0/label").asText()).isEqualTo("two");
            assertThat(json.at("/runs/1/result/couplesReceived").asInt()).isEqualTo(6);
            assertThat(json.at("/runs/1/result/packetsLost").asInt()).isZero();
            assertThat(json.at("/series/seconds").size()).isGreaterThanOrEqualTo(4);
            assertThat(json.at("/series/columns/receivedPacketsPerSecond").size())
                    .isEqualTo(json.at("/series/seconds").size());
            assertThat(json.at("/series/columns/joined").toString()).contains("2", "3");
            assertThat(json.at("/series/joins").size()).isEqualTo(5);
            assertThat(json.at("/series/phases").toString()).contains("joining", "measuring", "ended");
            assertThat(json.at("/series/delayHistograms").size()).isEqualTo(2);
            assertThat(Files.readString(report.resolve("report.html"))).contains("Two small stars.", "uPlot");
        }
    }
}
