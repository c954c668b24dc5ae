package org.starbridge.bandwidth.delay;

/**
 * The detector of a growing queue. Defaults are those of libwebrtc's trendline_estimator.cc.
 *
 * @param window groups in the regression
 * @param smoothing weight of the past in the smoothed delay
 * @param gain what the slope is multiplied with before it is compared
 * @param thresholdMs the first threshold
 * @param minThresholdMs the threshold does not adapt below this
 * @param maxThresholdMs nor above this
 * @param thresholdUp how fast the threshold grows towards a larger trend, per ms: fast enough that a competing TCP
 *     flow, which keeps the queue growing, does not starve this one
 * @param thresholdDown how fast it falls back, per ms
 * @param maxAdaptMs a trend that exceeds the threshold by more than this is a sudden change, and does not adapt it
 * @param overuseMs the queue must grow this long to count as overuse
 * @param noise what tells a queue from jitter
 */
public record TrendlineConfig(
        int window,
        double smoothing,
        double gain,
        double thresholdMs,
        double minThresholdMs,
        double maxThresholdMs,
        double thresholdUp,
        double thresholdDown,
        double maxAdaptMs,
        double overuseMs,
        DelayNoiseConfig noise) {
    /** Checks ranges. */
    public TrendlineConfig {
        if (window < 2) {
            throw new IllegalArgumentException("window " + window + ": expected 2 or more");
        }
        if (!(minThresholdMs > 0 && minThresholdMs <= thresholdMs && thresholdMs <= maxThresholdMs)) {
            throw new IllegalArgumentException(
                    "threshold " + thresholdMs + " ms: expected within " + minThresholdMs + " to " + maxThresholdMs);
        }
    }

    /** libwebrtc's values of 2025. */
    public static TrendlineConfig defaults() {
        return new TrendlineConfig(20, 0.9, 4.0, 12.5, 6, 600, 0.0087, 0.039, 15, 10, DelayNoiseConfig.defaults());
    }
}
