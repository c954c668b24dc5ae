package org.starbridge.bridge.app.monitor;

import java.util.function.Function;
import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.doctor.SelfExamination;
import org.starbridge.bridge.stats.BridgeState;
import org.starbridge.bridge.stats.CollectionPauses;
import org.starbridge.bridge.stats.StatsCollector;
import org.starbridge.control.conference.Conferences;
import org.starbridge.media.runner.FaultReporter;

/** The bridge's health, state and statistics. Any thread. */
public final class BridgeMonitor {
    private final BridgeHealth health;
    private final Function<Boolean, BridgeState> lifecycle;
    private final StatsCollector stats;
    private final RelayFigures relays;

    /**
     * Begins to count.
     *
     * @param version of the bridge
     * @param lifecycle the bridge's state, by whether it is healthy
     * @param doctor knows whether clients reach the bridge
     */
    public BridgeMonitor(
            String version,
            BridgeConfig config,
            MediaStack media,
            Conferences conferences,
            Function<Boolean, BridgeState> lifecycle,
            FaultReporter faults,
            CollectionPauses pauses,
            SelfExamination doctor) {
        health = new BridgeHealth(config.operation().health(), media, doctor);
        this.lifecycle = lifecycle;
        stats = BridgeStats.collector(version, config, media, conferences, this::state, pauses);
        stats.show(media.transit());
        ControlCounters.show(stats.meters(), faults, health);
        ControlCounters.show(stats.meters(), media);
        relays = new RelayFigures(conferences);
        relays.show(stats.meters());
    }

    /** The statistics of the bridge. */
    public StatsCollector stats() {
        return stats;
    }

    /** The bridge's check of itself. */
    public BridgeHealth health() {
        return health;
    }

    /** Returns what others may know of the bridge's state. */
    public BridgeState state() {
        return lifecycle.apply(health.result().isHealthy());
    }

    /** Collects the statistics now. */
    public void collect() {
        stats.collect(System.nanoTime());
        relays.collect(System.nanoTime());
    }
}
