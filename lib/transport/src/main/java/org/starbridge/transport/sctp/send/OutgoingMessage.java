package org.starbridge.transport.sctp.send;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.Reliability;

/** A message on its way out: which part of it has a TSN, and when to give up. */
final class OutgoingMessage {
    private static final int MAX_STATE_BYTES = 1 << 20;

    final int streamId;
    final int ppid;
    final byte[] payload;
    final boolean isOrdered;
    final int maxRetransmissions;
    final long expiresAtNs;

    /** Given when the first fragment is. */
    int ssn;

    /** Bytes that are in fragments already. */
    int fragmented;

    boolean isAbandoned;

    OutgoingMessage(long nowNs, int streamId, int ppid, Reliability reliability, byte[] payload) {
        this.streamId = streamId;
        this.ppid = ppid;
        this.payload = payload;
        isOrdered = reliability.isOrdered();
        maxRetransmissions = reliability.maxRetransmissions();
        long expiresAtNs = nowNs + reliability.lifetimeNs();
        this.expiresAtNs =
                reliability.lifetimeNs() == Long.MAX_VALUE || expiresAtNs < nowNs ? Long.MAX_VALUE : expiresAtNs;
    }

    private OutgoingMessage(State state, @Nullable OutgoingMessage known) throws StateException {
        streamId = state.i32(known == null ? 0 : known.streamId, 0, 0xFFFF);
        ppid = state.i32(known == null ? 0 : known.ppid);
        payload = state.bytes(known == null ? new byte[0] : known.payload, MAX_STATE_BYTES);
        isOrdered = state.bool(known != null && known.isOrdered);
        maxRetransmissions = state.i32(known == null ? 0 : known.maxRetransmissions, -1, Integer.MAX_VALUE);
        expiresAtNs = state.time(known == null ? 0 : known.expiresAtNs);
        ssn = state.i32(known == null ? 0 : known.ssn);
        fragmented = state.i32(known == null ? 0 : known.fragmented, 0, payload.length);
        isAbandoned = state.bool(known != null && known.isAbandoned);
    }

    /** Part of a snapshot; null when it is read. */
    static OutgoingMessage state(State state, @Nullable OutgoingMessage known) throws StateException {
        OutgoingMessage same = new OutgoingMessage(state, known);
        return known == null ? same : known;
    }

    boolean isExpired(long nowNs) {
        return expiresAtNs != Long.MAX_VALUE && nowNs >= expiresAtNs;
    }
}
