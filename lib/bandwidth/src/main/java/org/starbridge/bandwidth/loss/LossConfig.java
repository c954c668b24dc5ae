package org.starbridge.bandwidth.loss;

/**
 * The loss-based estimator. Defaults are those of libwebrtc's loss_based_bwe_v2.cc in 2025; only
 * {@code instantBalanceBps} is 250 kbit/s instead of 100, because a bridge sends lost packets again.
 *
 * @param observationNs an observation covers at least this long a time of sending
 * @param observations how many are kept
 * @param minObservations before there are so many, losses limit nothing
 * @param weight of each observation against the next newer one
 * @param maxIncreaseFactor while losses limit the rate, it grows by this factor in one {@code increaseWindowNs} at most
 * @param increaseWindowNs see {@code maxIncreaseFactor}
 * @param acknowledgedFactor while losses limit the rate, it does not grow above this multiple of what was acknowledged
 * @param acknowledgedFactorInHold the same while what is acknowledged is near the rate that was held
 * @param holdFactor what is near: up to this multiple of the held rate
 * @param firstHoldNs how long the rate is held after a decrease
 * @param maxHoldNs the hold doubles with each decrease, up to this
 * @param paddingNs padding may show for this long that a larger estimate is right
 * @param instantLossOffset below this loss ratio there is no instant bound
 * @param instantBalanceBps the instant bound is this divided by the loss ratio above the offset
 * @param inherentBalanceBps the inherent loss at bitrate B is at most {@code maxInherentLoss} plus this divided by B
 * @param minInherentLoss the least inherent loss
 * @param maxInherentLoss see {@code inherentBalanceBps}
 * @param preferHighBelowLoss below this loss ratio higher rates are preferred, above it lower ones
 */
public record LossConfig(
        long observationNs,
        int observations,
        int minObservations,
        double weight,
        double maxIncreaseFactor,
        long increaseWindowNs,
        double acknowledgedFactor,
        double acknowledgedFactorInHold,
        double holdFactor,
        long firstHoldNs,
        long maxHoldNs,
        long paddingNs,
        double instantLossOffset,
        double instantBalanceBps,
        double inherentBalanceBps,
        double minInherentLoss,
        double maxInherentLoss,
        double preferHighBelowLoss) {
    /** Checks ranges. */
    public LossConfig {
        if (observationNs <= 0 || observations < 1 || minObservations > observations) {
            throw new IllegalArgumentException("observations " + observations + " of " + observationNs + " ns");
        }
        if (!(weight > 0 && weight <= 1)) {
            throw new IllegalArgumentException("weight " + weight + ": expected more than 0, up to 1");
        }
        if (firstHoldNs <= 0 || maxHoldNs < firstHoldNs) {
            throw new IllegalArgumentException("hold " + firstHoldNs + " to " + maxHoldNs + " ns");
        }
    }

    /** libwebrtc's values of 2025, with a wider instant bound. */
    public static LossConfig defaults() {
        return new LossConfig(
                250_000_000L,
                15,
                3,
                0.9,
                1.3,
                300_000_000L,
                1.5,
                1.2,
                1.3,
                300_000_000L,
                60_000_000_000L,
                2_000_000_000L,
                0.05,
                250_000,
                100_000,
                0.001,
                0.05,
                0.2);
    }
}
