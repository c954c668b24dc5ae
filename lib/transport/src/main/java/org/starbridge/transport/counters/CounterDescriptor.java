package org.starbridge.transport.counters;

/**
 * Presentation of one counter in the statistics.
 *
 * @param metric name below {@code jitsi_jvb_}, without {@code _total}; empty = not on the Prometheus page
 * @param jsonKey key in {@code /colibri/stats}; empty = not there
 * @param metricJsonKey key in the JSON form of the Prometheus page
 * @param label name of the metric's label; empty = the metric has none
 * @param labelValue value of that label
 * @param help one sentence for the Prometheus page; the same for all counters of one metric
 */
public record CounterDescriptor(
        String metric, String jsonKey, String metricJsonKey, String label, String labelValue, String help) {
    /** Metric {@code metric}, JSON key {@code total_metric}. */
    public static CounterDescriptor total(String metric, String help) {
        return named(metric, "total_" + metric, help);
    }

    /** For a counter that deployments know by another JSON key; an empty name leaves it out on that side. */
    public static CounterDescriptor named(String metric, String jsonKey, String help) {
        return new CounterDescriptor(metric, jsonKey, metric + "_total", "", "", help);
    }

    /**
     * One of several counters of a metric: {@code metric{label="labelValue"}}, JSON key
     * {@code total_metric_labelValue}.
     */
    public static CounterDescriptor labelled(String metric, String label, String labelValue, String help) {
        return new CounterDescriptor(
                metric,
                "total_" + metric + "_" + labelValue,
                metric + "_" + labelValue + "_total",
                label,
                labelValue,
                help);
    }

    /**
     * Returns the descriptor of what clients asked for in vain: {@code refused{what="…"}}, JSON key
     * {@code total_refused_…}.
     */
    public static CounterDescriptor refused(String what) {
        return new CounterDescriptor(
                "refused",
                "total_refused_" + what,
                "refused_total{what=" + what + "}",
                "what",
                what,
                "Requests and messages of clients that were refused or dropped, by kind.");
    }

    /** A counter that other figures are computed from, or that tests read. */
    public static CounterDescriptor internal(String help) {
        return new CounterDescriptor("", "", "", "", "", help);
    }

    /** Returns whether it is on the Prometheus page. */
    public boolean isMetric() {
        return !metric.isEmpty();
    }

    /** Returns whether it is in {@code /colibri/stats}. */
    public boolean hasJsonKey() {
        return !jsonKey.isEmpty();
    }
}
