package org.starbridge.media.downlink;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Keeps a receiver whose link is evidently overloaded from losing its audio: limits what it is sent as soon as its
 * report blocks show heavy loss, and lets it have more again with care. Owned by the receiver's worker.
 *
 * <p>Additive-increase, multiplicative-decrease as in the loss-based control of draft-ietf-rmcat-gcc-02 section 6,
 * whose marks of 2 % and 10 % it has: below the first it grows, between them it stays, above the second it falls. It
 * differs where that rule expects a delay-based one beside it. It begins only above {@value #HEAVY_PERCENT} %, or above
 * {@value #HIGH_PERCENT} % twice in a row, so that a moment of bad radio costs nothing. It falls to
 * {@value #BACK_OFF_PERCENT} % of what got through, which is what an overloaded link can carry, and not by a share of
 * the loss, which takes many seconds. Once it limits, it falls already above {@value #LOW_PERCENT} %, as audio has no
 * retransmissions. And loss that {@value #FUTILE} reductions in a row did not lessen is not made by the bridge: from
 * then on only what is well above it counts.
 *
 * <p>What it measures in a window of a second or more is a share of bytes: a queue that is limited in bytes loses large
 * packets first. A window that begins right after a reduction would still show what was on its way, so none begins for
 * {@value #SETTLING_NS} ns and a round trip.
 */
public final class LossGuard {
    /** No limit. */
    public static final long NO_LIMIT = CautiousLimit.NONE;

    private static final int HEAVY_PERCENT = 30;
    private static final int HIGH_PERCENT = 10;
    private static final int LOW_PERCENT = 2;
    private static final int BACK_OFF_PERCENT = 85;
    private static final int FUTILE = 3;
    /** A loss that is there whatever is sent varies from window to window. */
    private static final double INHERENT_MARGIN = 1.5;

    private static final double INHERENT_SMOOTHING = 0.1;
    private static final long WINDOW_NS = 1_000_000_000;
    private static final long SETTLING_NS = 2_000_000_000;
    /** A window in which next to nothing was reported for so long begins again. */
    private static final long STALE_NS = 12_000_000_000L;
    /** Of fewer packets a share says nothing: one lost packet would be more than 2 %. */
    private static final int FEWEST_PACKETS = 50;

    private final CautiousLimit limit = new CautiousLimit();
    private boolean hasWindow;
    private long windowBeganNs;
    private long settledAtNs = Long.MIN_VALUE;
    private long bytesBefore;
    private long audioBytesBefore;
    private long reportedPackets;
    private double reportedBytes;
    private double lostBytes;
    private boolean wasHigh;
    private double audioBps;
    /** Loss that sending less does not lessen, 0 to 1. */
    private double inherentLoss;

    private int futile;
    private double lossBeforeReduction;
    private double sentBpsBeforeReduction = Double.MAX_VALUE;

    /** A report block came about one of its streams. */
    public void onReport(LinkLoss loss) {
        if (loss.sentPackets() > 0) {
            reportedPackets += loss.sentPackets();
            reportedBytes += loss.sentBytes();
            lostBytes += (double) loss.sentBytes() * loss.lostPackets() / loss.sentPackets();
        }
    }

    /**
     * The report blocks that came together were handed in.
     *
     * @param sentBytes everything sent to the receiver so far
     * @param sentAudioBytes the audio among it
     */
    public void onReports(long sentBytes, long sentAudioBytes, long roundTripNs, long nowNs) {
        if (nowNs < settledAtNs || !hasWindow) {
            beginWindow(sentBytes, sentAudioBytes, nowNs);
            return;
        }
        long elapsedNs = nowNs - windowBeganNs;
        if (elapsedNs >= WINDOW_NS && reportedPackets >= FEWEST_PACKETS) {
            double seconds = elapsedNs / 1e9;
            audioBps = (sentAudioBytes - audioBytesBefore) * 8 / seconds;
            weigh((sentBytes - bytesBefore) * 8 / seconds, lostBytes / Math.max(1, reportedBytes), roundTripNs, nowNs);
            beginWindow(sentBytes, sentAudioBytes, nowNs);
        } else if (elapsedNs >= STALE_NS) {
            beginWindow(sentBytes, sentAudioBytes, nowNs);
        }
    }

    private void beginWindow(long sentBytes, long sentAudioBytes, long nowNs) {
        hasWindow = true;
        windowBeganNs = nowNs;
        bytesBefore = sentBytes;
        audioBytesBefore = sentAudioBytes;
        reportedPackets = 0;
        reportedBytes = 0;
        lostBytes = 0;
    }

    private void weigh(double sentBps, double loss, long roundTripNs, long nowNs) {
        double percent = 100 * (loss - INHERENT_MARGIN * inherentLoss);
        boolean isHigh = percent > HIGH_PERCENT;
        boolean isEvident =
                percent > HEAVY_PERCENT || (isHigh && wasHigh) || (!limit.isNone() && percent > LOW_PERCENT);
        wasHigh = isHigh;
        if (isEvident) {
            reduce(sentBps, loss, roundTripNs, nowNs);
        } else if (percent > LOW_PERCENT) {
            limit.stay(nowNs);
        } else {
            futile = 0;
            inherentLoss = inherentLoss == 0 ? 0 : inherentLoss + (loss - inherentLoss) * INHERENT_SMOOTHING;
            limit.grow(nowNs);
        }
    }

    private void reduce(double sentBps, double loss, long roundTripNs, long nowNs) {
        boolean isFutile =
                sentBps < 0.9 * sentBpsBeforeReduction && loss > 0.8 * lossBeforeReduction && !limit.isNone();
        futile = isFutile ? futile + 1 : 0;
        if (futile == FUTILE) {
            futile = 0;
            inherentLoss = loss;
            limit.stay(nowNs);
            return;
        }
        sentBpsBeforeReduction = sentBps;
        lossBeforeReduction = loss;
        double passedBps = sentBps * (1 - loss);
        limit.reduce(passedBps * BACK_OFF_PERCENT / 100, passedBps, nowNs);
        settledAtNs = nowNs + SETTLING_NS + roundTripNs;
    }

    /** Returns how much video it may be sent, bit/s; audio comes first. {@link #NO_LIMIT} if there is no limit. */
    public long videoLimitBps() {
        return limit.isNone() ? NO_LIMIT : Math.max(0, limit.bps() - (long) audioBps);
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        limit.state(state);
        hasWindow = state.bool(hasWindow);
        windowBeganNs = state.time(windowBeganNs);
        settledAtNs = state.time(settledAtNs);
        bytesBefore = state.i64(bytesBefore);
        audioBytesBefore = state.i64(audioBytesBefore);
        reportedPackets = state.i64(reportedPackets);
        reportedBytes = state.f64(reportedBytes);
        lostBytes = state.f64(lostBytes);
        wasHigh = state.bool(wasHigh);
        audioBps = state.f64(audioBps);
        inherentLoss = state.f64(inherentLoss);
        futile = state.i32(futile);
        lossBeforeReduction = state.f64(lossBeforeReduction);
        sentBpsBeforeReduction = state.f64(sentBpsBeforeReduction);
    }
}
