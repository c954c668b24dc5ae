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
import org.starbridge.hammer.hls.MergedViewers;

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
     * Findings of one Hammer in a run.
     *
     * @param name of its file
     * @param run as {@code --json} writes it
     * @param histogram of the run's delays, compressed, in base64; empty if there is none
     */
    record Part(String name, JsonNode run, String histogram) {}

    /**
     * Returns what {@code --json} writes, with the keys that can be merged: one object, or a list of one if viewers
     * watched over HLS.
     *
     * @throws IllegalArgumentException if a file has several runs, or only some have viewers
     */
    public static JsonNode of(List<Results> files) {
        for (Results file : files) {
            if (file.runs().size() != 1) {
                throw new IllegalArgumentException(file.name() + " has "
                        + file.runs().size()
                        + " runs: --output needs files with one run each; use --report for several runs");
            }
        }
        if (haveViewers(files)) {
            String label = files.getFirst().runs().getFirst().label();
            ObjectNode merged = MergedViewers.of(files.stream()
                            .map(file -> new MergedViewers.Part(
                                    file.name(), file.runs().getFirst().result()))
                            .toList())
                    .json();
            return JsonNodeFactory.instance.arrayNode().add(merged.put("label", label));
        }
        return ofParts(files.stream()
                .map(file -> part(file, file.runs().getFirst().label()))
                .toList());
    }

    /**
     * Returns whether the files are those of viewers over HLS.
     *
     * @throws IllegalArgumentException if only some are
     */
    static boolean haveViewers(List<Results> files) {
        Results first = files.getFirst();
        for (Results file : files) {
            if (file.hasViewers() != first.hasViewers()) {
                Results viewers = file.hasViewers() ? file : first;
                Results conference = file.hasViewers() ? first : file;
                throw new IllegalArgumentException(viewers.name() + " has viewers over HLS, " + conference.name()
                        + " has endpoints of a conference: these results cannot be merged");
            }
        }
        return first.hasViewers();
    }

    /**
     * A file's run with a label.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Part part(Results file, String label) {
        for (int i = 0; i < file.runs().size(); i++) {
            if (file.runs().get(i).label().equals(label)) {
                String histogram = file.whole()
                        .path("series")
                        .path("delayHistograms")
                        .path(i)
                        .asText("");
                return new Part(file.name(), file.runs().get(i).result(), histogram);
            }
        }
        throw new IllegalArgumentException(file.name() + " has no run " + label);
    }

    /** The same of runs. */
    static ObjectNode ofParts(List<Part> parts) {
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        ArrayNode names = merged.putArray("mergedFrom");
        ArrayNode endpoints = JsonNodeFactory.instance.arrayNode();
        ArrayNode warnings = JsonNodeFactory.instance.arrayNode();
        boolean isPassed = true;
        boolean isSaturated = false;
        double seconds = 0;
        for (Part part : parts) {
            JsonNode run = part.run();
            names.add(part.name());
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
        Histogram delays = delays(parts);
        merged.set("delayNanos", delays == null ? JsonNodeFactory.instance.nullNode() : percentiles(delays));
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

    /** The delays of all; null if one has none. */
    static @Nullable Histogram delays(List<Part> parts) {
        Histogram sum = new Histogram(60_000_000_000L, 3);
        for (Part part : parts) {
            if (part.histogram().isEmpty()) {
                return null;
            }
            try {
                sum.add(Histogram.decodeFromCompressedByteBuffer(
                        ByteBuffer.wrap(Base64.getDecoder().decode(part.histogram())), 0));
            } catch (DataFormatException | IllegalArgumentException e) {
                throw new IllegalArgumentException(part.name() + ": its delay histogram is damaged", e);
            }
        }
        return sum;
    }
}
