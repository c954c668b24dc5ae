package org.starbridge.bridge.app.monitor;

import java.time.Clock;
import java.util.function.Supplier;
import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.stats.BridgeFacts;
import org.starbridge.bridge.stats.BridgeState;
import org.starbridge.bridge.stats.CollectionPauses;
import org.starbridge.bridge.stats.JvmFigures;
import org.starbridge.bridge.stats.StatsCollector;
import org.starbridge.bridge.stats.StatsSources;
import org.starbridge.bridge.stats.StealTime;
import org.starbridge.control.conference.Conferences;

/** Sources of the statistics of this bridge. */
final class BridgeStats {
    private BridgeStats() {}

    static StatsCollector collector(
            String version,
            BridgeConfig config,
            MediaStack media,
            Conferences conferences,
            Supplier<BridgeState> state,
            CollectionPauses pauses) {
        long[] mediaThreads = media.threadIds();
        StealTime steal = new StealTime();
        StatsCollector stats = new StatsCollector(
                facts(version, config, media),
                config.operation().stats(),
                config.operation().load(),
                new StatsSources(
                        media.workers()::stats,
                        () -> Figures.of(conferences),
                        conferences::endpointCount,
                        state,
                        () -> JvmFigures.ofThisProcess(pauses, steal, mediaThreads),
                        StatsSources.systemCpuUsage(),
                        Clock.systemUTC()));
        ControlCounters.show(stats.meters(), conferences.counters());
        return stats;
    }

    private static BridgeFacts facts(String version, BridgeConfig config, MediaStack media) {
        return new BridgeFacts(
                version,
                config.operation().identity().region(),
                config.operation().identity().relayId(),
                config.operation().identity().release(),
                media.ioName(),
                media.whyNoRuns(),
                media.cryptoName(),
                media.receiveBufferBytes(),
                media.sendBufferBytes());
    }
}
