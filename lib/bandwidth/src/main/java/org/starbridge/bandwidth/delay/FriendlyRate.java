package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * Bitrate that a TCP would have with the same losses and round trip (the simplified equation of Mathis, Semke, Mahdavi
 * and Ott, 1997, as in RFC 5348 section 3.1 without timeouts), and as much again: a call loses less of its packets than
 * a TCP does that makes them. Owned by one worker.
 */
final class FriendlyRate {
    private static final double GENEROSITY = 2;
    private static final double FACTOR = 1.22;
    private static final double PACKET_BITS = 8 * 1200;
    private static final double MEMORY_NS = 5e9;
    /** Fewer losses were not seen yet. */
    private static final double LEAST_LOSS = 0.0005;

    private static final double FIRST_LOSS = 0.001;
    private static final long NEVER = Long.MIN_VALUE;

    private double meanLoss;
    private long updatedAtNs = NEVER;

    /** Takes the losses of the last seconds, 0 to 1. */
    void update(long nowNs, double lossRatio) {
        if (updatedAtNs == NEVER) {
            meanLoss = Math.max(lossRatio, FIRST_LOSS);
        } else {
            meanLoss += Math.min(1, (nowNs - updatedAtNs) / MEMORY_NS) * (lossRatio - meanLoss);
        }
        updatedAtNs = nowNs;
    }

    /** Bit/s over a round trip. */
    double bps(long rttNs) {
        double seconds = Math.max(rttNs, 1) / 1e9;
        return GENEROSITY * FACTOR * PACKET_BITS / (seconds * Math.sqrt(Math.max(meanLoss, LEAST_LOSS)));
    }

    /** Its fields. */
    void state(Fields fields) {
        meanLoss = fields.f64(meanLoss);
        updatedAtNs = fields.time(updatedAtNs);
    }
}
