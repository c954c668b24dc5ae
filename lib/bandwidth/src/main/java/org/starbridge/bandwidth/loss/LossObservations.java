package org.starbridge.bandwidth.loss;

import java.util.Arrays;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.state.Fields;

/**
 * Amounts that were sent, received and lost in the last few quarters of a second, newest first. Sizes in kB, weights 1,
 * w, w² …. Owned by one worker.
 */
final class LossObservations {
    /** With so many observations, the two with the most and the least loss do not count in the average. */
    private static final int MIN_TO_TRIM = 4;
    /** A loss at this multiple of the usual rate was caused by that rate: it counts. */
    private static final double OVERSENDING = 2;

    private static final double BITS_PER_KB = 8000;
    private static final long NONE = Long.MIN_VALUE;

    private final long durationNs;
    private final double[] receivedKb;
    private final double[] lostKb;
    private final double[] rateBps;
    private final double[] weights;
    private final double[] sortedRates;
    private int count;
    private int newest;
    private long partialReceived;
    private long partialLost;
    private long startNs = NONE;
    private long endNs = NONE;

    LossObservations(LossConfig config) {
        durationNs = config.observationNs();
        receivedKb = new double[config.observations()];
        lostKb = new double[config.observations()];
        rateBps = new double[config.observations()];
        sortedRates = new double[config.observations()];
        weights = new double[config.observations()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = Math.pow(config.weight(), i);
        }
    }

    /** Adds the results of a feedback; returns whether this completed an observation. */
    boolean add(PacketResults results) {
        if (results.isEmpty()) {
            return false;
        }
        for (int i = 0; i < results.count(); i++) {
            partialReceived += results.sizeBytes(i);
            if (results.wasLost(i)) {
                partialLost = Math.max(0, partialLost - results.sizeBytes(i));
            }
        }
        partialLost += results.lostBytes();
        if (startNs == NONE) {
            startNs = results.firstSendTimeNs();
        }
        endNs = Math.max(endNs, results.lastSendTimeNs());
        if (endNs - startNs < durationNs) {
            return false;
        }
        close();
        return true;
    }

    private void close() {
        newest = (newest + receivedKb.length - 1) % receivedKb.length;
        count = Math.min(count + 1, receivedKb.length);
        receivedKb[newest] = partialReceived / 1e3;
        lostKb[newest] = partialLost / 1e3;
        rateBps[newest] = (receivedKb[newest] + lostKb[newest]) * BITS_PER_KB * 1e9 / (endNs - startNs);
        partialReceived = 0;
        partialLost = 0;
        startNs = endNs;
    }

    /** The share of bytes that were lost, 0 to 1, weighted, without the two extreme observations. */
    double averageLoss() {
        double sent = 0;
        double lost = 0;
        int best = 0;
        int worst = 0;
        for (int i = 0; i < count; i++) {
            sent += weights[i] * sentKb(i);
            lost += weights[i] * lostKb(i);
            best = lossRatio(i) < lossRatio(best) ? i : best;
            worst = lossRatio(i) > lossRatio(worst) ? i : worst;
        }
        boolean trims = count >= MIN_TO_TRIM && best != worst && rateBps(worst) < OVERSENDING * medianRateBps();
        if (trims) {
            sent -= weights[best] * sentKb(best) + weights[worst] * sentKb(worst);
            lost -= weights[best] * lostKb(best) + weights[worst] * lostKb(worst);
        }
        return sent <= 0 ? 0 : Math.clamp(lost / sent, 0, 1);
    }

    /**
     * The smallest share of bytes that was lost in each of the last observations, 0 to 1: a burst of losses does not
     * show in it.
     *
     * @param observations how many; 0 is the result before there were so many
     */
    double lastingLoss(int observations) {
        if (count < observations) {
            return 0;
        }
        double smallest = 1;
        for (int i = 0; i < observations; i++) {
            smallest = Math.min(smallest, lossRatio(i));
        }
        return smallest;
    }

    private double medianRateBps() {
        for (int i = 0; i < count; i++) {
            sortedRates[i] = rateBps(i);
        }
        Arrays.sort(sortedRates, 0, count);
        return sortedRates[count / 2];
    }

    private double lossRatio(int i) {
        double sent = sentKb(i);
        return sent <= 0 ? 0 : lostKb(i) / sent;
    }

    private double sentKb(int i) {
        return receivedKb(i) + lostKb(i);
    }

    private int slot(int i) {
        return (newest + i) % receivedKb.length;
    }

    int count() {
        return count;
    }

    /** Returns the time at which the last packet of the newest observation was sent. */
    long endNs() {
        return startNs;
    }

    double receivedKb(int i) {
        return receivedKb[slot(i)];
    }

    double lostKb(int i) {
        return lostKb[slot(i)];
    }

    double rateBps(int i) {
        return rateBps[slot(i)];
    }

    double weight(int i) {
        return weights[i];
    }

    /** Its fields. */
    void state(Fields fields) {
        fields.doubles(receivedKb);
        fields.doubles(lostKb);
        fields.doubles(rateBps);
        count = fields.i32(count, 0, receivedKb.length);
        newest = fields.i32(newest, 0, receivedKb.length - 1);
        partialReceived = fields.i64(partialReceived);
        partialLost = fields.i64(partialLost);
        startNs = fields.time(startNs);
        endNs = fields.time(endNs);
    }
}
