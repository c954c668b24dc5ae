package org.starbridge.media.worker;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.blackbox.BlackBoxSettings;
import org.starbridge.media.loss.InjectedLoss;
import org.starbridge.media.loss.LossPattern;
import org.starbridge.media.transit.TransitSink;

/**
 * Settings of media workers for people who look for what is wrong.
 *
 * @param stopwatchNs a monotonic clock that moves on within a duty cycle: some cycles are measured by it; null for none
 * @param incomingLoss which packets from endpoints are lost on purpose
 * @param outgoingLoss which packets to endpoints are lost on purpose
 * @param transit takes samples of how long packets are in the bridge; null for none
 * @param blackBox limits of the logs from which conferences can be replayed
 */
public record DebugSettings(
        @Nullable LongSupplier stopwatchNs,
        LossPattern incomingLoss,
        LossPattern outgoingLoss,
        @Nullable TransitSink transit,
        BlackBoxSettings blackBox) {
    /** Nothing. */
    public static final DebugSettings NONE =
            new DebugSettings(null, LossPattern.NONE, LossPattern.NONE, null, BlackBoxSettings.OFF);

    /** The same with another log of conferences. */
    public DebugSettings with(BlackBoxSettings other) {
        return new DebugSettings(stopwatchNs, incomingLoss, outgoingLoss, transit, other);
    }

    static @Nullable InjectedLoss loss(LossPattern pattern, long seed) {
        return pattern.isOn() ? new InjectedLoss(pattern, seed) : null;
    }
}
