package org.starbridge.transport.ice;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Sends checks and believes responses: RFC 8445 section 7.2. Silent until the peer's credentials are known. */
final class Checker {
    private final IceCredentials local;
    private long tieBreaker;
    private final RandomGenerator random;
    private final IceCounters counters;
    private final Transactions transactions;
    private @Nullable RemoteKey remote;

    Checker(IceCredentials local, long tieBreaker, RandomGenerator random, IceConfig config, IceCounters counters) {
        this.local = local;
        this.tieBreaker = tieBreaker;
        this.random = random;
        this.counters = counters;
        this.transactions = new Transactions(config, counters);
    }

    boolean hasRemote() {
        return remote != null;
    }

    /** Returns whether this has the transaction id of a check that awaits its response. */
    boolean hasAsked(StunMessage response) {
        return transactions.find(response.id()) != null;
    }

    boolean isRemote(IceCredentials credentials) {
        return remote != null && remote.isOf(credentials);
    }

    /** Checks to earlier credentials are forgotten. */
    void remote(IceCredentials credentials) {
        remote = new RemoteKey(credentials, local, tieBreaker, random);
        transactions.clear();
    }

    /** Starts a check, in place of one that may be under way on the pair. */
    void send(long nowNs, CandidatePair pair, IceRole role, boolean useCandidate, IceSink out) {
        if (remote == null) {
            return;
        }
        if (pair.active != null) {
            transactions.cancel(pair.active, nowNs);
        }
        Check check = remote.check(nowNs, pair, role, useCandidate);
        transactions.add(check);
        pair.checks++;
        counters.onCheckSent();
        out.send(pair.tuple, check.datagram);
    }

    /** The check that is answered, which is over then; null, counted, if this response means nothing. */
    @Nullable
    Check onResponse(Tuple tuple, StunMessage response, byte[] datagram) {
        Check check = transactions.find(response.id());
        if (check == null || remote == null) {
            counters.onDrop(IceDrop.UNKNOWN_TRANSACTION);
            return null;
        }
        IceDrop fault = fault(check, remote, tuple, response, datagram);
        if (fault != null) {
            counters.onDrop(fault);
            return null;
        }
        transactions.remove(check);
        return check;
    }

    private static @Nullable IceDrop fault(
            Check check, RemoteKey remote, Tuple tuple, StunMessage response, byte[] datagram) {
        IceDrop refusal = remote.refuses(response, datagram);
        if (refusal != null) {
            return refusal;
        }
        // Section 7.2.5.2.1 fails the pair at once. Here the agent waits for a response from the right address instead:
        // otherwise an attacker on the path could fail a pair by sending on an authentic response from elsewhere.
        if (!tuple.equals(check.pair.tuple)) {
            return IceDrop.WRONG_SOURCE;
        }
        // A success without XOR-MAPPED-ADDRESS is accepted: FFmpeg's WHIP muxer sends such, and the agent, which has
        // one
        // local candidate per socket, has no use for the address.
        return response.unknownRequired().isEmpty() ? null : IceDrop.UNKNOWN_ATTRIBUTE;
    }

    /** The check is not sent again, and a response to it means nothing: its pair is gone. */
    void abandon(Check check) {
        transactions.remove(check);
    }

    /** Sends again what is due; returns the checks that stay without an answer. */
    List<Check> onTimeout(long nowNs, IceSink out) {
        return transactions.onTimeout(nowNs, out);
    }

    long nextDeadlineNs() {
        return transactions.nextDeadlineNs();
    }

    int outstanding() {
        return transactions.size();
    }

    void close() {
        transactions.clear();
    }

    /** Its part of a snapshot; checks name pairs by their places. */
    void state(State state, List<CandidatePair> pairs) throws StateException {
        tieBreaker = state.i64(tieBreaker);
        RemoteKey known = remote;
        if (state.bool(known != null)) {
            IceCredentials credentials = IceSnapshot.credentials(state, known == null ? null : known.credentials());
            remote = new RemoteKey(credentials, local, tieBreaker, random);
        }
        transactions.state(state, pairs);
    }
}
