package org.starbridge.bandwidth.loss;

import org.starbridge.bandwidth.state.Fields;

/**
 * Trial that tells a policer from a link that loses at any rate: a quarter more is sent for a second, filled up with
 * copies and padding. What a policer is sent above its bitrate is lost; elsewhere the share of losses stays. No picture
 * is given up for it, as one would be for a trial with less. Owned by one worker.
 */
final class RateTrial {
    /** More sent than before, as a share of it. */
    static final double RAISE = 1.25;
    /** Observations at the beginning in which copies do not flow yet. */
    static final int BEGINNING = 1;
    /** Observations that count: 1 s, or fewer if they leave no doubt. */
    static final int COUNTED = 4;

    private static final int LEAST_COUNTED = 2;
    /** So many standard deviations leave no doubt. */
    private static final double SURE = 2;
    /** About the size of a packet. */
    private static final double PACKET_KB = 1.1;
    /** With less than this more than before, losses say nothing. */
    static final double LEAST_RAISE = 1.1;

    private double beforeBps;
    private double beforeLoss;
    private int observations;
    private double sentKb;
    private double lostKb;
    private double sumBps;
    private boolean isRunning;

    /** Result of an observation. */
    enum Verdict {
        /** The trial goes on. */
        RUNNING,
        /** What was sent more was lost. */
        POLICER,
        /** The losses are the link's own. */
        OWN_LOSSES,
        /** Not enough was sent, or a queue grew. */
        UNCLEAR
    }

    void begin(double sentBps, double loss) {
        beforeBps = sentBps;
        beforeLoss = loss;
        observations = 0;
        sentKb = 0;
        lostKb = 0;
        sumBps = 0;
        isRunning = true;
    }

    /**
     * Takes one observation of a running trial.
     *
     * @param isQueued packets wait in front of the receiver
     */
    Verdict onObservation(double sentKb, double lostKb, double sentBps, boolean isQueued) {
        if (isQueued) {
            isRunning = false;
            return Verdict.UNCLEAR;
        }
        if (++observations <= BEGINNING) {
            return Verdict.RUNNING;
        }
        this.sentKb += sentKb;
        this.lostKb += lostKb;
        sumBps += sentBps;
        int counted = observations - BEGINNING;
        Verdict verdict = counted < LEAST_COUNTED ? Verdict.RUNNING : verdict(sumBps / counted / beforeBps);
        if (verdict == Verdict.RUNNING && counted == COUNTED) {
            verdict = Verdict.UNCLEAR;
        }
        isRunning = verdict == Verdict.RUNNING;
        return verdict;
    }

    private Verdict verdict(double raise) {
        if (!(raise >= LEAST_RAISE) || this.sentKb <= 0) {
            return Verdict.RUNNING;
        }
        double loss = this.lostKb / this.sentKb;
        double middle = (beforeLoss + 1 - (1 - beforeLoss) / raise) / 2;
        double doubt = SURE * Math.sqrt(middle * (1 - middle) * PACKET_KB / this.sentKb);
        if (loss >= middle + doubt) {
            return Verdict.POLICER;
        }
        return loss <= middle - doubt ? Verdict.OWN_LOSSES : Verdict.RUNNING;
    }

    /** Ends it without a verdict. */
    void stop() {
        isRunning = false;
    }

    boolean isRunning() {
        return isRunning;
    }

    /** The bitrate to send meanwhile; 0 if no trial is running. */
    double bps() {
        return isRunning ? RAISE * beforeBps : 0;
    }

    /** Its fields. */
    void state(Fields fields) {
        beforeBps = fields.f64(beforeBps);
        beforeLoss = fields.f64(beforeLoss);
        observations = fields.i32(observations);
        sentKb = fields.f64(sentKb);
        lostKb = fields.f64(lostKb);
        sumBps = fields.f64(sumBps);
        isRunning = fields.bool(isRunning);
    }
}
