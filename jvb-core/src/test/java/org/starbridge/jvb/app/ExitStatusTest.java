package org.starbridge.jvb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What supervisors see of the process: its status, and what it says before. */
class ExitStatusTest {
    @TempDir
    Path directory;

    private static Process start(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dvideobridge.ice.udp.port=0",
                "-Dvideobridge.http-servers.private.port=0",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static int status(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aConfigurationThatCanNotBeUsedIs78AndAllItsErrorsAreSaid() throws Exception {
        Path file = Files.writeString(
                directory.resolve("jvb.conf"), "videobridge { cc.trust-bwe = perhaps, stats.interval = never }\n");
        Process process = start("--config", file.toString());
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(status(process)).as(said).isEqualTo(78);
        assertThat(said).contains("videobridge.cc.trust-bwe", "perhaps", "videobridge.stats.interval", "never");
    }

    @Test
    void aBridgeThatIsToldToEndBySigtermIs143AndHasSaidOnceWhatHasNoEffect() throws Exception {
        Path file = Files.writeString(
                directory.resolve("jvb.conf"),
                "videobridge { ice.udp.prot = 1, stats.enabled = true, sctp.max-channels = 1 }\n");
        Process process = start("--config", file.toString());
        List<String> log = new ArrayList<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
                if (line.contains("ready: ")) {
                    process.toHandle().destroy(); // Process.destroy would close what it says
                }
            }
        }
        assertThat(status(process)).as("log: %s", log).isEqualTo(143);
        assertThat(log)
                .filteredOn(line -> line.contains("videobridge.ice.udp.port is one"))
                .hasSize(1);
        assertThat(log)
                .filteredOn(line -> line.contains("videobridge.stats.enabled"))
                .hasSize(1);
        assertThat(log).noneMatch(line -> line.contains("max-channels"));
    }
}
