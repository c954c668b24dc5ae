package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that read results of earlier runs. */
class ResultCommandsTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder;

    private String report = "";

    @BeforeEach
    void writeReport() throws Exception {
        report = Files.writeString(
                        folder.resolve("report.json"),
                        "{\"runs\":[{\"label\":\"K = 10\",\"result\":{\"seconds\":10,\"packetsReceived\":500}}]}")
                .toString();
    }

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }

    @Test
    void aTableIsPrintedAsJson() throws Exception {
        assertThat(run("table", report, "--json")).isZero();
        assertThat(new ObjectMapper()
                        .readTree(out.toString())
                        .at("/runs/0/packetsPerSecond")
                        .asInt())
                .isEqualTo(50);
    }

    @Test
    void aComparisonIsPrintedAsJson() throws Exception {
        assertThat(run("compare", report, report, "--json")).isZero();
        assertThat(new ObjectMapper()
                        .readTree(out.toString())
                        .at("/runs/0/figures/0/figure")
                        .asText())
                .isEqualTo("packets/s out");
    }

    @Test
    void jsonIsNotWrittenIntoADocument() {
        assertThat(run("table", report, "--json", "--into", report)).isEqualTo(Main.USAGE);
        assertThat(out.toString()).contains("use one of them");
    }
}
