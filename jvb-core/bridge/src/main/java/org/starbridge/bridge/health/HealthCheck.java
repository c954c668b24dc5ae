package org.starbridge.bridge.health;

/** One thing that must be true of a bridge that works. Called by the health thread only; may block for a moment. */
@FunctionalInterface
public interface HealthCheck {
    /**
     * Looks now.
     *
     * @param nowNs monotonic time
     */
    HealthResult check(long nowNs);
}
