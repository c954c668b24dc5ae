package org.starbridge.hammer.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.starbridge.hammer.compare.Results.Run;

/**
 * A figure that runs are compared by.
 *
 * @param name with its unit
 * @param value NaN if a run does not have it
 */
record Headline(String name, ToDoubleFunction<JsonNode> value) {
    /** Of endpoints of conferences. */
    private static final List<Headline> OF_CONFERENCES = List.of(
            new Headline("bridge CPU, µs a packet", run -> number(run, "bridgeCpuMicrosPerForwardedPacket")),
            new Headline(
                    "bridge CPU, % of a core", run -> number(run, "bridgeCpuNanos") / 1e7 / number(run, "seconds")),
            new Headline("bridge memory, MB", run -> number(run, "bridgePeakRssBytes") / 1e6),
            new Headline("delay p50, ms", run -> number(run.path("delayNanos"), "p50") / 1e6),
            new Headline("delay p99, ms", run -> number(run.path("delayNanos"), "p99") / 1e6),
            new Headline("delay max, ms", run -> number(run.path("delayNanos"), "max") / 1e6),
            new Headline("packets/s out", run -> number(run, "packetsReceived") / number(run, "seconds")),
            new Headline("packets lost", run -> number(run, "packetsLost")),
            new Headline("Hammer CPU, µs a packet", run -> number(run, "hammerCpuMicrosPerReceivedPacket")));

    /** Of viewers over HLS. */
    private static final List<Headline> OF_VIEWERS = List.of(
            new Headline("server CPU, % of a core", run -> 100 * number(run.path("server"), "cores")),
            new Headline(
                    "server CPU, cores per Gbit/s", run -> number(run.path("server"), "cores") * 1e3 / megabits(run)),
            new Headline("server memory, MB", run -> number(run.path("server"), "peakRssBytes") / 1e6),
            new Headline("Mbit/s", Headline::megabits),
            new Headline("Mbit/s, busiest second", run -> number(run, "peakBytesPerSecond") * 8 / 1e6),
            new Headline("requests/s", run -> number(run, "requests") / number(run, "seconds")),
            new Headline("requests failed", Headline::failures),
            new Headline("viewers that do not play", run -> number(run, "begun") - number(run, "playing")),
            new Headline("viewers that gave up", run -> number(run, "failed")),
            new Headline("stalls", run -> number(run, "stalls")),
            new Headline("stalled, s in total", run -> number(run, "stallMs") / 1e3),
            new Headline("behind p50, ms", run -> percentile(run.path("latency"), "p50")),
            new Headline("behind p99, ms", run -> percentile(run.path("latency"), "p99")),
            new Headline("playlist p99, ms", run -> percentile(times(run, "playlist", "blocking playlist"), "p99")),
            new Headline("media p99, ms", run -> percentile(times(run, "part", "hinted part", "segment"), "p99")),
            new Headline("Hammer CPU, % of a core", run -> 100 * number(run.path("hammer"), "cores")));

    /** Those that a run can have. */
    static List<Headline> of(Run run) {
        return run.hasViewers() ? OF_VIEWERS : OF_CONFERENCES;
    }

    /** Returns the bit rate of a run with viewers, in Mbit/s. */
    static double megabits(JsonNode run) {
        return number(run, "bytes") * 8 / 1e6 / number(run, "seconds");
    }

    /** Returns the number of requests of viewers that had no good answer. */
    static double failures(JsonNode run) {
        double sum = 0;
        for (JsonNode each : run.path("failures")) {
            sum += each.asDouble();
        }
        return run.path("failures").isObject() ? sum : Double.NaN;
    }

    /** Of a distribution, in ms; NaN if there were no samples. */
    static double percentile(JsonNode times, String key) {
        return times.path("count").asLong() == 0 ? Double.NaN : number(times, key);
    }

    /** Returns the times of the first of these kinds of requests that there was. */
    private static JsonNode times(JsonNode run, String... kinds) {
        for (String kind : kinds) {
            if (run.path("times").has(kind)) {
                return run.path("times").path(kind);
            }
        }
        return MissingNode.getInstance();
    }

    private static double number(JsonNode object, String key) {
        return object.path(key).asDouble(Double.NaN);
    }
}
