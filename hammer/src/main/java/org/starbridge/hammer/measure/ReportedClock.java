package org.starbridge.hammer.measure;

import org.starbridge.rtp.rtcp.NtpTime;

/**
 * Clock of one stream by its sender reports, beside its packets: how soon after the first packet the first report came,
 * and how far apart both put the stream in time (RFC 3550 section 6.4.1). Sender and receiver have the same wall clock.
 * Owned by the driver; allocates nothing.
 */
public final class ReportedClock {
    private static final long NONE = Long.MIN_VALUE;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /** Sound and picture that are apart by more are seen to be (ITU-R BT.1359: from 185 ms on). */
    static final long APART_NS = 200_000_000;

    private long firstPacketNs = NONE;
    private long newestPacketNs;
    private int newestTimestamp;
    private long firstReportNs = NONE;
    private boolean isSentKnown;
    private int sentTimestamp;
    private long sentNs;
    private long worstOffsetNs;
    private long flowedNs;
    private int reports;
    private int reportsApart;
    private boolean isRestarting;

    /** A packet came that may be the newest one. */
    public void onPacket(int rtpTimestamp, long arrivalNs) {
        if (firstPacketNs == NONE) {
            firstPacketNs = arrivalNs;
        } else if (rtpTimestamp - newestTimestamp <= 0) {
            return; // of the same frame, or late
        } else if (arrivalNs - newestPacketNs < NS_PER_SECOND) {
            flowedNs += arrivalNs - newestPacketNs;
        }
        newestTimestamp = rtpTimestamp;
        newestPacketNs = arrivalNs;
    }

    /**
     * Called just before a report, with the time at which a packet that came lately was sent, and the timestamp with
     * which it came.
     */
    void onSent(int arrivedTimestamp, long whenNs) {
        isSentKnown = true;
        sentTimestamp = arrivedTimestamp;
        sentNs = whenNs;
    }

    /**
     * A sender report came.
     *
     * @param unixMinusNanoNs wall clock, since 1970, minus the clock of {@code arrivalNs}
     */
    public void onReport(long ntp64, int rtpTimestamp, int clockRateHz, long arrivalNs, long unixMinusNanoNs) {
        if (firstReportNs == NONE) {
            firstReportNs = arrivalNs;
        }
        if (firstPacketNs != NONE) {
            int timestamp = isSentKnown ? sentTimestamp : newestTimestamp;
            long packetNs = isSentKnown ? sentNs : newestPacketNs;
            long sinceReport = (long) (timestamp - rtpTimestamp) * NS_PER_SECOND / clockRateHz;
            long offsetNs = NtpTime.toUnixNs(ntp64) + sinceReport - (packetNs + unixMinusNanoNs);
            reports++;
            reportsApart += Math.abs(offsetNs) > APART_NS ? 1 : 0;
            worstOffsetNs = isRestarting ? Math.abs(offsetNs) : Math.max(worstOffsetNs, Math.abs(offsetNs));
            isRestarting = false;
        }
        isSentKnown = false;
    }

    /**
     * The window begins. The next report replaces the worst offset so far: packets may be a second late while everybody
     * joins.
     */
    public void openWindow() {
        isRestarting = true;
        reports = 0;
        reportsApart = 0;
    }

    /** Returns whether there were packets, and after them time enough for a report. */
    public boolean hasStarted(long enoughNs) {
        return firstPacketNs != NONE && newestPacketNs - firstPacketNs >= enoughNs;
    }

    /** Returns whether packets came for so long, pauses not counted, and no report. */
    public boolean isOverdue(long patienceNs) {
        return firstReportNs == NONE && flowedNs >= patienceNs;
    }

    /**
     * Returns whether most reports of the window, of two at least, put the stream more than 200 ms beside its packets.
     */
    public boolean isApart() {
        return reports >= 2 && 2 * reportsApart > reports;
    }

    /** Returns whether there was a report. */
    public boolean hasReport() {
        return firstReportNs != NONE;
    }

    /** Returns how long after the first packet the first report came, 0 if before it; only if there were both. */
    public long firstReportAfterNs() {
        return Math.max(0, firstReportNs - firstPacketNs);
    }

    /**
     * Returns how far apart reports and packets put the stream in time at most, in the window if there were reports in
     * it; the network's delay is in it.
     */
    public long worstOffsetNs() {
        return worstOffsetNs;
    }
}
