package org.starbridge.media.feedback;

import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.forward.FanOutPacket;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.SourceClock;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.rtp.rtcp.SenderReport;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Makes sender reports for receivers: the source's times, mapped to what the receiver gets, with the bridge's own
 * counts. Owned by the worker of the receivers.
 */
public final class SenderReportWriter {
    private final FanOuts fanOuts;
    private final RtcpEgress egress;
    private final WorkerCounters counters;

    public SenderReportWriter(FanOuts fanOuts, RtcpEgress egress, WorkerCounters counters) {
        this.fanOuts = fanOuts;
        this.egress = egress;
        this.counters = counters;
    }

    /** Sends the times of a source's report to one receiver of the stream. */
    public void forward(FanOutPacket report, OutgoingStream stream, long nowNs) {
        int rtpTimestamp = RingRecord.rtpTimestamp(report.record());
        long ntpTime = RingRecord.ntpTime(report.record());
        int encoding = RingRecord.encoding(report.record());
        if (report.isIntact() && stream.mapsReportsOf(encoding)) {
            send(stream, rtpTimestamp + stream.timestampDelta(), ntpTime, nowNs);
        }
    }

    /** Makes a report from the source's last one, for a receiver that has had none of what it gets now. */
    public void sendFirst(FanOutPacket packet, OutgoingStream stream, long nowNs) {
        SourceClock clock = fanOuts.clocks().find(packet.handle());
        if (clock != null && clock.isKnownAt(nowNs) && stream.mapsReportsOf(packet.encoding())) {
            int rtpTimestamp = clock.rtpTimestampAt(nowNs) + stream.timestampDelta();
            send(stream, rtpTimestamp, clock.ntpAt(nowNs), nowNs);
        }
    }

    private void send(OutgoingStream stream, int rtpTimestamp, long ntpTime, long nowNs) {
        SrtpSender keys = stream.receiver().ready();
        if (keys == null || !stream.hasStarted()) {
            return;
        }
        long slotAddress = egress.slot();
        if (slotAddress == 0) {
            return;
        }
        int length = SenderReport.write(
                slotAddress,
                RtcpEgress.MAX_RTCP_BYTES,
                stream.ssrc(),
                ntpTime,
                rtpTimestamp,
                stream.packets(),
                stream.payloadBytes(),
                0);
        if (egress.send(stream.receiver(), keys, slotAddress, length, nowNs)) {
            stream.onSenderReportSent(ntpTime, nowNs);
            counters.increment(MediaCounter.SENDER_REPORTS_SENT);
        }
    }
}
