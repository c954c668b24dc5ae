package org.starbridge.hammer.measure;

import org.starbridge.rtp.rtcp.NtpTime;

/**
 * What sender reports say of one stream's clock, beside its packets: how soon after the first packet the first report
 * came, and how far apart both put the stream in time (RFC 3550 section 6.4.1). Sender and receiver have the same wall
 * clock. Owned by the driver; allocates nothing.
 */
public final class ReportedClock {
    private static final long NONE = Long.MIN_VALUE;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private long firstPacketNs = NONE;
    private long newestPacketNs;
    private int newestTimestamp;
    private long firstReportNs = NONE;
    private long worstOffsetNs;
    private boolean isRestarting;

    /** A packet came that may be the newest one. */
    public void onPacket(int rtpTimestamp, long arrivalNs) {
        if (firstPacketNs == NONE) {
            firstPacketNs = arrivalNs;
        } else if (rtpTimestamp - newestTimestamp <= 0) {
            return; // of the same frame, or late
        }
        newestTimestamp = rtpTimestamp;
        newestPacketNs = arrivalNs;
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
            long sinceReport = (long) (newestTimestamp - rtpTimestamp) * NS_PER_SECOND / clockRateHz;
            long offsetNs = NtpTime.toUnixNs(ntp64) + sinceReport - (newestPacketNs + unixMinusNanoNs);
            worstOffsetNs = isRestarting ? Math.abs(offsetNs) : Math.max(worstOffsetNs, Math.abs(offsetNs));
            isRestarting = false;
        }
    }

    /**
     * The window begins. The next report replaces the worst offset so far: packets may be a second late while everybody
     * joins.
     */
    public void openWindow() {
        isRestarting = true;
    }

    /** Whether there were packets, and after them time enough for a report. */
    public boolean hasStarted(long enoughNs) {
        return firstPacketNs != NONE && newestPacketNs - firstPacketNs >= enoughNs;
    }

    /** Whether there was a report. */
    public boolean hasReport() {
        return firstReportNs != NONE;
    }

    /** How long after the first packet the first report came, 0 if before it; only if there were both. */
    public long firstReportAfterNs() {
        return Math.max(0, firstReportNs - firstPacketNs);
    }

    /**
     * How far apart reports and packets put the stream in time at most, in the window if there were reports in it; the
     * network's delay is in it.
     */
    public long worstOffsetNs() {
        return worstOffsetNs;
    }
}
