package org.starbridge.hammer.client.media;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.starbridge.hammer.media.Replay;
import org.starbridge.rtp.reception.ReceptionRegister;
import org.starbridge.rtp.rtcp.Bye;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.rtp.rtcp.ReceiverReport;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.SenderReport;
import org.starbridge.rtp.rtcp.SourceDescription;

/**
 * Writes one endpoint's sender reports, receiver reports, names and good-byes (RFC 3550 section 6). Owned by the
 * driver.
 */
final class ReportWriter {
    private static final int MAX_PACKET_BYTES = RtcpOutput.MAX_PACKET_BYTES;

    private final RtcpOutput output;
    private final int rtcpSsrc;
    private final byte[] cname;
    private final List<OutgoingStream> outgoing;
    private final MediaReceiver media;

    /**
     * @param rtcpSsrc in whose name it reports
     * @param outgoing whatever is sent
     */
    ReportWriter(RtcpOutput output, int rtcpSsrc, String cname, List<OutgoingStream> outgoing, MediaReceiver media) {
        this.output = output;
        this.rtcpSsrc = rtcpSsrc;
        this.cname = cname.getBytes(StandardCharsets.UTF_8);
        this.outgoing = List.copyOf(outgoing);
        this.media = media;
    }

    /**
     * A compound packet for each stream that is sent, with its report and its name, as browsers do, and as many
     * receiver reports as the streams need. A bridge may forward one report of a compound packet only.
     */
    void writeReports(long nowNs, long unixNs) {
        for (int i = 0; i < outgoing.size(); i++) {
            OutgoingStream stream = outgoing.get(i);
            if (stream.replay().isSending()) {
                long slot = output.slot();
                if (slot == 0) {
                    return;
                }
                int length = writeSenderReport(slot, stream, nowNs, unixNs);
                length += SourceDescription.writeCname(
                        slot + length, MAX_PACKET_BYTES - length, stream.sent().ssrc(), cname);
                output.commit(slot, length);
            }
        }
        writeReceiverReports(nowNs);
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

    private void writeReceiverReports(long nowNs) {
        ReceptionRegister[] registers = media.registers();
        int next = 0;
        while (next < registers.length) {
            long slot = output.slot();
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
                output.commit(slot, writeReceiverReport(slot, blocks));
            }
        }
    }

    private int writeReceiverReport(long slot, int blocks) {
        int length = ReceiverReport.write(slot, MAX_PACKET_BYTES, rtcpSsrc, blocks);
        return length + SourceDescription.writeCname(slot + length, MAX_PACKET_BYTES - length, rtcpSsrc, cname);
    }

    /** Says good-bye for the name in which it reports, and for the encodings of its video. */
    void writeBye(OutgoingVideo video) {
        long slot = output.slot();
        if (slot == 0) {
            return;
        }
        int length = writeReceiverReport(slot, 0);
        length += Bye.write(slot + length, MAX_PACKET_BYTES - length, rtcpSsrc);
        for (OutgoingStream encoding : video.encodings()) {
            int ssrc = encoding.sent().ssrc();
            if (ssrc != rtcpSsrc) {
                length += Bye.write(slot + length, MAX_PACKET_BYTES - length, ssrc);
            }
        }
        output.commit(slot, length);
    }
}
