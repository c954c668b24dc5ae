package org.starbridge.media.endpoint;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.downlink.CongestionControl;
import org.starbridge.media.downlink.LossGuard;
import org.starbridge.media.downlink.RembLimit;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.forward.Receiver;
import org.starbridge.rtp.rtcp.Remb;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Capacity of the network to one endpoint, by what the endpoint reports. With transport-wide feedback the bridge
 * estimates ({@link CongestionControl}). Without it, two limits take effect: one from losses in report blocks
 * ({@link LossGuard}), one from the endpoint's own estimate ({@link RembLimit}). Owned by the endpoint's worker.
 */
public final class Downlink {
    /** A smaller change of a limit is said with the next figures. */
    private static final double NEWS = 0.05;

    private final Receiver receiver;
    private final CongestionControl congestion;
    private final TrafficCounters traffic;
    private final Remb remb = new Remb();
    private final LossGuard lossGuard = new LossGuard();
    private final RembLimit rembLimit = new RembLimit();
    private final ReceiverReportReader reports;
    private long rembLimitToldBps = RembLimit.NONE;
    private long lossLimitToldBps = LossGuard.NO_LIMIT;

    Downlink(Receiver receiver, OutgoingStreams outgoing, TrafficCounters traffic) {
        this.receiver = receiver;
        congestion = receiver.congestion();
        this.traffic = traffic;
        reports = new ReceiverReportReader(receiver, outgoing, traffic, lossGuard);
    }

    /**
     * The report blocks of a sender or receiver report.
     *
     * @param rtcp at the report
     * @return null if they are well formed
     */
    @Nullable
    DropReason onReportBlocks(RtcpView rtcp, long nowNs) {
        return reports.onReport(rtcp, nowNs);
    }

    /**
     * The endpoint says what it can take (REMB). Where the bridge estimates itself it is an upper limit only.
     *
     * @param rtcp at the message
     * @return null if it is well formed
     */
    @Nullable
    DropReason onRemb(RtcpView rtcp, long nowNs) {
        if (remb.wrap(rtcp) != null) {
            return DropReason.MALFORMED_RTCP;
        }
        if (congestion.isEstimating()) {
            traffic.onSpuriousRemb();
            congestion.onRemb(remb.bitrateBps(), nowNs);
        }
        rembLimit.onEstimate(remb.bitrateBps(), receiver.bytesSent() - receiver.audioBytesSent(), nowNs);
        return null;
    }

    /** Selection decided what the endpoint gets. */
    void onAllocation(long wantedBps, long allocatedBps, long nowNs) {
        congestion.onAllocation(wantedBps, allocatedBps, nowNs);
    }

    /**
     * The endpoint says what arrived, and when (transport-wide feedback).
     *
     * @param rtcp at the message
     * @return null if it is well formed
     */
    @Nullable
    DropReason onTransportFeedback(RtcpView rtcp, long nowNs) {
        return congestion.onFeedback(rtcp, nowNs) ? null : DropReason.MALFORMED_RTCP;
    }

    /** Looks at the clock. */
    void onTimeout(long nowNs) {
        congestion.onTimeout(receiver.ready() != null, nowNs);
    }

    /** Returns the time at which {@link #onTimeout} or a probe is due. */
    long nextDeadlineNs() {
        return congestion.nextDeadlineNs(receiver.ready() != null);
    }

    /** Returns the bridge's estimate of what the endpoint can be sent. */
    BandwidthEstimate estimate() {
        BandwidthEstimate estimate = congestion.estimate();
        return estimate == null ? BandwidthEstimate.NONE : estimate;
    }

    /** Returns the part of an estimate that may be used; less than all of it only at the start. */
    long usableBps(long estimateBps) {
        return congestion.usableBps(estimateBps);
    }

    /** Returns whether the estimate or a limit is much lower or higher than when this was last true. */
    boolean takeNews(long nowNs) {
        if (congestion.isEstimating()) {
            return congestion.takeNews(nowNs);
        }
        boolean isNews =
                isNews(rembLimit.limitBps(), rembLimitToldBps) || isNews(lossGuard.videoLimitBps(), lossLimitToldBps);
        if (isNews) {
            rembLimitToldBps = rembLimit.limitBps();
            lossLimitToldBps = lossGuard.videoLimitBps();
        }
        return isNews;
    }

    private static boolean isNews(long bps, long toldBps) {
        boolean isOneAbsent = bps < 0 || toldBps < 0;
        return isOneAbsent ? bps != toldBps : Math.abs(bps - toldBps) > NEWS * toldBps;
    }

    /** Returns the limit by its own estimate; {@link RembLimit#NONE} if it sent none. */
    long rembLimitBps() {
        return rembLimit.limitBps();
    }

    /** Its last estimate. */
    long rembEstimateBps() {
        return rembLimit.estimateBps();
    }

    /**
     * Returns the limit of video by losses; {@link LossGuard#NO_LIMIT} if they limit nothing, or an estimate has taken
     * their place.
     */
    long lossLimitBps() {
        return congestion.isEstimating() ? LossGuard.NO_LIMIT : lossGuard.videoLimitBps();
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        lossGuard.state(state);
        rembLimit.state(state);
        rembLimitToldBps = state.i64(rembLimitToldBps);
        lossLimitToldBps = state.i64(lossLimitToldBps);
    }
}
