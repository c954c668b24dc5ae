package org.starbridge.hammer.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure that runs are compared by.
 *
 * @param name with its unit
 * @param value NaN if a run does not have it
 */
record Headline(String name, ToDoubleFunction<JsonNode> value) {
    /** All of them. */
    static final List<Headline> ALL = List.of(
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

    private static double number(JsonNode object, String key) {
        return object.path(key).asDouble(Double.NaN);
    }
}
