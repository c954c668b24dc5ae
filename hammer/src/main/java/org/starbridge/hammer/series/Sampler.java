package org.starbridge.hammer.series;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.client.ConferenceGroup;
import org.starbridge.hammer.client.LiveTotals;

/** Takes a row of the series each second: of the conferences and their bridge. One thread. */
public final class Sampler {
    private final RunSeries series;
    private final int run;
    private final ConferenceGroup conference;
    private final ProcessColumns processes;
    private final Supplier<@Nullable JsonNode> stats;
    private final Supplier<@Nullable Map<String, Double>> scraped;
    private double lastCollections = Double.NaN;
    private boolean hasGuests;

    /**
     * Takes rows from now on.
     *
     * @param run which of several runs, from 0
     * @param bridge measures its process; null if that is unknown
     * @param isDetailed whether kinds of threads are distinguished, which costs a millisecond or so each second
     * @param stats the bridge's latest statistics, without waiting; null while there are none
     * @param scraped the latest values of a target of the user's, by their names; null while there are none
     */
    public Sampler(
            RunSeries series,
            int run,
            ConferenceGroup conference,
            @Nullable ProcessMeter bridge,
            boolean isDetailed,
            Supplier<@Nullable JsonNode> stats,
            Supplier<@Nullable Map<String, Double>> scraped) {
        this.series = series;
        this.run = run;
        this.conference = conference;
        processes = new ProcessColumns(series, bridge, isDetailed);
        this.stats = stats;
        this.scraped = scraped;
    }

    /** Another phase begins. */
    public void phase(String name, long nowNs) {
        series.phase(run, name, nowNs);
    }

    /**
     * Takes a row.
     *
     * @param intervalSeconds between the two gauges
     */
    public void sample(LiveTotals before, LiveTotals now, double intervalSeconds, long nowNs) {
        series.nextRow(nowNs);
        series.putMax("run", run);
        series.putMax("joined", now.joined());
        if (conference.guestsPresent() > 0) {
            hasGuests = true;
        }
        if (hasGuests) {
            series.put("guests", conference.guestsPresent());
        }
        series.put("streams", (double) now.streams());
        series.put("sentPacketsPerSecond", (now.packetsSent() - before.packetsSent()) / intervalSeconds);
        series.put("sentMbps", (now.bytesSent() - before.bytesSent()) * 8e-6 / intervalSeconds);
        series.put("receivedPacketsPerSecond", (now.packetsReceived() - before.packetsReceived()) / intervalSeconds);
        series.put("receivedMbps", (now.bytesReceived() - before.bytesReceived()) * 8e-6 / intervalSeconds);
        series.putMax("missing", (double) now.missing());
        series.putMax("contentErrors", (double) now.contentErrors());
        series.delays(conference.takeDelays());
        conference.sourcesByHeight().forEach((height, sources) -> series.put("layer" + height, sources));
        processes.sample();
        JsonNode figures = stats.get();
        if (figures != null) {
            sampleStats(figures);
        }
        Map<String, Double> values = scraped.get();
        if (values != null) {
            values.forEach((name, value) -> series.putMax(RunSeries.SCRAPED + name, value));
        }
        series.endRow();
    }

    private void sampleStats(JsonNode figures) {
        double collections = figures.path("gc_count").asDouble(Double.NaN);
        if (!Double.isNaN(collections - lastCollections)) {
            series.put("gcPerSecond", Math.max(0, collections - lastCollections));
        }
        lastCollections = collections;
        JsonNode pause = figures.path("gc_pause_max_ms");
        if (pause.isNumber()) {
            series.putMax("gcPauseMaxMs", pause.asDouble());
        }
        JsonNode nativeMemory = figures.path("native_memory_bytes");
        if (nativeMemory.isNumber()) {
            series.put("bridgeNativeMb", nativeMemory.asDouble() / 1e6);
        }
        JsonNode estimates = figures.path("bandwidth_estimate_bps");
        if (estimates.isNumber() && estimates.asDouble() > 0) {
            series.put("estimatesMbps", estimates.asDouble() / 1e6);
        }
        JsonNode stress = figures.path("stress_level");
        if (stress.isNumber()) {
            series.put("stress", stress.asDouble());
        }
    }
}
