package org.starbridge.transport.ice;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Decides whether a Binding request is the peer's: cheap looks first, then the signature, then the ration.
 *
 * <p>What fails here is dropped in silence. RFC 8489 section 9.1.3 would answer 400 or 401, but the answer could not be
 * signed, so no peer of ours would believe it, while strangers could find out which fragments exist and make us send to
 * addresses of their choice.
 *
 * <p>Validated pairs and everything else are rationed apart: who floods from somewhere else does not silence the client
 * where it is. Nor does a forger use up what is granted to the true peer: only authentic requests count, and how many
 * signatures from strange addresses are looked at is bounded by itself.
 */
final class RequestGuard {
    /** Signatures looked at for each request granted; a thousand per second cost less than 0.2 % of a core. */
    private static final int LOOKS_PER_REQUEST = 20;

    private final String usernamePrefix;
    private final StunKey localKey;
    private final TokenBucket validated;
    private final TokenBucket others;
    private final TokenBucket looks;

    RequestGuard(IceCredentials local, StunKey localKey, IceConfig config) {
        usernamePrefix = local.ufrag() + ":";
        this.localKey = localKey;
        validated = new TokenBucket(config.requestsPerSecond(), config.requestBurst());
        others = new TokenBucket(config.requestsPerSecond(), config.requestBurst());
        looks = new TokenBucket(
                LOOKS_PER_REQUEST * config.requestsPerSecond(), LOOKS_PER_REQUEST * config.requestBurst());
    }

    /** Returns why the request is not authentic, or null if it is. */
    @Nullable
    IceDrop refuses(long nowNs, StunMessage request, byte[] datagram, @Nullable CandidatePair pair) {
        if (request.integrityOffset() < 0) {
            return IceDrop.UNSIGNED;
        }
        String username = request.username();
        if (username == null || !username.startsWith(usernamePrefix)) {
            return IceDrop.WRONG_USERNAME;
        }
        boolean isValidated = pair != null && pair.state == CandidatePair.State.SUCCEEDED;
        if (!isValidated && !looks.grants(nowNs)) {
            return IceDrop.RATE_LIMITED;
        }
        if (!localKey.hasSigned(datagram, request.integrityOffset())) {
            return IceDrop.WRONG_SIGNATURE;
        }
        return (isValidated ? validated : others).grants(nowNs) ? null : IceDrop.RATE_LIMITED;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        validated.state(state);
        others.state(state);
        looks.state(state);
    }
}
