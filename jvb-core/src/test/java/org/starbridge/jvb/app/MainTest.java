package org.starbridge.jvb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the command line answers without starting anything. */
class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new Main())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void helpSaysWhatTheOptionsAndExitCodesAre() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("--config", "UDP 10000", "Exit status", "78");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void versionIsOneLine() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString().strip()).startsWith("starbridge ").hasLineCount(1);
    }

    @Test
    void anUnknownOptionIsNamed() {
        assertThat(run("--frobnicate")).isEqualTo(2);
        assertThat(err.toString()).contains("--frobnicate");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void anOptionWithoutItsValueIsRefused() {
        assertThat(run("--config")).isEqualTo(2);
        assertThat(err.toString()).contains("--config");
    }

    @Test
    void aFileThatIsNotThereIsAConfigurationError(@TempDir Path directory) {
        assertThat(run("--config", directory.resolve("absent.conf").toString())).isEqualTo(78);
    }

    @Test
    void aFileWithAMalformedValueIsAConfigurationError(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("jvb.conf"), "videobridge.ice.udp.port = many\n");
        assertThat(run("--config", file.toString())).isEqualTo(78);
        Files.writeString(file, "videobridge { ice { \n");
        assertThat(run("--config", file.toString())).isEqualTo(78);
    }
}
