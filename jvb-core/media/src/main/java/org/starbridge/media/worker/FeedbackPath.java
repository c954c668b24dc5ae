package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.feedback.NackResponder;
import org.starbridge.media.feedback.RtcpEgress;
import org.starbridge.media.feedback.SenderReportRelay;
import org.starbridge.media.feedback.SourceFeedback;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.FullIntraRequest;
import org.starbridge.rtp.rtcp.PictureLossIndication;
import org.starbridge.rtp.rtcp.Remb;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.srtp.SrtpStatus;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * A feedback packet's life; the twin of {@link PacketPath}. RTCP ends here and is made here: nothing is relayed as it came.
 * Owned by one worker.
 *
 * <p>{@link #onRtcp}, from the socket: demux, unprotect, parse, then each message to its room. Sender reports go on as times,
 * for every receiver of the stream; report blocks say what the receiver's network carries; lost packets are sent again; key
 * frame requests go to the source's worker. {@link #sendDue}, from the timers: what a source is told about what it sends, made
 * by {@link SourceFeedback}, protected and sent.
 */
final class FeedbackPath implements AutoCloseable {
    private final SenderReportRelay senderReports;
    private final NackResponder nacks;
    private final KeyFrameRequester keyFrameRequests;
    private final RtcpEgress egress;
    private final DropCounters drops;
    private final WorkerCounters counters;
    private final Slab plain = Slab.allocate(ReceiveBatch.SLOT_BYTES);
    private final RtcpView rtcp = new RtcpView();
    private final PictureLossIndication pli = new PictureLossIndication();
    private final FullIntraRequest fir = new FullIntraRequest();
    private final Remb remb = new Remb();

    FeedbackPath(
            SenderReportRelay senderReports,
            NackResponder nacks,
            KeyFrameRequester keyFrameRequests,
            RtcpEgress egress,
            DropCounters drops,
            WorkerCounters counters) {
        this.senderReports = senderReports;
        this.nacks = nacks;
        this.keyFrameRequests = keyFrameRequests;
        this.egress = egress;
        this.drops = drops;
        this.counters = counters;
    }

    /** An SRTCP packet from an endpoint of this worker; null if it was read, else why not. */
    @Nullable
    DropReason onRtcp(EndpointSession sender, long datagramAddress, int lengthBytes, long arrivalNs, long nowNs) {
        SrtpReceiver keys = sender.transport().receiver();
        if (keys == null) {
            return DropReason.NO_KEYS;
        }
        int plainBytes = keys.unprotectRtcp(datagramAddress, lengthBytes, plain.address()); // unprotect
        if (plainBytes < 0) {
            return DropReason.of(SrtpStatus.of(plainBytes));
        }
        sender.traffic().onReceived(lengthBytes, arrivalNs);
        counters.onReceived(lengthBytes);
        if (rtcp.wrap(plain.address(), plainBytes) != null) { // parse
            return DropReason.MALFORMED_RTCP;
        }
        while (rtcp.next()) {
            DropReason refused = onMessage(sender, arrivalNs, nowNs);
            if (refused != null) {
                drops.count(refused);
            }
        }
        return null;
    }

    /** One message of the compound packet, to its room. */
    private @Nullable DropReason onMessage(EndpointSession peer, long arrivalNs, long nowNs) {
        return switch (rtcp.kind()) {
            case SENDER_REPORT -> {
                DropReason refused = senderReports.onReport(rtcp, peer.incoming(), arrivalNs);
                if (refused != null) {
                    drops.count(refused);
                }
                yield peer.onReportBlocks(rtcp, nowNs);
            }
            case RECEIVER_REPORT -> peer.onReportBlocks(rtcp, nowNs);
            case PICTURE_LOSS_INDICATION -> onPictureLossIndication(peer, nowNs);
            case FULL_INTRA_REQUEST -> onFullIntraRequest(peer, nowNs);
            case GENERIC_NACK -> nacks.onNack(rtcp, peer.outgoing(), nowNs);
            case REMB -> onRemb(peer, nowNs);
            case SOURCE_DESCRIPTION, BYE, TRANSPORT_FEEDBACK -> null; // every peer sends them; they change nothing here
            default -> DropReason.UNUSED_RTCP;
        };
    }

    private @Nullable DropReason onPictureLossIndication(EndpointSession receiver, long nowNs) {
        return pli.wrap(rtcp) == null
                ? keyFrameRequests.onRequest(receiver.outgoing(), pli.mediaSsrc(), nowNs)
                : DropReason.MALFORMED_RTCP;
    }

    private @Nullable DropReason onFullIntraRequest(EndpointSession receiver, long nowNs) {
        if (fir.wrap(rtcp) != null) {
            return DropReason.MALFORMED_RTCP;
        }
        while (fir.next()) {
            DropReason refused = keyFrameRequests.onRequest(receiver.outgoing(), fir.ssrc(), nowNs);
            if (refused != null) {
                drops.count(refused);
            }
        }
        return null;
    }

    /** What a receiver can take. It counts unless the receiver gets the numbers by which the bridge estimates itself. */
    private @Nullable DropReason onRemb(EndpointSession receiver, long nowNs) {
        if (remb.wrap(rtcp) != null) {
            return DropReason.MALFORMED_RTCP;
        }
        if (receiver.receiver().negotiation().stampedTransportSequenceId() != 0) {
            receiver.traffic().onSpuriousRemb();
            return DropReason.UNUSED_RTCP;
        }
        receiver.onEstimate(remb.bitrateBps(), nowNs);
        return null;
    }

    /** Sends what an endpoint is to be told now about what it sends. */
    void sendDue(EndpointSession endpoint, long nowNs) {
        SourceFeedback feedback = endpoint.feedback();
        SrtpSender keys = endpoint.receiver().ready();
        if (keys == null) {
            feedback.postpone(nowNs);
            return;
        }
        long requestsBefore = feedback.keyFrameRequestsSent();
        long nacksBefore = feedback.nacksSent();
        long askedForBefore = feedback.packetsAskedFor();
        long roundTripNs = (long) (endpoint.traffic().rttMs() * 1e6);
        while (nowNs >= feedback.nextDeadlineNs()) {
            long slotAddress = egress.slot();
            int length = slotAddress == 0
                    ? 0
                    : feedback.writeDue(slotAddress, RtcpEgress.MAX_RTCP_BYTES, nowNs, roundTripNs);
            if (length == 0) {
                feedback.postpone(nowNs);
                break;
            }
            egress.send(endpoint.receiver(), keys, slotAddress, length); // protect, egress
        }
        counters.keyFrameRequestsSent += feedback.keyFrameRequestsSent() - requestsBefore;
        counters.nacksSent += feedback.nacksSent() - nacksBefore;
        counters.packetsAskedFor += feedback.packetsAskedFor() - askedForBefore;
    }

    @Override
    public void close() {
        plain.close();
    }
}
