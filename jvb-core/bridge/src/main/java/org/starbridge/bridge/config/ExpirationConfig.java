package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Times after which the bridge itself removes what is not used.
 *
 * @param timeout an endpoint or conference without activity for this long is removed; 1 min
 * @param checkInterval how often that is looked at; the timeout, unless set
 */
public record ExpirationConfig(Duration timeout, Duration checkInterval) {
    /** As documented. */
    static final ExpirationConfig DEFAULT = new ExpirationConfig(Duration.ofMinutes(1), Duration.ofMinutes(1));

    public ExpirationConfig {
        requirePositive("videobridge.entity-expiration.timeout", timeout);
        requirePositive("videobridge.entity-expiration.check-interval", checkInterval);
    }

    static ExpirationConfig read(ConfigReader in) {
        return new ExpirationConfig(
                in.duration("videobridge.entity-expiration.timeout"),
                in.duration("videobridge.entity-expiration.check-interval"));
    }
}
