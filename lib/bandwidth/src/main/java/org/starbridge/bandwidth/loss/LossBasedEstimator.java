package org.starbridge.bandwidth.loss;

import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.state.Fields;

/**
 * The bitrate that losses allow (libwebrtc loss_based_bwe_v2.cc). Unlike a fixed loss threshold, it tells losses that
 * any rate has (radio) from losses that too high a rate causes: each time an observation is complete, a few candidates
 * near the current estimate compete for the best explanation of the last observations ({@link LossModel}); the winner
 * is then bounded. Owned by one worker.
 */
public final class LossBasedEstimator {
    private static final double[] CANDIDATE_FACTORS = {1.02, 1.0, 0.95};
    private static final long NEVER = Long.MIN_VALUE;
    /** A second, of observations of a quarter each. */
    private static final int LASTING_OBSERVATIONS = 4;
    /** Makes an estimate that may grow again larger than the one before, so that the state changes. */
    private static final long LEAST_INCREASE_BPS = 1;

    /** Of the very first observations, a share of lost bytes that no link has by itself. */
    private static final double FLOODED = 0.3;

    private final LossConfig config;
    private final long minBps;
    private final long maxBps;
    private final LossObservations observations;
    private final LossModel model;
    private final LossHold hold;
    private final PolicedRate policed = new PolicedRate();
    private boolean isPoliced;
    private long bandwidthBps = -1;
    private double inherentLoss;
    private long bps = -1;
    private LossState state = LossState.DELAY_BASED;
    private double averageLoss;
    private double bestObjective;
    private double bestBps;
    private double bestLoss;
    private long windowStartNs = NEVER;
    private long windowLimitBps;
    private long paddingStartNs = NEVER;
    private long paddingBps;

    /** An estimator that knows nothing yet. */
    public LossBasedEstimator(LossConfig config, long minBps, long maxBps) {
        this.config = config;
        this.minBps = minBps;
        this.maxBps = maxBps;
        observations = new LossObservations(config);
        model = new LossModel(config, observations);
        hold = new LossHold(config.firstHoldNs(), config.maxHoldNs());
        windowLimitBps = maxBps;
    }

    /**
     * Takes one feedback.
     *
     * @param acknowledgedBps or -1 if it is not known
     * @param delayBps the delay-based estimate, or where that is not known, the rate that is assumed
     * @param queueNs how long packets wait in front of the receiver
     * @param isApplicationLimited less is sent than the estimate allows, so what arrives says nothing of the link
     */
    public void onFeedback(
            PacketResults results, long acknowledgedBps, long delayBps, long queueNs, boolean isApplicationLimited) {
        if (!observations.add(results)) {
            followDelay(delayBps);
            return;
        }
        averageLoss = observations.averageLoss();
        if (bandwidthBps < 0) {
            bandwidthBps = delayBps;
            bps = delayBps;
        }
        if (observations.count() < config.minObservations()) {
            followDelay(delayBps);
            lowerIfFlooded();
            return;
        }
        long nowNs = observations.endNs();
        policed.onObservation(
                nowNs, observations.receivedKb(0), observations.lostKb(0), observations.rateBps(0), queueNs);
        isPoliced = false;
        if (policed.isTrial()) { // its losses do not lower the estimate: no layer is given up for it
            bps = Math.min(bps, delayBps);
            return;
        }
        choose(nowNs, acknowledgedBps, delayBps, isApplicationLimited);
        limitIncrease(nowNs, acknowledgedBps);
        bound(acknowledgedBps, delayBps);
        bandwidthBps = (long) bestBps;
        inherentLoss = bestLoss;
        settle(nowNs, acknowledgedBps, delayBps);
        holdBelowPolicer(nowNs);
    }

    /** At the beginning a probe that fits into a policer's bucket may promise many times of what passes. */
    private void lowerIfFlooded() {
        double sentKb = observations.receivedKb(0) + observations.lostKb(0);
        if (observations.count() > 1 && observations.lostKb(0) > FLOODED * sentKb) {
            double arrivesBps = observations.rateBps(0) * observations.receivedKb(0) / sentKb;
            bps = Math.min(bps, Math.max(minBps, (long) arrivesBps));
            bandwidthBps = bps;
            state = LossState.DECREASING;
        }
    }

    private void holdBelowPolicer(long nowNs) {
        long limitBps = Math.max(minBps, (long) policed.limitBps(nowNs));
        if (limitBps <= bps) {
            bps = limitBps;
            bandwidthBps = Math.min(bandwidthBps, limitBps);
            stopPadding();
            state = LossState.DECREASING;
            isPoliced = true;
        }
    }

    /** Between observations: losses that limit nothing do not hold the delay-based estimate back. */
    private void followDelay(long delayBps) {
        if (state == LossState.DELAY_BASED) {
            bps = delayBps;
        } else {
            bps = Math.min(bps, delayBps);
        }
    }

    private void choose(long nowNs, long acknowledgedBps, long delayBps, boolean isApplicationLimited) {
        bestObjective = Double.NEGATIVE_INFINITY;
        bestBps = bandwidthBps;
        bestLoss = inherentLoss;
        for (double factor : CANDIDATE_FACTORS) {
            consider(factor * bandwidthBps);
        }
        if (acknowledgedBps >= 0 && (!isApplicationLimited || isPadding(nowNs))) {
            consider((double) acknowledgedBps);
        }
        if (delayBps > bandwidthBps) {
            consider((double) delayBps);
        }
        if (averageLoss > bestLoss && bestBps > bandwidthBps) {
            bestBps = bandwidthBps;
        }
    }

    private void consider(double candidateBps) {
        double upperBps = isLossLimited() ? windowLimitBps : maxBps;
        double limitedBps =
                Math.max(Math.min(candidateBps, Math.max((double) bandwidthBps, upperBps)), (double) minBps);
        double loss = model.fitLoss(limitedBps, inherentLoss);
        double objective = model.objective(limitedBps, loss, averageLoss);
        if (objective > bestObjective) {
            bestObjective = objective;
            bestBps = limitedBps;
            bestLoss = loss;
        }
    }

    private void limitIncrease(long nowNs, long acknowledgedBps) {
        if (!isLossLimited()) {
            return;
        }
        if (isInWindow(nowNs)) {
            bestBps = Math.min(bestBps, (double) Math.max(windowLimitBps, bandwidthBps));
        }
        boolean grows = bestBps > bandwidthBps || ((long) bestBps == bandwidthBps && state == LossState.INCREASING);
        if (!grows || acknowledgedBps < 0) {
            return;
        }
        boolean nearHold = hold.bps() != Long.MAX_VALUE && acknowledgedBps < config.holdFactor() * hold.bps();
        double factor = nearHold ? config.acknowledgedFactorInHold() : config.acknowledgedFactor();
        bestBps = Math.max((double) bandwidthBps, Math.min(bestBps, factor * acknowledgedBps));
        if (state == LossState.DECREASING && (long) bestBps == bandwidthBps) {
            bestBps = bandwidthBps + LEAST_INCREASE_BPS;
        }
    }

    private boolean isInWindow(long nowNs) {
        return windowStartNs != NEVER && nowNs - windowStartNs < config.increaseWindowNs();
    }

    private void bound(long acknowledgedBps, long delayBps) {
        double lowestBps = Math.max(minBps, acknowledgedBps);
        double boundedBps = Math.max(Math.min(bestBps, instantBoundBps()), lowestBps);
        boundedBps = Math.min(boundedBps, (double) delayBps);
        if (boundedBps < bestBps) {
            bestLoss = 0;
        }
        bestBps = Math.clamp(boundedBps, (double) minBps, (double) maxBps);
    }

    private double instantBoundBps() {
        double excess = averageLoss - config.instantLossOffset();
        return excess <= 0 ? maxBps : Math.min((double) maxBps, config.instantBalanceBps() / excess);
    }

    private void settle(long nowNs, long acknowledgedBps, long delayBps) {
        long boundedBps = bandwidthBps;
        boolean limits = boundedBps < delayBps && boundedBps < maxBps;
        if (limits && state == LossState.DECREASING && hold.isActive(nowNs)) {
            hold.raiseTo(acknowledgedBps);
            bps = Math.min(hold.bps(), boundedBps);
            return;
        }
        if (limits && isLossLimited() && isIncrease(boundedBps) && mayKeepPadding(nowNs, boundedBps)) {
            if (boundedBps > paddingBps) {
                paddingBps = boundedBps;
                paddingStartNs = nowNs;
            }
            state = LossState.INCREASING;
        } else if (limits) {
            if (state != LossState.DECREASING) {
                hold.start(nowNs, boundedBps);
            }
            stopPadding();
            state = LossState.DECREASING;
        } else {
            hold.reset();
            stopPadding();
            state = LossState.DELAY_BASED;
        }
        bps = boundedBps;
        if (isLossLimited() && !isInWindow(nowNs)) {
            windowLimitBps = Math.max(minBps, (long) (bandwidthBps * config.maxIncreaseFactor()));
            windowStartNs = nowNs;
        }
    }

    private boolean isIncrease(long boundedBps) {
        return boundedBps > bps || (boundedBps == bps && state == LossState.INCREASING);
    }

    private boolean mayKeepPadding(long nowNs, long boundedBps) {
        return state != LossState.INCREASING || isPadding(nowNs) || boundedBps > paddingBps;
    }

    private boolean isPadding(long nowNs) {
        return paddingStartNs != NEVER && nowNs - paddingStartNs <= config.paddingNs();
    }

    private void stopPadding() {
        paddingBps = 0;
        paddingStartNs = NEVER;
    }

    /** The route changed: a policer of the former one means nothing. */
    public void onRouteChange() {
        policed.onRouteChange();
        isPoliced = false;
    }

    /** Goes on with this estimate, -1 if none is known, beside that of the delays. */
    public void resume(long lossBps, long delayBps) {
        bandwidthBps = lossBps;
        bps = lossBps;
        state = lossBps >= 0 && lossBps < delayBps ? LossState.DECREASING : LossState.DELAY_BASED;
    }

    private boolean isLossLimited() {
        return state != LossState.DELAY_BASED;
    }

    /** The estimate in bit/s; -1 while none is known. */
    public long bps() {
        return bps;
    }

    /** The bitrate to fill what is sent up to, to tell a policer from a lossy link; 0 if that is not tried now. */
    public long trialBps() {
        return (long) policed.trialBps();
    }

    /** Returns whether the estimate is a bitrate above which a policer is assumed to drop everything. */
    public boolean isPoliced() {
        return isPoliced;
    }

    /** Returns what the estimate does. */
    public LossState state() {
        return state;
    }

    /** The share of bytes that were lost lately, 0 to 1. */
    public double averageLoss() {
        return averageLoss;
    }

    /** The smallest share of bytes that was lost in each quarter of the last second of sending, 0 to 1. */
    public double lastingLoss() {
        return observations.lastingLoss(LASTING_OBSERVATIONS);
    }

    /** The share that would be lost at any rate, 0 to 1. */
    public double inherentLoss() {
        return inherentLoss;
    }

    /** Its fields. */
    public void state(Fields fields) {
        observations.state(fields);
        hold.state(fields);
        policed.state(fields);
        isPoliced = fields.bool(isPoliced);
        bandwidthBps = fields.i64(bandwidthBps);
        inherentLoss = fields.f64(inherentLoss);
        bps = fields.i64(bps);
        state = fields.choice(state, LossState.values());
        averageLoss = fields.f64(averageLoss);
        bestObjective = fields.f64(bestObjective);
        bestBps = fields.f64(bestBps);
        bestLoss = fields.f64(bestLoss);
        windowStartNs = fields.time(windowStartNs);
        windowLimitBps = fields.i64(windowLimitBps);
        paddingStartNs = fields.time(paddingStartNs);
        paddingBps = fields.i64(paddingBps);
    }
}
