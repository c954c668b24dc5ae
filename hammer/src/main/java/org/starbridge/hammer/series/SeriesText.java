package org.starbridge.hammer.series;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;

/** The series as JSON and as CSV. Stateless. */
public final class SeriesText {
    private static final MathContext DIGITS = new MathContext(5);

    private SeriesText() {}

    /** The series as an object of columns; numbers have five digits, null is what is not known. */
    public static ObjectNode json(RunSeries series) {
        SeriesTable table = series.table();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("startEpochMs", series.startEpochMs());
        json.put("secondsPerRow", table.secondsPerRow());
        ArrayNode phases = json.putArray("phases");
        for (RunSeries.Phase phase : series.phases()) {
            phases.addObject()
                    .put("run", phase.run())
                    .put("name", phase.name())
                    .put("fromSeconds", rounded(phase.fromSeconds()));
        }
        json.set("seconds", array(table.seconds()));
        ObjectNode columns = json.putObject("columns");
        table.all().forEach((name, values) -> columns.set(name, array(values)));
        json.set("delayHeat", heat(series));
        ArrayNode histograms = json.putArray("delayHistograms");
        series.histograms().forEach(histograms::add);
        ArrayNode joins = json.putArray("joins");
        for (RunSeries.Join join : series.joins()) {
            ArrayNode row =
                    joins.addArray().add(join.run()).add(join.endpoint()).add(rounded(join.beganSeconds()));
            addTime(row, join.connectedSeconds());
            addTime(row, join.leftSeconds());
            row.add(join.conference());
        }
        return json;
    }

    private static void addTime(ArrayNode row, double seconds) {
        if (Double.isNaN(seconds)) {
            row.addNull();
        } else {
            row.add(rounded(seconds));
        }
    }

    /** Delay classes over time: where each class ends, in ms, and for each row pairs of class and count. */
    private static ObjectNode heat(RunSeries series) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode ends = json.putArray("endsMs");
        for (int i = 0; i < DelayBuckets.COUNT; i++) {
            ends.add(rounded(DelayBuckets.endNs(i) / 1e6));
        }
        ArrayNode rows = json.putArray("rows");
        for (int[] counts : series.heat()) {
            ArrayNode row = rows.addArray();
            for (int i = 0; counts != null && i < counts.length; i++) {
                if (counts[i] > 0) {
                    row.add(i).add(counts[i]);
                }
            }
        }
        return json;
    }

    private static ArrayNode array(double[] values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (double value : values) {
            if (Double.isFinite(value)) {
                array.add(rounded(value));
            } else {
                array.addNull();
            }
        }
        return array;
    }

    /** Five digits of a finite number. */
    public static BigDecimal rounded(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }

    /** One line a row, with the names first, of what {@link #json} made; what is not known is empty. */
    public static String csv(JsonNode series) {
        JsonNode seconds = series.path("seconds");
        JsonNode columns = series.path("columns");
        StringBuilder csv = new StringBuilder("seconds");
        columns.fieldNames().forEachRemaining(name -> csv.append(',').append(name.replace(' ', '_')));
        csv.append('\n');
        for (int i = 0; i < seconds.size(); i++) {
            csv.append(plain(seconds.get(i)));
            for (JsonNode values : columns) {
                csv.append(',').append(plain(values.path(i)));
            }
            csv.append('\n');
        }
        return csv.toString();
    }

    private static String plain(JsonNode value) {
        return value.isNumber() ? value.decimalValue().toPlainString() : "";
    }
}
