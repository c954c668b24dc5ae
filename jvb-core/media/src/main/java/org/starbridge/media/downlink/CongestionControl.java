package org.starbridge.media.downlink;

import org.jspecify.annotations.Nullable;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.pacing.PacingBudget;
import org.starbridge.bandwidth.trace.Trace;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Control of congestion on the network to one receiver, from transport-wide feedback: numbers what leaves, hands
 * feedback to the {@link BandwidthEstimator} and tells when the estimate has changed. A receiver that did not negotiate
 * that feedback has no estimator; then this only counts numbers. Owned by the receiver's worker.
 */
public final class CongestionControl {
    /** A trace holds some minutes of a call of 1 Mbit/s. */
    private static final int TRACE_BYTES = 256 << 10;

    private static final long TRACE_NS = 600_000_000_000L;
    /** A smaller change of the estimate is reported with the next figures. */
    private static final double NEWS = 0.05;
    /** More than this above what is wanted makes no difference to selection. */
    private static final double AMPLE = 1.2;
    /** A higher estimate is reported this often at most; a lower one at once. */
    private static final long RISE_INTERVAL_NS = 200_000_000;
    /** A link between bridges may carry a whole conference: the limit for endpoints means nothing there. */
    private static final long BETWEEN_BRIDGES_MAX_BPS = 10_000_000_000L;

    private static final long UNKNOWN = BandwidthEstimate.UNKNOWN;
    private static final int MAX_NUMBER = 0xFFFF;
    private static final int HISTORY_PART = 10;

    private final DownlinkSettings settings;
    private final TransportFeedbackReader reader;
    private @Nullable BandwidthEstimator estimator;
    /** The one of a receiver that did not promise feedback: it knows what was sent, and is used from the first on. */
    private @Nullable BandwidthEstimator tentative;
    /** Either of them. */
    private @Nullable BandwidthEstimator numbering;

    private boolean isPromised;

    private @Nullable PacingBudget pacing;
    private boolean isPaced;
    private long waitingBytes;
    private final SentRate sent = new SentRate();
    private final SentRate audio = new SentRate();
    private final OverloadEvidence evidence = new OverloadEvidence();
    private final StartGate gate = new StartGate();
    private boolean hasBegun;
    private int number;
    private long sentBytes;
    private long audioBytes;
    private long probesBegun;
    private int lastProbe;
    private long probeBytes;
    private final PaddingFill padding = new PaddingFill();
    private final RepeatShare repeats = new RepeatShare();
    private long probeNotBeforeNs = Long.MIN_VALUE;
    private boolean isAllocated;
    private long wantedBps = UNKNOWN;
    private long allocatedBps;
    private boolean isOverloaded;
    private long toldBps = UNKNOWN;
    private boolean toldOverloaded;
    private boolean toldStrict;
    private long toldAtNs;
    private long traceUntilNs = Long.MIN_VALUE;
    private @Nullable Trace trace;

    /**
     * Of a receiver that has negotiated nothing yet.
     *
     * @param reader the worker's
     */
    public CongestionControl(DownlinkSettings settings, TransportFeedbackReader reader) {
        this.settings = settings;
        this.reader = reader;
    }

    /** One that estimates nothing, for receivers that stand alone. */
    public static CongestionControl none() {
        return new CongestionControl(DownlinkSettings.OFF, new TransportFeedbackReader());
    }

    /** Feedback of a receiver on what arrived. */
    public enum Feedback {
        /** Nothing: its bandwidth is not estimated. */
        NONE,
        /** It may send transport-wide feedback, as other bridges do of which some don't. */
        POSSIBLE,
        /** It sends transport-wide feedback; if none comes, its link is dead. */
        PROMISED
    }

    /** Sets which feedback the receiver sends; once it did, its numbers are counted on. */
    public void negotiated(Feedback feedback) {
        if (feedback == Feedback.NONE || estimator != null || !settings.isEstimating()) {
            return;
        }
        if (feedback == Feedback.PROMISED) {
            isPromised = true;
            estimate(tentative == null ? estimator(settings.estimator().maxBps()) : tentative);
        } else if (tentative == null) {
            tentative = estimator(BETWEEN_BRIDGES_MAX_BPS);
            gate.open();
        }
    }

    private BandwidthEstimator estimator(long maxBps) {
        BandwidthConfig config = settings.estimator();
        BandwidthEstimator made = new BandwidthEstimator(
                config.withBitrates(config.startBps(), config.minBps(), maxBps), reader.results());
        numbering = made;
        number = (int) made.nextNumber() & MAX_NUMBER;
        return made;
    }

    private void estimate(BandwidthEstimator made) {
        estimator = made;
        tentative = null;
        pacing = settings.isPacing() ? new PacingBudget(made.pacingBps(), sentBytes) : null;
    }

    /** Returns whether bandwidth is estimated. */
    public boolean isEstimating() {
        return estimator != null;
    }

    /** The transport-wide sequence number of the packet that leaves next, 16 bits. */
    public int nextNumber() {
        return number;
    }

    /**
     * An RTP packet with {@link #nextNumber} left.
     *
     * @param sizeBytes of the UDP payload
     */
    public void onSent(int sizeBytes, long nowNs) {
        sentBytes += sizeBytes;
        number = number + 1 & MAX_NUMBER;
        BandwidthEstimator sending = numbering;
        if (sending != null) {
            int probe = sending.probes().activeId();
            if (probe != lastProbe && probe != 0) {
                probesBegun++;
                lastProbe = probe;
            }
            gate.onSent(sizeBytes, nowNs);
            sending.onSent(nowNs, sizeBytes, probe);
        }
    }

    /** An RTP packet without a number left. */
    public void onUnnumberedSent(int sizeBytes) {
        sentBytes += sizeBytes;
    }

    /** Returns whether video waits, because something waits already or the link has enough for now. */
    public boolean mustWait(long nowNs) {
        PacingBudget budget = pacing;
        return budget != null && isPaced && (waitingBytes > 0 || !budget.maySend(nowNs, sentBytes));
    }

    /** Returns whether the link takes more now. */
    public boolean maySend(long nowNs) {
        return pacing == null || pacing.maySend(nowNs, sentBytes);
    }

    /**
     * Returns whether a packet may be sent again: retransmissions take at most a share of what the link carries, and
     * none while a queue in front of the receiver drains, so that they do not keep it full.
     */
    public boolean mayRepeat(int sizeBytes, long nowNs) {
        BandwidthEstimator estimating = estimator;
        return estimating == null || !isPaced || repeats.tryTake(sizeBytes, estimating, nowNs);
    }

    /** Returns whether a queue in front of the receiver has to drain. */
    public boolean isDraining() {
        return estimator != null && estimator.isDraining();
    }

    /** Returns what the link carries; {@link Long#MAX_VALUE} if that is not estimated. */
    public long targetBps() {
        return estimator == null ? Long.MAX_VALUE : estimator.targetBps();
    }

    /** Returns the time at which the link takes more. */
    public long nextSendNs(long nowNs) {
        return pacing == null ? nowNs : pacing.nextSendNs(nowNs, sentBytes);
    }

    /** For how long {@code bytes} are, at the estimate. */
    public long durationNs(long bytes) {
        BandwidthEstimator estimating = estimator;
        return estimating == null ? 0 : (long) (bytes * 8e9 / estimating.targetBps());
    }

    /** So much waits in the pacer. */
    public void onWaiting(long bytes) {
        waitingBytes = bytes;
    }

    /** Counts how much of what left is audio. */
    public void onAudioSent(int sizeBytes) {
        audioBytes += sizeBytes;
    }

    /**
     * Takes one transport-wide feedback.
     *
     * @param rtcp at the message
     * @return false if it is malformed
     */
    public boolean onFeedback(RtcpView rtcp, long nowNs) {
        FeedbackReport report = reader.read(rtcp);
        if (report == null) {
            return false;
        }
        BandwidthEstimator later = tentative;
        if (later != null) {
            estimate(later);
            begin(later, nowNs);
        }
        BandwidthEstimator estimating = estimator;
        if (estimating != null) {
            estimating.onFeedback(nowNs, report);
            gate.onFeedback(estimating, nowNs);
            evidence.onFeedback(estimating, nowNs);
            look(estimating, nowNs);
        }
        return true;
    }

    /** A report block told a round trip. */
    public void onRoundTrip(long roundTripNs) {
        if (estimator != null) {
            estimator.onRtt(roundTripNs);
        }
    }

    /** The receiver says what it can take (REMB). */
    public void onRemb(long bitrateBps, long nowNs) {
        if (estimator != null) {
            estimator.onRemb(nowNs, bitrateBps);
        }
    }

    /** Selection decided; see {@link org.starbridge.media.api.MediaEndpoint#onAllocation}. */
    public void onAllocation(long wanted, long allocated, long nowNs) {
        isAllocated = true;
        wantedBps = wanted;
        allocatedBps = allocated;
        if (wanted > 0 && allocated == 0) {
            gate.open();
        }
        BandwidthEstimator estimating = estimator;
        if (estimating != null) {
            tellAllocation(estimating, nowNs);
            look(estimating, nowNs);
        }
    }

    /** A receiver that gets everything that it wants needs no probes, and its pace is not limited below the maximum. */
    private void tellAllocation(BandwidthEstimator estimating, long nowNs) {
        if (!isAllocated) {
            return;
        }
        boolean getsEverything = wantedBps == UNKNOWN;
        estimating.onAllocation(
                nowNs,
                Math.max(0, wantedBps),
                getsEverything ? (isPromised ? settings.estimator().maxBps() : BETWEEN_BRIDGES_MAX_BPS) : allocatedBps);
    }

    /** Packets take another route from now on: the selected pair of addresses changed. */
    public void onRouteChange() {
        if (estimator != null) {
            estimator.onRouteChange();
        }
    }

    /**
     * Looks at the clock.
     *
     * @param isReady whether packets can be sent now
     */
    public void onTimeout(boolean isReady, long nowNs) {
        BandwidthEstimator estimating = estimator;
        if (estimating == null) {
            return;
        }
        if (!hasBegun && isReady) {
            begin(estimating, nowNs);
        }
        if (hasBegun && nowNs >= estimating.nextTickNs()) {
            estimating.onTick(nowNs);
            look(estimating, nowNs);
        }
        if (trace != null && nowNs > traceUntilNs) {
            record(false, nowNs);
        }
    }

    private void begin(BandwidthEstimator estimating, long nowNs) {
        hasBegun = true;
        tellAllocation(estimating, nowNs); // before: it limits the first probes
        estimating.onTransportReady(nowNs);
        tellAllocation(estimating, nowNs); // after: it cancels them if they are not needed
    }

    /** Returns the time at which {@link #onTimeout} or a probe is due. */
    public long nextDeadlineNs(boolean isReady) {
        BandwidthEstimator estimating = estimator;
        if (estimating == null || !isReady) {
            return Long.MAX_VALUE;
        }
        return hasBegun ? Math.min(estimating.nextTickNs(), nextProbeNs(estimating)) : Long.MIN_VALUE;
    }

    private long nextProbeNs(BandwidthEstimator estimating) {
        if (!settings.isProbing()) {
            return Long.MAX_VALUE;
        }
        long stepNs = estimating.probes().nextDeadlineNs();
        long fillNs = padding.isOn() ? padding.nextDeadlineNs() : Long.MAX_VALUE;
        return Math.max(Math.min(stepNs, fillNs), probeNotBeforeNs);
    }

    /** Returns whether packets are to be sent to find out what the link carries. */
    public boolean isProbeDue(long nowNs) {
        BandwidthEstimator estimating = estimator;
        return estimating != null && hasBegun && nowNs >= nextProbeNs(estimating);
    }

    /** Returns the number of bytes to send now for that. Begins the probe that is next. */
    public int probeBytesDue(long nowNs) {
        BandwidthEstimator estimating = estimator;
        if (estimating == null) {
            return 0;
        }
        int probeDueBytes = estimating.probes().bytesDue(nowNs);
        return probeDueBytes > 0 ? probeDueBytes : padding.bytesDue(sentBytes, nowNs);
    }

    /** Nothing can be sent for that before {@code atNs}. */
    public void postponeProbe(long atNs) {
        probeNotBeforeNs = atNs;
    }

    /** A packet was sent only for that; {@link #onSent} was called, too. */
    public void onExtraSent(int sizeBytes) {
        probeBytes += sizeBytes;
    }

    private void look(BandwidthEstimator estimating, long nowNs) {
        padding.rate(estimating.paddingBps(), sentBytes, nowNs);
        sent.update(sentBytes, nowNs);
        audio.update(audioBytes, nowNs);
        long targetBps = gate.bps(estimating.targetBps());
        if (wantedBps != UNKNOWN && targetBps >= wantedBps) {
            isOverloaded = false;
        } else if (isEvident(estimating, nowNs)) {
            isOverloaded = true;
        }
        if (pacing != null) {
            pacing.update(nowNs, sentBytes);
            pacing.setRate(estimating.pacingBps());
            // What is not allocated by the estimate may be far above it, on a link that carries it.
            isPaced = wantedBps != UNKNOWN || isOverloaded || waitingBytes > 0;
        }
    }

    private boolean isEvident(BandwidthEstimator estimating, long nowNs) {
        return isPromised
                ? evidence.isSeenToEndpoint(estimating, sent.bps())
                : evidence.isSeenToBridge(estimating, sent.bps(), nowNs);
    }

    /**
     * Returns whether the estimate is so much lower or higher than when this was last true that selection is to know.
     */
    public boolean takeNews(long nowNs) {
        BandwidthEstimator estimating = estimator;
        if (estimating == null) {
            return false;
        }
        long bps = useful(gate.bps(estimating.targetBps()));
        long before = useful(toldBps);
        boolean isRise = bps > before * (1 + NEWS) && nowNs - toldAtNs >= RISE_INTERVAL_NS;
        boolean isStrict = estimating.isStrict();
        boolean isNews = toldBps == UNKNOWN
                || isRise
                || bps < before * (1 - NEWS)
                || isOverloaded != toldOverloaded
                || (isStrict && !toldStrict);
        toldStrict = isStrict;
        if (isNews) {
            toldBps = gate.bps(estimating.targetBps());
            toldOverloaded = isOverloaded;
            toldAtNs = nowNs;
        }
        return isNews;
    }

    private long useful(long bps) {
        return wantedBps == UNKNOWN ? bps : Math.min(bps, (long) (AMPLE * wantedBps));
    }

    /** The part of an estimate that may be used before feedback shows what the link carries, see {@link StartGate}. */
    public long usableBps(long estimateBps) {
        return gate.bps(estimateBps);
    }

    /** The estimate for other threads; null where there is none. */
    public @Nullable BandwidthEstimate estimate() {
        BandwidthEstimator from = estimator;
        if (from == null) {
            return null;
        }
        long lossBps = from.lossBps();
        return new BandwidthEstimate(
                from.targetBps(),
                from.reason(),
                from.delayBps(),
                lossBps == Long.MAX_VALUE ? UNKNOWN : lossBps,
                from.acknowledgedBps(),
                from.lossRatio(),
                from.roundTripTime().smoothedNs() / 1e6,
                from.pacingBps(),
                from.paddingBps(),
                waitingBytes * 8e3 / from.pacingBps(),
                probesBegun,
                probeBytes,
                from.feedback().unmatched(),
                from.isApplicationLimited(),
                from.isStrict(),
                audio.bps(),
                isOverloaded);
    }

    /** Starts or stops to record what goes into the estimator and what comes out. */
    public void record(boolean isOn, long nowNs) {
        BandwidthEstimator estimating = estimator;
        if (estimating == null || isOn == (trace != null)) {
            return;
        }
        trace = isOn ? new Trace(TRACE_BYTES) : null;
        traceUntilNs = nowNs + TRACE_NS;
        estimating.setTrace(trace);
        if (isOn) {
            tellAllocation(estimating, nowNs); // the first line: what is wanted
        }
    }

    /** A copy of what was recorded, lines of a {@link Trace}; empty if nothing is. */
    public byte[] trace(long nowNs) {
        Trace recorded = trace;
        if (recorded == null) {
            return new byte[0];
        }
        traceUntilNs = nowNs + TRACE_NS;
        return recorded.copy();
    }

    /**
     * Its part of a snapshot. A record without the history of the estimator has its estimate, at which another one
     * starts. Packets that wait are not in it.
     */
    public void state(State state) throws StateException {
        BandwidthEstimator known = estimator;
        BandwidthEstimator counting = numbering;
        long nextNumber = state.i64(counting == null ? number : counting.nextNumber());
        long estimateBps = state.i64(known == null || !hasBegun ? UNKNOWN : known.targetBps());
        if (nextNumber < 0) {
            throw new StateException("a negative transport-wide sequence number");
        }
        if (state.isReading()) {
            number = (int) nextNumber & MAX_NUMBER;
        }
        boolean hasHistory = counting != null && state.part(HISTORY_PART, 1, part -> history(part, counting));
        if (state.isReading() && !hasHistory) {
            resume(nextNumber, estimateBps, state.nowNs());
        }
    }

    private void resume(long nextNumber, long estimateBps, long nowNs) {
        if (estimator != null && estimateBps > 0) {
            BandwidthConfig config = settings.estimator();
            long startBps = Math.clamp(estimateBps, config.minBps(), config.maxBps());
            BandwidthEstimator resumed = BandwidthEstimator.resumed(
                    config.withBitrates(startBps, config.minBps(), config.maxBps()),
                    reader.results(),
                    nextNumber,
                    nowNs);
            numbering = resumed;
            estimate(resumed);
            hasBegun = true;
            gate.open();
        } else if (numbering != null) {
            numbering.startAt(nextNumber);
        }
    }

    private void history(State state, BandwidthEstimator counting) throws StateException {
        boolean isUsed = state.bool(estimator != null);
        boolean isLimited = state.bool(pacing != null);
        if (state.isReading() && isUsed && estimator == null) {
            estimate(counting);
        }
        EstimatorFields.state(state, counting::state);
        if (state.isReading() && counting.nextNumber() < 1) {
            throw new StateException("a negative transport-wide sequence number");
        }
        if (isLimited) { // by the other process; perhaps not by this one
            PacingBudget budget = pacing == null ? new PacingBudget(0, 0) : pacing;
            EstimatorFields.state(state, budget::state);
        }
        sent.state(state);
        audio.state(state);
        evidence.state(state);
        gate.state(state);
        padding.state(state);
        repeats.state(state);
        isPaced = state.bool(isPaced);
        hasBegun = state.bool(hasBegun);
        sentBytes = state.i64(sentBytes);
        audioBytes = state.i64(audioBytes);
        probesBegun = state.i64(probesBegun);
        lastProbe = state.i32(lastProbe);
        probeBytes = state.i64(probeBytes);
        probeNotBeforeNs = state.time(probeNotBeforeNs);
        isAllocated = state.bool(isAllocated);
        wantedBps = state.i64(wantedBps);
        allocatedBps = state.i64(allocatedBps);
        isOverloaded = state.bool(isOverloaded);
        toldBps = state.i64(toldBps);
        toldOverloaded = state.bool(toldOverloaded);
        toldStrict = state.bool(toldStrict);
        toldAtNs = state.time(toldAtNs);
        number = state.isReading() ? (int) counting.nextNumber() & MAX_NUMBER : number;
    }
}
