package org.starbridge.transport.ice;

/** One connectivity or consent check that awaits its response: a STUN transaction. */
final class Check {
    final TransactionId id;
    final CandidatePair pair;
    final IceRole role;
    final boolean useCandidate;
    final byte[] datagram;
    final long startedNs;

    /** Number of times it went out, or the limit when it is not to be sent again. */
    int sends = 1;

    /** A newer check of the pair has taken over; only a response matters still. */
    boolean isCancelled;

    long lastSentNs;
    long nextAtNs;

    Check(TransactionId id, CandidatePair pair, IceRole role, boolean useCandidate, byte[] datagram, long nowNs) {
        this.id = id;
        this.pair = pair;
        this.role = role;
        this.useCandidate = useCandidate;
        this.datagram = datagram;
        this.startedNs = nowNs;
        this.lastSentNs = nowNs;
    }
}
