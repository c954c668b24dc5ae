package org.starbridge.bridge.app;

import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.health.HealthChecker;
import org.starbridge.bridge.health.HealthResult;
import org.starbridge.bridge.stats.BridgeState;
import org.starbridge.bridge.stats.CollectionPauses;
import org.starbridge.bridge.stats.StatsCollector;
import org.starbridge.media.runner.FaultReporter;
import org.starbridge.media.runner.Watchdog;

/** What the bridge knows of itself: whether its workers move, whether it is well, and its statistics. Any thread. */
final class BridgeMonitor {
    private final Watchdog watchdog;
    private final HealthChecker health;
    private final Lifecycle lifecycle;
    private final StatsCollector stats;

    BridgeMonitor(
            BridgeConfig config, MediaStack media, Control control, FaultReporter faults, CollectionPauses pauses) {
        watchdog = new Watchdog(media.threads(), config.health().workerHeartbeatLimit(), System.nanoTime());
        health = new HealthChecker(config.health(), HealthCheckList.of(config, media, watchdog), System.nanoTime());
        lifecycle = control.lifecycle();
        stats = BridgeStats.collector(config, media, control.conferences(), this::state, pauses);
        ControlCounters.show(stats, faults, watchdog);
        ControlCounters.show(stats, media);
    }

    StatsCollector stats() {
        return stats;
    }

    /** The result of the latest health check. */
    HealthResult health() {
        return health.result(System.nanoTime());
    }

    /** What others may know of the bridge's state. */
    BridgeState state() {
        return new BridgeState(
                health().isHealthy(),
                lifecycle.isDraining(),
                lifecycle.state() != Lifecycle.State.RUNNING,
                lifecycle.state() == Lifecycle.State.SHUTTING_DOWN);
    }

    /** Makes all health checks now. */
    void checkHealth() {
        health.run(System::nanoTime);
    }

    /** Looks whether the workers move; where that has changed, the health has. */
    void checkWorkers() {
        if (watchdog.check(System.nanoTime())) {
            checkHealth();
        }
    }

    /** Collects the statistics now. */
    void collect() {
        stats.collect(System.nanoTime());
    }
}
