package org.starbridge.transport.sctp.send;

import org.starbridge.transport.sctp.Reliability;

/** A message on its way out: which part of it has a TSN, and when to give up. */
final class OutgoingMessage {
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

    boolean isExpired(long nowNs) {
        return expiresAtNs != Long.MAX_VALUE && nowNs >= expiresAtNs;
    }
}
