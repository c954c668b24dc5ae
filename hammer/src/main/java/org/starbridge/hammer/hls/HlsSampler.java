package org.starbridge.hammer.hls;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.hls.HlsLoad.Progress;
import org.starbridge.hammer.series.ProcessColumns;
import org.starbridge.hammer.series.RunSeries;

/** Takes a row of the series each second: of viewers and their server. One thread. */
public final class HlsSampler {
    private final RunSeries series;
    private final int run;
    private final ProcessColumns processes;
    private final Supplier<@Nullable Map<String, Double>> scraped;

    /**
     * Takes rows from now on.
     *
     * @param run which of several runs, from 0
     * @param server measures its process; null if that is unknown
     * @param isDetailed whether kinds of threads are distinguished
     * @param scraped the latest values of a target of the user's, by their names; null while there are none
     */
    public HlsSampler(
            RunSeries series,
            int run,
            @Nullable ProcessMeter server,
            boolean isDetailed,
            Supplier<@Nullable Map<String, Double>> scraped) {
        this.series = series;
        this.run = run;
        this.scraped = scraped;
        processes = new ProcessColumns(series, server, isDetailed);
    }

    /** Another phase begins: a word. */
    void phase(String name) {
        series.phase(run, name, System.nanoTime());
    }

    /** Takes a row. */
    void sample(Progress now) {
        long nowNs = System.nanoTime();
        series.nextRow(nowNs);
        series.putMax("run", run);
        series.put("viewers", now.begun());
        series.put("viewersPlaying", now.playing());
        series.put("viewersFailed", now.failed());
        series.put("receivedMbps", now.bitsPerSecond() / 1e6);
        series.put("requestsPerSecond", now.requestsPerSecond());
        series.putMax("stalls", now.stalls());
        if (!Double.isNaN(now.behindMs())) {
            series.put("behindSeconds", now.behindMs() / 1000);
        }
        processes.sample();
        Map<String, Double> values = scraped.get();
        if (values != null) {
            values.forEach((name, value) -> series.putMax(RunSeries.SCRAPED + name, value));
        }
        series.endRow();
    }
}
