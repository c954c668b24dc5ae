package org.starbridge.transport.ice;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Answers the peer's checks: RFC 8445 section 7.3. One response at most per request; only authentic requests get one,
 * errors included, and none is much larger than its request.
 */
final class Responder {
    /** Meaning of the request for the agent, once it has been answered. */
    enum Verdict {
        /** Nothing. */
        REFUSED,
        /** A valid check. */
        ACCEPTED,
        /** A valid check by a peer whose claim to our role is the better one. */
        ACCEPTED_SWITCH_ROLE
    }

    private long tieBreaker;
    private final StunKey localKey;
    private final RequestGuard guard;
    private final IceCounters counters;

    Responder(IceCredentials local, long tieBreaker, IceConfig config, IceCounters counters) {
        this.tieBreaker = tieBreaker;
        this.localKey = new StunKey(local.password());
        this.guard = new RequestGuard(local, localKey, config);
        this.counters = counters;
    }

    Verdict onRequest(
            long nowNs,
            Tuple tuple,
            StunMessage request,
            byte[] datagram,
            IceRole role,
            @Nullable CandidatePair pair,
            IceSink out) {
        IceDrop refusal = guard.refuses(nowNs, request, datagram, pair);
        if (refusal != null) {
            counters.onDrop(refusal);
            return Verdict.REFUSED;
        }
        if (!request.unknownRequired().isEmpty()) {
            counters.onDrop(IceDrop.UNKNOWN_ATTRIBUTE);
            out.send(tuple, StunWriter.unknownAttributes(request, localKey));
            return Verdict.REFUSED;
        }
        boolean isConflict = request.claimedRole() == role;
        if (isConflict && !peerMayKeep(role, request.tieBreaker())) {
            counters.onDrop(IceDrop.ROLE_CONFLICT);
            out.send(tuple, StunWriter.roleConflict(request, localKey));
            return Verdict.REFUSED;
        }
        counters.onRequestAnswered();
        out.send(tuple, StunWriter.success(request.id(), tuple.remote(), localKey));
        return isConflict ? Verdict.ACCEPTED_SWITCH_ROLE : Verdict.ACCEPTED;
    }

    /** Section 7.3.1.1: the larger tie-breaker controls. */
    private boolean peerMayKeep(IceRole role, long peerTieBreaker) {
        boolean oursIsLarger = Long.compareUnsigned(tieBreaker, peerTieBreaker) >= 0;
        return role == IceRole.CONTROLLING ? !oursIsLarger : oursIsLarger;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        tieBreaker = state.i64(tieBreaker);
        guard.state(state);
    }
}
