package org.starbridge.recording.time;

/** RTP time of one stream on the local clock: a straight line that is moved. One thread. */
final class RtpTime {
    private static final long SECOND_NS = 1_000_000_000L;

    private final int rateHz;
    private long base;
    private long offsetNs;

    /** @param rateHz of the RTP clock */
    RtpTime(int rateHz) {
        this.rateHz = rateHz;
    }

    /** Puts a timestamp at a time. */
    void set(long timestamp, long atNs) {
        base = timestamp;
        offsetNs = atNs;
    }

    void move(long ns) {
        offsetNs += ns;
    }

    /** Returns whether a timestamp is so far away that no time can be given to it. */
    boolean isBeyond(long timestamp) {
        long ticks = timestamp - base;
        return ((timestamp ^ base) & (timestamp ^ ticks)) < 0 || Math.abs(ticks / rateHz) > Integer.MAX_VALUE;
    }

    long at(long timestamp) {
        return offsetNs + sinceBase(timestamp);
    }

    /** Nanoseconds of RTP time from where the line was set. */
    long sinceBase(long timestamp) {
        return nanoseconds(timestamp - base);
    }

    long offsetNs() {
        return offsetNs;
    }

    long nanoseconds(long ticks) {
        return ticks / rateHz * SECOND_NS + ticks % rateHz * SECOND_NS / rateHz;
    }
}
