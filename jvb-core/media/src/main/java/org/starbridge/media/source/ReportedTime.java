package org.starbridge.media.source;

import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The times of a stream's last sender report, and which workers are still to hear of them: those that had no receivers
 * of the stream when it came. Owned by the worker of the endpoint that sends it.
 */
public final class ReportedTime {
    /**
     * A sender report goes on to every receiver, and dozens fit into one packet: without this a peer could multiply
     * what it sends. Browsers send one each tenth of a second at the very most (RFC 3550 section 6.2, reduced minimum).
     */
    private static final long INTERVAL_NS = 20_000_000;

    private static final int AUDIO_CLOCK_RATE_HZ = 48_000;
    private static final int VIDEO_CLOCK_RATE_HZ = 90_000;

    private int clockRateHz;
    private boolean hasReport;
    private boolean isVoid;
    private long ntp64;
    private int rtpTimestamp;
    private long arrivalNs;
    private long reminded;

    ReportedTime(MediaKind kind) {
        clockRateHz = kind == MediaKind.VIDEO ? VIDEO_CLOCK_RATE_HZ : AUDIO_CLOCK_RATE_HZ;
    }

    /** A packet came whose timestamps count so many ticks a second. */
    void onPacket(int clockRateHz) {
        this.clockRateHz = clockRateHz;
    }

    /** A sender report came. Whether it is to be passed on; if so it is the last one from now on. */
    public boolean takes(long ntp64, int rtpTimestamp, long arrivalNs) {
        if (hasReport && arrivalNs - this.arrivalNs < INTERVAL_NS) {
            return false;
        }
        hasReport = true;
        isVoid = false;
        this.ntp64 = ntp64;
        this.rtpTimestamp = rtpTimestamp;
        this.arrivalNs = arrivalNs;
        reminded = 0;
        return true;
    }

    /** Its receivers are on other workers than before. */
    void onWorkers(long before, long now) {
        reminded = hasReport ? (reminded | (now & ~before)) & now : 0;
    }

    /** Its timestamps begin elsewhere from now on: what was reported before is void, for those workers, too. */
    void restart(long workers) {
        isVoid = true;
        reminded = hasReport ? workers : 0;
    }

    /** Returns whether workers are to hear of it. */
    public boolean hasReminder() {
        return reminded != 0;
    }

    /** Returns which workers are to hear of it, one bit each; the answer is given once. */
    public long takeReminder() {
        long workers = reminded;
        reminded = 0;
        return workers;
    }

    /** Returns the time in the report, 64 bits (RFC 3550 section 4). */
    public long ntp64() {
        return ntp64;
    }

    /** The timestamp that it said. */
    public int rtpTimestamp() {
        return rtpTimestamp;
    }

    /** Ticks a second of the timestamps; 0 if the report is void. */
    public int clockRateHz() {
        return isVoid ? 0 : clockRateHz;
    }

    /** Returns its arrival time. */
    public long arrivalNs() {
        return arrivalNs;
    }

    /** Its part of a snapshot. All workers with receivers are still to hear of it: their clocks are not in there. */
    void state(State state, long workers) throws StateException {
        clockRateHz = state.i32(clockRateHz);
        hasReport = state.bool(hasReport);
        isVoid = state.bool(isVoid);
        ntp64 = state.i64(ntp64);
        rtpTimestamp = state.i32(rtpTimestamp);
        arrivalNs = state.time(arrivalNs);
        if (state.isReading()) {
            reminded = hasReport ? workers : 0;
        }
    }
}
