package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.feedback.KeyFrameRequestReader;
import org.starbridge.media.feedback.NackResponder;
import org.starbridge.media.feedback.SenderReportRelay;
import org.starbridge.media.feedback.SourceFeedbackSender;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * A feedback packet's life; the twin of {@link PacketPath}. RTCP ends here and is made here: nothing is relayed as it
 * came. Owned by one worker.
 *
 * <p>{@link #onRtcp}, from the socket: demux, unprotect, parse, then each message to its room. Sender reports go on as
 * times, for every receiver of the stream; report blocks say what the receiver's network carries; lost packets are sent
 * again; key frame requests go to the source's worker. {@link #sendDue}, from the timers: the feedback to a source
 * about what it sends, made by {@link org.starbridge.media.feedback.SourceFeedback}, protected and sent.
 */
final class FeedbackPath implements AutoCloseable {
    private final SenderReportRelay senderReports;
    private final NackResponder nacks;
    private final KeyFrameRequestReader keyFrameRequests;
    private final SourceFeedbackSender sourceFeedback;
    private final DropCounters drops;
    private final WorkerCounters counters;
    private final Slab plain = Slab.allocate(ReceiveBatch.SLOT_BYTES);
    private final RtcpView rtcp = new RtcpView();

    FeedbackPath(
            SenderReportRelay senderReports,
            NackResponder nacks,
            KeyFrameRequestReader keyFrameRequests,
            SourceFeedbackSender sourceFeedback,
            DropCounters drops,
            WorkerCounters counters) {
        this.senderReports = senderReports;
        this.nacks = nacks;
        this.keyFrameRequests = keyFrameRequests;
        this.sourceFeedback = sourceFeedback;
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
            return DropReason.ofSrtp(plainBytes);
        }
        sender.traffic().onReceived(lengthBytes, arrivalNs);
        counters.onReceived(lengthBytes);
        PacketWatch watch = sender.receiver().watch();
        if (watch != null) {
            watch.onRtcp(PacketWatch.RECEIVED, plain.address(), plainBytes, arrivalNs);
        }
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
            case PICTURE_LOSS_INDICATION -> {
                peer.traffic().onKeyFrameRequest();
                yield keyFrameRequests.onPictureLossIndication(rtcp, peer.outgoing(), nowNs);
            }
            case FULL_INTRA_REQUEST -> {
                peer.traffic().onKeyFrameRequest();
                yield keyFrameRequests.onFullIntraRequest(rtcp, peer.outgoing(), nowNs);
            }
            case GENERIC_NACK -> nacks.onNack(rtcp, peer.outgoing(), nowNs);
            case REMB -> peer.onRemb(rtcp, nowNs);
            case TRANSPORT_FEEDBACK -> peer.onTransportFeedback(rtcp, nowNs);
            case SOURCE_DESCRIPTION, BYE -> null; // every peer sends them; they change nothing here
            default -> DropReason.UNUSED_RTCP;
        };
    }

    /** Sends the feedback that is due to an endpoint about the streams that it sends. */
    void sendDue(EndpointSession endpoint, long nowNs) {
        long roundTripNs = (long) (endpoint.traffic().rttMs() * 1e6);
        sourceFeedback.sendDue(endpoint.feedback(), endpoint.receiver(), roundTripNs, nowNs);
    }

    @Override
    public void close() {
        plain.close();
    }
}
