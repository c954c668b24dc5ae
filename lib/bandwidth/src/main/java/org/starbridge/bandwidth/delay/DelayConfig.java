package org.starbridge.bandwidth.delay;

/**
 * The delay-based estimator.
 *
 * @param maxSilenceNs after so long without feedback, delays are measured from the beginning
 */
public record DelayConfig(
        InterArrivalConfig interArrival, TrendlineConfig trendline, AimdConfig aimd, long maxSilenceNs) {
    /** libwebrtc's values of 2025. */
    public static DelayConfig defaults() {
        return new DelayConfig(
                InterArrivalConfig.defaults(), TrendlineConfig.defaults(), AimdConfig.defaults(), 2_000_000_000L);
    }
}
