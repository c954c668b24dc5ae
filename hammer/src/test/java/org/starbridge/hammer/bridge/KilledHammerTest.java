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
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    Path directory;

    /** As scripts/starbridge, without a build: options of the Java machine first. */
    private Path launcher() throws Exception {
        Path launcher = Files.writeString(directory.resolve("launch"), """
                #!/bin/sh
                for argument; do
                    shift
                    case $argument in
                        -D*) options="$options $argument" ;;
                        *) set -- "$@" "$argument" ;;
                    esac
                done
                exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \\
                    --sun-misc-unsafe-memory-access=allow $options -cp '%s' org.starbridge.bridge.app.Main "$@"
                """.formatted(JAVA, CLASS_PATH));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        return launcher;
    }

    @Test
    void aBridgeEndsWithAHammerThatIsKilledByForce() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: needs a shell");
        Process hammer = new ProcessBuilder(
                        JAVA.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        CLASS_PATH,
                        BridgeStarter.class.getName(),
                        launcher().toString())
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
