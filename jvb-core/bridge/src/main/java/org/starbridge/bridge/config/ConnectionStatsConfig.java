package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Figures that clients get about their own connection.
 *
 * @param enabled whether they get these figures; true
 * @param interval how often; 10 s
 */
public record ConnectionStatsConfig(boolean enabled, Duration interval) {
    private static final String AT = "videobridge.connection-stats.";

    /** As documented. */
    static final ConnectionStatsConfig DEFAULT = new ConnectionStatsConfig(true, Duration.ofSeconds(10));

    public ConnectionStatsConfig {
        requirePositive(AT + "interval", interval);
    }

    static ConnectionStatsConfig read(ConfigReader in) {
        return new ConnectionStatsConfig(in.flag(AT + "enabled"), in.duration(AT + "interval"));
    }
}
