package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafepointTest {
    @Test
    void findsThemBetweenWhatElseABridgePrints() {
        assertThat(Safepoint.in("""
                INFO: healthy
                [1795337623954ms] Safepoint "ZMarkStartYoung", Time since last: 459169663 ns, Reaching safepoint: 4587 ns, At safepoint: 23095 ns, Leaving safepoint: 1592 ns, Total: 29274 ns, Threads: 0 runnable, 10 total
                a line about a Safepoint "of others", Total: 1 ns
                [1795337623955ms] Safepoint "SerialGCCollect", Time since last:  66230 ns, Reaching safepoint:      97236 ns, At safepoint:    6256639 ns, Leaving safepoint:  11628 ns, Total:    6365503 ns, Threads: 2 runnable, 10 total
                """))
                .containsExactly(
                        new Safepoint(Instant.ofEpochMilli(1795337623954L), "ZMarkStartYoung", 4_587, 23_095, 1_592),
                        new Safepoint(
                                Instant.ofEpochMilli(1795337623955L), "SerialGCCollect", 97_236, 6_256_639, 11_628));
    }

    @Test
    void aLogWithoutThemWasNotWrittenAsAskedFor(@TempDir Path directory) throws Exception {
        Path log = directory.resolve("bridge.log");
        Files.write(log, new byte[] {'[', '1', 's', ']', ' ', (byte) 0xE9, '\n'});
        assertThatThrownBy(() -> Safepoint.in(log))
                .isInstanceOf(LadderException.class)
                .hasMessageContaining("bridge.log");
        assertThatThrownBy(() -> Safepoint.in(directory.resolve("other.log"))).isInstanceOf(LadderException.class);
    }
}
