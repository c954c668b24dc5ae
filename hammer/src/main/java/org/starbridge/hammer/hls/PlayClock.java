package org.starbridge.hammer.hls;

import java.util.List;

/**
 * Position at which a viewer plays: from a place in the first piece on, at normal speed or a little faster, standing
 * still while a buffer is empty.
 */
final class PlayClock {
    /** Playing goes on when this much is there. */
    private static final double RESUME_SECONDS = 0.05;

    private final List<PlayBuffer> buffers;
    private boolean hasStarted;
    private boolean isStalled;
    private double playedSeconds;
    private double rate = 1;
    private long atNs;
    private long stallNs;
    private int stalls;

    /** {@code buffers} may still grow in number until it has started. */
    PlayClock(List<PlayBuffer> buffers) {
        this.buffers = buffers;
    }

    /** Playing begins so far behind the begin of the first buffer. Without effect once it has begun. */
    void startAt(double seconds) {
        if (!hasStarted) {
            playedSeconds = seconds;
        }
    }

    /** Sets the speed at which it plays from now on; 1 is normal speed. */
    void rate(double newRate) {
        rate = newRate;
    }

    /** Plays until now. To be called before anything is added to a buffer, and after. */
    void advance(long nowNs) {
        double end = endSeconds();
        if (!hasStarted) {
            hasStarted = end > playedSeconds + RESUME_SECONDS;
            atNs = nowNs;
            return;
        }
        if (isStalled) {
            stallNs += nowNs - atNs;
            isStalled = end < playedSeconds + RESUME_SECONDS;
        } else {
            double wanted = playedSeconds + rate * (nowNs - atNs) / 1e9;
            playedSeconds = Math.min(wanted, end);
            if (wanted > end) {
                isStalled = true;
                stalls++;
                stallNs += Math.round((wanted - end) / rate * 1e9);
            }
        }
        atNs = nowNs;
    }

    private double endSeconds() {
        double end = Double.MAX_VALUE;
        for (PlayBuffer buffer : buffers) {
            end = Math.min(end, buffer.endSeconds());
        }
        return buffers.isEmpty() ? 0 : end;
    }

    boolean hasStarted() {
        return hasStarted;
    }

    /** Returns how often it has stalled. */
    int stalls() {
        return stalls;
    }

    /** Returns how long it has stalled in all. */
    long stallNs() {
        return stallNs;
    }

    /** Returns the position at which it plays, in the time of the buffers. */
    double playedSeconds() {
        return playedSeconds;
    }

    /** Returns how much of the buffer is left. */
    double leftSeconds() {
        return endSeconds() - playedSeconds;
    }

    /**
     * Returns how long ago what is shown now was captured, by the first rendition's dates.
     *
     * @param wallMs now, in milliseconds since 1970
     * @return milliseconds; NaN if it is unknown
     */
    double latencyMs(double wallMs) {
        double date = hasStarted ? buffers.getFirst().dateMsAt(playedSeconds) : -1;
        return date < 0 ? Double.NaN : wallMs - date;
    }
}
