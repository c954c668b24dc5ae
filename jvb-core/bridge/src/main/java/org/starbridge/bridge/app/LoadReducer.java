package org.starbridge.bridge.app;

import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.LoadReducerConfig;
import org.starbridge.control.conference.Conferences;
import org.starbridge.lastn.allocation.LoadReduction;

/** The Last-N that an overloaded bridge sets for all its conferences. Any thread reads it, one at a time changes it. */
final class LoadReducer {
    private final boolean isEnabled;
    private final LoadReduction.Settings settings;
    private volatile LoadReduction state = LoadReduction.NONE;

    LoadReducer(BridgeConfig config) {
        isEnabled = config.conferences().loadReducer().enabled();
        settings = settings(config);
    }

    boolean isEnabled() {
        return isEnabled;
    }

    /** The present limit; -1 for none. */
    int lastN() {
        return state.lastN();
    }

    /**
     * The load was measured; if that changes the limit, every conference selects again. Does nothing if not enabled.
     *
     * @param stress 1 = the threshold
     */
    void onLoad(double stress, Conferences conferences, long nowNs) {
        if (!isEnabled) {
            return;
        }
        LoadReduction before = state;
        LoadReduction next = before.next(stress, conferences.mostForwarded(), settings, nowNs);
        state = next;
        if (next.lastN() != before.lastN()) {
            conferences.selectAgain();
        }
    }

    /** Load is stress here: 1 is the threshold. */
    private static LoadReduction.Settings settings(BridgeConfig config) {
        LoadReducerConfig reducer = config.conferences().loadReducer();
        double recovery = switch (config.operation().load().measurement()) {
            case CPU_USAGE ->
                reducer.cpuRecoveryThreshold() / config.operation().load().cpuThreshold();
            case PACKET_RATE ->
                reducer.packetRateRecoveryThreshold()
                        / config.operation().load().packetRateThreshold();
        };
        return new LoadReduction.Settings(
                1,
                recovery,
                reducer.reductionScale(),
                reducer.recoverScale(),
                reducer.minimumLastN(),
                reducer.maximumLastN(),
                reducer.impactTime().toNanos());
    }
}
