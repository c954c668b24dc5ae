package org.starbridge.hammer.client.media;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.ReportedTimes;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.hammer.measure.MissingPackets;
import org.starbridge.hammer.media.Replay;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.reception.ReceptionRegister;
import org.starbridge.rtp.reception.TransportFeedbackRegister;
import org.starbridge.rtp.rtcp.Bye;
import org.starbridge.rtp.rtcp.FullIntraRequest;
import org.starbridge.rtp.rtcp.GenericNack;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.rtp.rtcp.PictureLossIndication;
import org.starbridge.rtp.rtcp.ReceiverReport;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.SenderReport;
import org.starbridge.rtp.rtcp.SourceDescription;
import org.starbridge.rtp.rtcp.TransportFeedback;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * One endpoint's RTCP: sender and receiver reports each second, transport-wide feedback of what really arrived, and the
 * answers to PLI, FIR and, on request, NACK. Owned by the driver.
 */
public final class Feedback {
    private static final long REPORT_INTERVAL_NS = 1_000_000_000;
    private static final long NACK_INTERVAL_NS = 10_000_000;
    private static final int MAX_PACKET_BYTES = 1200;

    private final SrtpSender sender;
    private final SrtpReceiver receiver;
    private final Outbox outbox;
    private final int rtcpSsrc;
    private final List<OutgoingStream> outgoing;
    private final OutgoingVideo video;
    private final MediaReceiver media;
    private final byte[] cname;
    private final int transportSequenceId;
    private final TransportFeedbackRegister arrivals = new TransportFeedbackRegister();

    private final RtcpView view = new RtcpView();
    private final SenderReport senderReport = new SenderReport();
    private final PictureLossIndication pli = new PictureLossIndication();
    private final FullIntraRequest fir = new FullIntraRequest();
    private final GenericNack nack = new GenericNack();
    private final TransportFeedback transportFeedback = new TransportFeedback();

    private final GenericNackWriter nackWriter = new GenericNackWriter();
    private final boolean asksAgain;

    private int lastFirSequence = -1;
    private long nextReportNs;
    private long nextNackNs;
    private long nacksReceived;
    private long keyFrameRequests;
    private long refused;
    private long feedbackReceived;
    private long feedbackMissing;
    private long unixMinusNanoNs;

    /**
     * @param outgoing whatever is sent
     * @param video of these, the video
     * @param transportSequenceId the number of the header extension that is reported on; 0 if there is none
     * @param unixMinusNanoNs the wall clock less the other one: sender reports may come before anything is due here
     */
    Feedback(
            SrtpSender sender,
            SrtpReceiver receiver,
            Outbox outbox,
            int rtcpSsrc,
            List<OutgoingStream> outgoing,
            OutgoingVideo video,
            MediaReceiver media,
            String cname,
            int transportSequenceId,
            long firstReportNs,
            long unixMinusNanoNs) {
        this.outgoing = List.copyOf(outgoing);
        this.video = video;
        asksAgain = media.asksAgain();
        this.sender = sender;
        this.receiver = receiver;
        this.outbox = outbox;
        this.rtcpSsrc = rtcpSsrc;
        this.media = media;
        this.cname = cname.getBytes(StandardCharsets.UTF_8);
        this.transportSequenceId = transportSequenceId;
        nextReportNs = firstReportNs;
        this.unixMinusNanoNs = unixMinusNanoNs;
    }

    /** An RTP packet came; if it has a transport-wide sequence number, it will be reported. */
    public void onRtp(long address, int lengthBytes, long arrivalNs) {
        int number = TransportSequence.read(address, lengthBytes, transportSequenceId);
        if (number >= 0) {
            arrivals.onPacket(number, arrivalNs);
        }
    }

    /** A protected RTCP packet came; it is decrypted in place. */
    public void onRtcp(long address, int lengthBytes, long arrivalNs) {
        int length = receiver.unprotectRtcp(address, lengthBytes, address);
        if (length < 0 || view.wrap(address, length) != null) {
            refused++;
            return;
        }
        while (view.next()) {
            switch (view.kind()) {
                case SENDER_REPORT -> onSenderReport(arrivalNs);
                case PICTURE_LOSS_INDICATION -> {
                    if (pli.wrap(view) == null && video.of(pli.mediaSsrc()) != null) {
                        onKeyFrameRequest();
                    }
                }
                case FULL_INTRA_REQUEST -> onFullIntraRequest();
                case GENERIC_NACK -> {
                    if (nack.wrap(view) == null) {
                        while (nack.next()) {
                            nacksReceived++;
                            OutgoingStream asked = video.of(nack.mediaSsrc());
                            if (asked != null) {
                                asked.repeat(nack.sequenceNumber(), outbox);
                            }
                        }
                    }
                }
                case TRANSPORT_FEEDBACK -> onTransportFeedback();
                default -> {
                    // Reports about us, and good-byes.
                }
            }
        }
    }

    private void onSenderReport(long arrivalNs) {
        if (senderReport.wrap(view) == null) {
            media.onSenderReport(senderReport, arrivalNs, unixMinusNanoNs);
        }
    }

    private void onTransportFeedback() {
        if (transportFeedback.wrap(view) == null) {
            while (transportFeedback.next()) {
                if (transportFeedback.isReceived()) {
                    feedbackReceived++;
                } else {
                    feedbackMissing++;
                }
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

    /**
     * Writes what is due.
     *
     * @param unixNs the wall clock, for the reports' NTP times
     */
    public void onTime(long nowNs, long unixNs) {
        unixMinusNanoNs = unixNs - nowNs;
        if (nowNs >= nextReportNs) {
            nextReportNs = nowNs + REPORT_INTERVAL_NS;
            writeReports(nowNs, unixNs);
        }
        if (nowNs >= arrivals.nextDeadlineNs()) {
            writeArrivals(nowNs);
        }
        if (asksAgain && nowNs >= nextNackNs) {
            nextNackNs = nowNs + NACK_INTERVAL_NS;
            writeNacks(nowNs);
        }
    }

    /** Asks for what is missing, a packet for each stream. */
    private void writeNacks(long nowNs) {
        @Nullable MissingPackets[] missing = media.missing();
        for (int i = 0; i < missing.length; i++) {
            MissingPackets stream = missing[i];
            if (stream == null || stream.nextDeadlineNs() > nowNs) {
                continue;
            }
            long slot = outbox.slot();
            if (slot == 0) {
                return;
            }
            nackWriter.begin(
                    slot, MAX_PACKET_BYTES, rtcpSsrc, media.streams()[i].sent().ssrc());
            boolean fits = true;
            for (long number = stream.poll(nowNs); number >= 0 && fits; number = stream.poll(nowNs)) {
                fits = nackWriter.add(number);
            }
            int length = nackWriter.end();
            if (length > 0) {
                protect(slot, length);
            }
        }
    }

    private void writeArrivals(long nowNs) {
        while (true) {
            long slot = outbox.slot();
            int length = slot == 0
                    ? 0
                    : arrivals.write(
                            slot,
                            MAX_PACKET_BYTES,
                            rtcpSsrc,
                            video.isEmpty()
                                    ? rtcpSsrc
                                    : video.encodings().get(0).sent().ssrc(),
                            nowNs);
            if (length == 0) {
                return;
            }
            protect(slot, length);
        }
    }

    /** A compound packet with the reports of what it sends and the name, if it sends, and as many receiver reports as the streams need. */
    private void writeReports(long nowNs, long unixNs) {
        long slot = outbox.slot();
        if (slot == 0) {
            return;
        }
        int length = 0;
        for (int i = 0; i < outgoing.size(); i++) {
            if (outgoing.get(i).replay().isSending()) {
                length += writeSenderReport(slot + length, outgoing.get(i), nowNs, unixNs);
            }
        }
        if (length > 0) {
            length += SourceDescription.writeCname(slot + length, MAX_PACKET_BYTES - length, rtcpSsrc, cname);
            protect(slot, length);
        }
        ReceptionRegister[] registers = media.registers();
        int next = 0;
        while (next < registers.length) {
            slot = outbox.slot();
            if (slot == 0) {
                return;
            }
            int blocks = 0;
            for (; next < registers.length && blocks < ReceiverReport.MAX_BLOCKS; next++) {
                if (registers[next].hasStarted()) {
                    long block = slot + ReceiverReport.BLOCKS_OFFSET + (long) blocks * ReportBlock.LENGTH_BYTES;
                    registers[next].writeReportBlock(block, nowNs);
                    blocks++;
                }
            }
            if (blocks > 0) {
                length = ReceiverReport.write(slot, MAX_PACKET_BYTES, rtcpSsrc, blocks);
                length += SourceDescription.writeCname(slot + length, MAX_PACKET_BYTES - length, rtcpSsrc, cname);
                protect(slot, length);
            }
        }
    }

    private static int writeSenderReport(long address, OutgoingStream stream, long nowNs, long unixNs) {
        Replay replay = stream.replay();
        return SenderReport.write(
                address,
                MAX_PACKET_BYTES,
                stream.sent().ssrc(),
                NtpTime.fromUnixNs(unixNs),
                (int) replay.rtpTimestampAt(nowNs),
                replay.packetsSent(),
                replay.payloadBytesSent(),
                0);
    }

    /** Says good-bye for all streams. */
    public void writeBye() {
        long slot = outbox.slot();
        if (slot == 0) {
            return;
        }
        int length = ReceiverReport.write(slot, MAX_PACKET_BYTES, rtcpSsrc, 0);
        length += SourceDescription.writeCname(slot + length, MAX_PACKET_BYTES - length, rtcpSsrc, cname);
        length += Bye.write(slot + length, MAX_PACKET_BYTES - length, rtcpSsrc);
        for (OutgoingStream encoding : video.encodings()) {
            int ssrc = encoding.sent().ssrc();
            if (ssrc != rtcpSsrc) {
                length += Bye.write(slot + length, MAX_PACKET_BYTES - length, ssrc);
            }
        }
        protect(slot, length);
    }

    private void protect(long slot, int lengthBytes) {
        int length = sender.protectRtcp(slot, lengthBytes);
        if (length > 0) {
            outbox.commit(length);
        }
    }

    public long nextDeadlineNs() {
        long deadline = Math.min(nextReportNs, arrivals.nextDeadlineNs());
        return asksAgain ? Math.min(deadline, nextNackNs) : deadline;
    }

    /** Whether a datagram of version 2 is RTCP. */
    public static boolean isRtcp(long address) {
        return RtpView.isRtcp(Memory.u8(address + 1));
    }

    /** Packets that the bridge missed and asked for again; answered if there is a repeater. */
    public long nacksReceived() {
        return nacksReceived;
    }

    /** PLIs and FIRs for our video. */
    public long keyFrameRequests() {
        return keyFrameRequests;
    }

    /** What came of sender reports and transport-wide feedback. */
    public ReportedTimes reportedTimes() {
        return ReportedTimes.of(media.ssrcs().clocks(), feedbackReceived, feedbackMissing);
    }

    /** RTCP packets that SRTCP refused or that are malformed. */
    long refused() {
        return refused;
    }
}
