package org.starbridge.bridge.app;

import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.LoadReducerConfig;
import org.starbridge.control.conference.Conferences;
import org.starbridge.lastn.allocation.LoadReduction;

/**
 * The last-N by which an overloaded bridge gives in, for all its conferences. Any thread reads it, one at a time moves
 * it.
 */
final class LoadReducer {
    private final LoadReduction.Settings settings;
    private volatile LoadReduction state = LoadReduction.NONE;

    LoadReducer(LoadReduction.Settings settings) {
        this.settings = settings;
    }

    /** What holds now; -1 if nothing is limited. */
    int lastN() {
        return state.lastN();
    }

    /**
     * The load was measured; if another limit follows, every conference chooses anew.
     *
     * @param stress 1 = the threshold
     */
    void onLoad(double stress, Conferences conferences, long nowNs) {
        LoadReduction before = state;
        LoadReduction next = before.next(stress, conferences.mostForwarded(), settings, nowNs);
        state = next;
        if (next.lastN() != before.lastN()) {
            conferences.selectAnew();
        }
    }

    /** Load is stress here: 1 is the threshold. */
    static LoadReduction.Settings settings(BridgeConfig config) {
        LoadReducerConfig reducer = config.loadReducer();
        double recovery = switch (config.load().measurement()) {
            case CPU_USAGE -> reducer.cpuRecoveryThreshold() / config.load().cpuThreshold();
            case PACKET_RATE ->
                reducer.packetRateRecoveryThreshold() / config.load().packetRateThreshold();
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
