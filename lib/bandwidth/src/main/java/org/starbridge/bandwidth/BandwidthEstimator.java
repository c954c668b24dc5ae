package org.starbridge.bandwidth;

import org.jspecify.annotations.Nullable;
import org.starbridge.bandwidth.delay.DelayBasedEstimator;
import org.starbridge.bandwidth.delay.FirstBursts;
import org.starbridge.bandwidth.delay.LinkUsage;
import org.starbridge.bandwidth.delay.Throughput;
import org.starbridge.bandwidth.feedback.FeedbackAdapter;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.FeedbackSilence;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.feedback.ReceiverLimit;
import org.starbridge.bandwidth.feedback.RoundTripTime;
import org.starbridge.bandwidth.feedback.SendHistory;
import org.starbridge.bandwidth.loss.LossBasedEstimator;
import org.starbridge.bandwidth.loss.LossState;
import org.starbridge.bandwidth.probe.AlrDetector;
import org.starbridge.bandwidth.probe.Growth;
import org.starbridge.bandwidth.probe.ProbeController;
import org.starbridge.bandwidth.probe.ProbeSchedule;
import org.starbridge.bandwidth.state.Fields;
import org.starbridge.bandwidth.throughput.AcknowledgedBitrate;
import org.starbridge.bandwidth.trace.EstimatorState;
import org.starbridge.bandwidth.trace.Trace;

/**
 * The bandwidth of one receiver transport by its transport-wide feedback (libwebrtc goog_cc_network_control.cc). The
 * target is the smallest of what delays, losses, the receiver and the configuration allow; {@link #reason} says which.
 *
 * <p>Owned by the receiver's media worker. Times are nanoseconds of one monotonic clock.
 */
public final class BandwidthEstimator {
    private static final long NONE = Long.MAX_VALUE;
    private static final long NEVER = Long.MIN_VALUE;
    /** A link that carries so many times what is wanted also carries its bursts. */
    private static final double AMPLE = 1.5;
    /** Of what the first bursts show, what is assumed. */
    private static final double OF_BURSTS = 0.85;
    /** So many ticks later than the last one, this process was late: feedback may be there and is not read yet. */
    private static final int LATE_TICKS = 2;

    private final BandwidthConfig config;
    private final PacketResults results;
    private final SendHistory history = new SendHistory();
    private final RoundTripTime roundTripTime = new RoundTripTime();
    private final FeedbackAdapter adapter = new FeedbackAdapter(history, roundTripTime);
    private final FeedbackSilence silence = new FeedbackSilence();
    private final ReceiverLimit receiverLimit = new ReceiverLimit();
    private final AcknowledgedBitrate acknowledged;
    private final Throughput throughput = new Throughput();
    private final DelayBasedEstimator delay;
    private final FirstBursts firstBursts = new FirstBursts();
    private boolean isProven;
    private final LossBasedEstimator loss;
    private final AlrDetector alr;
    private long alrDueNs = Long.MIN_VALUE;
    private final ProbeController probes;
    private @Nullable Trace trace;
    private long startBps;
    private long maxBps;
    private long wishBps;
    private long allocatedBps;
    private boolean isAllocated;
    private long silenceBps = NONE;
    private long beforeSilenceBps;
    private long loweredAtNs = NEVER;
    private long tickedAtNs = NEVER;
    private long targetBps;
    private Reason reason = Reason.START;

    /**
     * An estimator at its start rate.
     *
     * @param scratch for the results of one feedback; may be shared by all estimators of one worker
     */
    public BandwidthEstimator(BandwidthConfig config, PacketResults scratch) {
        this.config = config;
        results = scratch;
        startBps = config.startBps();
        maxBps = config.maxBps();
        targetBps = startBps;
        acknowledged = new AcknowledgedBitrate(config.throughput());
        delay = new DelayBasedEstimator(config.delay(), config.minBps(), config.maxBps());
        delay.assume(startBps);
        loss = new LossBasedEstimator(config.loss(), config.minBps(), config.maxBps());
        alr = new AlrDetector(config.alr(), targetBps);
        probes = new ProbeController(config.probe(), startBps, config.maxBps());
    }

    /**
     * An estimator that goes on with what another one estimated, whose receiver is reached. It knows nothing of packets
     * that were sent before.
     *
     * @param config its start rate is that estimate
     * @param nextNumber of the packet that is sent next
     */
    public static BandwidthEstimator resumed(
            BandwidthConfig config, PacketResults scratch, long nextNumber, long nowNs) {
        BandwidthEstimator resumed = new BandwidthEstimator(config, scratch);
        resumed.history.startAt(nextNumber);
        resumed.tickedAtNs = nowNs;
        resumed.silence.restart(nowNs);
        resumed.probes.onResumed();
        return resumed;
    }

    /** Begins with a number: others were sent elsewhere. Before anything is sent. */
    public void startAt(long number) {
        history.startAt(number);
    }

    /** Packets can be sent from now on: the first probes are due. */
    public void onTransportReady(long nowNs) {
        tickedAtNs = nowNs;
        silence.restart(nowNs);
        probes.onTransportReady(nowNs);
    }

    /**
     * Numbers a packet that is about to be sent.
     *
     * @param sizeBytes of the UDP payload, 0 to 65535
     * @param probeId {@link ProbeSchedule#activeId}
     * @return the transport-wide sequence number; the header extension carries its low 16 bits
     */
    public long onSent(long nowNs, int sizeBytes, int probeId) {
        long number = history.add(nowNs, sizeBytes, probeId);
        if (nowNs >= alrDueNs) {
            lookAtUse(nowNs);
        }
        if (probeId != 0) {
            probes.onSent(probeId, sizeBytes);
        }
        silence.onSent(nowNs);
        return number;
    }

    private void lookAtUse(long nowNs) {
        alr.onTick(nowNs, history.sentBytes());
        alrDueNs = nowNs + AlrDetector.STEP_NS;
    }

    /** Returns the number that {@link #onSent} will return for the packet that is sent next. */
    public long nextNumber() {
        return history.nextNumber();
    }

    /** Replaces the time of packets that one system call sent as a run. */
    public void onRunSent(long nowNs, long firstNumber, int count) {
        history.setSendTime(firstNumber, count, nowNs);
    }

    /** Takes back a packet that was numbered and did not leave. */
    public void onNotSent(long number) {
        history.markNotSent(number);
    }

    /** Takes one transport-wide feedback. */
    public void onFeedback(long nowNs, FeedbackReport report) {
        Trace tracing = trace;
        if (tracing != null) {
            traceState(tracing, nowNs);
            tracing.onFeedback(nowNs, report, history);
        }
        adapter.onFeedback(nowNs, report, results);
        if (!results.isEmpty()) {
            long probedBps = estimate(nowNs);
            combine(nowNs);
            if (probedBps >= 0) {
                probes.onResult(nowNs, probedBps);
            }
            if (delay.hasRecovered() && alr.isOrWasLimited(nowNs, config.probe().alrEndedNs())) {
                probes.onRecovered(nowNs);
            }
        }
        onTick(nowNs);
        if (tracing != null) {
            tracing.onEstimate(targetBps, reason.name(), delayBps(), lossBps(), acknowledged.bps());
        }
    }

    /** Has every part look at {@link #results}; returns what a probe measured, or -1. */
    private long estimate(long nowNs) {
        boolean wasSilent = silenceBps != NONE;
        silence.onFeedback(nowNs);
        if (wasSilent) {
            endSilence(nowNs);
        }
        for (int i = 0; i < results.count(); i++) {
            acknowledged.onPacket(results.sendTimeNs(i), results.arrivalNs(i), results.sizeBytes(i));
        }
        acknowledged.update();
        throughput.set(acknowledged.bps(), acknowledged.sentBps());
        throughput.setIdle(isAllocated && wishBps == 0 && allocatedBps == 0);
        lookAtUse(nowNs);
        long probedBps = floor(probes.onFeedback(results));
        delay.onFeedback(nowNs, results, throughput, probedBps, roundTripTime.propagationNs());
        if (!isProven) {
            prove(nowNs, probedBps);
        }
        delay.onLosses(nowNs, throughput, roundTripTime.propagationNs(), loss.averageLoss());
        loss.onFeedback(results, acknowledged.bps(), delayOrStartBps(), delay.queueNs(), alr.isLimited());
        return probedBps;
    }

    private void prove(long nowNs, long probedBps) {
        for (int i = 0; i < results.count(); i++) {
            firstBursts.onPacket(results.sendTimeNs(i), results.arrivalNs(i), results.sizeBytes(i));
        }
        isProven = probedBps >= 0 || delay.decreasedAtNs() != NEVER || firstBursts.isKnown();
        if (firstBursts.isKnown() && firstBursts.bps() < targetBps / OF_BURSTS) {
            startBps = Math.max(config.minBps(), (long) (OF_BURSTS * firstBursts.bps()));
            delay.assume(startBps);
            delay.lowerTo(nowNs, startBps);
        }
    }

    private long floor(long probedBps) {
        if (probedBps < 0 || acknowledged.bps() < 0) {
            return probedBps;
        }
        long arrivesBps = (long) (config.probeFloorFactor() * acknowledged.bps());
        return Math.max(probedBps, Math.min(delay.bps(), arrivesBps));
    }

    private void endSilence(long nowNs) {
        delay.lowerTo(nowNs, silenceBps);
        startBps = Math.min(startBps, silenceBps);
        delay.assume(startBps);
        silenceBps = NONE;
        loweredAtNs = NEVER;
        probes.onEstimate(nowNs, targetBps, Growth.FREE);
        probes.onSilenceEnded(nowNs, beforeSilenceBps);
    }

    /** Takes the round-trip time that receiver reports show. */
    public void onRtt(long rttNs) {
        roundTripTime.onReport(rttNs);
    }

    /** Takes the receiver's own estimate of all streams. */
    public void onRemb(long nowNs, long bps) {
        receiverLimit.onReport(nowNs, bps);
        combine(nowNs);
    }

    /**
     * Takes what the allocator decided.
     *
     * @param wantedBps the bitrate of all layers that the receiver would get without a limit; 0 if it wants nothing
     * @param sentBps the bitrate of the layers that it gets
     */
    public void onAllocation(long nowNs, long wantedBps, long sentBps) {
        Trace tracing = trace;
        if (tracing != null) {
            traceState(tracing, nowNs);
            tracing.onAllocation(nowNs, wantedBps, sentBps, history);
        }
        isAllocated = true;
        wishBps = wantedBps;
        allocatedBps = sentBps;
        probes.onWish(nowNs, wantedBps);
    }

    /** Limits the estimate from now on; clamped to the configured bounds. */
    public void setMaxBps(long nowNs, long bps) {
        maxBps = Math.clamp(bps, config.minBps(), config.maxBps());
        combine(nowNs);
    }

    /** The route changed (another candidate pair): delays are measured from the beginning. */
    public void onRouteChange() {
        delay.reset();
        acknowledged.reset();
        loss.onRouteChange();
    }

    /** Looks at the clock; due at {@link #nextDeadlineNs}. */
    public void onTick(long nowNs) {
        if (tickedAtNs != NEVER) {
            silence.excuse(Math.max(0, nowNs - tickedAtNs - LATE_TICKS * config.tickNs()));
        }
        tickedAtNs = nowNs;
        lookAtUse(nowNs);
        backOff(nowNs);
        combine(nowNs);
        probes.onTick(nowNs, delay.decreasedAtNs(), delay.isQueued());
    }

    private void backOff(long nowNs) {
        long afterNs = Math.max(config.silence().backoffNs(), 5 * silence.intervalNs() + roundTripTime.smoothedNs());
        boolean isDue =
                loweredAtNs == NEVER || nowNs - loweredAtNs >= config.silence().stepNs();
        if (silence.durationNs(nowNs) > afterNs && isDue) {
            beforeSilenceBps = silenceBps == NONE ? targetBps : beforeSilenceBps;
            silenceBps = Math.max(
                    config.minBps(), (long) (targetBps * config.silence().factor()));
            loweredAtNs = nowNs;
        }
    }

    private void combine(long nowNs) {
        bound(nowNs);
        targetBps = Math.clamp(targetBps, config.minBps(), config.maxBps());
        alr.onEstimate(targetBps);
        probes.onEstimate(nowNs, targetBps, growth(nowNs));
    }

    private void bound(long nowNs) {
        bindTo(delayOrStartBps(), delayReason());
        lowerTo(lossBps(), Reason.LOSS);
        lowerTo(receiverLimit.bps(nowNs), Reason.REMB);
        lowerTo(maxBps, Reason.CONFIGURED);
        lowerTo(silenceBps, Reason.NO_FEEDBACK);
        if (targetBps == config.maxBps() || (targetBps < config.minBps())) {
            reason = Reason.CONFIGURED;
        }
    }

    private void bindTo(long bps, Reason because) {
        targetBps = bps;
        reason = because;
    }

    private void lowerTo(long bps, Reason because) {
        if (bps < targetBps) {
            bindTo(bps, because);
        }
    }

    private Reason delayReason() {
        if (delay.bps() < 0) {
            return Reason.START;
        }
        if (delay.followsProbe()) {
            return Reason.PROBE;
        }
        return delay.isHeldByAcknowledged() ? Reason.ACKNOWLEDGED : Reason.DELAY;
    }

    private Growth growth(long nowNs) {
        long quietNs = Math.max(config.silence().noGrowthNs(), 3 * silence.intervalNs() + roundTripTime.smoothedNs());
        if (silence.durationNs(nowNs) > quietNs
                || delay.usage() == LinkUsage.OVERUSE
                || loss.state() == LossState.DECREASING) {
            return Growth.FORBIDDEN;
        }
        return loss.state() == LossState.INCREASING ? Growth.LOSS_LIMITED : Growth.FREE;
    }

    private long delayOrStartBps() {
        return delay.bps() >= 0 ? delay.bps() : startBps;
    }

    /**
     * Returns the time at which {@link #onTick} or a probe is due; {@link Long#MAX_VALUE} before the transport is
     * ready.
     */
    public long nextDeadlineNs() {
        return tickedAtNs == NEVER
                ? Long.MAX_VALUE
                : Math.min(tickedAtNs + config.tickNs(), probes.schedule().nextDeadlineNs());
    }

    /** Returns the time at which {@link #onTick} is due; {@link Long#MAX_VALUE} before the transport is ready. */
    public long nextTickNs() {
        return tickedAtNs == NEVER ? Long.MAX_VALUE : tickedAtNs + config.tickNs();
    }

    /** The probes to send. */
    public ProbeSchedule probes() {
        return probes.schedule();
    }

    /** The estimate in bit/s, within the configured bounds. */
    public long targetBps() {
        return targetBps;
    }

    /** Returns whether the estimate follows from what arrived. Before, it is assumed. */
    public boolean isProven() {
        return isProven;
    }

    /** Returns what bound the estimate. */
    public Reason reason() {
        return reason;
    }

    /** Returns whether a queue in front of the receiver has to drain: less leaves than the estimate. */
    public boolean isDraining() {
        return delay.isDraining();
    }

    /**
     * Returns whether nothing above the estimate is to be sent: the queue came back soon after it was gone, or stays,
     * or a policer drops what is above.
     */
    public boolean isStrict() {
        return delay.isQueuePersistent() || loss.isPoliced();
    }

    /** Returns the bitrate that may leave within a short time, in bit/s. */
    public long pacingBps() {
        if (delay.isDraining()) {
            return delay.drainingBps(targetBps);
        }
        double factor = wishBps * AMPLE > targetBps ? config.limitedPacingFactor() : config.pacingFactor();
        return (long) (factor * Math.max(targetBps, Math.min(allocatedBps, config.maxBps())));
    }

    /**
     * Up to which bitrate padding may fill what is sent, in bit/s: the estimate while it recovers from losses and more
     * is wanted than sent, more than is sent for the second in which a policer is looked for, else 0.
     */
    public long paddingBps() {
        long trialBps = delay.isDraining() ? 0 : Math.min(loss.trialBps(), config.maxBps());
        if (trialBps > 0) {
            return trialBps;
        }
        return loss.state() == LossState.INCREASING && wishBps > allocatedBps && !delay.isDraining()
                ? Math.min(targetBps, wishBps)
                : 0;
    }

    /** Starts or, with null, stops to record what comes in and out. */
    public void setTrace(@Nullable Trace to) {
        trace = to;
        if (to != null) {
            to.begin(history);
        }
    }

    private void traceState(Trace tracing, long nowNs) {
        if (tracing.wantsState()) {
            tracing.onState(
                    nowNs,
                    new EstimatorState(
                            wishBps,
                            allocatedBps,
                            targetBps,
                            delay.bps(),
                            delay.capacityBps(),
                            loss.bps(),
                            probes.lastId(),
                            ago(nowNs, probes.requestedAtNs()),
                            ago(nowNs, delay.decreasedAtNs())));
        }
    }

    private static long ago(long nowNs, long atNs) {
        return atNs == NEVER ? -1 : nowNs - atNs;
    }

    /**
     * Goes on as another estimator did, instead of {@link #onTransportReady}: a new one, whose first packet will have
     * the number 1. For replays.
     */
    public void resume(long nowNs, EstimatorState state) {
        tickedAtNs = nowNs;
        wishBps = state.wantedBps();
        allocatedBps = state.allocatedBps();
        targetBps = state.targetBps();
        startBps = state.targetBps();
        isProven = true;
        delay.resume(nowNs, state.delayBps(), state.capacityBps(), state.overusedAgoNs());
        loss.resume(state.lossBps(), delayOrStartBps());
        long probedAtNs = state.probedAgoNs() < 0 ? NEVER : nowNs - state.probedAgoNs();
        probes.resume(state.targetBps(), state.wantedBps(), state.lastProbe(), probedAtNs);
        combine(nowNs);
    }

    /** The delay-based estimate; -1 while it is not known. */
    public long delayBps() {
        return delay.bps();
    }

    /** The loss-based estimate; {@link Long#MAX_VALUE} while it is not known. */
    public long lossBps() {
        return loss.bps() >= 0 ? loss.bps() : NONE;
    }

    /** The acknowledged bitrate; -1 while it is not known. */
    public long acknowledgedBps() {
        return acknowledged.bps();
    }

    /** The delay-based part, for statistics. */
    public DelayBasedEstimator delay() {
        return delay;
    }

    /** The loss-based part, for statistics. */
    public LossBasedEstimator loss() {
        return loss;
    }

    /** The share of packets lost, 0 to 1. */
    public double lossRatio() {
        return loss.averageLoss();
    }

    /** For how long the receiver has not answered; time in which this process did not run is left out. */
    public long silenceNs(long nowNs) {
        return silence.durationNs(nowNs);
    }

    /** The round-trip time. */
    public RoundTripTime roundTripTime() {
        return roundTripTime;
    }

    /** Counters of the feedback. */
    public FeedbackAdapter feedback() {
        return adapter;
    }

    /** Returns whether less is sent than the estimate allows. */
    public boolean isApplicationLimited() {
        return alr.isLimited();
    }

    /** Its fields, with those of all its parts. To be read into one that was made just now, with the same limits. */
    public void state(Fields fields) {
        history.state(fields);
        roundTripTime.state(fields);
        adapter.state(fields);
        silence.state(fields);
        receiverLimit.state(fields);
        acknowledged.state(fields);
        throughput.state(fields);
        delay.state(fields);
        firstBursts.state(fields);
        isProven = fields.bool(isProven);
        loss.state(fields);
        startBps = fields.i64(startBps);
        maxBps = Math.clamp(fields.i64(maxBps), config.minBps(), config.maxBps());
        wishBps = fields.i64(wishBps);
        allocatedBps = fields.i64(allocatedBps);
        isAllocated = fields.bool(isAllocated);
        silenceBps = fields.i64(silenceBps);
        beforeSilenceBps = fields.i64(beforeSilenceBps);
        loweredAtNs = fields.time(loweredAtNs);
        tickedAtNs = fields.time(tickedAtNs);
        targetBps = Math.clamp(fields.i64(targetBps), config.minBps(), config.maxBps());
        reason = fields.choice(reason, Reason.values());
        if (fields.isReading()) {
            alr.onEstimate(targetBps);
        }
        alr.state(fields);
        alrDueNs = fields.time(alrDueNs);
        probes.state(fields);
    }
}
