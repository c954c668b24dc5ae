package org.starbridge.transport.ice;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Grants so many requests per second, and a burst. */
final class TokenBucket {
    private final long nsPerToken;
    private final long burstNs;
    private long creditNs;
    private long updatedNs;
    private boolean started;

    TokenBucket(int perSecond, int burst) {
        nsPerToken = 1_000_000_000L / perSecond;
        burstNs = burst * nsPerToken;
        creditNs = burstNs;
    }

    boolean grants(long nowNs) {
        if (started) {
            long elapsedNs = Math.clamp(nowNs - updatedNs, 0, burstNs);
            creditNs = Math.min(burstNs, creditNs + elapsedNs);
        }
        started = true;
        updatedNs = nowNs;
        if (creditNs < nsPerToken) {
            return false;
        }
        creditNs -= nsPerToken;
        return true;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        creditNs = state.i64(creditNs);
        updatedNs = state.time(updatedNs);
        started = state.bool(started);
    }
}
