package org.starbridge.media.forward;

import org.starbridge.media.downlink.LinkLoss;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Contents of sender reports to a receiver about one stream, when one is due, and what the receiver's reports say of it
 * (RFC 3550 section 6.4). Owned by the receiver's worker.
 */
final class StreamReports {
    private final ReportedCounts counts = new ReportedCounts();
    private final LinkLoss linkLoss = new LinkLoss();
    /** Of which map of timestamps the receiver has had a sender report, or is to have one. */
    private int reportedMap = -1;

    private boolean isDue;

    /** A packet was sent under {@code index}. */
    void onSent(long index, int payloadBytes, int mapVersion) {
        if (counts.packets() == 0) {
            linkLoss.begin(index);
        }
        counts.onSent(payloadBytes);
        if (mapVersion != reportedMap) {
            reportedMap = mapVersion;
            isDue = true;
        }
    }

    ReportedCounts counts() {
        return counts;
    }

    /**
     * Returns whether the receiver has not had a sender report of what it gets now: its first packets, or those after a
     * switch.
     */
    boolean isDue() {
        return isDue;
    }

    /** A sender report left. */
    void onReportSent(long ntpTime, long nowNs) {
        isDue = false;
        counts.onReportSent(ntpTime, nowNs);
    }

    /** Returns the losses on the way to the receiver by its report block; good until the next one. */
    LinkLoss onReport(ReportBlock report, long highestIndex) {
        linkLoss.onReport(report, highestIndex, counts.packets(), counts.payloadBytes());
        return linkLoss;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        counts.state(state);
        linkLoss.state(state);
        reportedMap = state.i32(reportedMap);
        isDue = state.bool(isDue);
    }
}
