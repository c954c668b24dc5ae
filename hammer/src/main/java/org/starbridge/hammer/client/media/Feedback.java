package org.starbridge.hammer.client.media;

import org.starbridge.hammer.client.result.ReportedTimes;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;

/**
 * One endpoint's RTCP: sender and receiver reports each second, transport-wide feedback of what really arrived, and the
 * answers to PLI, FIR and, on request, NACK. Owned by the driver.
 */
public final class Feedback {
    private static final long REPORT_INTERVAL_NS = 1_000_000_000;

    private final IncomingFeedback incoming;
    private final ReportWriter reports;
    private final TransportFeedbackSender arrivals;
    private final RetransmissionRequests requests;
    private final OutgoingVideo video;
    private final ReceivedSsrcs ssrcs;
    private long nextReportNs;
    private long unixMinusNanoNs;

    /**
     * All parts are of the same endpoint.
     *
     * @param ssrcs have what sender reports told
     * @param startsAt when it begins to report
     */
    Feedback(
            IncomingFeedback incoming,
            ReportWriter reports,
            TransportFeedbackSender arrivals,
            RetransmissionRequests requests,
            OutgoingVideo video,
            ReceivedSsrcs ssrcs,
            Start startsAt) {
        this.incoming = incoming;
        this.reports = reports;
        this.arrivals = arrivals;
        this.requests = requests;
        this.video = video;
        this.ssrcs = ssrcs;
        nextReportNs = startsAt.firstReportNs;
        unixMinusNanoNs = startsAt.unixMinusNanoNs;
    }

    /**
     * Start of reports.
     *
     * @param firstReportNs when the first report is due
     * @param unixMinusNanoNs the wall clock less the other one: sender reports may come before anything is due here
     */
    record Start(long firstReportNs, long unixMinusNanoNs) {}

    /** An RTP packet came; if it has a transport-wide sequence number, it will be reported. */
    public void onRtp(long packetAddress, int lengthBytes, long arrivalNs) {
        arrivals.onRtp(packetAddress, lengthBytes, arrivalNs);
    }

    /** A protected RTCP packet came; it is decrypted in place. */
    public void onRtcp(long packetAddress, int lengthBytes, long arrivalNs) {
        incoming.onRtcp(packetAddress, lengthBytes, arrivalNs, unixMinusNanoNs);
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
            reports.writeReports(nowNs, unixNs);
        }
        arrivals.onTime(nowNs);
        requests.onTime(nowNs);
    }

    /** Says good-bye for all streams. */
    public void writeBye() {
        reports.writeBye(video);
    }

    public long nextDeadlineNs() {
        return Math.min(nextReportNs, Math.min(arrivals.nextDeadlineNs(), requests.nextDeadlineNs()));
    }

    /** Returns whether a datagram of version 2 is RTCP. */
    public static boolean isRtcp(long packetAddress) {
        return RtpView.isRtcp(Memory.u8(packetAddress + 1));
    }

    /** Packets that the bridge missed and asked for again; answered if there is a retransmitter. */
    public long nacksReceived() {
        return incoming.nacks();
    }

    /** PLIs and FIRs for our video. */
    public long keyFrameRequests() {
        return incoming.keyFrameRequests();
    }

    /** Returns the results of sender reports and transport-wide feedback. */
    public ReportedTimes reportedTimes() {
        return ReportedTimes.of(
                ssrcs.clocks(), ssrcs.counts(), incoming.reportedReceived(), incoming.reportedMissing());
    }
}
