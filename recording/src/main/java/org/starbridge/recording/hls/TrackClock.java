package org.starbridge.recording.hls;

/**
 * Puts the RTP timestamps of one stream on the local clock. It begins with arrival times, and moves to what sender
 * reports say, slowly: 5 ms a second. Timestamps that jump are taken as beginning again; frames that were held up and
 * come at once keep their distances. One thread.
 */
public final class TrackClock {
    /** Further apart than loss repair and jitter take frames. */
    private static final long JUMP_NS = 1_500_000_000L;

    /** After a pause in which timestamps stood still they stay behind for longer; what was held up catches up. */
    private static final long CATCH_UP_NS = 500_000_000L;

    private static final long NEVER = Long.MIN_VALUE;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int SLEW_WITH_REPORTS = 200;
    private static final int SLEW_WITHOUT = 1000;

    private final int rateHz;
    private final SenderClock sender;
    private boolean isStarted;
    private long base;
    private long offsetNs;
    private long lastTimestamp;
    private long lastArrivalNs;
    private long lateSinceNs = NEVER;
    private boolean hasReport;
    private int reportTimestamp;
    private long reportNs;

    /** @param rateHz of the RTP clock */
    public TrackClock(int rateHz, SenderClock sender) {
        this.rateHz = rateHz;
        this.sender = sender;
    }

    /** A sender report of the stream. */
    public void onReport(long ntp64, int rtpTimestamp, long arrivalNs) {
        reportNs = SenderClock.nanoseconds(ntp64);
        reportTimestamp = rtpTimestamp;
        hasReport = true;
        sender.onReport(reportNs, arrivalNs);
    }

    /**
     * When a frame was captured, on the local clock and shifted by about the time that it takes to arrive.
     *
     * @param timestamp extended RTP timestamp
     */
    public long timeNs(long timestamp, long arrivalNs) {
        boolean isFirst = !isStarted;
        isStarted = true;
        if (isFirst || isJump(timestamp, arrivalNs)) {
            base = timestamp;
            offsetNs = arrivalNs;
            lateSinceNs = NEVER;
            long error = targetNs(timestamp, arrivalNs) - offsetNs;
            offsetNs += hasReport && Math.abs(error) < SECOND_NS / 2 ? error : 0;
        } else {
            slew(timestamp, arrivalNs);
        }
        lastTimestamp = timestamp;
        lastArrivalNs = arrivalNs;
        return offsetNs + nanoseconds(timestamp - base);
    }

    private boolean isJump(long timestamp, long arrivalNs) {
        long ticks = timestamp - base;
        if (Math.abs(ticks / rateHz) > Integer.MAX_VALUE) {
            return true;
        }
        long lateNs = arrivalNs - offsetNs - nanoseconds(ticks);
        if (Math.abs(lateNs) <= JUMP_NS) {
            lateSinceNs = NEVER;
            return false;
        }
        long stepTicks = timestamp - lastTimestamp;
        if (lateNs < 0 || stepTicks < 0 || nanoseconds(stepTicks) > JUMP_NS) {
            return true;
        }
        if (lateSinceNs == NEVER) {
            lateSinceNs = arrivalNs;
        }
        return arrivalNs - lateSinceNs > CATCH_UP_NS;
    }

    private void slew(long timestamp, long arrivalNs) {
        long stepNs = Math.max(0, arrivalNs - lastArrivalNs) / (hasReport ? SLEW_WITH_REPORTS : SLEW_WITHOUT);
        long error = targetNs(timestamp, arrivalNs) - offsetNs;
        if (Math.abs(error) < JUMP_NS) {
            offsetNs += Math.clamp(error, -stepNs, stepNs);
        }
    }

    /** What the offset should be. */
    private long targetNs(long timestamp, long arrivalNs) {
        if (!hasReport || !sender.isKnown()) {
            return arrivalNs - nanoseconds(timestamp - base);
        }
        long last = lastTimestamp == 0 ? timestamp : lastTimestamp;
        long reported = last + (reportTimestamp - (int) last);
        return reportNs + sender.offsetNs() - nanoseconds(reported - base);
    }

    private long nanoseconds(long ticks) {
        return ticks / rateHz * SECOND_NS + ticks % rateHz * SECOND_NS / rateHz;
    }
}
