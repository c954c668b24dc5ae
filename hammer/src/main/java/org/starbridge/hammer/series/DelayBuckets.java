package org.starbridge.hammer.series;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Delays in {@value #COUNT} classes, each the square root of two times as wide as the one before. Stateless. */
public final class DelayBuckets {
    /** Number of classes. */
    public static final int COUNT = 40;

    /** The first class ends here. */
    private static final double FIRST_NS = 16_000;

    private DelayBuckets() {}

    /** Returns the end of a class, in nanoseconds; the last one has no end. */
    public static double endNs(int bucket) {
        return FIRST_NS * Math.pow(2, bucket / 2.0);
    }

    /** Returns the number of values of a histogram of nanoseconds in each class. */
    public static int[] of(Histogram histogram) {
        int[] counts = new int[COUNT];
        int bucket = 0;
        for (HistogramIterationValue value : histogram.recordedValues()) {
            while (bucket < COUNT - 1 && value.getValueIteratedTo() > endNs(bucket)) {
                bucket++;
            }
            counts[bucket] += (int) value.getCountAddedInThisIterationStep();
        }
        return counts;
    }
}
