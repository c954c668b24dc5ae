package org.starbridge.bandwidth.loss;

import org.starbridge.bandwidth.state.Fields;

/**
 * Spread of what arrives while packets are lost. Behind a policer the same bitrate arrives whatever is sent; of a link
 * with losses of its own the same share does. So where the bitrate varies, no trial is needed to tell them apart. Owned
 * by one worker.
 */
final class RateSpread {
    /** Fewer observations do not show a rate. */
    static final int LEAST = 8;
    /** One spread is that much larger than the other one. */
    private static final double FACTOR = 2;
    /** Observations of 250 ms cut packets: what a policer passes varies by so much. */
    private static final double MOST_OF_POLICER = 0.06;
    /** A smaller spread of what is sent, or of the share that is lost, shows nothing. */
    private static final double LEAST_SPREAD = 0.04;

    private int count;
    private double rateMean;
    private double rateSquares;
    private double shareMean;
    private double shareSquares;

    void clear() {
        count = 0;
        rateMean = 0;
        rateSquares = 0;
        shareMean = 0;
        shareSquares = 0;
    }

    /** Takes an observation with losses. */
    void add(double sentBps, double loss) {
        count++;
        double rate = sentBps * (1 - loss);
        double rateStep = rate - rateMean;
        rateMean += rateStep / count;
        rateSquares += rateStep * (rate - rateMean);
        double share = 1 - loss;
        double shareStep = share - shareMean;
        shareMean += shareStep / count;
        shareSquares += shareStep * (share - shareMean);
    }

    /** Returns whether the bitrate that arrives stays the same, and the share does not. */
    boolean isOfPolicer() {
        return count >= LEAST && rate() <= MOST_OF_POLICER && share() >= Math.max(LEAST_SPREAD, FACTOR * rate());
    }

    /** Returns whether the share that arrives stays the same, and the bitrate does not. */
    boolean isOfLossyLink() {
        return count >= LEAST && rate() >= Math.max(MOST_OF_POLICER, FACTOR * share());
    }

    private double rate() {
        return Math.sqrt(rateSquares / count) / rateMean;
    }

    private double share() {
        return Math.sqrt(shareSquares / count) / shareMean;
    }

    /** Its fields. */
    void state(Fields fields) {
        count = fields.i32(count);
        rateMean = fields.f64(rateMean);
        rateSquares = fields.f64(rateSquares);
        shareMean = fields.f64(shareMean);
        shareSquares = fields.f64(shareSquares);
    }
}
