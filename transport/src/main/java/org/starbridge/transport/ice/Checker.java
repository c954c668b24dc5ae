package org.starbridge.transport.ice;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Sends checks and believes responses: RFC 8445 section 7.2. Silent until the peer's credentials are known. */
final class Checker {
    private final IceCredentials local;
    private final long tieBreaker;
    private final RandomGenerator random;
    private final IceCounters counters;
    private final Transactions transactions;
    private @Nullable IceCredentials remote;
    /** Of our checks: the peer's fragment goes first. */
    private String username = "";

    private @Nullable StunKey remoteKey;

    Checker(IceCredentials local, long tieBreaker, RandomGenerator random, IceConfig config, IceCounters counters) {
        this.local = local;
        this.tieBreaker = tieBreaker;
        this.random = random;
        this.counters = counters;
        this.transactions = new Transactions(config, counters);
    }

    boolean hasRemote() {
        return remoteKey != null;
    }

    boolean hasAsked(TransactionId id) {
        return transactions.find(id) != null;
    }

    boolean isRemote(IceCredentials credentials) {
        return credentials.equals(remote);
    }

    /** Checks to earlier credentials are forgotten. */
    void remote(IceCredentials credentials) {
        remote = credentials;
        username = credentials.ufrag() + ":" + local.ufrag();
        remoteKey = new StunKey(credentials.password());
        transactions.clear();
    }

    /** Starts a check, in place of one that may be under way on the pair. */
    void send(long nowNs, CandidatePair pair, IceRole role, boolean useCandidate, IceSink out) {
        if (remote == null || remoteKey == null) {
            return;
        }
        if (pair.active != null) {
            transactions.cancel(pair.active, nowNs);
        }
        TransactionId id = TransactionId.random(random);
        byte[] datagram = StunWriter.request(
                id, username, peerReflexivePriority(pair), role, tieBreaker, useCandidate, remoteKey);
        transactions.add(new Check(id, pair, role, useCandidate, datagram, nowNs));
        pair.checks++;
        counters.onCheckSent();
        out.send(pair.tuple, datagram);
    }

    /** What our address would be worth to the peer if it did not know it yet: section 7.1.1. */
    private static long peerReflexivePriority(CandidatePair pair) {
        return ((long) IceCandidate.Type.PRFLX.preference() << 24) | (pair.localPriority & 0xFF_FFFF);
    }

    /** The check that is answered, which is over then; null, counted, if this response means nothing. */
    @Nullable
    Check onResponse(Tuple tuple, StunMessage response, byte[] datagram) {
        Check check = transactions.find(response.id());
        if (check == null || remoteKey == null) {
            counters.onDrop(IceDrop.UNKNOWN_TRANSACTION);
            return null;
        }
        IceDrop fault = fault(check, remoteKey, tuple, response, datagram);
        if (fault != null) {
            counters.onDrop(fault);
            return null;
        }
        transactions.remove(check);
        return check;
    }

    private static @Nullable IceDrop fault(
            Check check, StunKey remoteKey, Tuple tuple, StunMessage response, byte[] datagram) {
        if (response.integrityOffset() < 0) {
            return IceDrop.UNSIGNED;
        }
        if (!remoteKey.hasSigned(datagram, response.integrityOffset())) {
            return IceDrop.WRONG_SIGNATURE;
        }
        // Section 7.2.5.2.1 fails the pair at once. Waiting for a response from the right place instead keeps somebody
        // on
        // the path from killing a pair with an authentic response that is sent on from elsewhere.
        if (!tuple.equals(check.pair.tuple)) {
            return IceDrop.WRONG_SOURCE;
        }
        if (!response.unknownRequired().isEmpty()) {
            return IceDrop.UNKNOWN_ATTRIBUTE;
        }
        boolean isSuccess = response.kind() == StunMessage.Kind.SUCCESS;
        return isSuccess && response.mappedAddressOffset() < 0 ? IceDrop.NO_MAPPED_ADDRESS : null;
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
}
