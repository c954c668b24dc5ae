package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOutPacket;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.Receiver;
import org.starbridge.media.forward.Retransmission;
import org.starbridge.media.forward.Retransmitter;
import org.starbridge.media.forward.SourceClock;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingNotifier;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.media.source.KeyFrameRequestSink;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.FullIntraRequest;
import org.starbridge.rtp.rtcp.GenericNack;
import org.starbridge.rtp.rtcp.PictureLossIndication;
import org.starbridge.rtp.rtcp.Remb;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.SenderReport;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.srtp.SrtpStatus;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * A feedback packet's life; the twin of {@link PacketPath}. RTCP ends here and is made here: nothing is relayed as it came.
 * Owned by one worker.
 *
 * <p>What comes: sender reports go on as times, for every receiver of the stream; report blocks tell loss and round trip;
 * lost packets are sent again; key frame requests go to the source's worker, merged. What goes: receiver reports, transport-wide feedback, NACKs and key
 * frame requests to sources, sender reports with our own counts to receivers.
 */
final class FeedbackPath {
    /** Room for what one RTCP packet of ours needs, under every path MTU in use. */
    private static final int MAX_RTCP_BYTES = 1100;

    private static final int AUDIO_CLOCK_RATE_HZ = 48_000;
    /** Of the numbers in one NACK, more are refused: a whole second of video was lost, and a key frame is better. */
    private static final int MAX_NUMBERS_PER_NACK = 512;

    private final FanOuts fanOuts;
    private final PacketRing ring;
    private final Egress egress;
    private final DropCounters drops;
    private final WorkerCounters counters;
    private final RingNotifier neighbours;
    private final KeyFrameRequestSink keyFrameWishes;
    private final Slab plain = Slab.allocate(ReceiveBatch.SLOT_BYTES);
    private final GenericNack nack = new GenericNack();
    private final Retransmitter retransmitter = new Retransmitter();
    private final RtcpView rtcp = new RtcpView();
    private final SenderReport senderReport = new SenderReport();
    private final ReportBlock reportBlock = new ReportBlock();
    private final PictureLossIndication pli = new PictureLossIndication();
    private final Remb remb = new Remb();
    private final FullIntraRequest fir = new FullIntraRequest();

    FeedbackPath(
            FanOuts fanOuts,
            PacketRing ring,
            Egress egress,
            DropCounters drops,
            WorkerCounters counters,
            RingNotifier neighbours,
            KeyFrameRequestSink keyFrameWishes) {
        this.fanOuts = fanOuts;
        this.ring = ring;
        this.egress = egress;
        this.drops = drops;
        this.counters = counters;
        this.neighbours = neighbours;
        this.keyFrameWishes = keyFrameWishes;
    }

    /** An SRTCP packet from an endpoint of this worker. */
    @Nullable
    DropReason onRtcp(EndpointSession sender, long datagram, int lengthBytes, long arrivalNs, long nowNs) {
        SrtpReceiver keys = sender.transport().receiver();
        if (keys == null) {
            return DropReason.NO_KEYS;
        }
        int plainBytes = keys.unprotectRtcp(datagram, lengthBytes, plain.address());
        if (plainBytes < 0) {
            return DropReason.of(SrtpStatus.of(plainBytes));
        }
        sender.traffic().onReceived(lengthBytes, arrivalNs);
        counters.onReceived(lengthBytes);
        if (rtcp.wrap(plain.address(), plainBytes) != null) {
            return DropReason.MALFORMED_RTCP;
        }
        while (rtcp.next()) {
            switch (rtcp.kind()) {
                case SENDER_REPORT -> {
                    onSenderReport(sender, arrivalNs);
                    onReportBlocks(sender, nowNs);
                }
                case RECEIVER_REPORT -> onReportBlocks(sender, nowNs);
                case PICTURE_LOSS_INDICATION -> {
                    if (pli.wrap(rtcp) == null) {
                        onKeyFrameRequest(sender, pli.mediaSsrc(), nowNs);
                    } else {
                        drops.count(DropReason.MALFORMED_RTCP);
                    }
                }
                case FULL_INTRA_REQUEST -> {
                    if (fir.wrap(rtcp) == null) {
                        while (fir.next()) {
                            onKeyFrameRequest(sender, fir.ssrc(), nowNs);
                        }
                    } else {
                        drops.count(DropReason.MALFORMED_RTCP);
                    }
                }
                case GENERIC_NACK -> onNack(sender, nowNs);
                case REMB -> onDownlink(sender, nowNs);
                case SOURCE_DESCRIPTION, BYE, TRANSPORT_FEEDBACK -> {
                    // Part of what every peer sends; they change nothing here.
                }
                default -> drops.count(DropReason.UNUSED_RTCP);
            }
        }
        return null;
    }

    private void onSenderReport(EndpointSession sender, long arrivalNs) {
        if (senderReport.wrap(rtcp) != null) {
            drops.count(DropReason.MALFORMED_RTCP);
            return;
        }
        IncomingStream stream = sender.incoming().arriving(senderReport.ssrc());
        if (stream == null) {
            drops.count(DropReason.UNKNOWN_SSRC);
            return;
        }
        if (!stream.clock().takes(senderReport.ntp64(), senderReport.rtpTimestamp(), arrivalNs)) {
            drops.count(DropReason.SENDER_REPORT_LIMITED);
            return;
        }
        stream.reception().onSenderReport(senderReport.ntp64(), arrivalNs);
        writeTimes(stream, stream.workers());
        ring.commit(0);
        neighbours.onCommitted(stream.workers());
    }

    /** Tells workers that had no receivers of a stream before what its last sender report said. */
    void remindOfSenderReport(IncomingStream stream) {
        long workers = stream.clock().takeReminder();
        RingRecord.markReminder(writeTimes(stream, workers));
        ring.commit(0);
        neighbours.onCommitted(workers);
    }

    private long writeTimes(IncomingStream stream, long workers) {
        long record = ring.claim(0);
        RingRecord.writeSenderReport(
                record,
                workers,
                stream.handle(),
                stream.ssrc(),
                stream.encoding(),
                stream.clock().rtpTimestamp(),
                stream.clock().ntp64(),
                stream.clock().clockRateHz(),
                stream.clock().arrivalNs());
        return record;
    }

    private void onReportBlocks(EndpointSession receiver, long nowNs) {
        if (reportBlock.wrap(rtcp) != null) {
            drops.count(DropReason.MALFORMED_RTCP);
            return;
        }
        if (!reportBlock.hasNext()) {
            return;
        }
        while (reportBlock.next()) {
            OutgoingStream stream = receiver.outgoing().findBySsrc(reportBlock.ssrc());
            if (stream != null) {
                receiver.traffic().onFractionLost(reportBlock.fractionLost());
                if (stream.kind() == MediaKind.AUDIO) { // video's packets come in bursts anyway
                    receiver.traffic().onJitter(reportBlock.jitter() * 1e3 / AUDIO_CLOCK_RATE_HZ);
                }
                receiver.lossGuard().onReport(stream.onReport(reportBlock));
                long roundTripNs = stream.roundTripNs(reportBlock.lsr(), reportBlock.dlsr(), nowNs);
                if (roundTripNs >= 0) {
                    receiver.traffic().onRoundTrip(roundTripNs);
                }
            }
        }
        receiver.onReports(nowNs);
    }

    /**
     * What a receiver can take: its word counts unless it is sent the numbers from which the bridge is to find out
     * itself.
     */
    private void onDownlink(EndpointSession receiver, long nowNs) {
        if (remb.wrap(rtcp) != null) {
            drops.count(DropReason.MALFORMED_RTCP);
        } else if (receiver.receiver().negotiation().stampedTransportSequenceId() != 0) {
            drops.count(DropReason.UNUSED_RTCP);
            receiver.traffic().onSpuriousRemb();
        } else {
            receiver.onEstimate(remb.bitrateBps(), nowNs);
        }
    }

    private void onNack(EndpointSession receiver, long nowNs) {
        if (nack.wrap(rtcp) != null) {
            drops.count(DropReason.MALFORMED_RTCP);
            return;
        }
        counters.nacksReceived++;
        OutgoingStream stream = receiver.outgoing().findBySsrc(nack.mediaSsrc());
        if (stream == null) {
            drops.count(DropReason.UNKNOWN_FEEDBACK_SSRC);
        }
        for (int asked = 0; nack.next(); asked++) {
            Retransmission answer = stream == null
                    ? Retransmission.NOT_CACHED
                    : asked >= MAX_NUMBERS_PER_NACK
                            ? Retransmission.REFUSED
                            : retransmitter.repeat(stream, nack.sequenceNumber(), egress, nowNs);
            switch (answer) {
                case SENT -> counters.packetsRetransmitted++;
                case NOT_CACHED -> counters.retransmissionsNotCached++;
                case HEADER_TOO_LONG -> {
                    counters.retransmissionsNotCached++;
                    drops.count(DropReason.HEADER_TOO_LONG_TO_REPEAT);
                }
                case REFUSED -> counters.retransmissionsRefused++;
            }
        }
    }

    private void onKeyFrameRequest(EndpointSession receiver, int ssrc, long nowNs) {
        OutgoingStream stream = receiver.outgoing().findBySsrc(ssrc);
        if (stream == null || stream.kind() != MediaKind.VIDEO) {
            drops.count(DropReason.UNKNOWN_FEEDBACK_SSRC);
        } else if (!stream.mayRequestKeyFrame(nowNs)) {
            drops.count(DropReason.KEY_FRAME_REQUEST_LIMITED);
        } else {
            requestKeyFrame(stream);
        }
    }

    private void requestKeyFrame(OutgoingStream stream) {
        FanOut fanOut = fanOuts.find(stream.handle());
        if (fanOut != null) {
            keyFrameWishes.request(fanOut.source(), stream.sourceSsrc());
        }
    }

    /** Asks for the key frame with which a receiver can be given another layer, if it waits for one. */
    void passKeyFrameWish(OutgoingStream stream) {
        if (stream.takeKeyFrameRequest()) {
            requestKeyFrame(stream);
        }
    }

    /** A sender report's times, to one receiver of the stream, with what it was sent. */
    void forwardSenderReport(FanOutPacket report, OutgoingStream stream, long nowNs) {
        int rtpTimestamp = RingRecord.rtpTimestamp(report.record());
        long ntpTime = RingRecord.ntpTime(report.record());
        int encoding = RingRecord.encoding(report.record());
        if (report.isIntact() && stream.mapsReportsOf(encoding)) {
            sendSenderReport(stream, rtpTimestamp + stream.timestampDelta(), ntpTime, nowNs);
        }
    }

    /** Makes a sender report for a receiver that has had none of what it gets now, from the source's last one. */
    void tellTime(FanOutPacket packet, OutgoingStream stream, long nowNs) {
        SourceClock clock = fanOuts.clocks().find(packet.handle());
        if (clock != null && clock.isKnownAt(nowNs) && stream.mapsReportsOf(packet.encoding())) {
            int rtpTimestamp = clock.rtpTimestampAt(nowNs) + stream.timestampDelta();
            sendSenderReport(stream, rtpTimestamp, clock.ntpAt(nowNs), nowNs);
        }
    }

    private void sendSenderReport(OutgoingStream stream, int rtpTimestamp, long ntpTime, long nowNs) {
        SrtpSender keys = stream.receiver().ready();
        if (keys == null || !stream.hasStarted()) {
            return;
        }
        long slot = egress.slot();
        if (slot == 0) {
            return;
        }
        int length = SenderReport.write(
                slot, MAX_RTCP_BYTES, stream.ssrc(), ntpTime, rtpTimestamp, stream.packets(), stream.payloadBytes(), 0);
        if (send(stream.receiver(), keys, slot, length)) {
            stream.onSenderReportSent(ntpTime, nowNs);
            counters.senderReportsForwarded++;
        }
    }

    /** Sends what an endpoint is to be told now about what it sends. */
    void sendDue(EndpointSession endpoint, long nowNs) {
        SrtpSender keys = endpoint.receiver().ready();
        if (keys == null) {
            endpoint.incoming().postpone(nowNs);
            return;
        }
        IncomingStreams incoming = endpoint.incoming();
        long requestsBefore = incoming.keyFrameRequestsSent();
        long nacksBefore = incoming.nacksSent();
        long askedForBefore = incoming.packetsAskedFor();
        writeDue(endpoint, keys, nowNs);
        counters.keyFrameRequestsSent += incoming.keyFrameRequestsSent() - requestsBefore;
        counters.nacksSent += incoming.nacksSent() - nacksBefore;
        counters.packetsAskedFor += incoming.packetsAskedFor() - askedForBefore;
    }

    private void writeDue(EndpointSession endpoint, SrtpSender keys, long nowNs) {
        long roundTripNs = (long) (endpoint.traffic().rttMs() * 1e6);
        while (nowNs >= endpoint.incoming().nextDeadlineNs()) {
            long slot = egress.slot();
            int length = slot == 0 ? 0 : endpoint.incoming().writeDue(slot, MAX_RTCP_BYTES, nowNs, roundTripNs);
            if (length == 0) {
                endpoint.incoming().postpone(nowNs);
                return;
            }
            send(endpoint.receiver(), keys, slot, length);
        }
    }

    private boolean send(Receiver receiver, SrtpSender keys, long slot, int plainBytes) {
        int length = keys.protectRtcp(slot, plainBytes);
        if (length < 0) {
            return false;
        }
        egress.commit(length, receiver.destination());
        receiver.onSent(length);
        return true;
    }

    void close() {
        plain.close();
    }
}
