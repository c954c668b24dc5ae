package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;
import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Information that clients get about each other's connections.
 *
 * @param firstTransferTimeout an endpoint that never sent anything is inactive after this; 15 s
 * @param maxInactivityLimit an endpoint that is silent for this long is inactive; 8 s: consent checks come every 5 s
 * @param checkInterval how often that is looked at; 500 ms
 * @param statsFilterThreshold in conferences of more endpoints, clients' statistics go only to those who see the
 *     client; 20
 */
public record ConnectionStatusConfig(
        Duration firstTransferTimeout, Duration maxInactivityLimit, Duration checkInterval, int statsFilterThreshold) {
    /** As documented. */
    static final ConnectionStatusConfig DEFAULT =
            new ConnectionStatusConfig(Duration.ofSeconds(15), Duration.ofSeconds(8), Duration.ofMillis(500), 20);

    public ConnectionStatusConfig {
        String at = "videobridge.ep-connection-status.";
        requirePositive(at + "first-transfer-timeout", firstTransferTimeout);
        requirePositive(at + "max-inactivity-limit", maxInactivityLimit);
        requirePositive(at + "check-interval", checkInterval);
        requireRange("videobridge.stats-filter-threshold", statsFilterThreshold, 0, 1_000_000);
    }

    static ConnectionStatusConfig read(ConfigReader in) {
        String at = "videobridge.ep-connection-status.";
        return new ConnectionStatusConfig(
                in.duration(at + "first-transfer-timeout"),
                in.duration(at + "max-inactivity-limit"),
                in.duration(at + "check-interval"),
                in.integer("videobridge.stats-filter-threshold"));
    }
}
