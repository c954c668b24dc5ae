package org.starbridge.hammer.client.media;

import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.rtp.rtcp.FullIntraRequest;
import org.starbridge.rtp.rtcp.GenericNack;
import org.starbridge.rtp.rtcp.PictureLossIndication;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.SenderReport;
import org.starbridge.rtp.rtcp.TransportFeedback;
import org.starbridge.transport.srtp.SrtpReceiver;

/**
 * Reads the RTCP that the bridge sends to one endpoint: sender reports, key frame requests (PLI, FIR), NACK and
 * transport-wide feedback. Owned by the driver.
 */
final class IncomingFeedback {
    private final SrtpReceiver receiver;
    private final Outbox outbox;
    private final OutgoingVideo video;
    private final MediaReceiver media;
    private final RtcpView view = new RtcpView();
    private final SenderReport senderReport = new SenderReport();
    private final PictureLossIndication pli = new PictureLossIndication();
    private final FullIntraRequest fir = new FullIntraRequest();
    private final GenericNack nack = new GenericNack();
    private final TransportFeedback transportFeedback = new TransportFeedback();
    private int lastFirSequence = -1;
    private long nacks;
    private long keyFrameRequests;
    private long reportedReceived;
    private long reportedMissing;

    /** {@code outbox} takes retransmissions. */
    IncomingFeedback(SrtpReceiver receiver, Outbox outbox, OutgoingVideo video, MediaReceiver media) {
        this.receiver = receiver;
        this.outbox = outbox;
        this.video = video;
        this.media = media;
    }

    /**
     * A protected RTCP packet came; it is decrypted in place.
     *
     * @param unixMinusNanoNs the wall clock less the clock of {@code arrivalNs}
     */
    void onRtcp(long packetAddress, int lengthBytes, long arrivalNs, long unixMinusNanoNs) {
        int length = receiver.unprotectRtcp(packetAddress, lengthBytes, packetAddress);
        if (length < 0 || view.wrap(packetAddress, length) != null) {
            return;
        }
        while (view.next()) {
            switch (view.kind()) {
                case SENDER_REPORT -> {
                    if (senderReport.wrap(view) == null) {
                        media.onSenderReport(senderReport, arrivalNs, unixMinusNanoNs);
                    }
                }
                case PICTURE_LOSS_INDICATION -> {
                    if (pli.wrap(view) == null && video.of(pli.mediaSsrc()) != null) {
                        onKeyFrameRequest();
                    }
                }
                case FULL_INTRA_REQUEST -> onFullIntraRequest();
                case GENERIC_NACK -> onNack();
                case TRANSPORT_FEEDBACK -> onTransportFeedback();
                default -> {
                    // Reports about what is sent, and good-byes.
                }
            }
        }
    }

    private void onNack() {
        if (nack.wrap(view) != null) {
            return;
        }
        while (nack.next()) {
            nacks++;
            OutgoingStream asked = video.of(nack.mediaSsrc());
            if (asked != null) {
                asked.retransmit(nack.sequenceNumber(), outbox);
            }
        }
    }

    private void onTransportFeedback() {
        if (transportFeedback.wrap(view) != null) {
            return;
        }
        while (transportFeedback.next()) {
            if (transportFeedback.isReceived()) {
                reportedReceived++;
            } else {
                reportedMissing++;
            }
        }
    }

    private void onFullIntraRequest() {
        if (fir.wrap(view) != null) {
            return;
        }
        while (fir.next()) {
            if (video.of(fir.ssrc()) != null && fir.sequenceNumber() != lastFirSequence) {
                lastFirSequence = fir.sequenceNumber();
                onKeyFrameRequest();
            }
        }
    }

    private void onKeyFrameRequest() {
        keyFrameRequests++;
        video.onKeyFrameRequest();
    }

    /** Packets that the bridge asked for again; answered if there is a retransmitter. */
    long nacks() {
        return nacks;
    }

    /** PLIs and FIRs for our video. */
    long keyFrameRequests() {
        return keyFrameRequests;
    }

    /** Packets of our own that transport-wide feedback says came, each time counted. */
    long reportedReceived() {
        return reportedReceived;
    }

    /** Packets of our own that transport-wide feedback says did not come. */
    long reportedMissing() {
        return reportedMissing;
    }
}
