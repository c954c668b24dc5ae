package org.starbridge.bridge.recording;

import java.nio.file.Path;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.config.reader.NamePatterns;

/**
 * Recordings on disk. The keys are those below {@code starbridge.recording}.
 *
 * @param enabled whether conferences can be recorded; false
 * @param directory where recordings are; {@code recordings} below the working directory
 * @param rooms which conferences are recorded from their begin, by room or meeting id; none
 * @param maxSizeMb how large all files below the directory may be together; 10000
 */
public record RecordingConfig(boolean enabled, Path directory, NamePatterns rooms, int maxSizeMb) {
    private static final String AT = "starbridge.recording.";

    /** As documented. */
    public static final RecordingConfig DEFAULT =
            new RecordingConfig(false, Path.of("recordings"), NamePatterns.NONE, 10_000);

    public RecordingConfig {
        ConfigException.requireRange(AT + "max-size-mb", maxSizeMb, 1, Integer.MAX_VALUE);
    }

    /** Reads it. */
    public static RecordingConfig read(ConfigReader in) {
        return new RecordingConfig(
                in.flag(AT + "enabled"),
                Path.of(in.text(AT + "directory")),
                new NamePatterns(in.texts(AT + "rooms")),
                in.integer(AT + "max-size-mb"));
    }
}
