package org.starbridge.transport.ice;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The peer's credentials as checks need them: signs our checks and verifies the responses. RFC 8445 section 7.2.2. */
final class RemoteKey {
    private final IceCredentials credentials;
    private final long tieBreaker;
    private final RandomGenerator random;
    /** Of our checks: the peer's fragment goes first. */
    private final String username;

    private final StunKey key;

    /**
     * @param tieBreaker of our agent, unsigned
     * @param random makes transaction ids
     */
    RemoteKey(IceCredentials remote, IceCredentials local, long tieBreaker, RandomGenerator random) {
        credentials = remote;
        this.tieBreaker = tieBreaker;
        this.random = random;
        username = remote.ufrag() + ":" + local.ufrag();
        key = new StunKey(remote.password());
    }

    boolean isOf(IceCredentials remote) {
        return credentials.equals(remote);
    }

    /** A new check of the pair, signed, not sent yet. */
    Check check(long nowNs, CandidatePair pair, IceRole role, boolean useCandidate) {
        TransactionId id = TransactionId.random(random);
        byte[] datagram =
                StunWriter.request(id, username, pair.peerReflexivePriority(), role, tieBreaker, useCandidate, key);
        return new Check(id, pair, role, useCandidate, datagram, nowNs);
    }

    /** Returns why the response is not the peer's; null if it is. */
    @Nullable
    IceDrop refuses(StunMessage response, byte[] datagram) {
        if (response.integrityOffset() < 0) {
            return IceDrop.UNSIGNED;
        }
        return key.hasSigned(datagram, response.integrityOffset()) ? null : IceDrop.WRONG_SIGNATURE;
    }

    /** The peer's. */
    IceCredentials credentials() {
        return credentials;
    }
}
