package org.starbridge.transport.ice;

import org.jspecify.annotations.Nullable;

/**
 * A local and a remote address with what is known about the path between them, RFC 8445 section 6.1.2. Plain state,
 * kept by {@link Checklist} and written by {@link IceAgent}.
 *
 * <p>The RFC's Frozen state is left out: with one stream and one component it would only delay checks.
 */
final class CandidatePair {
    enum State {
        /** A check is to be sent. */
        WAITING,
        /** A check is under way and the pair has not been validated yet. */
        IN_PROGRESS,
        /** A signed response to a check of ours has come back over this very pair. */
        SUCCEEDED,
        /** No check is planned; a request from the peer starts one. */
        FAILED
    }

    final Tuple tuple;
    final long localPriority;
    IceCandidate remote;
    long priority;
    State state = State.WAITING;

    /** The check that is being retransmitted, if any. */
    @Nullable
    Check active;

    /** In the triggered-check queue. */
    boolean isTriggered;

    /** Controlling: this pair's checks carry USE-CANDIDATE and their success selects it. */
    boolean isNominating;

    /** Controlled: the count of nominations when the peer nominated this pair last; 0 if it never did. */
    long nominatedByPeer;

    int checks;
    int roleConflicts;
    long notBeforeNs = Long.MIN_VALUE;

    /** Time at which the peer last sent something authentic from there; compared only. */
    long lastHeardNs = Long.MIN_VALUE;

    /** True if the owner knows the tuple, and the time at which it was last used in either direction. */
    boolean isKnown;

    long usedNs;

    /** Meaningful once the pair has succeeded. */
    long lastResponseNs;

    CandidatePair(Tuple tuple, long localPriority, IceCandidate remote) {
        this.tuple = tuple;
        this.localPriority = localPriority;
        this.remote = remote;
    }

    /** RFC 8445 section 6.1.2.3; depends on who controls. */
    void rank(IceRole role) {
        long controlling = role == IceRole.CONTROLLING ? localPriority : remote.priority();
        long controlled = role == IceRole.CONTROLLING ? remote.priority() : localPriority;
        priority = (Math.min(controlling, controlled) << 32)
                + 2 * Math.max(controlling, controlled)
                + (controlling > controlled ? 1 : 0);
    }

    /**
     * Returns the priority that our address would have for the peer if it did not know it yet: PRIORITY, RFC 8445
     * section 7.1.1.
     */
    long peerReflexivePriority() {
        return ((long) IceCandidate.Type.PRFLX.preference() << 24) | (localPriority & 0xFF_FFFF);
    }

    /** Validated, and not so long ago that the address could be someone else's by now. */
    boolean isFresh(long nowNs, long withinNs) {
        return state == State.SUCCEEDED && nowNs - lastResponseNs < withinNs;
    }

    /** Nothing would be lost by forgetting it. */
    boolean isIdle() {
        return state != State.SUCCEEDED && !isTriggered && active == null;
    }
}
