package org.starbridge.media.endpoint;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.downlink.CongestionControl;
import org.starbridge.media.downlink.LinkLoss;
import org.starbridge.media.downlink.LossGuard;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.forward.Receiver;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.RtcpView;

/**
 * Reads what one endpoint reports of the streams that it gets (report blocks, RFC 3550 section 6.4): loss, jitter and
 * round trip. Owned by the endpoint's worker.
 */
final class ReceiverReportReader {
    private static final int AUDIO_CLOCK_RATE_HZ = 48_000;

    private final Receiver receiver;
    private final OutgoingStreams outgoing;
    private final TrafficCounters traffic;
    private final CongestionControl congestion;
    private final LossGuard lossGuard;
    private final ReportBlock block = new ReportBlock();

    ReceiverReportReader(Receiver receiver, OutgoingStreams outgoing, TrafficCounters traffic, LossGuard lossGuard) {
        this.receiver = receiver;
        this.outgoing = outgoing;
        this.traffic = traffic;
        this.lossGuard = lossGuard;
        congestion = receiver.congestion();
    }

    /**
     * The report blocks of a sender or receiver report.
     *
     * @param rtcp at the report
     * @return null if they are well formed
     */
    @Nullable
    DropReason onReport(RtcpView rtcp, long nowNs) {
        if (block.wrap(rtcp) != null) {
            return DropReason.MALFORMED_RTCP;
        }
        if (!block.hasNext()) {
            return null;
        }
        while (block.next()) {
            OutgoingStream stream = outgoing.findBySsrc(block.ssrc());
            if (stream != null) {
                onBlock(stream, nowNs);
            }
        }
        if (!congestion.isEstimating()) {
            lossGuard.onReports(receiver.bytesSent(), receiver.audioBytesSent(), (long) (traffic.rttMs() * 1e6), nowNs);
        }
        return null;
    }

    private void onBlock(OutgoingStream stream, long nowNs) {
        traffic.onFractionLost(block.fractionLost());
        if (stream.kind() == MediaKind.AUDIO) { // video's packets come in bursts anyway
            traffic.onJitter(block.jitter() * 1e3 / AUDIO_CLOCK_RATE_HZ);
        }
        LinkLoss loss = stream.onReport(block);
        receiver.onReportedLoss(loss, nowNs);
        if (!congestion.isEstimating()) { // else it would count what was lost before the bridge a second time
            lossGuard.onReport(loss);
        }
        long roundTripNs = stream.roundTripNs(block.lsr(), block.dlsr(), nowNs);
        if (roundTripNs >= 0) {
            traffic.onRoundTrip(roundTripNs);
            congestion.onRoundTrip(roundTripNs);
        }
    }
}
