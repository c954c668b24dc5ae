package org.starbridge.hammer.live;

import java.util.Locale;
import java.util.Map;
import org.starbridge.hammer.series.RunSeries;

/** The newest row of the series as Prometheus's text. Stateless. */
public final class OwnMetrics {
    private OwnMetrics() {}

    /** A gauge for each column whose newest value is known: {@code hammer_received_mbps}. */
    public static String of(RunSeries series) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, double[]> column : series.table().all().entrySet()) {
            double[] values = column.getValue();
            if (column.getKey().startsWith(RunSeries.SCRAPED)
                    || values.length == 0
                    || Double.isNaN(values[values.length - 1])) {
                continue;
            }
            String name = name(column.getKey());
            text.append("# TYPE ").append(name).append(" gauge\n");
            text.append(name).append(' ').append(values[values.length - 1]).append('\n');
        }
        return text.toString();
    }

    private static String name(String column) {
        return "hammer_"
                + column.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                        .replaceAll("[^A-Za-z0-9_]", "_")
                        .toLowerCase(Locale.ROOT);
    }
}
