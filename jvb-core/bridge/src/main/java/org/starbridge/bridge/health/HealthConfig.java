package org.starbridge.bridge.health;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * The bridge's check of itself.
 *
 * @param interval between checks; 1 min
 * @param timeout a result older than this counts as failure; 90 s: one check may be half an interval late
 * @param maxCheckDuration a check that took longer counts as failure; 3 s
 * @param stickyFailures once failed, stay failed (after the first 5 minutes), for setups that replace sick bridges
 * @param requireValidAddress fail without a publicly usable address; true with a file, false in the embedded default
 * @param requireStun fail until a STUN server has answered, where some are named; false
 * @param unhealthyIfUnreachable fail while the examination of the network finds that no client outside this machine can
 *     reach the bridge; false
 * @param workerHeartbeatLimit a media worker silent for longer than this is stuck; 10 s: an idle one gives a sign of
 *     life every one to two seconds
 */
public record HealthConfig(
        Duration interval,
        Duration timeout,
        Duration maxCheckDuration,
        boolean stickyFailures,
        boolean requireValidAddress,
        boolean requireStun,
        boolean unhealthyIfUnreachable,
        Duration workerHeartbeatLimit) {
    /** As documented. */
    public static final HealthConfig DEFAULT = new HealthConfig(
            Duration.ofMinutes(1),
            Duration.ofSeconds(90),
            Duration.ofSeconds(3),
            false,
            true,
            false,
            false,
            Duration.ofSeconds(10));

    public HealthConfig {
        requirePositive("videobridge.health.interval", interval);
        requirePositive("videobridge.health.max-check-duration", maxCheckDuration);
        if (workerHeartbeatLimit.compareTo(Duration.ofSeconds(3)) < 0) {
            throw new ConfigException(
                    "starbridge.health.worker-heartbeat-limit", workerHeartbeatLimit, "at least 3 seconds");
        }
        if (timeout.compareTo(interval) < 0) {
            throw new ConfigException("videobridge.health.timeout", timeout, "at least health.interval, " + interval);
        }
    }

    /** Reads its keys. */
    public static HealthConfig read(ConfigReader in) {
        return new HealthConfig(
                in.duration("videobridge.health.interval"),
                in.duration("videobridge.health.timeout"),
                in.duration("videobridge.health.max-check-duration"),
                in.flag("videobridge.health.sticky-failures"),
                in.flag("videobridge.health.require-valid-address"),
                in.flag("videobridge.health.require-stun"),
                in.flag("starbridge.health.unhealthy-if-unreachable"),
                in.duration("starbridge.health.worker-heartbeat-limit"));
    }
}
