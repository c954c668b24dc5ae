package org.starbridge.hammer.report;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;

/**
 * Resources that the bridge used. Null is what was not measured.
 *
 * @param before at the window's beginning
 * @param after at its end
 * @param threads what its threads used between, in nanoseconds, by their names; empty if that wasn't measured
 * @param startNs from the bridge's start to its first healthy answer; null if it was there before
 * @param cpus the processors that it may run on
 * @param stats its own statistics before and after
 */
public record BridgeUse(
        @Nullable Usage before,
        @Nullable Usage after,
        SortedMap<String, Long> threads,
        @Nullable Long startNs,
        @Nullable String cpus,
        @Nullable BridgeStats stats) {
    public BridgeUse {
        threads = Collections.unmodifiableSortedMap(new TreeMap<>(threads));
    }

    /** CPU time in the bridge itself. */
    public @Nullable Long userNs() {
        return before == null || after == null ? null : (Long) (after.userNs() - before.userNs());
    }

    /** CPU time in the kernel on the bridge's behalf. */
    public @Nullable Long systemNs() {
        return before == null || after == null ? null : (Long) (after.systemNs() - before.systemNs());
    }

    /** Both. */
    public @Nullable Long cpuNs() {
        return before == null || after == null ? null : (Long) (after.cpuNs() - before.cpuNs());
    }

    /** Memory at the window's end. */
    public @Nullable Long rssBytes() {
        return after == null ? null : (Long) after.rssBytes();
    }

    /** The most it ever had. */
    public @Nullable Long peakRssBytes() {
        return after == null ? null : (Long) after.peakRssBytes();
    }

    /** Returns how much a figure of its own statistics grew over the window; null if there is none. */
    public @Nullable Long grown(String key) {
        return stats == null ? null : stats.grown(key);
    }

    /** A figure of its own statistics after the window; null if there is none. */
    public @Nullable Double last(String key) {
        return stats == null ? null : stats.last(key);
    }
}
