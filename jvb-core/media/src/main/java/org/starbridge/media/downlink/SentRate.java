package org.starbridge.media.downlink;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** The bitrate of a byte counter over about the last second. Owned by one worker. */
final class SentRate {
    private static final long WINDOW_NS = 1_000_000_000;

    private boolean hasBegun;
    private long beganNs;
    private long bytesBefore;
    private long bps;

    /** Looks at the counter; called some times a second. */
    void update(long bytes, long nowNs) {
        if (!hasBegun) {
            hasBegun = true;
            beganNs = nowNs;
            bytesBefore = bytes;
        } else if (nowNs - beganNs >= WINDOW_NS) {
            bps = (long) ((bytes - bytesBefore) * 8e9 / (nowNs - beganNs));
            beganNs = nowNs;
            bytesBefore = bytes;
        }
    }

    /** Bit/s in the last full second; 0 in the first one. */
    long bps() {
        return bps;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        hasBegun = state.bool(hasBegun);
        beganNs = state.time(beganNs);
        bytesBefore = state.i64(bytesBefore);
        bps = state.i64(bps);
    }
}
