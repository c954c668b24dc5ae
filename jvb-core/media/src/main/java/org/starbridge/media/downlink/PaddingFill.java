package org.starbridge.media.downlink;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Amount of padding that fills what is sent up to a bitrate, while the estimate recovers from losses and less is sent
 * than it allows. Owned by one worker.
 */
final class PaddingFill {
    private static final long STEP_NS = 10_000_000;
    /** Less is not worth a packet. */
    private static final int MIN_BYTES = 200;

    private static final int MAX_BYTES = 6_000;
    private static final double BIT_NS = 8e9;

    private long bps;
    private long lastNs;
    private long bytesBefore;
    private double dueBytes;

    /**
     * The bitrate to fill up to changed.
     *
     * @param newBps 0 for none
     * @param sentBytes all that was sent so far
     */
    void rate(long newBps, long sentBytes, long nowNs) {
        if (bps == 0 && newBps > 0) {
            lastNs = nowNs;
            bytesBefore = sentBytes;
            dueBytes = 0;
        }
        bps = newBps;
    }

    boolean isOn() {
        return bps > 0;
    }

    long nextDeadlineNs() {
        return lastNs + STEP_NS;
    }

    /** Returns the number of bytes of padding to send now. */
    int bytesDue(long sentBytes, long nowNs) {
        if (bps == 0 || nowNs < nextDeadlineNs()) {
            return 0;
        }
        dueBytes += bps / BIT_NS * (nowNs - lastNs) - (sentBytes - bytesBefore);
        dueBytes = Math.clamp(dueBytes, -MAX_BYTES, MAX_BYTES);
        lastNs = nowNs;
        bytesBefore = sentBytes;
        return dueBytes < MIN_BYTES ? 0 : (int) dueBytes;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        bps = state.i64(bps);
        lastNs = state.time(lastNs);
        bytesBefore = state.i64(bytesBefore);
        dueBytes = state.f64(dueBytes);
    }
}
