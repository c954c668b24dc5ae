package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A distribution of nanoseconds in a few figures. */
public record Delays(long samples, long p50Ns, long p99Ns, long p999Ns, long maxNs) {
    /** Of a histogram of nanoseconds; null if it is empty. */
    public static @Nullable Delays of(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? null
                : new Delays(
                        histogram.getTotalCount(),
                        histogram.getValueAtPercentile(50),
                        histogram.getValueAtPercentile(99),
                        histogram.getValueAtPercentile(99.9),
                        histogram.getMaxValue());
    }

    /** Adds when packets came to the first and to the last of their receivers; null if that is not known. */
    static void putFanOut(ObjectNode json, @Nullable FanOut fanOut) {
        json.set("delayFirstReceiverNanos", toJson(fanOut == null ? null : fanOut.first()));
        json.set("delayLastReceiverNanos", toJson(fanOut == null ? null : fanOut.last()));
        json.set("delaySpreadNanos", toJson(fanOut == null ? null : fanOut.spread()));
    }

    /** For programs; without a sample the figures are null. */
    static ObjectNode toJson(@Nullable Delays delays) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("samples", delays == null ? 0 : delays.samples());
        json.put("p50", delays == null ? null : (Long) delays.p50Ns());
        json.put("p99", delays == null ? null : (Long) delays.p99Ns());
        json.put("p999", delays == null ? null : (Long) delays.p999Ns());
        json.put("max", delays == null ? null : (Long) delays.maxNs());
        return json;
    }
}
