package org.starbridge.bridge.app;

import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.stats.BridgeState;
import org.starbridge.bridge.stats.CollectionPauses;
import org.starbridge.bridge.stats.StatsCollector;
import org.starbridge.media.runner.FaultReporter;

/** The bridge's health, state and statistics. Any thread. */
final class BridgeMonitor {
    private final BridgeHealth health;
    private final Lifecycle lifecycle;
    private final StatsCollector stats;
    private final RelayFigures relays;

    BridgeMonitor(
            BridgeConfig config, MediaStack media, Control control, FaultReporter faults, CollectionPauses pauses) {
        health = new BridgeHealth(config.health(), media);
        lifecycle = control.lifecycle();
        stats = BridgeStats.collector(config, media, control.conferences(), this::state, pauses);
        stats.show(media.transit());
        ControlCounters.show(stats.meters(), faults, health);
        ControlCounters.show(stats.meters(), media);
        relays = new RelayFigures(control.conferences());
        relays.show(stats.meters());
    }

    StatsCollector stats() {
        return stats;
    }

    BridgeHealth health() {
        return health;
    }

    /** What others may know of the bridge's state. */
    BridgeState state() {
        return new BridgeState(
                health.result().isHealthy(),
                lifecycle.isDraining(),
                lifecycle.state() != Lifecycle.State.RUNNING,
                lifecycle.state() == Lifecycle.State.SHUTTING_DOWN);
    }

    /** Collects the statistics now. */
    void collect() {
        stats.collect(System.nanoTime());
        relays.collect(System.nanoTime());
    }
}
