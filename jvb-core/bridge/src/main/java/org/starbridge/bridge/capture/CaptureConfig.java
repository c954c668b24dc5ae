package org.starbridge.bridge.capture;

import java.nio.file.Path;
import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Captures of packets.
 *
 * @param enabled whether the private server starts captures ({@code jmt.debug.pcap.enabled}); false
 * @param directory where files are written ({@code jmt.debug.pcap.directory}); {@code /tmp}
 * @param hasPayloads whether media is in them, or only headers and RTCP ({@code starbridge.capture.payload}); false
 * @param maxSizeMb how large a file grows, in units of 2^20 bytes; 64
 * @param maxDuration how long a capture lasts; 5 minutes
 */
public record CaptureConfig(boolean enabled, Path directory, boolean hasPayloads, int maxSizeMb, Duration maxDuration) {
    private static final String JMT = "jmt.debug.pcap.";
    private static final String AT = "starbridge.capture.";

    /** As documented. */
    public static final CaptureConfig DEFAULT =
            new CaptureConfig(false, Path.of("/tmp"), false, 64, Duration.ofMinutes(5));

    public CaptureConfig {
        ConfigException.requireRange(AT + "max-size-mb", maxSizeMb, 1, 16_384);
    }

    /** Reads it. */
    public static CaptureConfig read(ConfigReader in) {
        return new CaptureConfig(
                in.flag(JMT + "enabled"),
                Path.of(in.text(JMT + "directory")),
                in.flag(AT + "payload"),
                in.integer(AT + "max-size-mb"),
                in.duration(AT + "max-duration"));
    }
}
