package org.starbridge.hammer.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Figures that other projects published of an experiment, beside those of a report that repeats it, in the same units.
 * Pure.
 *
 * <p>A multiple of this run is given for what a core carries, and for memory and times where the load is the same.
 * Totals of machines with other processors are not comparable.
 */
final class PublishedFigures {
    private static final List<String> COLUMNS = List.of(
            "measured by",
            "load",
            "packets/s out",
            "Mbit/s out",
            "CPU, cores",
            "packets/s a core",
            "Mbit/s a core",
            "memory, MB",
            "media request, mean ms");
    private static final String NONE = "–";

    /** Figures of one row; NaN where there is none. */
    private record Figures(double packets, double mbps, double cores, double memoryMb, double ms) {
        double packetsPerCore() {
            return packets / cores;
        }

        double mbpsPerCore() {
            return mbps / cores;
        }
    }

    private PublishedFigures() {}

    /**
     * A table for a report: {@code columns}, {@code rows} of texts, and {@code notes}.
     *
     * @param published {@code source}, {@code rows} and {@code missing} of a scenario's {@code published-figures}
     * @param report with its runs
     */
    static ObjectNode beside(JsonNode published, JsonNode report) {
        ObjectNode table = JsonNodeFactory.instance.objectNode();
        COLUMNS.forEach(table.putArray("columns")::add);
        ArrayNode rows = table.putArray("rows");
        Set<Integer> shown = new HashSet<>();
        for (JsonNode row : published.path("rows")) {
            int run = runOf(row, report);
            Figures ours = run < 0 ? null : ours(report, run);
            boolean isSameLoad =
                    run >= 0 && label(report, run).equals(row.path("run").asText());
            rows.add(line(row.path("who").asText(), row.path("load").asText(), theirs(row), ours, isSameLoad));
            if (ours != null && shown.add(run)) {
                rows.add(line("this run", label(report, run), ours, null, false));
            }
        }
        ArrayNode notes = table.putArray("notes");
        notes.add("Published on other machines: " + published.path("source").asText() + ".");
        published
                .path("missing")
                .properties()
                .forEach(reason ->
                        notes.add(reason.getKey() + ": " + reason.getValue().asText()));
        notes.add(
                "“× this run” is the published figure divided by this run's: for what a core carries, and for memory and"
                        + " times where the load is the same. Totals are those of other machines.");
        return table;
    }

    /** The run with a row's load, or else one with a part of it; -1 if there is none. */
    private static int runOf(JsonNode row, JsonNode report) {
        String label = row.path("run").asText();
        int part = -1;
        for (int i = 0; i < report.path("runs").size(); i++) {
            if (label(report, i).equals(label)) {
                return i;
            }
            part = label(report, i).startsWith(label + " ") ? i : part;
        }
        return part;
    }

    private static String label(JsonNode report, int run) {
        return report.path("runs").path(run).path("label").asText();
    }

    private static Figures theirs(JsonNode row) {
        return new Figures(
                number(row, "packets"),
                number(row, "mbps"),
                number(row, "cores"),
                number(row, "memory-mb"),
                number(row, "media-ms"));
    }

    private static Figures ours(JsonNode report, int run) {
        JsonNode result = report.path("runs").path(run).path("result");
        double seconds = number(result, "seconds");
        if (result.has("begun")) { // viewers over HLS
            JsonNode times = result.path("times");
            JsonNode media = List.of("part", "hinted part", "segment").stream()
                    .map(times::path)
                    .filter(each -> each.path("count").asLong() > 0)
                    .findFirst()
                    .orElseGet(() -> times.path("segment"));
            return new Figures(
                    Double.NaN,
                    number(result, "bytes") * 8e-6 / seconds,
                    number(result.path("server"), "cores"),
                    number(result.path("server"), "peakRssBytes") / 1e6,
                    number(media, "mean"));
        }
        return new Figures(
                number(result, "packetsReceived") / seconds,
                mean(report.path("series"), run, "receivedMbps"),
                number(result, "bridgeCpuNanos") / 1e9 / seconds,
                number(result, "bridgePeakRssBytes") / 1e6,
                Double.NaN);
    }

    /** Of a series' column in the window in which a run was measured. */
    private static double mean(JsonNode series, int run, String column) {
        double from = Double.NaN;
        double to = Double.POSITIVE_INFINITY;
        for (JsonNode phase : series.path("phases")) {
            boolean isWindow = phase.path("run").asInt() == run
                    && phase.path("name").asText().equals("measuring");
            if (isWindow) {
                from = number(phase, "fromSeconds");
            } else if (Double.isFinite(from) && number(phase, "fromSeconds") > from) {
                to = Math.min(to, number(phase, "fromSeconds"));
            }
        }
        double sum = 0;
        int count = 0;
        for (int i = 0; i < series.path("seconds").size(); i++) {
            double at = series.path("seconds").path(i).asDouble();
            JsonNode value = series.path("columns").path(column).path(i);
            if (at > from + 1 && at <= to + 0.5 && value.isNumber()) {
                sum += value.asDouble();
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    private static double number(JsonNode object, String key) {
        return object.path(key).asDouble(Double.NaN);
    }

    private static ArrayNode line(
            String who, String load, Figures figures, @Nullable Figures ours, boolean isSameLoad) {
        Figures same = isSameLoad ? ours : null;
        return JsonNodeFactory.instance
                .arrayNode()
                .add(who)
                .add(load)
                .add(cell(figures.packets, Double.NaN))
                .add(cell(figures.mbps, Double.NaN))
                .add(cell(figures.cores, Double.NaN))
                .add(cell(figures.packetsPerCore(), ours == null ? Double.NaN : ours.packetsPerCore()))
                .add(cell(figures.mbpsPerCore(), ours == null ? Double.NaN : ours.mbpsPerCore()))
                .add(cell(figures.memoryMb, same == null ? Double.NaN : same.memoryMb))
                .add(cell(figures.ms, same == null ? Double.NaN : same.ms));
    }

    private static String cell(double value, double ours) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        String text = text(value);
        return Double.isFinite(ours) && ours > 0 ? text + " (" + text(value / ours) + " × this run)" : text;
    }

    private static String text(double value) {
        String pattern = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, pattern, value);
    }
}
