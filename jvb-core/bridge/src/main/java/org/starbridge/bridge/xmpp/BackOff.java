package org.starbridge.bridge.xmpp;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Time to wait before the next attempt: doubling from 0.5 s to 6 s, of which a random half is waited for sure, so that
 * many bridges do not come back in one moment. The top keeps the return within 10 s of the server's. For one thread.
 */
final class BackOff {
    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LAST = Duration.ofSeconds(6);

    private final RandomGenerator random;
    private long nextMs = FIRST.toMillis();

    BackOff(RandomGenerator random) {
        this.random = random;
    }

    /** Success: the next failure begins with the first delay again. */
    void reset() {
        nextMs = FIRST.toMillis();
    }

    /** Returns the time to wait now. */
    Duration next() {
        long most = nextMs;
        nextMs = Math.min(2 * most, LAST.toMillis());
        return Duration.ofMillis(most / 2 + random.nextLong(most / 2 + 1));
    }
}
