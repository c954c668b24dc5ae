package org.starbridge.bandwidth.loss;

import org.starbridge.bandwidth.state.Fields;

/**
 * Finds a policer: it passes a bitrate without a queue and drops what is above. No delay shows that, and an estimate
 * that follows losses alone comes back to them every few seconds. A policer is assumed if packets are lost twice while
 * the same bitrate arrives, and hardly any below that bitrate in between (BBR version 1 finds policers likewise,
 * "long-term bandwidth"). The bitrate is then held for a time that doubles with each time that it is confirmed. After
 * it the limit grows slowly, and the first losses bring it back. Losses that go on below it lower it, and in the end
 * prove the opposite.
 *
 * <p>If packets are lost all the time, {@link RateSpread} tells whose losses they are, or, where what is sent varies
 * too little for that, a {@link RateTrial} which sends more for a second at most. If the link turns out to have losses
 * of its own, the next trial comes later. Owned by one worker.
 */
final class PolicedRate {
    /** The policer's bitrate is not known; larger than every bitrate. */
    static final long NONE = Long.MAX_VALUE;

    /** An observation with such a share of lost bytes belongs to an episode of losses. */
    private static final double MIN_LOSS = 0.1;
    /** The same once a policer was found: a little above its bitrate, few packets are lost, and for a long time. */
    private static final double MIN_LOSS_AGAIN = 0.04;
    /**
     * Share that one observation takes over of the one before, after a hold: 250 ms hold few packets of a low bitrate.
     */
    private static final double MEMORY = 0.75;
    /** A shorter episode is a burst of losses. */
    private static final int MIN_OBSERVATIONS = 2;
    /** Losses with more delay than this come from a queue. */
    private static final long MAX_QUEUE_NS = 50_000_000L;
    /** Two episodes are alike if the bitrates that arrived differ by this share at most. */
    private static final double LIKENESS = 0.15;
    /** Share that may be lost between two episodes, below the bitrate of the first. */
    private static final double MAX_LOSS_BELOW = 0.02;

    private static final int MIN_OBSERVATIONS_BELOW = 4;
    /** Share that is held of the bitrate that arrived: bursts and headers of lower layers need some of it. */
    private static final double SHARE = 0.92;

    private static final long FIRST_HOLD_NS = 20_000_000_000L;
    private static final long MAX_HOLD_NS = 160_000_000_000L;

    /** So many more observations with losses than without, and losses are lasting: 2 s. */
    private static final int LASTING = 8;

    /** A hold is checked after so many observations: 5 s. */
    private static final int CHECKED = 20;
    /** So often it is lowered before the losses are taken for the link's own. */
    private static final int MAX_LOWERED = 2;

    /** After a hold the limit grows by this share of it each second, so that little is lost if the policer is back. */
    private static final double GROWTH_PER_SECOND = 0.05;
    /** For so long, and then nothing is limited. */
    private static final long GROWTH_NS = 10_000_000_000L;
    /** If so many times of its bitrate arrives, the policer is gone. */
    private static final double GONE = 1.5;

    /** Observations at the beginning of a hold in which the layers are still those of before. */
    private static final int HOLD_BEGINNING = 6;

    private static final long FIRST_PAUSE_NS = 30_000_000_000L;
    private static final long MAX_PAUSE_NS = 600_000_000_000L;
    private static final double SMOOTHING = 0.2;

    private int episodeObservations;
    private double episodeLoss;
    private double episodeBps;
    private double knownBps = -1;
    private int observationsBelow;
    private double sentBelowKb;
    private double lostBelowKb;
    private int lossyBelow;
    private int heldObservations;
    private int lowered;
    private double heldKb;
    private double heldLostKb;
    private double recentKb;
    private double recentLostKb;
    private double recentBps;
    private double heldBps = NONE;
    private long holdNs = FIRST_HOLD_NS;
    private long heldUntilNs = Long.MIN_VALUE;
    private int lasting;
    private double lastingBps;
    private double lastingLoss;
    private final RateTrial trial = new RateTrial();
    private final RateSpread spread = new RateSpread();
    private long nextTrialNs = Long.MIN_VALUE;
    private long pauseNs = FIRST_PAUSE_NS;

    /**
     * Takes one observation.
     *
     * @param sentBps the bitrate of what was sent
     * @param queueNs how long packets wait in front of the receiver
     */
    void onObservation(long nowNs, double receivedKb, double lostKb, double sentBps, long queueNs) {
        double sentKb = receivedKb + lostKb;
        double loss = sentKb <= 0 ? 0 : lostKb / sentKb;
        if (trial.isRunning()) {
            onTrial(nowNs, trial.onObservation(sentKb, lostKb, sentBps, queueNs > MAX_QUEUE_NS));
            return;
        }
        if (isHeld(nowNs)) {
            checkHold(nowNs, sentKb, lostKb);
        }
        noteLasting(nowNs, loss >= MIN_LOSS_AGAIN && queueNs <= MAX_QUEUE_NS, sentBps, loss);
        if (trial.isRunning()) {
            return;
        }
        if (isBack(nowNs, sentKb, lostKb, sentBps * (1 - loss), queueNs)) {
            hold(nowNs, knownBps);
            return;
        }
        double leastLoss = holdNs > FIRST_HOLD_NS ? MIN_LOSS_AGAIN : MIN_LOSS;
        if (loss < leastLoss || queueNs > MAX_QUEUE_NS) {
            endEpisode();
            lossyBelow = 0;
            if (sentBps < knownBps) {
                observationsBelow++;
                sentBelowKb += sentKb;
                lostBelowKb += lostKb;
            }
            return;
        }
        if (sentBps < knownBps * (1 - LIKENESS)) {
            if (loss >= MIN_LOSS && ++lossyBelow >= MIN_OBSERVATIONS) { // one may be the end of an episode
                forget();
            }
            return;
        }
        episodeObservations++;
        if (loss > episodeLoss) {
            episodeLoss = loss;
            episodeBps = sentBps * (1 - loss);
        }
        if (episodeObservations >= MIN_OBSERVATIONS && !isHeld(nowNs) && confirms(episodeBps)) {
            hold(nowNs, Math.min(knownBps, episodeBps));
        }
    }

    /** Checks that what is held loses hardly anything: else it is too much, or the losses are the link's own. */
    private void checkHold(long nowNs, double sentKb, double lostKb) {
        if (++heldObservations <= HOLD_BEGINNING) {
            return;
        }
        heldKb += sentKb;
        heldLostKb += lostKb;
        if (heldObservations < CHECKED || heldLostKb <= MAX_LOSS_BELOW * heldKb) {
            return;
        }
        if (lowered == MAX_LOWERED) {
            giveUp(nowNs);
        } else {
            lowered++;
            knownBps *= SHARE;
            heldBps = SHARE * knownBps;
            beginCheck();
        }
    }

    private void beginCheck() {
        heldObservations = 0;
        heldKb = 0;
        heldLostKb = 0;
    }

    /**
     * Returns whether a policer that was held before is met again: packets are lost at about its bitrate as soon as
     * more is sent than was held. That nothing is lost below is known already, so few losses suffice.
     */
    private boolean isBack(long nowNs, double sentKb, double lostKb, double receivedBps, long queueNs) {
        if (heldBps == NONE || isHeld(nowNs) || queueNs > MAX_QUEUE_NS) {
            recentKb = 0;
            recentLostKb = 0;
            recentBps = receivedBps;
            return false;
        }
        lowered = 0;
        recentKb = MEMORY * recentKb + sentKb;
        recentLostKb = MEMORY * recentLostKb + lostKb;
        recentBps = MEMORY * recentBps + (1 - MEMORY) * receivedBps;
        boolean isLossy = recentLostKb >= MIN_LOSS_AGAIN * recentKb;
        if (!isLossy && recentBps > knownBps * GONE) {
            forget();
            return false;
        }
        return isLossy
                && recentBps >= heldBps * (1 - LIKENESS)
                && Math.max(recentBps, receivedBps) <= knownBps * (1 + 2 * LIKENESS);
    }

    private void hold(long nowNs, double bps) {
        heldBps = SHARE * bps;
        beginCheck();
        heldUntilNs = nowNs + holdNs;
        holdNs = Math.min(2 * holdNs, MAX_HOLD_NS);
    }

    private void noteLasting(long nowNs, boolean isLossy, double sentBps, double loss) {
        if (!isLossy || isHeld(nowNs)) {
            lasting = Math.max(0, lasting - 1);
            if (lasting == 0) {
                spread.clear();
            }
            return;
        }
        spread.add(sentBps, loss);
        lastingBps = lasting == 0 ? sentBps : lastingBps + SMOOTHING * (sentBps - lastingBps);
        lastingLoss = lasting == 0 ? loss : lastingLoss + SMOOTHING * (loss - lastingLoss);
        lasting++;
        if (lasting < LASTING || nowNs < nextTrialNs) {
            return;
        }
        if (spread.isOfPolicer()) {
            onTrial(nowNs, RateTrial.Verdict.POLICER);
        } else if (spread.isOfLossyLink()) {
            onTrial(nowNs, RateTrial.Verdict.OWN_LOSSES);
        } else {
            trial.begin(lastingBps, lastingLoss);
        }
    }

    private void onTrial(long nowNs, RateTrial.Verdict verdict) {
        if (verdict != RateTrial.Verdict.RUNNING) {
            spread.clear();
        }
        switch (verdict) {
            case RUNNING -> {}
            case POLICER -> {
                lasting = 0;
                endEpisode();
                knownBps = lastingBps * (1 - lastingLoss);
                hold(nowNs, knownBps);
            }
            case OWN_LOSSES -> {
                lasting = 0;
                giveUp(nowNs);
            }
            case UNCLEAR -> {
                lasting = 0;
                nextTrialNs = nowNs + FIRST_PAUSE_NS;
            }
        }
    }

    /** Losses go on below what was assumed: the next trial comes later. */
    private void giveUp(long nowNs) {
        nextTrialNs = nowNs + pauseNs;
        pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
        forget();
    }

    private boolean confirms(double bps) {
        return knownBps > 0
                && Math.abs(bps - knownBps) <= LIKENESS * knownBps
                && observationsBelow >= MIN_OBSERVATIONS_BELOW
                && lostBelowKb <= MAX_LOSS_BELOW * sentBelowKb;
    }

    private void endEpisode() {
        if (episodeObservations >= MIN_OBSERVATIONS) {
            boolean isOther = knownBps < 0 || Math.abs(episodeBps - knownBps) > LIKENESS * knownBps;
            if (isOther) {
                holdNs = FIRST_HOLD_NS;
            }
            knownBps = episodeBps;
            observationsBelow = 0;
            sentBelowKb = 0;
            lostBelowKb = 0;
        }
        episodeObservations = 0;
        episodeLoss = 0;
    }

    /** Another link: nothing is known of it. */
    void onRouteChange() {
        forget();
        trial.stop();
        spread.clear();
        lasting = 0;
        nextTrialNs = Long.MIN_VALUE;
        pauseNs = FIRST_PAUSE_NS;
    }

    /** Losses are the link's own: what seemed to be a policer's bitrate means nothing. */
    private void forget() {
        episodeObservations = 0;
        episodeLoss = 0;
        lossyBelow = 0;
        knownBps = -1;
        heldBps = NONE;
        heldUntilNs = Long.MIN_VALUE;
        holdNs = FIRST_HOLD_NS;
        lowered = 0;
    }

    /** Returns whether a {@link RateTrial} is running. */
    boolean isTrial() {
        return trial.isRunning();
    }

    /** The bitrate to send for a trial; 0 if none is running. */
    double trialBps() {
        return trial.bps();
    }

    /** Returns whether {@link #limitBps} stays as it is. */
    boolean isHeld(long nowNs) {
        return nowNs < heldUntilNs;
    }

    /** Up to which bitrate hardly anything is lost; {@link #NONE} if that is not known. */
    double limitBps(long nowNs) {
        if (isHeld(nowNs)) {
            return heldBps;
        }
        if (heldBps == NONE || nowNs - heldUntilNs > GROWTH_NS) {
            return NONE;
        }
        return heldBps * (1 + GROWTH_PER_SECOND * (nowNs - heldUntilNs) / 1e9);
    }

    /** Its fields. */
    void state(Fields fields) {
        episodeObservations = fields.i32(episodeObservations);
        episodeLoss = fields.f64(episodeLoss);
        episodeBps = fields.f64(episodeBps);
        knownBps = fields.f64(knownBps);
        observationsBelow = fields.i32(observationsBelow);
        sentBelowKb = fields.f64(sentBelowKb);
        lostBelowKb = fields.f64(lostBelowKb);
        lossyBelow = fields.i32(lossyBelow);
        heldObservations = fields.i32(heldObservations);
        lowered = fields.i32(lowered);
        heldKb = fields.f64(heldKb);
        heldLostKb = fields.f64(heldLostKb);
        recentKb = fields.f64(recentKb);
        recentLostKb = fields.f64(recentLostKb);
        recentBps = fields.f64(recentBps);
        heldBps = fields.f64(heldBps);
        holdNs = fields.i64(holdNs);
        heldUntilNs = fields.time(heldUntilNs);
        lasting = fields.i32(lasting);
        lastingBps = fields.f64(lastingBps);
        lastingLoss = fields.f64(lastingLoss);
        trial.state(fields);
        spread.state(fields);
        nextTrialNs = fields.time(nextTrialNs);
        pauseNs = fields.i64(pauseNs);
    }
}
