package org.starbridge.media.forward;

import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Counts that sender reports give a receiver about one stream, and the round trip that its answers give us, RFC 3550
 * section 6.4.1. Owned by the receiver's worker.
 */
final class ReportedCounts {
    private static final int NO_REPORT = 0;
    /** Reports that an answer may be about: some seconds of them, more than any round trip. A power of two. */
    private static final int REMEMBERED = 8;

    private long packets;
    private long payloadBytes;
    private final int[] reportNtp = new int[REMEMBERED];
    private final long[] reportNs = new long[REMEMBERED];
    private int reports;

    /** A packet was sent. */
    void onSent(int payloadBytes) {
        packets++;
        this.payloadBytes += payloadBytes;
    }

    long packets() {
        return packets;
    }

    long payloadBytes() {
        return payloadBytes;
    }

    /** A report left; {@code ntpTime} is what the receiver will name in its own reports. */
    void onReportSent(long ntpTime, long nowNs) {
        int place = reports++ & (REMEMBERED - 1);
        reportNtp[place] = NtpTime.middle(ntpTime);
        reportNs[place] = nowNs;
    }

    /** See {@link OutgoingStream#roundTripNs}. */
    long roundTripNs(int lastSr, int delaySinceLastSr, long nowNs) {
        if (lastSr == NO_REPORT) {
            return -1;
        }
        for (int i = 1; i <= REMEMBERED; i++) { // the newest first
            int place = (reports - i) & (REMEMBERED - 1);
            if (reportNtp[place] == lastSr) {
                return Math.max(0, nowNs - reportNs[place] - NtpTime.shortToNs(delaySinceLastSr));
            }
        }
        return -1;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        packets = state.i64(packets);
        payloadBytes = state.i64(payloadBytes);
        state.ints(reportNtp);
        state.times(reportNs);
        reports = state.i32(reports);
    }
}
