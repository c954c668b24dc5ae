package org.starbridge.bridge.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StealTimeTest {
    @Test
    void isTheShareSinceTheLastLook(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("stat");
        StealTime steal = new StealTime(file);
        assertThat(steal.share()).isZero();
        Files.writeString(file, "cpu  100 0 100 700 50 0 0 50 9 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
        assertThat(steal.share()).isEqualTo(0.05);
        Files.writeString(file, "cpu  200 0 200 1400 50 0 0 150 9 9\n");
        assertThat(steal.share()).isEqualTo(0.1);
        Files.writeString(file, "cpu  201 0 200 1400 50 0 0 150 9 9\n");
        assertThat(steal.share()).as("too soon for another one").isEqualTo(0.1);
        Files.writeString(file, "no such line\n");
        assertThat(steal.share()).isZero();
    }
}
