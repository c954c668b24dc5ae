package org.starbridge.transport.sctp.send;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Measures the round trip by one chunk at a time (RFC 9260 section 6.3.1, C4), and only by one that was sent once,
 * since it is unknown which of several sends was answered (C5).
 */
final class ChunkTimer {
    private static final long NONE = Long.MIN_VALUE;

    private final RoundTrip roundTrip;
    private long tsn = NONE;
    private long sentAtNs;

    ChunkTimer(RoundTrip roundTrip) {
        this.roundTrip = roundTrip;
    }

    void onSent(long nowNs, SentChunk chunk) {
        if (tsn == NONE && chunk.sends == 1) {
            tsn = chunk.tsn;
            sentAtNs = nowNs;
        } else if (tsn == chunk.tsn) {
            tsn = NONE;
        }
    }

    void onAcknowledged(long nowNs, SentChunk chunk) {
        if (chunk.tsn == tsn) {
            tsn = NONE;
            if (chunk.sends == 1) {
                roundTrip.onMeasured(nowNs - sentAtNs);
            }
        }
    }

    void state(State state) throws StateException {
        tsn = state.i64(tsn);
        sentAtNs = state.time(sentAtNs);
    }

    /** Measures by the next chunk again. */
    void forget() {
        tsn = NONE;
    }
}
