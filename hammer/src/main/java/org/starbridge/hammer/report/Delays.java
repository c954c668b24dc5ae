package org.starbridge.hammer.report;

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
}
