package org.starbridge.transport.srtp;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * One outgoing SSRC of a session. It lives as long as the session, also while nothing is sent: a source that sends on
 * this SSRC again continues above {@link #highestIndex}. Owned by the session's worker.
 */
public final class SendStream {
    private final int ssrc;
    private long highestIndex = -1;

    SendStream(int ssrc) {
        this.ssrc = ssrc;
    }

    /** The SSRC as it stands in the header. */
    public int ssrc() {
        return ssrc;
    }

    /** The highest index that was protected, ROC and sequence number in 48 bits; -1 before the first. Never falls. */
    public long highestIndex() {
        return highestIndex;
    }

    void onProtect(long index) {
        highestIndex = Math.max(highestIndex, index);
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        highestIndex = state.i64(highestIndex);
    }
}
