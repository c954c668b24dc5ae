package org.starbridge.bridge.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.config.reader.ConfigException;

class RecordingNamesTest {
    @Test
    void namesOfStrangersAreNoPaths() {
        assertThat(RecordingFolder.safe("../../etc/passwd")).isEqualTo("______etc_passwd");
        assertThat(RecordingFolder.safe("a".repeat(500))).hasSize(80);
    }

    @Test
    void roomsAreNamedOrByTheirBegin() {
        RecordingConfig config = new RecordingConfig(true, Path.of("x"), List.of("one", "lecture-*"), 1);
        assertThat(config.isRecorded("one")).isTrue();
        assertThat(config.isRecorded("one2")).isFalse();
        assertThat(config.isRecorded("lecture-7")).isTrue();
        assertThatThrownBy(() -> new RecordingConfig(true, Path.of("x"), List.of(), 0))
                .isInstanceOf(ConfigException.class);
    }
}
