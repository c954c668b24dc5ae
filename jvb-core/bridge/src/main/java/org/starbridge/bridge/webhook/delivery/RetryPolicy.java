package org.starbridge.bridge.webhook.delivery;

import java.time.Duration;

/**
 * Times at which a failed request is repeated.
 *
 * @param maxAttempts of one event; then it is given up
 * @param baseDelay after the first attempt; doubled each time
 * @param maxDelay the longest pause
 */
public record RetryPolicy(int maxAttempts, Duration baseDelay, Duration maxDelay) {
    private static final int MAX_DOUBLINGS = 30;

    /** The pause after so many failed attempts. */
    long delayNs(int attempts) {
        long doubled = baseDelay.toNanos() << Math.min(MAX_DOUBLINGS, attempts - 1);
        boolean isOverflow = doubled >> Math.min(MAX_DOUBLINGS, attempts - 1) != baseDelay.toNanos();
        return isOverflow ? maxDelay.toNanos() : Math.min(doubled, maxDelay.toNanos());
    }
}
