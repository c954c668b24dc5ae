package org.starbridge.media.forward;

import org.starbridge.rtp.rtcp.NtpTime;

/**
 * Content of the last sender report of a source's stream: which RTP timestamp belongs to which time of its sender's
 * clock. Owned by one worker.
 */
public final class SourceClock {
    /** An older report is not used: two clocks of 100 ppm drift apart by 6 ms until then. */
    static final long MAX_AGE_NS = 60_000_000_000L;

    private static final long NS_PER_SECOND = 1_000_000_000L;

    final int handle;
    private long ntp64;
    private int rtpTimestamp;
    private int clockRateHz;
    private long arrivalNs;

    SourceClock(int handle) {
        this.handle = handle;
    }

    void onReport(long ntp64, int rtpTimestamp, int clockRateHz, long arrivalNs) {
        this.ntp64 = ntp64;
        this.rtpTimestamp = rtpTimestamp;
        this.clockRateHz = clockRateHz;
        this.arrivalNs = arrivalNs;
    }

    /** Returns whether the report is young enough to tell the time from it. */
    public boolean isKnownAt(long nowNs) {
        return clockRateHz > 0 && nowNs - arrivalNs <= MAX_AGE_NS;
    }

    /** Returns the time that a sender report made now gives, 64 bits (RFC 3550 section 4). */
    public long ntpAt(long nowNs) {
        return NtpTime.plus(ntp64, elapsedNs(nowNs));
    }

    /** The source's RTP timestamp at that time. */
    public int rtpTimestampAt(long nowNs) {
        return rtpTimestamp + (int) (elapsedNs(nowNs) * clockRateHz / NS_PER_SECOND);
    }

    private long elapsedNs(long nowNs) {
        return Math.max(0, nowNs - arrivalNs);
    }
}
