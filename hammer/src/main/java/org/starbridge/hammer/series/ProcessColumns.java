package org.starbridge.hammer.series;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;
import org.starbridge.hammer.bridge.ThreadUse;

/** The columns of a series that say what the bridge's process and the Hammer's use. One thread. */
public final class ProcessColumns {
    private static final double PERCENT_OF_CORE_PER_NS = 100.0 / 1e9;

    private final RunSeries series;
    private final @Nullable ProcessMeter bridge;
    private final boolean isDetailed;
    private final ProcessMeter self = ProcessMeter.self();
    private @Nullable Usage lastBridge;
    private @Nullable Usage lastSelf;
    private List<ThreadUse> lastThreads;
    private long lastNs;

    /**
     * Measures from now on.
     *
     * @param bridge measures its process; null if that is unknown
     * @param isDetailed whether kinds of threads are distinguished, which costs a millisecond or so each second
     */
    public ProcessColumns(RunSeries series, @Nullable ProcessMeter bridge, boolean isDetailed) {
        this.series = series;
        this.bridge = bridge;
        this.isDetailed = isDetailed;
        lastBridge = bridge == null ? null : bridge.read();
        lastSelf = self.read();
        lastThreads = threads();
        lastNs = System.nanoTime();
    }

    /** Puts the values of the time since the last call into the present row. */
    public void sample() {
        long nowNs = System.nanoTime();
        double intervalSeconds = (nowNs - lastNs) / 1e9;
        lastNs = nowNs;
        Usage used = bridge == null ? null : bridge.read();
        Usage usedBefore = lastBridge;
        if (used != null && usedBefore != null) {
            series.put("bridgeUserPercent", percent(used.userNs() - usedBefore.userNs(), intervalSeconds));
            series.put("bridgeSystemPercent", percent(used.systemNs() - usedBefore.systemNs(), intervalSeconds));
            series.put("bridgeRssMb", used.rssBytes() / 1e6);
        }
        lastBridge = used;
        Usage own = self.read();
        Usage ownBefore = lastSelf;
        if (own != null && ownBefore != null) {
            series.put("hammerCpuPercent", percent(own.cpuNs() - ownBefore.cpuNs(), intervalSeconds));
        }
        lastSelf = own;
        List<ThreadUse> threads = threads();
        if (!threads.isEmpty() && !lastThreads.isEmpty()) {
            Map<ThreadKind, Long> byKind = new EnumMap<>(ThreadKind.class);
            ThreadUse.between(lastThreads, threads)
                    .forEach((name, ns) -> byKind.merge(ThreadKind.of(name), ns, Long::sum));
            for (ThreadKind kind : ThreadKind.values()) {
                series.put("thread " + kind.label(), percent(byKind.getOrDefault(kind, 0L), intervalSeconds));
            }
        }
        lastThreads = threads;
    }

    private List<ThreadUse> threads() {
        return bridge == null || !isDetailed ? List.of() : bridge.threads();
    }

    private static double percent(long cpuNs, double intervalSeconds) {
        return cpuNs * PERCENT_OF_CORE_PER_NS / intervalSeconds;
    }
}
