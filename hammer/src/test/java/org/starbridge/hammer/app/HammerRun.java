package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.bridge.app.Bridge;

/**
 * A run of the Hammer, as from its command line, and what it reports.
 *
 * @param exit the status of the command
 * @param report the JSON report
 */
record HammerRun(int exit, JsonNode report) {
    /** A run against a bridge, with options as on the command line. */
    static HammerRun against(Bridge bridge, String options) throws IOException {
        return of(options + " --bridge http://127.0.0.1:" + bridge.privatePort());
    }

    /** A run with all its options but for the report. */
    static HammerRun of(String options) throws IOException {
        Path file = Files.createTempFile("hammer", ".json");
        try {
            List<String> arguments = new ArrayList<>(List.of(options.split(" ")));
            arguments.addAll(List.of("--quiet", "--json", file.toString()));
            int exit = Main.commandLine().execute(arguments.toArray(String[]::new));
            return new HammerRun(exit, new ObjectMapper().readTree(file.toFile()));
        } finally {
            Files.delete(file);
        }
    }

    /** The report of a run that must have met its goals; on a busy machine it may not be trusted beyond that. */
    JsonNode succeeded() {
        assertSucceeded(exit, report);
        return report;
    }

    static void assertSucceeded(int exit, JsonNode report) {
        assertThat(report.get("passed").asBoolean()).as(report::toPrettyString).isTrue();
        assertThat(exit)
                .as(report::toPrettyString)
                .isEqualTo(report.get("hammerSaturated").asBoolean() ? Main.UNTRUSTED : Main.OK);
    }
}
