package org.starbridge.hammer.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Figure of each run in the table of a report.
 *
 * @param title in the table, with the unit
 * @param key in JSON, with the unit
 * @param pattern that writes it for people
 * @param value NaN if a run does not have it
 */
record RunColumn(String title, String key, String pattern, ToDoubleFunction<JsonNode> value) {
    /** Of endpoints of conferences. */
    private static final List<RunColumn> OF_CONFERENCES = List.of(
            new RunColumn("Pairs", "pairs", "%,.0f", run -> number(run, "couplesReceived")),
            new RunColumn(
                    "Packets/s out",
                    "packetsPerSecond",
                    "%,.0f",
                    run -> number(run, "packetsReceived") / number(run, "seconds")),
            new RunColumn("Lost", "packetsLost", "%,.0f", run -> number(run, "packetsLost")),
            new RunColumn("Delay p99, ms", "delayP99Ms", "%.2f", run -> number(run.path("delayNanos"), "p99") / 1e6),
            new RunColumn(
                    "Bridge CPU, % of a core",
                    "bridgeCpuPercent", "%.0f", run -> number(run, "bridgeCpuNanos") / 1e7 / number(run, "seconds")),
            new RunColumn(
                    "µs a packet",
                    "bridgeMicrosPerPacket",
                    "%.2f",
                    run -> number(run, "bridgeCpuMicrosPerForwardedPacket")),
            new RunColumn("MB", "bridgeMegabytes", "%.0f", run -> number(run, "bridgePeakRssBytes") / 1e6));

    /** Of viewers over HLS. */
    private static final List<RunColumn> OF_VIEWERS = List.of(
            new RunColumn("Play", "playing", "%,.0f", run -> number(run, "playing")),
            new RunColumn(
                    "Requests/s",
                    "requestsPerSecond",
                    "%,.0f",
                    run -> number(run, "requests") / number(run, "seconds")),
            new RunColumn("Failed", "requestsFailed", "%,.0f", Headline::failures),
            new RunColumn("Gbit/s", "gigabitsPerSecond", "%.2f", run -> Headline.megabits(run) / 1e3),
            new RunColumn(
                    "Busiest second",
                    "gigabitsInTheBusiestSecond",
                    "%.2f",
                    run -> number(run, "peakBytesPerSecond") * 8 / 1e9),
            new RunColumn("Stalls", "stalls", "%,.0f", run -> number(run, "stalls")),
            new RunColumn(
                    "Behind p50, s",
                    "behindP50Seconds",
                    "%.1f",
                    run -> Headline.percentile(run.path("latency"), "p50") / 1e3),
            new RunColumn(
                    "p99, s", "behindP99Seconds", "%.1f", run -> Headline.percentile(run.path("latency"), "p99") / 1e3),
            new RunColumn(
                    "Server CPU, % of a core",
                    "serverCpuPercent", "%.0f", run -> number(run.path("server"), "cores") * 100),
            new RunColumn("MB", "serverMegabytes", "%.0f", run -> number(run.path("server"), "peakRssBytes") / 1e6),
            new RunColumn(
                    "Hammer CPU, % of a core",
                    "hammerCpuPercent", "%.0f", run -> number(run.path("hammer"), "cores") * 100));

    /** Those of a report. */
    static List<RunColumn> of(Results report) {
        return report.hasViewers() ? OF_VIEWERS : OF_CONFERENCES;
    }

    /** For people: a dash if the run does not have it. */
    String text(JsonNode run) {
        double figure = value.applyAsDouble(run);
        return Double.isFinite(figure) ? String.format(Locale.ROOT, pattern, figure) : "–";
    }

    private static double number(JsonNode object, String key) {
        return object.path(key).asDouble(Double.NaN);
    }
}
