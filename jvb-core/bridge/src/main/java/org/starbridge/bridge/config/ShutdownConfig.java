package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;
import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Way in which the bridge ends when it is asked to.
 *
 * @param gracefulMaxDuration a graceful shutdown waits for participants to leave this long at most; 24 h
 * @param gracefulMinParticipants so many may be left when it goes on; 0
 * @param shuttingDownDelay from then to the end, for the focus to move all endpoints away; 1 min
 * @param initialDrain whether the bridge begins drained
 */
public record ShutdownConfig(
        Duration gracefulMaxDuration, int gracefulMinParticipants, Duration shuttingDownDelay, boolean initialDrain) {
    /** As documented. */
    static final ShutdownConfig DEFAULT = new ShutdownConfig(Duration.ofHours(24), 0, Duration.ofMinutes(1), false);

    public ShutdownConfig {
        requirePositive("videobridge.shutdown.graceful-shutdown-max-duration", gracefulMaxDuration);
        requireRange(
                "videobridge.shutdown.graceful-shutdown-min-participants",
                gracefulMinParticipants,
                0,
                Integer.MAX_VALUE);
    }

    static ShutdownConfig read(ConfigReader in) {
        String at = "videobridge.shutdown.";
        return new ShutdownConfig(
                in.duration(at + "graceful-shutdown-max-duration"),
                in.integer(at + "graceful-shutdown-min-participants"),
                in.duration(at + "shutting-down-delay"),
                in.flag("videobridge.initial-drain-mode"));
    }
}
