package org.starbridge.bandwidth.loss;

/**
 * Measure of how well a pair of bandwidth B and inherent loss p explains the observations. A packet sent at rate s is
 * lost with probability p as long as s ≤ B; above it, the part (s − B)/s is lost, too. The objective is the log
 * likelihood of the observations plus a bias towards a high bandwidth, which turns to a low one at heavy loss
 * (libwebrtc loss_based_bwe_v2.cc). Owned by one worker.
 */
final class LossModel {
    private static final double EPSILON = 1e-6;
    private static final double NEWTON_STEP = 0.75;
    private static final double LINEAR_BIAS = 0.0002;
    private static final double LOGARITHMIC_BIAS = 0.02;
    private static final double BIAS_SOFTNESS = 0.002;

    private final LossConfig config;
    private final LossObservations observations;

    LossModel(LossConfig config, LossObservations observations) {
        this.config = config;
        this.observations = observations;
    }

    /**
     * The inherent loss that fits {@code bandwidthBps} best, found by one step of Newton's method from {@code loss}.
     */
    double fitLoss(double bandwidthBps, double loss) {
        double start = feasibleLoss(bandwidthBps, loss);
        double first = 0;
        double second = 0;
        for (int i = 0; i < observations.count(); i++) {
            double p = lossProbability(start, bandwidthBps, observations.rateBps(i));
            double lost = observations.lostKb(i);
            double received = observations.receivedKb(i);
            double weight = observations.weight(i);
            first += weight * (lost / p - received / (1 - p));
            second -= weight * (lost / (p * p) + received / ((1 - p) * (1 - p)));
        }
        return second == 0 ? start : feasibleLoss(bandwidthBps, start - NEWTON_STEP * first / second);
    }

    /** The larger, the better do bandwidth and loss explain the observations. */
    double objective(double bandwidthBps, double loss, double averageLoss) {
        double kbps = bandwidthBps / 1e3;
        double bias = adjusted(LINEAR_BIAS, averageLoss) * kbps
                + adjusted(LOGARITHMIC_BIAS, averageLoss) * Math.log(1 + kbps);
        double sum = 0;
        for (int i = 0; i < observations.count(); i++) {
            double p = lossProbability(loss, bandwidthBps, observations.rateBps(i));
            double lost = observations.lostKb(i);
            double received = observations.receivedKb(i);
            double likelihood = received * Math.log(1 - p) + (lost > 0 ? lost * Math.log(p) : 0);
            sum += observations.weight(i) * (likelihood + bias * (lost + received));
        }
        return sum;
    }

    private double adjusted(double factor, double averageLoss) {
        double margin = config.preferHighBelowLoss() - averageLoss;
        return factor * margin / (BIAS_SOFTNESS + Math.abs(margin));
    }

    private double feasibleLoss(double bandwidthBps, double loss) {
        double most = Math.min(1, config.maxInherentLoss() + config.inherentBalanceBps() / bandwidthBps);
        return Math.clamp(loss, config.minInherentLoss(), Math.max(most, config.minInherentLoss()));
    }

    private static double lossProbability(double loss, double bandwidthBps, double sentBps) {
        double p = sentBps > bandwidthBps ? loss + (1 - loss) * (sentBps - bandwidthBps) / sentBps : loss;
        return Math.clamp(p, EPSILON, 1 - EPSILON);
    }
}
