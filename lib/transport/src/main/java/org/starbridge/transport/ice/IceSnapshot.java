package org.starbridge.transport.ice;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Values of an ICE agent in a snapshot: each is written if it is given, and read if it is null. */
final class IceSnapshot {
    private static final int MAX_TEXT_BYTES = 512;
    private static final int MAX_DATAGRAM_BYTES = 1500;
    private static final int IPV6_BYTES = 16;

    private IceSnapshot() {}

    static IceCredentials credentials(State state, @Nullable IceCredentials known) throws StateException {
        String ufrag = state.text(known == null ? "" : known.ufrag(), MAX_TEXT_BYTES);
        String password = state.text(known == null ? "" : known.password(), MAX_TEXT_BYTES);
        try {
            return known == null ? new IceCredentials(ufrag, password) : known;
        } catch (IllegalArgumentException e) {
            throw new StateException("impossible ICE credentials");
        }
    }

    private static InetSocketAddress address(State state, @Nullable InetSocketAddress known) throws StateException {
        byte[] bytes =
                state.bytes(known == null ? new byte[0] : known.getAddress().getAddress(), IPV6_BYTES);
        int scope = state.i32(known != null && known.getAddress() instanceof Inet6Address v6 ? v6.getScopeId() : 0);
        int port = state.i32(known == null ? 0 : known.getPort(), 0, 0xFFFF);
        if (known != null) {
            return known;
        }
        try {
            InetAddress address = bytes.length == IPV6_BYTES && scope != 0
                    ? Inet6Address.getByAddress(null, bytes, scope)
                    : InetAddress.getByAddress(bytes);
            return new InetSocketAddress(address, port);
        } catch (UnknownHostException e) {
            throw new StateException("an address of " + bytes.length + " bytes");
        }
    }

    static Tuple tuple(State state, @Nullable Tuple known) throws StateException {
        InetSocketAddress local = address(state, known == null ? null : known.local());
        InetSocketAddress remote = address(state, known == null ? null : known.remote());
        return known == null ? new Tuple(local, remote) : known;
    }

    static IceCandidate candidate(State state, @Nullable IceCandidate known) throws StateException {
        String foundation = state.text(known == null ? "" : known.foundation(), MAX_TEXT_BYTES);
        int component = state.i32(known == null ? 0 : known.component());
        String protocol = state.text(known == null ? "" : known.protocol(), MAX_TEXT_BYTES);
        long priority = state.i64(known == null ? 0 : known.priority());
        InetSocketAddress address = address(state, known == null ? null : known.address());
        IceCandidate.Type type =
                state.choice(known == null ? IceCandidate.Type.HOST : known.type(), IceCandidate.Type.values());
        String id = state.text(known == null ? "" : known.id(), MAX_TEXT_BYTES);
        int generation = state.i32(known == null ? 0 : known.generation());
        try {
            return known == null
                    ? new IceCandidate(foundation, component, protocol, priority, address, type, id, generation)
                    : known;
        } catch (IllegalArgumentException e) {
            throw new StateException("an impossible ICE candidate");
        }
    }

    static CandidatePair pair(State state, @Nullable CandidatePair known) throws StateException {
        Tuple tuple = tuple(state, known == null ? null : known.tuple);
        long localPriority = state.i64(known == null ? 0 : known.localPriority);
        IceCandidate remote = candidate(state, known == null ? null : known.remote);
        CandidatePair pair = known == null ? new CandidatePair(tuple, localPriority, remote) : known;
        pair.priority = state.i64(pair.priority);
        pair.state = state.choice(pair.state, CandidatePair.State.values());
        pair.isNominating = state.bool(pair.isNominating);
        pair.nominatedByPeer = state.i64(pair.nominatedByPeer);
        pair.checks = state.i32(pair.checks);
        pair.roleConflicts = state.i32(pair.roleConflicts);
        pair.notBeforeNs = state.time(pair.notBeforeNs);
        pair.lastHeardNs = state.time(pair.lastHeardNs);
        pair.isKnown = state.bool(pair.isKnown);
        pair.usedNs = state.time(pair.usedNs);
        pair.lastResponseNs = state.time(pair.lastResponseNs);
        return pair;
    }

    static Check check(State state, @Nullable Check known, List<CandidatePair> pairs) throws StateException {
        int place = state.i32(known == null ? 0 : pairs.indexOf(known.pair), 0, pairs.size() - 1);
        byte[] datagram = state.bytes(known == null ? new byte[0] : known.datagram, MAX_DATAGRAM_BYTES);
        IceRole role = state.choice(known == null ? IceRole.CONTROLLED : known.role, IceRole.values());
        boolean useCandidate = state.bool(known != null && known.useCandidate);
        long startedNs = state.time(known == null ? 0 : known.startedNs);
        if (datagram.length < Stun.HEADER_BYTES) {
            throw new StateException("an ICE check that is too short");
        }
        CandidatePair pair = pairs.get(place);
        Check check = known == null
                ? new Check(TransactionId.of(datagram), pair, role, useCandidate, datagram, startedNs)
                : known;
        check.sends = state.i32(check.sends);
        check.isCancelled = state.bool(check.isCancelled);
        check.lastSentNs = state.time(check.lastSentNs);
        check.nextAtNs = state.time(check.nextAtNs);
        if (state.bool(pair.active == check) && known == null) {
            pair.active = check;
        }
        return check;
    }
}
