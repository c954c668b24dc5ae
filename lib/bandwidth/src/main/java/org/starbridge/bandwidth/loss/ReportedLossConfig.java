package org.starbridge.bandwidth.loss;

/**
 * The rule of draft-ietf-rmcat-gcc-02 section 6 and of libwebrtc's send_side_bandwidth_estimation.cc.
 *
 * @param startBps the first estimate; low, because nothing but loss will correct it
 * @param increaseBelow a smaller share lost increases the estimate
 * @param decreaseAbove a larger share lost decreases it
 * @param increasePerSecond the factor
 * @param lossWeight the estimate falls by this multiple of the share lost
 * @param decreaseIntervalNs and a round trip: the time between two decreases
 * @param maxReportAgeNs an increase needs a report younger than this
 */
public record ReportedLossConfig(
        long startBps,
        double increaseBelow,
        double decreaseAbove,
        double increasePerSecond,
        double lossWeight,
        long decreaseIntervalNs,
        long maxReportAgeNs) {
    /** Checks ranges. */
    public ReportedLossConfig {
        if (!(increaseBelow >= 0 && increaseBelow <= decreaseAbove && decreaseAbove <= 1)) {
            throw new IllegalArgumentException("loss " + increaseBelow + ", " + decreaseAbove + ": expected 0 to 1");
        }
        if (startBps <= 0 || increasePerSecond < 1) {
            throw new IllegalArgumentException("startBps " + startBps + ", increase " + increasePerSecond);
        }
    }

    /** The draft's values; libwebrtc's report age. */
    public static ReportedLossConfig defaults() {
        return new ReportedLossConfig(500_000, 0.02, 0.10, 1.08, 0.5, 300_000_000L, 6_000_000_000L);
    }
}
