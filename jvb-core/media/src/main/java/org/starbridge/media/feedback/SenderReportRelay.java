package org.starbridge.media.feedback;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingNotifier;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.media.source.ReportedTime;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.SenderReport;

/**
 * Takes the times out of sources' sender reports and puts them into the ring, for the workers with receivers of the
 * stream. Owned by the worker of the sources.
 */
public final class SenderReportRelay {
    private final PacketRing ring;
    private final RingNotifier notifier;
    private final SenderReport report = new SenderReport();

    public SenderReportRelay(PacketRing ring, RingNotifier notifier) {
        this.ring = ring;
        this.notifier = notifier;
    }

    /**
     * A sender report came.
     *
     * @param rtcp at the report
     * @param incoming the streams of the endpoint that sent it
     * @return null if it is passed on, else why not
     */
    public @Nullable DropReason onReport(RtcpView rtcp, IncomingStreams incoming, long arrivalNs) {
        if (report.wrap(rtcp) != null) {
            return DropReason.MALFORMED_RTCP;
        }
        IncomingStream stream = incoming.arriving(report.ssrc());
        if (stream == null) {
            return DropReason.UNKNOWN_SSRC;
        }
        if (!stream.clock().takes(report.ntp64(), report.rtpTimestamp(), arrivalNs)) {
            return DropReason.SENDER_REPORT_LIMITED;
        }
        stream.reception().onSenderReport(report.ntp64(), arrivalNs);
        incoming.tapReport(stream);
        write(stream, stream.workers());
        ring.commit(0);
        notifier.onCommitted(stream.workers());
        return null;
    }

    /** Tells workers that had no receivers of a stream before what its last sender report said. */
    public void remind(IncomingStream stream) {
        long workers = stream.clock().takeReminder();
        RingRecord.markReminder(write(stream, workers));
        ring.commit(0);
        notifier.onCommitted(workers);
    }

    private long write(IncomingStream stream, long workers) {
        ReportedTime time = stream.clock();
        long recordAddress = ring.claim(0);
        RingRecord.writeSenderReport(recordAddress, workers, stream.handle(), stream.encoding());
        RingRecord.writeTimes(recordAddress, time.ntp64(), time.rtpTimestamp(), time.clockRateHz(), time.arrivalNs());
        return recordAddress;
    }
}
