package org.starbridge.bridge.stats;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Statistics.
 *
 * @param interval how often rates are recomputed; 5 s
 * @param jvm whether threads, heap, garbage collections and open files are among them
 */
public record StatsConfig(Duration interval, boolean jvm) {
    /** As documented. */
    public static final StatsConfig DEFAULT = new StatsConfig(Duration.ofSeconds(5), true);

    public StatsConfig {
        requirePositive("videobridge.stats.interval", interval);
    }

    /** Reads its keys. */
    public static StatsConfig read(ConfigReader in) {
        return new StatsConfig(in.duration("videobridge.stats.interval"), in.flag("videobridge.stats.jvm.enabled"));
    }
}
