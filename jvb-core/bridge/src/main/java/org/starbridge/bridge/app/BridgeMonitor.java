package org.starbridge.bridge.app;

import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.health.HealthCheck;
import org.starbridge.bridge.health.HealthChecker;
import org.starbridge.bridge.health.HealthChecks;
import org.starbridge.bridge.health.HealthResult;
import org.starbridge.bridge.nat.StunMapping;
import org.starbridge.bridge.stats.BridgeFacts;
import org.starbridge.bridge.stats.BridgeState;
import org.starbridge.bridge.stats.CollectionPauses;
import org.starbridge.bridge.stats.JvmFigures;
import org.starbridge.bridge.stats.StatsCollector;
import org.starbridge.bridge.stats.StatsSources;
import org.starbridge.media.api.MappedAddress;
import org.starbridge.media.runner.FaultReporter;
import org.starbridge.media.runner.MediaThread;
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
        health = new HealthChecker(config.health(), checks(config, media, watchdog), System.nanoTime());
        lifecycle = control.lifecycle();
        long[] mediaThreads =
                media.threads().stream().mapToLong(MediaThread::threadId).toArray();
        stats = new StatsCollector(
                facts(config, media),
                config.stats(),
                config.load(),
                new StatsSources(
                        media.workers()::stats,
                        () -> Figures.of(control.conferences()),
                        this::state,
                        () -> JvmFigures.ofThisProcess(pauses, mediaThreads),
                        StatsSources.systemCpuUsage(),
                        Clock.systemUTC()));
        ControlCounters.show(stats, control.conferences().counters());
        ControlCounters.show(stats, faults, watchdog);
        ControlCounters.show(stats, media);
    }

    private static BridgeFacts facts(BridgeConfig config, MediaStack media) {
        return new BridgeFacts(
                Version.current(),
                config.identity().region(),
                config.identity().release(),
                media.ioName(),
                media.whyNoRuns(),
                media.cryptoName(),
                media.receiveBufferBytes(),
                media.sendBufferBytes());
    }

    private static List<HealthCheck> checks(BridgeConfig config, MediaStack media, Watchdog watchdog) {
        List<HealthCheck> checks = new ArrayList<>();
        checks.add(HealthChecks.socketsBound(() -> media.workers().localAddresses()));
        if (config.health().requireValidAddress()) {
            checks.add(HealthChecks.validAddress(
                    () -> Stream.concat(
                                    media.workers().localAddresses().stream(),
                                    media.workers().mappedAddresses().stream().map(MappedAddress::mapped))
                            .map(InetSocketAddress::getAddress)
                            .toList(),
                    media.publicAddresses()::isAsking));
        }
        if (config.health().requireStun()) {
            checks.add(HealthChecks.stunAnswered(
                    () -> media.publicAddresses().complaint(StunMapping.NAME),
                    () -> media.publicAddresses().isAsking(StunMapping.NAME)));
        }
        checks.add(HealthChecks.workersAlive(nowNs -> {
            watchdog.check(nowNs);
            return watchdog.complaint();
        }));
        checks.add(HealthChecks.fileDescriptorsLeft(JvmFigures::openFileDescriptors, JvmFigures::maxFileDescriptors));
        return checks;
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
