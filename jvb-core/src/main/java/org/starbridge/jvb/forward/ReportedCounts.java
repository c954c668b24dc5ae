package org.starbridge.jvb.forward;

import org.starbridge.rtp.rtcp.NtpTime;

/**
 * What sender reports tell a receiver about one stream, and the round trip that its answers tell us, RFC 3550 section 6.4.1.
 * Owned by the receiver's worker.
 */
final class ReportedCounts {
    private static final int NO_REPORT = 0;

    private long packets;
    private long payloadBytes;
    private int lastReportNtp = NO_REPORT;
    private long lastReportNs;

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
        lastReportNtp = NtpTime.middle(ntpTime);
        lastReportNs = nowNs;
    }

    /** See {@link OutgoingStream#roundTripNs}. */
    long roundTripNs(int lastSr, int delaySinceLastSr, long nowNs) {
        if (lastSr == NO_REPORT || lastSr != lastReportNtp) {
            return -1;
        }
        return Math.max(0, nowNs - lastReportNs - NtpTime.shortToNs(delaySinceLastSr));
    }
}
