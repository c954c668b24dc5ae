package org.starbridge.bridge.transcode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.config.reader.ConfigException;

@Timeout(30)
class FfmpegTest {
    @TempDir
    private Path directory;

    /** A program that says so, and ends at once when it is to transcode. */
    static TranscodeConfig standIn(Path directory, String version, String encoders) throws Exception {
        Path program = directory.resolve("ffmpeg");
        Files.writeString(program, """
                #!/bin/sh
                case "$2" in
                    -version) echo "%s" ;;
                    -encoders) echo "%s" ;;
                    *) echo "cannot do that" >&2; exit 1 ;;
                esac
                """.formatted(version, encoders));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new TranscodeConfig(true, program.toString(), false, false, 720, 2000, 96, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "ffmpeg version 5.1.9-0+deb12u1 Copyright, true",
        "ffmpeg version n7.1 Copyright, true",
        "ffmpeg version N-118000-gabcdef Copyright, true",
        "ffmpeg version 10.0, true",
        "ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright, false",
        "avconv version 11, false",
    })
    void oldVersionsAreRefused(String version, boolean isUsable) {
        assertThat(Ffmpeg.isUsable(version)).isEqualTo(isUsable);
    }

    @Test
    void whatIsMissingIsSaid() throws Exception {
        TranscodeConfig nothing = new TranscodeConfig(true, "/nowhere/ffmpeg", false, false, 720, 2000, 96, 1);
        assertThatThrownBy(() -> Ffmpeg.find(nothing))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("/nowhere/ffmpeg");
        TranscodeConfig old = standIn(directory, "ffmpeg version 4.3.1", "");
        assertThatThrownBy(() -> Ffmpeg.find(old)).hasMessageContaining("4.3.1");
        TranscodeConfig poor = standIn(directory, "ffmpeg version 5.1", " V..... libvpx  VP8");
        assertThatThrownBy(() -> Ffmpeg.find(poor)).hasMessageContaining("libx264");
        TranscodeConfig good = standIn(directory, "ffmpeg version 5.1", " libx264 , aac ");
        assertThat(Ffmpeg.find(good).version()).isEqualTo("ffmpeg version 5.1");
    }
}
