package org.starbridge.hammer.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Makes one result of those of several Hammers that drove the same bridge at the same time: counts are added, delays
 * are merged as histograms, never as percentiles. Each Hammer measures delays by its own clock only, between its own
 * endpoints. Pure.
 */
public final class Merge {
    private static final List<String> SUMS = List.of(
            "k",
            "senders",
            "receivers",
            "couplesExpected",
            "couplesReceived",
            "packetsSent",
            "packetsExpected",
            "packetsReceived",
            "packetsLost",
            "packetsRecovered",
            "kernelDrops",
            "duplicates",
            "reordered",
            "contentErrors",
            "payloadsCompared",
            "hammerPacketsLate",
            "hammerCpuNanos");

    /** Of the whole bridge: the first Hammer that measured it says. */
    private static final List<String> OF_BRIDGE = List.of(
            "bridgeVersion",
            "bridgeCpuNanos",
            "bridgeCpuUserNanos",
            "bridgeCpuSystemNanos",
            "bridgeRssBytes",
            "bridgePeakRssBytes",
            "bridgeCpus");

    private Merge() {}

    /**
     * One object as {@code --json} writes it, with the keys that can be merged.
     *
     * @throws IllegalArgumentException if a file has several runs
     */
    public static ObjectNode of(List<Results> files) {
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        ArrayNode names = merged.putArray("mergedFrom");
        ArrayNode endpoints = JsonNodeFactory.instance.arrayNode();
        ArrayNode warnings = JsonNodeFactory.instance.arrayNode();
        Histogram delays = new Histogram(60_000_000_000L, 3);
        boolean isPassed = true;
        boolean isSaturated = false;
        boolean isComplete = true;
        double seconds = 0;
        for (Results file : files) {
            if (file.runs().size() != 1) {
                throw new IllegalArgumentException(
                        file.name() + " has " + file.runs().size() + " runs: only files of one run can be merged");
            }
            JsonNode run = file.runs().getFirst().result();
            names.add(file.name());
            isPassed &= run.path("passed").asBoolean();
            isSaturated |= run.path("hammerSaturated").asBoolean();
            seconds = Math.max(seconds, run.path("seconds").asDouble());
            for (String key : SUMS) {
                merged.put(key, merged.path(key).asLong() + run.path(key).asLong());
            }
            OF_BRIDGE.stream()
                    .filter(key -> run.hasNonNull(key) && !merged.has(key))
                    .forEach(key -> merged.set(key, run.get(key)));
            run.path("endpoints").forEach(endpoints::add);
            run.path("warnings").forEach(warnings::add);
            Histogram own = histogram(file);
            if (own == null) {
                isComplete = false;
            } else {
                delays.add(own);
            }
        }
        merged.put("passed", isPassed);
        merged.put("hammerSaturated", isSaturated);
        merged.put("seconds", seconds);
        double received = merged.path("packetsReceived").asDouble();
        if (merged.hasNonNull("bridgeCpuNanos") && received > 0) {
            merged.put(
                    "bridgeCpuMicrosPerForwardedPacket",
                    merged.path("bridgeCpuNanos").asDouble() / 1e3 / received);
        }
        merged.set("delayNanos", isComplete ? percentiles(delays) : JsonNodeFactory.instance.nullNode());
        merged.set("endpoints", endpoints);
        merged.set("warnings", warnings);
        return merged;
    }

    private static ObjectNode percentiles(Histogram delays) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("samples", delays.getTotalCount())
                .put("p50", delays.getValueAtPercentile(50))
                .put("p99", delays.getValueAtPercentile(99))
                .put("p999", delays.getValueAtPercentile(99.9))
                .put("max", delays.getMaxValue());
    }

    /** The delays that a file has as a whole; null if it has none. */
    private static @Nullable Histogram histogram(Results file) {
        String text = file.whole().at("/series/delayHistograms/0").asText("");
        if (text.isEmpty()) {
            return null;
        }
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new IllegalArgumentException(file.name() + ": its delay histogram is damaged", e);
        }
    }
}
