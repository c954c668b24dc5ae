package org.starbridge.bridge.stats;

import java.util.function.ToDoubleFunction;

/**
 * One figure and its names on both surfaces. Exact below 2^53, as JSON and Prometheus numbers are.
 *
 * @param kind how it behaves and is written
 * @param metric name below {@code jitsi_jvb_}, without {@code _total}; empty = not on the Prometheus page
 * @param jsonKey key in {@code /colibri/stats}; empty = not there
 * @param help one sentence for the Prometheus page
 * @param value reads it
 */
record Figure(Kind kind, String metric, String jsonKey, String help, ToDoubleFunction<StatsReading> value) {
    enum Kind {
        /** A whole number that only grows. */
        TOTAL,
        /** A whole number. */
        COUNT,
        /** Any number. */
        LEVEL,
        /** True or false; 1 or 0 on the Prometheus page. */
        FLAG
    }

    boolean isMetric() {
        return !metric.isEmpty();
    }

    /** The name in the JSON form of the Prometheus page. */
    String metricJsonKey() {
        return kind == Kind.TOTAL ? metric + "_total" : metric;
    }

    /** As a JSON number or boolean. */
    Object jsonValue(StatsReading reading) {
        double number = value.applyAsDouble(reading);
        return switch (kind) {
            case TOTAL, COUNT -> Math.round(number);
            case LEVEL -> number;
            case FLAG -> number != 0;
        };
    }
}
