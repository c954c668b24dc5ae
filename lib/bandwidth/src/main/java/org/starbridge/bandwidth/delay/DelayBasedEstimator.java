package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.state.Fields;

/** Groups, trend and rate control in one (libwebrtc delay_based_bwe.cc). Owned by one worker. */
public final class DelayBasedEstimator {
    private static final long NEVER = Long.MIN_VALUE;
    private static final double NS_PER_MS = 1e6;

    private final DelayConfig config;
    private final InterArrival interArrival;
    private final Trendline trendline;
    private final AimdRateControl rateControl;
    private final BusyPeriod busyPeriod = new BusyPeriod();
    private final StandingQueue standingQueue = new StandingQueue();
    private final LastingQueue lastingQueue = new LastingQueue();
    private final QueueDrain drain = new QueueDrain();
    private final ForeignQueue foreignQueue = new ForeignQueue();
    private final FriendlyRate friendly = new FriendlyRate();
    private double lossRatio;
    private boolean isLasting;
    private long lastFeedbackAtNs = NEVER;
    private boolean recovered;

    /** An estimator that knows nothing yet. */
    public DelayBasedEstimator(DelayConfig config, long minBps, long maxBps) {
        this.config = config;
        interArrival = new InterArrival(config.interArrival());
        trendline = new Trendline(config.trendline());
        rateControl = new AimdRateControl(config.aimd(), minBps, maxBps);
    }

    /**
     * Takes one feedback.
     *
     * @param probeBps the result of a probe, or -1
     */
    public void onFeedback(long nowNs, PacketResults results, Throughput throughput, long probeBps, long rttNs) {
        recovered = false;
        if (results.count() == 0) {
            return;
        }
        if (lastFeedbackAtNs != NEVER && nowNs - lastFeedbackAtNs > config.maxSilenceNs()) {
            reset();
        }
        lastFeedbackAtNs = nowNs;
        for (int i = 0; i < results.count(); i++) {
            onPacket(nowNs, results.sendTimeNs(i), results.arrivalNs(i), results.sizeBytes(i));
        }
        throughput.setBusy(busyPeriod.bps());
        isLasting = lastingQueue.onFeedback(nowNs, trendline.waitMs()) && foreignQueue.isSuspected();
        long beforeBps = bps();
        long decreasedBeforeNs = rateControl.decreasedAtNs();
        if (foreignQueue.isFound()) {
            friendly.update(nowNs, lossRatio);
            rateControl.compete(nowNs, throughput, lossRatio, friendly.bps(rttNs), rttNs);
        } else if (trendline.usage() != LinkUsage.OVERUSE) {
            if (probeBps >= 0) {
                rateControl.onProbe(nowNs, probeBps);
            } else {
                // Held, as in front of a queue that becomes shorter.
                rateControl.update(nowNs, isLasting ? LinkUsage.UNDERUSE : trendline.usage(), throughput, rttNs);
            }
        } else if (rateControl.mayDecrease(nowNs, throughput, rttNs)) {
            if (throughput.isKnown()) {
                rateControl.update(nowNs, LinkUsage.OVERUSE, throughput, rttNs);
            } else {
                rateControl.halve(nowNs);
            }
        }
        lookForOthers(nowNs, rateControl.decreasedAtNs() != decreasedBeforeNs, beforeBps);
    }

    private void lookForOthers(long nowNs, boolean isDecreased, long beforeBps) {
        foreignQueue.onFeedback(nowNs, trendline.waitMs(), isDecreased, beforeBps);
        if (foreignQueue.isNew() && foreignQueue.isAgain()) {
            rateControl.resumeAt(nowNs, foreignQueue.beforeBps());
        }
        trendline.keepBase(foreignQueue.isFound());
    }

    private void onPacket(long nowNs, long sendNs, long arrivalNs, int sizeBytes) {
        busyPeriod.onPacket(arrivalNs, sizeBytes);
        if (interArrival.onPacket(sendNs, arrivalNs, nowNs)) {
            LinkUsage before = trendline.usage();
            trendline.onDeltas(interArrival.sendDeltaNs(), interArrival.arrivalDeltaNs(), arrivalNs);
            busyPeriod.onGroup(trendline.isBusy());
            recovered |= before == LinkUsage.UNDERUSE && trendline.usage() == LinkUsage.NORMAL;
        }
    }

    /**
     * Lowers the rate if packets are lost in front of a queue that stays full; after {@link #onFeedback}.
     *
     * @param rttNs the shortest round trip of the feedback
     * @param lossRatio of the last seconds, 0 to 1
     */
    public void onLosses(long nowNs, Throughput throughput, long rttNs, double lossRatio) {
        this.lossRatio = lossRatio;
        boolean isOfOthers = foreignQueue.isFound();
        boolean isStanding = standingQueue.onFeedback(nowNs, rttNs, lossRatio) && !isOfOthers;
        if (isStanding && throughput.isKnown()) {
            rateControl.update(nowNs, LinkUsage.OVERUSE, throughput, rttNs);
        }
        long waitNs = Math.max((long) (trendline.waitMs() * NS_PER_MS), standingQueue.waitNs());
        if (isOfOthers) {
            drain.reset();
        } else {
            boolean isOverused = isStanding || isLasting || trendline.usage() == LinkUsage.OVERUSE;
            drain.onFeedback(nowNs, isOverused, waitNs);
        }
    }

    /** Forgets delays, and keeps the rate: after a silence, or on a new route. */
    public void reset() {
        interArrival.reset();
        trendline.reset();
        busyPeriod.reset();
        standingQueue.reset();
        lastingQueue.reset();
        isLasting = false;
        drain.reset();
        foreignQueue.reset();
    }

    /** Sets the rate that is assumed while nothing is known. */
    public void assume(long bps) {
        rateControl.assume(bps);
    }

    /** Goes on with these rates; -1 where none is known. */
    public void resume(long nowNs, long bps, long capacityBps, long overusedAgoNs) {
        rateControl.resume(nowNs, bps, capacityBps, overusedAgoNs);
    }

    /** Returns the bitrate that the link carried when it was found full; -1 if it was not, or has changed since. */
    public long capacityBps() {
        return rateControl.capacityBps();
    }

    /** Lowers the rate after a silence. Does nothing if the rate is lower already, or not known. */
    public void lowerTo(long nowNs, long bps) {
        rateControl.lowerTo(nowNs, bps);
    }

    /** Returns whether the last change of the rate was a probe's result. */
    public boolean followsProbe() {
        return rateControl.source() == AimdRateControl.Source.PROBE;
    }

    /** Returns whether the rate would grow if more had been acknowledged. */
    public boolean isHeldByAcknowledged() {
        return rateControl.source() == AimdRateControl.Source.ACKNOWLEDGED;
    }

    /** The estimate in bit/s; -1 while none is known, which means: as much as the start rate. */
    public long bps() {
        return rateControl.hasRate() ? rateControl.rateBps() : -1;
    }

    /** Returns what the delays say now. */
    public LinkUsage usage() {
        return trendline.usage();
    }

    /** Returns whether the last packets waited in front of the receiver, more than jitter explains. */
    public boolean isQueued() {
        return trendline.isBusy();
    }

    /** Returns the time that the last packets waited in front of the receiver, as far as can be told. */
    public long queueNs() {
        return (long) (trendline.waitMs() * NS_PER_MS);
    }

    /** Returns whether others fill the queue in front of the receiver: the rate goes by losses. */
    public boolean isBesideOthers() {
        return foreignQueue.isFound();
    }

    /** Returns whether less is to leave than the estimate, until the queue in front of the receiver is gone. */
    public boolean isDraining() {
        return drain.isActive();
    }

    /** Returns whether the queue came back soon after it was gone, or stays. */
    public boolean isQueuePersistent() {
        return drain.isPersistent();
    }

    /** Returns the bitrate that may leave: the estimate, or, as long as there is a queue after an overuse, less. */
    public long drainingBps(long estimateBps) {
        return drain.limitBps(estimateBps);
    }

    /** Returns whether the last feedback ended a time in which the queue became shorter. */
    public boolean hasRecovered() {
        return recovered;
    }

    /** Returns the time at which overuse last lowered the rate; {@link Long#MIN_VALUE} if never. */
    public long decreasedAtNs() {
        return rateControl.decreasedAtNs();
    }

    /** The slope of the delay, ms per ms. */
    public double trend() {
        return trendline.trend();
    }

    /** The slope as it is compared with the threshold. */
    public double modifiedTrendMs() {
        return trendline.modifiedTrendMs();
    }

    /** The adaptive threshold. */
    public double thresholdMs() {
        return trendline.thresholdMs();
    }

    /** Its fields. */
    public void state(Fields fields) {
        interArrival.state(fields);
        trendline.state(fields);
        rateControl.state(fields);
        busyPeriod.state(fields);
        standingQueue.state(fields);
        lastingQueue.state(fields);
        drain.state(fields);
        foreignQueue.state(fields);
        friendly.state(fields);
        lossRatio = fields.f64(lossRatio);
        isLasting = fields.bool(isLasting);
        lastFeedbackAtNs = fields.time(lastFeedbackAtNs);
        recovered = fields.bool(recovered);
    }
}
