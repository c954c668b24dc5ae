package org.starbridge.hammer.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.starbridge.hammer.client.result.JoinTime;
import org.starbridge.hammer.series.SeriesText;

/**
 * The series of several Hammers as one. Rows are put together by the machines' clocks, to a second. Rates and counts
 * are added; what belongs to the bridge is that of the first Hammer that has it. Percentiles are never averaged: they
 * follow from the added delay classes, so they are as exact as these, whose ends are a factor of 1.41 apart. Pure.
 */
final class MergedSeries {
    /** Columns of which the greatest value of a row counts; of the others the mean. */
    private static final Set<String> MAXIMA =
            Set.of("joined", "missing", "contentErrors", "run", "delayMaxMs", "gcPauseMaxMs", "stalls");

    /** Its place in a join. */
    private static final int CONFERENCE = 5;

    private static final String PLAYING = "viewersPlaying";

    private static final List<String> SUMS = List.of(
            "joined",
            "missing",
            "contentErrors",
            "streams",
            "guests",
            "sentPacketsPerSecond",
            "sentMbps",
            "receivedPacketsPerSecond",
            "receivedMbps",
            "linkRateMbps",
            "linkDeliveredMbps",
            "hammerCpuPercent",
            "viewers",
            PLAYING,
            "viewersFailed",
            "requestsPerSecond",
            "stalls");

    private final List<JsonNode> all;
    private final long startEpochMs;
    private final int secondsPerRow;
    private final int rows;

    private MergedSeries(List<JsonNode> all) {
        this.all = all;
        startEpochMs = all.stream()
                .mapToLong(series -> series.path("startEpochMs").asLong())
                .min()
                .orElse(0);
        secondsPerRow = all.stream()
                .mapToInt(series -> series.path("secondsPerRow").asInt(1))
                .max()
                .orElse(1);
        int most = 0;
        for (JsonNode series : all) {
            int size = series.path("seconds").size();
            most = size == 0 ? most : Math.max(most, row(series, size - 1) + 1);
        }
        rows = most;
    }

    /** As {@link SeriesText} writes it, without the histograms; {@code all} are so, too. */
    static ObjectNode of(List<JsonNode> all) {
        return new MergedSeries(all).json();
    }

    /** Returns how many seconds a Hammer began after the first one. */
    private double offset(JsonNode series) {
        return (series.path("startEpochMs").asLong() - startEpochMs) / 1e3;
    }

    /** Returns the row here of row {@code i} of a series. */
    private int row(JsonNode series, int i) {
        return (int) ((offset(series) + series.path("seconds").path(i).asDouble()) / secondsPerRow);
    }

    private ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("startEpochMs", startEpochMs);
        json.put("secondsPerRow", secondsPerRow);
        ArrayNode phases = json.putArray("phases");
        JsonNode first = all.getFirst();
        for (JsonNode phase : first.path("phases")) {
            ObjectNode moved = phases.addObject();
            moved.setAll((ObjectNode) phase.deepCopy());
            moved.put(
                    "fromSeconds", SeriesText.rounded(phase.path("fromSeconds").asDouble() + offset(first)));
        }
        ArrayNode seconds = json.putArray("seconds");
        for (int i = 1; i <= rows; i++) {
            seconds.add((long) i * secondsPerRow);
        }
        long[][] heat = heat();
        ObjectNode columns = json.putObject("columns");
        for (String column : columns()) {
            columns.set(column, array(merged(column, heat)));
        }
        json.set("delayHeat", heatJson(heat));
        json.set("joins", joins());
        return json;
    }

    private Set<String> columns() {
        Set<String> names = new LinkedHashSet<>();
        all.forEach(series -> series.path("columns").fieldNames().forEachRemaining(names::add));
        return names;
    }

    private double[] merged(String column, long[][] heat) {
        double percentile = switch (column) {
            case "delayP50Ms" -> 0.5;
            case "delayP90Ms" -> 0.9;
            case "delayP99Ms" -> 0.99;
            default -> 0;
        };
        double[] values = new double[rows];
        Arrays.fill(values, Double.NaN);
        if (percentile > 0) {
            for (int i = 0; i < rows; i++) {
                values[i] = percentile(heat[i], percentile);
            }
            return values;
        }
        if (column.equals("behindSeconds")) {
            return meanOverViewers(column);
        }
        boolean isSum = SUMS.contains(column) || column.startsWith("layer");
        boolean isMax = column.equals("run") || column.equals("delayMaxMs");
        for (JsonNode series : all) {
            double[] own = own(series, column);
            for (int i = 0; i < rows; i++) {
                if (Double.isNaN(values[i])) {
                    values[i] = own[i];
                } else if (!Double.isNaN(own[i])) {
                    values[i] = isSum ? values[i] + own[i] : isMax ? Math.max(values[i], own[i]) : values[i];
                }
            }
        }
        return values;
    }

    /** A mean over a Hammer's viewers becomes one over all. */
    private double[] meanOverViewers(String column) {
        double[] sums = new double[rows];
        double[] viewers = new double[rows];
        for (JsonNode series : all) {
            double[] own = own(series, column);
            double[] playing = own(series, PLAYING);
            for (int i = 0; i < rows; i++) {
                if (!Double.isNaN(own[i] * playing[i])) {
                    sums[i] += own[i] * playing[i];
                    viewers[i] += playing[i];
                }
            }
        }
        for (int i = 0; i < rows; i++) {
            sums[i] /= viewers[i]; // NaN where no viewer plays
        }
        return sums;
    }

    /** A series' own column in the rows here; a row that it missed by a moment has the value before. */
    private double[] own(JsonNode series, String column) {
        double[] sums = new double[rows];
        int[] counts = new int[rows];
        JsonNode values = series.path("columns").path(column);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isNumber()) {
                int row = row(series, i);
                double value = values.get(i).asDouble();
                if (MAXIMA.contains(column)) {
                    sums[row] = counts[row] == 0 ? value : Math.max(sums[row], value);
                    counts[row] = 1;
                } else {
                    sums[row] += value;
                    counts[row]++;
                }
            }
        }
        double[] own = new double[rows];
        for (int i = 0; i < rows; i++) {
            boolean isGap = counts[i] == 0 && i > 0 && counts[i - 1] > 0 && i + 1 < rows && counts[i + 1] > 0;
            own[i] = counts[i] > 0 ? sums[i] / counts[i] : isGap ? own[i - 1] : Double.NaN;
        }
        return own;
    }

    private long[][] heat() {
        int classes = ends().size();
        long[][] heat = new long[rows][classes];
        for (JsonNode series : all) {
            JsonNode pairs = series.path("delayHeat").path("rows");
            for (int i = 0; i < pairs.size() && i < series.path("seconds").size(); i++) {
                JsonNode row = pairs.get(i);
                for (int j = 0; j + 1 < row.size(); j += 2) {
                    heat[row(series, i)][Math.min(classes - 1, row.get(j).asInt())] +=
                            row.get(j + 1).asLong();
                }
            }
        }
        return heat;
    }

    private JsonNode ends() {
        return all.getFirst().path("delayHeat").path("endsMs");
    }

    private ObjectNode heatJson(long[][] heat) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("endsMs", ends().deepCopy());
        ArrayNode list = json.putArray("rows");
        for (long[] counts : heat) {
            ArrayNode row = list.addArray();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    row.add(i).add(counts[i]);
                }
            }
        }
        return json;
    }

    /** The end of the class in which a percentile is, in ms; NaN without a delay. */
    private double percentile(long[] counts, double share) {
        long total = Arrays.stream(counts).sum();
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += counts[i];
            if (total > 0 && sum >= share * total) {
                return ends().path(i).asDouble();
            }
        }
        return Double.NaN;
    }

    /** All joins; the endpoints and conferences of each Hammer are numbered after those of the Hammers before. */
    private ArrayNode joins() {
        ArrayNode joins = JsonNodeFactory.instance.arrayNode();
        int before = 0;
        int conferencesBefore = 0;
        for (JsonNode series : all) {
            List<Integer> numbers = new ArrayList<>();
            int conferences = 0;
            for (JsonNode join : series.path("joins")) {
                int number = join.path(1).asInt();
                numbers.add(number);
                ArrayNode moved = joins.addArray().add(join.path(0).asInt()).add(before + number);
                for (int i = 2; i < CONFERENCE; i++) {
                    if (join.get(i).isNumber()) {
                        moved.add(SeriesText.rounded(join.get(i).asDouble() + offset(series)));
                    } else {
                        moved.addNull();
                    }
                }
                int conference = join.path(CONFERENCE).asInt(); // 0 in reports of former versions
                moved.add(conference == JoinTime.GUEST ? conference : conferencesBefore + conference);
                conferences = Math.max(conferences, conference + 1);
            }
            conferencesBefore += conferences;
            before += numbers.stream().mapToInt(number -> number + 1).max().orElse(0);
        }
        return joins;
    }

    private static ArrayNode array(double[] values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (double value : values) {
            if (Double.isFinite(value)) {
                array.add(SeriesText.rounded(value));
            } else {
                array.addNull();
            }
        }
        return array;
    }
}
