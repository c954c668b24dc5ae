package org.starbridge.transport.ice;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The candidate pairs of the one stream, by priority, and the queue of triggered checks: RFC 8445 sections 6.1.2 and
 * 6.1.4.2. Every table is bounded: pairs in all, and pairs with a peer-reflexive remote address among them, since those
 * come from the network.
 */
final class Checklist {
    private static final Comparator<CandidatePair> BY_PRIORITY = (a, b) -> Long.compareUnsigned(b.priority, a.priority);

    private final int maxPairs;
    private final int maxPeerReflexive;
    private final List<IceCandidate> locals = new ArrayList<>();
    private final List<IceCandidate> remotes = new ArrayList<>();
    private final List<CandidatePair> pairs = new ArrayList<>();
    private final Map<Tuple, CandidatePair> byTuple = new HashMap<>();
    private final Deque<CandidatePair> triggered = new ArrayDeque<>();
    private final Deque<Tuple> forgotten = new ArrayDeque<>();
    private final IceCounters counters;
    private final Consumer<Check> onAbandoned;
    private IceRole role;

    /** An empty one; {@code onAbandoned} takes the check that was under way on a pair that was removed. */
    Checklist(IceConfig config, IceRole role, IceCounters counters, Consumer<Check> onAbandoned) {
        this.counters = counters;
        this.onAbandoned = onAbandoned;
        maxPairs = config.maxPairs();
        maxPeerReflexive = config.maxPeerReflexive();
        this.role = role;
    }

    List<CandidatePair> pairs() {
        return pairs;
    }

    @Nullable
    CandidatePair find(Tuple tuple) {
        return byTuple.get(tuple);
    }

    void rank(IceRole newRole) {
        role = newRole;
        pairs.forEach(pair -> pair.rank(role));
        pairs.sort(BY_PRIORITY);
    }

    /** A host candidate; a reflexive one would share its socket with one and make no pairs (section 6.1.2.4). */
    boolean addLocal(IceCandidate local) {
        if (locals.size() >= maxPairs) {
            return false;
        }
        locals.add(local);
        remotes.forEach(remote -> pair(local, remote));
        return true;
    }

    boolean addRemote(IceCandidate remote) {
        if (remotes.stream().anyMatch(known -> known.address().equals(remote.address()))) {
            return true;
        }
        if (remotes.size() >= maxPairs) {
            return false;
        }
        remotes.add(remote);
        locals.forEach(local -> pair(local, remote));
        return true;
    }

    private void pair(IceCandidate local, IceCandidate remote) {
        InetAddress localAddress = local.address().getAddress();
        InetAddress remoteAddress = remote.address().getAddress();
        if (!canReach(localAddress, remoteAddress)) {
            return;
        }
        Tuple tuple = new Tuple(
                local.address(),
                new InetSocketAddress(
                        scoped(localAddress, remoteAddress), remote.address().getPort()));
        CandidatePair known = byTuple.get(tuple);
        if (known == null) {
            insert(new CandidatePair(tuple, local.priority(), remote));
        } else if (known.remote.type() == IceCandidate.Type.PRFLX) {
            known.remote = remote;
            known.rank(role);
            pairs.sort(BY_PRIORITY);
        }
    }

    private boolean insert(CandidatePair pair) {
        pair.rank(role);
        if (pairs.size() >= maxPairs) {
            CandidatePair worst = worstIdle();
            if (worst == null || Long.compareUnsigned(worst.priority, pair.priority) >= 0) {
                return false;
            }
            counters.onDrop(IceDrop.PAIR_EVICTED);
            remove(worst);
        }
        pairs.add(pair);
        pairs.sort(BY_PRIORITY);
        byTuple.put(pair.tuple, pair);
        return true;
    }

    private @Nullable CandidatePair worstIdle() {
        for (int i = pairs.size() - 1; i >= 0; i--) {
            if (pairs.get(i).isIdle()) {
                return pairs.get(i);
            }
        }
        return null;
    }

    private void remove(CandidatePair pair) {
        pairs.remove(pair);
        byTuple.remove(pair.tuple);
        triggered.remove(pair);
        pair.isTriggered = false;
        if (pair.active != null) {
            onAbandoned.accept(pair.active);
        }
        forget(pair);
    }

    private void forget(CandidatePair pair) {
        if (pair.isKnown) {
            pair.isKnown = false;
            forgotten.add(pair.tuple);
        }
    }

    /**
     * Forgets the tuples that were not used for {@code afterNs}, but for {@code selected}: pairs that were learned go,
     * those that signalling named stay and may be asked again. That is where the addresses go that a client has left.
     *
     * @return when to call again; {@link Long#MAX_VALUE} when there is no such tuple
     */
    long forgetUnused(long nowNs, long afterNs, @Nullable CandidatePair selected) {
        long nextAtNs = Long.MAX_VALUE;
        for (int i = pairs.size() - 1; i >= 0; i--) { // a pair that goes moves only those after it
            CandidatePair pair = pairs.get(i);
            if (pair == selected || !pair.isKnown) {
                continue;
            }
            if (nowNs - pair.usedNs < afterNs) {
                nextAtNs = Math.min(nextAtNs, pair.usedNs + afterNs);
            } else if (isLearned(pair)) {
                remove(pair);
            } else {
                forget(pair);
            }
        }
        return nextAtNs;
    }

    /** A forgotten tuple that the owner still has to hear of, or null. */
    @Nullable
    Tuple pollForgotten() {
        return forgotten.poll();
    }

    /**
     * The pair on which an authenticated request came, made with a peer-reflexive candidate if it is new (section
     * 7.3.1.3). When the table is full the pair that was not heard for the longest time makes room, never
     * {@code selected}.
     */
    @Nullable
    CandidatePair learn(Tuple tuple, long priority, @Nullable CandidatePair selected) {
        long count = pairs.stream().filter(Checklist::isLearned).count();
        CandidatePair leaving = count >= maxPeerReflexive ? longestUnheard(selected) : null;
        if (leaving == null && pairs.size() >= maxPairs) {
            leaving = worstIdle();
        }
        if (leaving != null) {
            counters.onDrop(IceDrop.PAIR_EVICTED);
            remove(leaving);
        }
        IceCandidate remote = new IceCandidate(
                "prflx",
                IceCandidate.RTP_COMPONENT,
                "udp",
                priority,
                tuple.remote(),
                IceCandidate.Type.PRFLX,
                "prflx",
                0);
        CandidatePair pair = new CandidatePair(tuple, localPriority(tuple.local()), remote);
        return insert(pair) ? pair : null;
    }

    /** Pairs that answered a check of ours are worth more than those that only asked. */
    private @Nullable CandidatePair longestUnheard(@Nullable CandidatePair selected) {
        CandidatePair oldest = null;
        for (CandidatePair pair : pairs) {
            if (pair != selected && isLearned(pair) && (oldest == null || isLessUseful(pair, oldest))) {
                oldest = pair;
            }
        }
        return oldest;
    }

    private static boolean isLessUseful(CandidatePair a, CandidatePair b) {
        boolean aValid = a.state == CandidatePair.State.SUCCEEDED;
        boolean bValid = b.state == CandidatePair.State.SUCCEEDED;
        return aValid == bValid ? a.lastHeardNs < b.lastHeardNs : bValid;
    }

    private static boolean isLearned(CandidatePair pair) {
        return pair.remote.type() == IceCandidate.Type.PRFLX;
    }

    /** Of the candidate with this address, or, if the owner's socket has none, of an average host candidate. */
    private long localPriority(InetSocketAddress address) {
        for (IceCandidate local : locals) {
            if (local.address().equals(address)) {
                return local.priority();
            }
        }
        return IceCandidate.priority(IceCandidate.Type.HOST, 0x7FFF, IceCandidate.RTP_COMPONENT);
    }

    /** Pairs that were given up, or validated too long ago, are checked again. */
    void requeue(long nowNs, long freshNs, @Nullable CandidatePair except) {
        for (CandidatePair pair : pairs) {
            if (pair != except && pair.active == null && !pair.isFresh(nowNs, freshNs)) {
                pair.state = CandidatePair.State.WAITING;
                pair.notBeforeNs = nowNs;
            }
        }
    }

    /** A check of this pair goes out as soon as the pace allows, before ordinary ones. */
    void trigger(CandidatePair pair) {
        if (!pair.isTriggered) {
            pair.isTriggered = true;
            triggered.add(pair);
        }
    }

    /** Like {@link #trigger}, ahead of all others. */
    void triggerFirst(CandidatePair pair) {
        triggered.remove(pair);
        pair.isTriggered = true;
        triggered.addFirst(pair);
    }

    /** The next pair to check, taken from the queue; {@code ordinary} allows those that only wait, too. */
    @Nullable
    CandidatePair next(long nowNs, boolean ordinary) {
        CandidatePair pair = triggered.poll();
        if (pair != null) {
            pair.isTriggered = false;
            return pair;
        }
        if (!ordinary) {
            return null;
        }
        CandidatePair best = null;
        for (CandidatePair candidate : pairs) {
            if (candidate.state == CandidatePair.State.WAITING
                    && candidate.notBeforeNs <= nowNs
                    && (best == null || candidate.checks < best.checks)) {
                best = candidate;
            }
        }
        return best;
    }

    /**
     * Returns the time at which {@link #next} will have something: the smallest long if now, {@link Long#MAX_VALUE} if
     * never.
     */
    long nextReadyAtNs(boolean ordinary) {
        if (!triggered.isEmpty()) {
            return Long.MIN_VALUE;
        }
        long readyAtNs = Long.MAX_VALUE;
        if (ordinary) {
            for (CandidatePair pair : pairs) {
                if (pair.state == CandidatePair.State.WAITING) {
                    readyAtNs = Math.min(readyAtNs, pair.notBeforeNs);
                }
            }
        }
        return readyAtNs;
    }

    /** Pairs of one family; loopback and link-local addresses only among themselves (section 6.1.2.2). */
    private static boolean canReach(InetAddress local, InetAddress remote) {
        return local.getClass() == remote.getClass()
                && local.isLoopbackAddress() == remote.isLoopbackAddress()
                && (!(local instanceof Inet6Address) || local.isLinkLocalAddress() == remote.isLinkLocalAddress());
    }

    /** A link-local address of the peer means our link: signalling carries no usable scope. */
    private static InetAddress scoped(InetAddress local, InetAddress remote) {
        if (!(local instanceof Inet6Address here) || !remote.isLinkLocalAddress() || here.getScopeId() == 0) {
            return remote;
        }
        try {
            return Inet6Address.getByAddress(null, remote.getAddress(), here.getScopeId());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are always an address", e);
        }
    }

    /** Its part of a snapshot. Local addresses are those of the process that reads it. */
    void state(State state, IceRole agentRole) throws StateException {
        role = agentRole;
        int remoteCount = state.i32(remotes.size(), 0, maxPairs);
        for (int i = 0; i < remoteCount; i++) {
            IceCandidate remote = IceSnapshot.candidate(state, state.isReading() ? null : remotes.get(i));
            if (state.isReading()) {
                remotes.add(remote);
            }
        }
        int count = state.i32(pairs.size(), 0, maxPairs);
        for (int i = 0; i < count; i++) {
            CandidatePair pair = IceSnapshot.pair(state, state.isReading() ? null : pairs.get(i));
            if (state.isReading()) {
                pairs.add(pair);
                if (byTuple.put(pair.tuple, pair) != null) {
                    throw new StateException("an ICE agent has a pair twice");
                }
            }
        }
        List<CandidatePair> queue = new ArrayList<>(triggered);
        int queued = state.i32(queue.size(), 0, pairs.size());
        for (int i = 0; i < queued; i++) {
            int place = state.i32(state.isReading() ? 0 : pairs.indexOf(queue.get(i)), 0, pairs.size() - 1);
            if (state.isReading()) {
                trigger(pairs.get(place));
            }
        }
    }
}
