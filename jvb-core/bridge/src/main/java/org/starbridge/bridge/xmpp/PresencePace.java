package org.starbridge.bridge.xmpp;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Times at which presence is due: after each interval, and at once when something changed sharply by which a focus
 * chooses bridges. For one thread.
 */
public final class PresencePace {
    /**
     * Two participants of average weight. The measured load changes no more often than presence is sent anyway, so only
     * participants that come make it more, and then at most as often as this is asked.
     */
    private static final double SHARP_STRESS = 0.02;

    private static final double ROUNDING = 1e-9;

    /** State by which a focus chooses. */
    public record Placement(
            boolean healthy, boolean drain, boolean gracefulShutdown, boolean shuttingDown, double stress) {}

    private final long intervalNs;
    private @Nullable Placement last;
    private long lastNs;

    public PresencePace(Duration interval) {
        intervalNs = interval.toNanos();
    }

    /** Returns whether to publish now; if so, this is what the next changes are compared with. */
    public boolean isDue(long nowNs, Placement now) {
        Placement before = last;
        if (before != null && nowNs - lastNs < intervalNs && !isSharp(before, now)) {
            return false;
        }
        last = now;
        lastNs = nowNs;
        return true;
    }

    private static boolean isSharp(Placement before, Placement now) {
        return before.healthy != now.healthy
                || before.drain != now.drain
                || before.gracefulShutdown != now.gracefulShutdown
                || before.shuttingDown != now.shuttingDown
                || Math.abs(before.stress - now.stress) >= SHARP_STRESS - ROUNDING;
    }
}
