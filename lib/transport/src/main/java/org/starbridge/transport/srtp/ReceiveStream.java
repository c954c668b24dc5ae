package org.starbridge.transport.srtp;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** One incoming SSRC of a session: its ROC and replay window. Owned by the session's worker. */
public final class ReceiveStream {
    private static final int HALF_SEQUENCE_SPACE = 1 << 15;

    private final int ssrc;
    private final ReplayWindow window = new ReplayWindow();
    private long lastIndex = -1;
    private boolean retired;

    ReceiveStream(int ssrc) {
        this.ssrc = ssrc;
    }

    /** The SSRC as it stands in the header. */
    public int ssrc() {
        return ssrc;
    }

    /** The extended sequence number (ROC and sequence number, 48 bits) of the packet accepted last; -1 before. */
    public long lastIndex() {
        return lastIndex;
    }

    /** The highest extended sequence number accepted so far; -1 before the first. */
    public long highestIndex() {
        return window.highest();
    }

    /** False until the first packet passed authentication: until then an attacker may have made the SSRC up. */
    public boolean isProven() {
        return lastIndex >= 0;
    }

    boolean isRetired() {
        return retired;
    }

    void retire() {
        retired = true;
    }

    /**
     * The index that a packet with this sequence number most likely has: RFC 3711 section 3.3.1 and appendix A. The
     * first packet of a stream has ROC 0. Negative for a packet from before a wrap that we did not see.
     */
    long guessIndex(int sequenceNumber) {
        long highest = window.highest();
        if (highest < 0) {
            return sequenceNumber;
        }
        int highestSequenceNumber = (int) highest & 0xFFFF;
        long roc = highest >>> 16;
        if (highestSequenceNumber < HALF_SEQUENCE_SPACE) {
            if (sequenceNumber - highestSequenceNumber > HALF_SEQUENCE_SPACE) {
                roc--;
            }
        } else if (highestSequenceNumber - HALF_SEQUENCE_SPACE > sequenceNumber) {
            roc++;
        }
        return roc << 16 | sequenceNumber;
    }

    SrtpStatus check(long index) {
        return window.check(index);
    }

    void accept(long index) {
        window.accept(index);
        lastIndex = index;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        window.state(state);
        lastIndex = state.i64(lastIndex);
        retired = state.bool(retired);
    }
}
