package org.starbridge.bridge.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.NamePatterns;

class RecordingNamesTest {
    @Test
    void namesOfStrangersAreNoPaths() {
        assertThat(RecordingFolder.safe("../../etc/passwd")).isEqualTo("______etc_passwd");
        assertThat(RecordingFolder.safe("a".repeat(500))).hasSize(80);
    }

    @Test
    void roomsAreNamedOrByTheirBegin() {
        NamePatterns rooms = new NamePatterns(List.of("one", "lecture-*"));
        assertThat(rooms.matches("one")).isTrue();
        assertThat(rooms.matches("one2")).isFalse();
        assertThat(rooms.matches("lecture-7")).isTrue();
        assertThat(NamePatterns.ALL.matches("any")).isTrue();
        assertThat(NamePatterns.NONE.matches("any")).isFalse();
        assertThatThrownBy(() -> new RecordingConfig(true, Path.of("x"), NamePatterns.NONE, 0))
                .isInstanceOf(ConfigException.class);
    }
}
