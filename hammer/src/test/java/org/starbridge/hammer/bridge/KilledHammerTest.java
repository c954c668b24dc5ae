package org.starbridge.hammer.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bridge that the Hammer started is no longer there when the Hammer is gone, with real processes. */
@Timeout(180)
class KilledHammerTest {
    @TempDir
    Path directory;

    @Test
    void aBridgeEndsWithAHammerThatIsKilledByForce() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: needs a shell");
        Process hammer = new ProcessBuilder(
                        BridgeLauncher.JAVA.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        BridgeLauncher.CLASS_PATH,
                        BridgeStarter.class.getName(),
                        BridgeLauncher.in(directory).toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ProcessHandle bridge = null;
        try (BufferedReader says = hammer.inputReader(StandardCharsets.UTF_8)) {
            String pid = says.readLine();
            assertThat(pid).as("the bridge's process number").isNotNull();
            bridge = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            assertThat(bridge.isAlive()).isTrue();

            hammer.destroyForcibly().waitFor();

            assertThat(bridge.onExit()
                            .completeOnTimeout(bridge, 30, TimeUnit.SECONDS)
                            .get()
                            .isAlive())
                    .as("the bridge lives on")
                    .isFalse();
        } finally {
            hammer.destroyForcibly();
            if (bridge != null) {
                bridge.destroyForcibly();
            }
        }
    }
}
