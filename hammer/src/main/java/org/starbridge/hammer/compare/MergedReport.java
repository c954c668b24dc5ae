package org.starbridge.hammer.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.starbridge.hammer.compare.Merge.Part;
import org.starbridge.hammer.compare.Results.Run;
import org.starbridge.hammer.hls.MergedViewers;

/**
 * One report of those of several Hammers that drove one bridge at the same time: runs with the same label are merged,
 * and so are the series. A report says how well the machines measured at the same time. Pure.
 */
public final class MergedReport {
    /** Windows that do not share this much of their time are not one measurement. */
    private static final double SHARED = 0.9;

    private MergedReport() {}

    /**
     * The JSON of a report.
     *
     * @throws IllegalArgumentException if the files do not have the same runs, or one has no series
     */
    public static ObjectNode of(List<Results> files) {
        List<JsonNode> series = new ArrayList<>();
        for (Results file : files) {
            JsonNode own = file.whole().path("series");
            if (!own.has("startEpochMs")) {
                throw new IllegalArgumentException(file.name()
                        + " has no time series with a start time: expected report.json, or a file of --json");
            }
            series.add(own);
        }
        boolean hasViewers = Merge.haveViewers(files);
        JsonNode first = files.getFirst().whole();
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("schema", first.path("schema").asInt(1));
        report.put("title", first.path("title").asText("merged") + ", " + files.size() + " Hammers");
        report.put("description", first.path("description").asText(""));
        report.put("startedAt", first.path("startedAt").asText(""));
        report.put(
                "command",
                String.join(
                        "\n",
                        files.stream()
                                .map(file -> file.whole().path("command").asText(file.name()))
                                .toList()));
        report.set("published", first.path("published").deepCopy());
        report.set("plots", first.path("plots").deepCopy());
        ObjectNode machine = report.putObject("machine");
        for (int i = 0; i < files.size(); i++) {
            String of = "Hammer " + (i + 1) + ", ";
            files.get(i)
                    .whole()
                    .path("machine")
                    .properties()
                    .forEach(fact ->
                            machine.set(of + fact.getKey(), fact.getValue().deepCopy()));
        }
        ObjectNode merged = MergedSeries.of(series);
        ArrayNode histograms = merged.putArray("delayHistograms");
        ArrayNode runs = report.putArray("runs");
        List<Run> labels = files.getFirst().runs();
        for (int i = 0; i < labels.size(); i++) {
            String label = labels.get(i).label();
            List<Part> parts =
                    files.stream().map(file -> Merge.part(file, label)).toList();
            ObjectNode run = runs.addObject().put("label", label);
            ObjectNode result = hasViewers ? mergeViewers(parts, run) : mergeConferences(parts, run);
            String warning = apart(series, i);
            if (!warning.isEmpty()) {
                result.withArray("warnings").add(warning);
            }
            run.set("result", result);
            Histogram delays = hasViewers ? null : Merge.delays(parts);
            histograms.add(delays == null ? "" : encoded(delays));
        }
        report.set("verdict", whole(runs));
        report.set("series", merged);
        return report;
    }

    private static ObjectNode mergeConferences(List<Part> parts, ObjectNode run) {
        ObjectNode result = Merge.ofParts(parts);
        run.set("verdict", verdict(parts, result));
        return result;
    }

    private static ObjectNode mergeViewers(List<Part> parts, ObjectNode run) {
        MergedViewers merged = MergedViewers.of(parts.stream()
                .map(part -> new MergedViewers.Part(part.name(), part.run()))
                .toList());
        run.putObject("verdict")
                .put("kind", merged.verdict().kind().label())
                .put("sentence", merged.verdict().sentence());
        return merged.json();
    }

    /** Returns the verdict on all runs: the worst of them, else the last. */
    private static JsonNode whole(ArrayNode runs) {
        JsonNode worst = runs.path(runs.size() - 1).path("verdict");
        for (JsonNode run : runs) {
            if (!run.at("/verdict/kind").asText().equals("held")) {
                ObjectNode verdict = run.path("verdict").deepCopy();
                return runs.size() == 1
                        ? verdict
                        : verdict.put(
                                "sentence",
                                run.path("label").asText() + ": "
                                        + verdict.path("sentence").asText());
            }
        }
        return worst.deepCopy();
    }

    private static ObjectNode verdict(List<Part> parts, ObjectNode result) {
        ObjectNode verdict = JsonNodeFactory.instance.objectNode();
        List<String> saturated = named(parts, "hammerSaturated", true);
        List<String> broken = named(parts, "passed", false);
        if (!saturated.isEmpty()) {
            return verdict.put("kind", "untrusted")
                    .put(
                            "sentence",
                            "Not to be trusted: the generator was saturated (" + String.join(", ", saturated) + ").");
        }
        if (!broken.isEmpty()) {
            return verdict.put("kind", "broke")
                    .put(
                            "sentence",
                            String.format(
                                    Locale.ROOT,
                                    "Broke: %d endpoints of %d Hammers, because %,d packets were lost or other checks"
                                            + " failed at %s.",
                                    result.path("k").asInt(),
                                    parts.size(),
                                    result.path("packetsLost").asLong(),
                                    String.join(", ", broken)));
        }
        JsonNode p99 = result.path("delayNanos").path("p99");
        return verdict.put("kind", "held")
                .put(
                        "sentence",
                        String.format(
                                        Locale.ROOT,
                                        "Held: %d endpoints of %d Hammers, %,d packets, none lost",
                                        result.path("k").asInt(),
                                        parts.size(),
                                        result.path("packetsReceived").asLong())
                                + (p99.isNumber()
                                        ? String.format(Locale.ROOT, ", delay p99 %.2f ms.", p99.asDouble() / 1e6)
                                        : "."));
    }

    private static List<String> named(List<Part> parts, String key, boolean value) {
        return parts.stream()
                .filter(part -> part.run().path(key).asBoolean(!value) == value)
                .map(Part::name)
                .toList();
    }

    /** A warning if the machines did not measure run {@code run} at the same time; else empty. */
    private static String apart(List<JsonNode> series, int run) {
        double from = Double.NEGATIVE_INFINITY;
        double to = Double.POSITIVE_INFINITY;
        double longest = 0;
        for (JsonNode each : series) {
            double start = each.path("startEpochMs").asDouble() / 1e3;
            double[] window = window(each, run);
            from = Math.max(from, start + window[0]);
            to = Math.min(to, start + window[1]);
            longest = Math.max(longest, window[1] - window[0]);
        }
        double together = Math.max(0, to - from);
        return together >= SHARED * longest
                ? ""
                : String.format(
                        Locale.ROOT,
                        "By the machines' clocks, the Hammers measured together for only %.1f s of %.1f s: summed rates are"
                                + " not simultaneous. Use --start-at to begin together.",
                        together,
                        longest);
    }

    /** From when to when a run was measured, in seconds since the series' start. */
    private static double[] window(JsonNode series, int run) {
        JsonNode phases = series.path("phases");
        for (int i = 0; i < phases.size(); i++) {
            JsonNode phase = phases.get(i);
            if (phase.path("run").asInt() == run && phase.path("name").asText().equals("measuring")) {
                JsonNode end = i + 1 < phases.size()
                        ? phases.get(i + 1).path("fromSeconds")
                        : series.path("seconds").path(series.path("seconds").size() - 1);
                return new double[] {phase.path("fromSeconds").asDouble(), end.asDouble()};
            }
        }
        return new double[] {0, 0};
    }

    private static String encoded(Histogram delays) {
        ByteBuffer bytes = ByteBuffer.allocate(delays.getNeededByteBufferCapacity());
        byte[] encoded = new byte[delays.encodeIntoCompressedByteBuffer(bytes)];
        bytes.flip().get(encoded);
        return Base64.getEncoder().encodeToString(encoded);
    }
}
