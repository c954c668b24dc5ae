package org.starbridge.hammer.app.phase;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.KernelDrops;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;
import org.starbridge.hammer.bridge.TargetBridge;
import org.starbridge.hammer.bridge.ThreadUse;
import org.starbridge.hammer.client.ConferenceGroup;
import org.starbridge.hammer.report.BridgeStats;
import org.starbridge.hammer.report.BridgeUse;
import org.starbridge.hammer.report.Delays;
import org.starbridge.hammer.report.HammerUse;

/**
 * Resources that the bridge and the Hammer have used, and datagrams that the kernel has dropped, so far; two of these
 * make a window's figures. One thread.
 */
final class ResourceUse {
    private final @Nullable JsonNode stats;
    private final @Nullable KernelDrops drops;
    private final List<ThreadUse> threads;
    private final @Nullable Usage bridge;
    private final @Nullable Usage self;
    private final List<Long> driversCpuNs;

    private ResourceUse(
            @Nullable JsonNode stats,
            @Nullable KernelDrops drops,
            List<ThreadUse> threads,
            @Nullable Usage bridge,
            @Nullable Usage self,
            List<Long> driversCpuNs) {
        this.stats = stats;
        this.drops = drops;
        this.threads = threads;
        this.bridge = bridge;
        this.self = self;
        this.driversCpuNs = driversCpuNs;
    }

    /** Reads everything before a window; the processes last, so that reading is not in their figures. */
    static ResourceUse before(TargetBridge target, ConferenceGroup conference) throws InterruptedException {
        JsonNode stats = target.stats();
        KernelDrops drops = KernelDrops.read();
        ProcessMeter meter = target.meter();
        List<ThreadUse> threads = meter == null ? List.of() : meter.threads();
        Usage bridge = meter == null ? null : meter.read();
        Usage self = ProcessMeter.self().read();
        return new ResourceUse(stats, drops, threads, bridge, self, conference.driverCpuNs());
    }

    /** Reads everything after a window; the processes first. */
    static ResourceUse after(TargetBridge target, ConferenceGroup conference) throws InterruptedException {
        ProcessMeter meter = target.meter();
        Usage bridge = meter == null ? null : meter.read();
        List<ThreadUse> threads = meter == null ? List.of() : meter.threads();
        Usage self = ProcessMeter.self().read();
        List<Long> driversCpuNs = conference.driverCpuNs();
        KernelDrops drops = KernelDrops.read();
        return new ResourceUse(target.stats(), drops, threads, bridge, self, driversCpuNs);
    }

    /** Returns what the bridge used from {@code before} to this moment. */
    BridgeUse bridgeSince(ResourceUse before, TargetBridge target) {
        ProcessMeter meter = target.meter();
        return new BridgeUse(
                before.bridge,
                bridge,
                ThreadUse.between(before.threads, threads),
                target.startNs(),
                meter == null ? null : meter.cpus(),
                before.stats == null || stats == null ? null : new BridgeStats(before.stats, stats));
    }

    /** Returns what the Hammer used from {@code before} to this moment, in {@code windowNs}. */
    HammerUse hammerSince(ResourceUse before, ConferenceGroup conference, long windowNs) {
        return new HammerUse(
                before.self == null || self == null ? null : (Long) (self.cpuNs() - before.self.cpuNs()),
                busiestDriver(before, windowNs),
                Runtime.getRuntime().availableProcessors(),
                ProcessMeter.self().cpus(),
                Delays.of(conference.lateness()),
                before.drops == null || drops == null ? null : drops.since(before.drops),
                conference.cryptoName());
    }

    private double busiestDriver(ResourceUse before, long windowNs) {
        double busiest = 0;
        for (int i = 0; i < before.driversCpuNs.size(); i++) {
            busiest = Math.max(busiest, (double) (driversCpuNs.get(i) - before.driversCpuNs.get(i)) / windowNs);
        }
        return busiest;
    }
}
