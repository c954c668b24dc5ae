package org.starbridge.hammer.page;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.scenario.StopRule;
import org.starbridge.hammer.series.LatestAnswer;
import org.starbridge.hammer.series.PrometheusText;
import picocli.CommandLine.Option;

/** The options of the report and of what is shown meanwhile, as picocli fills them in. */
public final class ReportArguments {
    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write a report into this directory: report.html (self-contained), report.json and"
                    + " series.csv.")
    @Nullable
    Path directory;

    @Option(
            names = "--plots",
            paramLabel = "NAMES",
            description = "Plots to show first in the report, for example joins,delay; the others follow.")
    @Nullable
    String plots;

    @Option(
            names = "--until",
            paramLabel = "RULE",
            description =
                    "Raise the number of endpoints from run to run (of receivers, if there are any) until a packet"
                            + " is lost, the delay's p99 is above 50 ms (late), the bridge uses more than 90 %% of its processors"
                            + " (cpu) or an endpoint cannot join (join-failure), and find the largest number without that.")
    @Nullable
    String until;

    @Option(
            names = "--scrape",
            paramLabel = "URL",
            description = "Record the metrics at this URL (Prometheus text format) each second, up to "
                    + PrometheusText.MAX_VALUES + " values; the report plots those that change.")
    @Nullable
    URI scrape;

    @Option(
            names = "--dashboard",
            arity = "0..1",
            fallbackValue = "8990",
            paramLabel = "PORT",
            description = "Serve the report's plots during the run, and /metrics for Prometheus, on this machine at"
                    + " this port (8990; 0 is any).")
    @Nullable
    Integer dashboard;

    @Option(
            names = "--start-at",
            paramLabel = "TIME",
            description =
                    "Start the measurement at this time, for example 2026-11-24T02:00:00Z, so that several Hammers measure"
                            + " together; merge their results with hammer merge.")
    @Nullable
    Instant startAt;

    /** Begins to scrape; if there is nothing to scrape, there is no answer. */
    public LatestAnswer<Map<String, Double>> scraping(HttpClient http) {
        URI target = scrape;
        return new LatestAnswer<>(() -> target == null ? null : PrometheusText.get(http, target));
    }

    /** Returns the time until the common start; zero or less if there is none or it has passed. */
    public Duration untilStart() {
        return startAt == null ? Duration.ZERO : Duration.between(Instant.now(), startAt);
    }

    /** Returns the directory of the report; null if there is none. */
    public @Nullable Path directory() {
        return directory;
    }

    /** Names of the plots that come first. */
    public List<String> plots() {
        return plots == null ? List.of() : Plots.split(plots);
    }

    /** The dashboard's port; null without one. */
    public @Nullable Integer dashboard() {
        return dashboard;
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    public @Nullable String check() {
        if (dashboard != null && (dashboard < 0 || dashboard > MAX_PORT)) {
            return "--dashboard " + dashboard + ": expected 0 to " + MAX_PORT;
        }
        if (scrape != null
                && (scrape.getHost() == null
                        || !String.valueOf(scrape.getScheme()).startsWith("http"))) {
            return "--scrape " + scrape + ": expected a URL like http://127.0.0.1:8080/metrics";
        }
        if (!Plots.NAMES.containsAll(plots())) {
            return "--plots " + plots + ": expected some of " + String.join(", ", Plots.NAMES);
        }
        return until == null || StopRule.of(until) != null
                ? null
                : "--until " + until + ": expected one of " + String.join(", ", StopRule.labels());
    }

    /** Returns the rule for when the load is too much; null if it does not rise. */
    public @Nullable StopRule stopRule() {
        return until == null ? null : StopRule.of(until);
    }

    /** Returns whether threads and the bridge's own statistics are recorded over time, too. */
    public boolean isDetailed() {
        return directory != null || dashboard != null;
    }
}
