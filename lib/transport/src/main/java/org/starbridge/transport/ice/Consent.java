package org.starbridge.transport.ice;

import java.util.random.RandomGenerator;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Consent freshness of the selected pair, RFC 7675 section 5.1: when to ask, and since when there is no answer.
 *
 * <p>Other than the RFC says, a consent check is retransmitted like any check, at most seven sends in twelve seconds:
 * the loss of one packet then neither costs a whole interval nor looks like a client that has moved.
 */
final class Consent {
    private final long intervalNs;
    private final long expiryNs;
    private final long suspectAfterNs;
    private final RandomGenerator random;
    private long confirmedNs;
    private long nextCheckAtNs = Long.MAX_VALUE;
    private long unansweredSinceNs = Long.MAX_VALUE;

    Consent(IceConfig config, RandomGenerator random) {
        intervalNs = config.consentInterval().toNanos();
        expiryNs = config.consentExpiry().toNanos();
        suspectAfterNs = config.suspectAfter().toNanos();
        this.random = random;
    }

    /** A signed response came at {@code confirmedAtNs}, perhaps on a pair that is selected only now. */
    void onResponse(long nowNs, long confirmedAtNs) {
        confirmedNs = confirmedAtNs;
        unansweredSinceNs = Long.MAX_VALUE;
        nextCheckAtNs = nowNs + (long) (intervalNs * random.nextDouble(0.8, 1.2));
    }

    void onCheckSent(long nowNs) {
        unansweredSinceNs = Math.min(unansweredSinceNs, nowNs);
    }

    /**
     * There is no answer, or there is a reason to doubt that the peer is still there. Asking goes on after consent has
     * expired: at 0.6 datagrams per second until the owner gives the client up, it finds a client that returns within 4
     * s.
     */
    void askNow(long nowNs) {
        nextCheckAtNs = Math.min(nextCheckAtNs, nowNs);
    }

    boolean isDue(long nowNs) {
        return nowNs >= nextCheckAtNs;
    }

    boolean isExpired(long nowNs) {
        return nowNs - confirmedNs >= expiryNs;
    }

    /** The pair has left checks unanswered long enough to look for another one. */
    boolean isSuspect(long nowNs) {
        return unansweredSinceNs != Long.MAX_VALUE && nowNs - unansweredSinceNs >= suspectAfterNs;
    }

    long confirmedNs() {
        return confirmedNs;
    }

    long nextCheckAtNs() {
        return nextCheckAtNs;
    }

    long expiresAtNs() {
        return confirmedNs + expiryNs;
    }

    /** Returns the time at which the pair will become suspect; {@link Long#MAX_VALUE} if it is not on the way there. */
    long suspectAtNs(long nowNs) {
        return unansweredSinceNs == Long.MAX_VALUE || isSuspect(nowNs)
                ? Long.MAX_VALUE
                : unansweredSinceNs + suspectAfterNs;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        confirmedNs = state.time(confirmedNs);
        nextCheckAtNs = state.time(nextCheckAtNs);
        unansweredSinceNs = state.time(unansweredSinceNs);
    }
}
