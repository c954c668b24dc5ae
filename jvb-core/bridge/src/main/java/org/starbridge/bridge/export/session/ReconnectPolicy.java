package org.starbridge.bridge.export.session;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * Times at which a connection that ended is reopened: at once, then after {@code baseDelay}, then twice as long each
 * time.
 *
 * @param maxAttempts how often, until one lasts; empty for no limit
 * @param baseDelay before the second attempt
 * @param maxDelay the longest time before one
 * @param stableThreshold a connection that lasted longer begins the row again
 */
public record ReconnectPolicy(
        OptionalInt maxAttempts, Duration baseDelay, Duration maxDelay, Duration stableThreshold) {
    /** As documented. */
    public static final ReconnectPolicy DEFAULT = new ReconnectPolicy(
            OptionalInt.empty(), Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(30));

    private static final int MAX_DOUBLINGS = 30;

    /** The time before an attempt; {@code before} is how many there were. */
    long delayNs(int before) {
        if (before == 0) {
            return 0;
        }
        long factor = 1L << Math.min(MAX_DOUBLINGS, before - 1);
        return Math.min(maxDelay.toNanos(), Math.multiplyExact(baseDelay.toMillis(), factor) * 1_000_000);
    }

    boolean isOver(int before) {
        return maxAttempts.isPresent() && before >= maxAttempts.getAsInt();
    }
}
