package org.starbridge.transport.ice;

import org.jspecify.annotations.Nullable;

/**
 * Decides whether a Binding request is the peer's: cheap looks first, the signature last.
 *
 * <p>What fails here is dropped in silence. RFC 8489 section 9.1.3 would answer 400 or 401, but the answer could not be
 * signed, so no peer of ours would believe it, while strangers could find out which fragments exist and make us send to
 * addresses of their choice.
 *
 * <p>Validated pairs and everything else are rationed apart: who floods from somewhere else does not silence the client
 * where it is.
 */
final class RequestGuard {
    private final String usernamePrefix;
    private final StunKey localKey;
    private final TokenBucket validated;
    private final TokenBucket others;

    RequestGuard(IceCredentials local, StunKey localKey, IceConfig config) {
        usernamePrefix = local.ufrag() + ":";
        this.localKey = localKey;
        validated = new TokenBucket(config.requestsPerSecond(), config.requestBurst());
        others = new TokenBucket(config.requestsPerSecond(), config.requestBurst());
    }

    /** Why not, or null if the request is authentic. */
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
        if (!(isValidated ? validated : others).grants(nowNs)) {
            return IceDrop.RATE_LIMITED;
        }
        return localKey.hasSigned(datagram, request.integrityOffset()) ? null : IceDrop.WRONG_SIGNATURE;
    }
}
