package org.starbridge.transport.ice;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * A full ICE agent (RFC 8445) for one stream with one component, RTP and RTCP multiplexed, over UDP. Owned by the media
 * worker of its endpoint; not thread safe.
 *
 * <p>It answers checks from the moment it exists, even before the peer's credentials are known, and learns the peer's
 * addresses from them: an agent without any remote candidate is the normal case on a bridge. Once credentials are known
 * it checks what it has learned from requests or signalling. Controlling, it nominates the first valid pair that is not
 * relayed, with a second check (regular nomination).
 *
 * <p>After a pair is selected the agent asks for consent (RFC 7675) and follows a client that moves. It selects only
 * addresses that have answered a signed check of ours. Controlled, it moves when the peer nominates another pair.
 * Controlling, it doubts the selected pair as soon as another one has been validated, asks there at once, and nominates
 * the other if no answer comes; so a client with several live addresses does not make it change to and fro.
 *
 * <p>Only {@link #close} is final: a valid check of the peer brings the agent back from {@link IceState#DISCONNECTED}
 * and {@link IceState#FAILED}. An ICE restart takes a second agent.
 */
public final class IceAgent {
    /** Of one pair; more means that the peer does not follow the rules of role conflicts. */
    private static final int MAX_ROLE_CONFLICTS = 5;

    private final IceCredentials local;
    private final IceConfig config;
    private final IceCounters counters;
    private final Checklist checklist;
    private final Checker checker;
    private final Responder responder;
    private final Consent consent;
    private final Nomination nomination;

    private IceRole role;
    private IceState state = IceState.NEW;
    private @Nullable CandidatePair selected;
    private long peerNominations;
    private long failAtNs = Long.MAX_VALUE;
    private long nextPaceAtNs = Long.MIN_VALUE;
    private long nextForgetAtNs = Long.MAX_VALUE;
    private long deadlineNs = Long.MAX_VALUE;

    /** {@code random} makes transaction ids and the tie-breaker, so it has to be a secure one outside of tests. */
    public IceAgent(IceRole role, IceCredentials local, RandomGenerator random, IceConfig config) {
        this(role, local, random.nextLong(), random, config, new IceCounters());
    }

    /** The same, counting into {@code total} as well, which has the same owner. */
    public IceAgent(IceRole role, IceCredentials local, RandomGenerator random, IceConfig config, IceCounters total) {
        this(role, local, random.nextLong(), random, config, new IceCounters(total));
    }

    /** With a given tie-breaker for role conflicts, an unsigned value. */
    public IceAgent(IceRole role, IceCredentials local, long tieBreaker, RandomGenerator random, IceConfig config) {
        this(role, local, tieBreaker, random, config, new IceCounters());
    }

    private IceAgent(
            IceRole role,
            IceCredentials local,
            long tieBreaker,
            RandomGenerator random,
            IceConfig config,
            IceCounters counters) {
        this.role = role;
        this.local = local;
        this.config = config;
        this.counters = counters;
        checker = new Checker(local, tieBreaker, random, config, counters);
        checklist = new Checklist(config, role, counters, checker::abandon);
        responder = new Responder(local, tieBreaker, config, counters);
        consent = new Consent(config, random);
        nomination = new Nomination(config, checklist, consent);
    }

    /** Adds an address of ours. Candidates other than host ones are for signalling only and are not kept. */
    public void addLocalCandidate(IceCandidate host) {
        if (state == IceState.CLOSED) {
            return;
        }
        if (host.type() != IceCandidate.Type.HOST || !host.isUdp()) {
            counters.onDrop(IceDrop.UNUSABLE_CANDIDATE);
        } else if (!checklist.addLocal(host)) {
            counters.onDrop(IceDrop.TABLE_FULL);
        } else if (checker.hasRemote()) {
            deadlineNs = Long.MIN_VALUE; // new pairs: the owner is to call at once
        }
    }

    /**
     * Starts checks, with or without remote candidates. The same credentials again change nothing; other ones replace
     * them only as long as no pair was selected, and are dropped afterwards.
     */
    public void remoteCredentials(long nowNs, IceCredentials remote, IceSink out) {
        if (state == IceState.CLOSED || checker.isRemote(remote)) {
            return;
        }
        if (selected != null) {
            counters.onDrop(IceDrop.CREDENTIALS_FIXED);
            return;
        }
        checker.remote(remote);
        checklist.requeue(nowNs, 0, null);
        beginChecking(nowNs, out);
        advance(nowNs, out);
    }

    /**
     * Adds an address of the peer; unusable and repeated ones are ignored. After {@link IceState#FAILED} any usable one
     * has all pairs checked again.
     */
    public void addRemoteCandidate(long nowNs, IceCandidate remote, IceSink out) {
        if (state == IceState.CLOSED) {
            return;
        }
        if (!remote.isUsable(config.generation())) {
            counters.onDrop(IceDrop.UNUSABLE_CANDIDATE);
        } else if (!checklist.addRemote(remote)) {
            counters.onDrop(IceDrop.TABLE_FULL);
        } else if (state == IceState.FAILED) {
            checklist.requeue(nowNs, 0, selected);
            beginChecking(nowNs, out);
        }
        advance(nowNs, out);
    }

    /** Takes a datagram that is meant for this agent. Whatever is not authentic has no effect but on the counters. */
    public void onDatagram(long nowNs, Tuple tuple, byte[] datagram, IceSink out) {
        if (state == IceState.CLOSED) {
            counters.onDrop(IceDrop.CLOSED);
            return;
        }
        if (tuple.remote().getPort() == 0) {
            counters.onDrop(IceDrop.UNUSABLE_CANDIDATE); // nothing can be sent there
            return;
        }
        switch (StunReader.read(datagram)) {
            case StunReader.Refused(IceDrop reason) -> counters.onDrop(reason);
            case StunMessage message -> {
                switch (message.kind()) {
                    case REQUEST -> onRequest(nowNs, tuple, message, datagram, out);
                    case SUCCESS, ERROR -> onResponse(nowNs, tuple, message, datagram, out);
                    case INDICATION -> counters.onDrop(IceDrop.INDICATION);
                }
                advance(nowNs, out);
            }
        }
    }

    /** To be called at {@link #nextDeadlineNs} or later; earlier does no harm. */
    public void onTimeout(long nowNs, IceSink out) {
        if (state != IceState.CLOSED) {
            advance(nowNs, out);
        }
    }

    /** Returns the time at which {@link #onTimeout} wants to be called; {@link Long#MAX_VALUE} when idle. */
    public long nextDeadlineNs() {
        return deadlineNs;
    }

    private void onRequest(long nowNs, Tuple tuple, StunMessage request, byte[] datagram, IceSink out) {
        CandidatePair pair = checklist.find(tuple);
        Responder.Verdict verdict = responder.onRequest(nowNs, tuple, request, datagram, role, pair, out);
        if (verdict == Responder.Verdict.REFUSED) {
            return;
        }
        if (verdict == Responder.Verdict.ACCEPTED_SWITCH_ROLE) {
            switchRole();
        }
        if (pair == null) {
            pair = learn(tuple, request.priority());
        }
        if (pair != null) {
            out.onHeard(pair.tuple);
            use(nowNs, pair);
            onHeard(nowNs, pair, request.useCandidate(), out);
        }
    }

    private void use(long nowNs, CandidatePair pair) {
        pair.isKnown = true;
        pair.usedNs = nowNs;
        nextForgetAtNs = Math.min(nextForgetAtNs, nowNs + config.forgetAfter().toNanos());
    }

    private @Nullable CandidatePair learn(Tuple tuple, long priority) {
        if (priority < 0) {
            counters.onDrop(IceDrop.NO_PRIORITY);
            return null;
        }
        CandidatePair pair = checklist.learn(tuple, priority, selected);
        if (pair == null) {
            counters.onDrop(IceDrop.TABLE_FULL);
        }
        return pair;
    }

    /** RFC 8445 sections 7.3.1.4 and 7.3.1.5: triggered checks, and nominations by the peer. */
    private void onHeard(long nowNs, CandidatePair pair, boolean useCandidate, IceSink out) {
        pair.lastHeardNs = nowNs;
        if (state == IceState.FAILED) {
            beginChecking(nowNs, out);
        }
        if (useCandidate && role == IceRole.CONTROLLED) {
            pair.nominatedByPeer = ++peerNominations;
            if (pair != selected && pair.isFresh(nowNs, config.consentExpiry().toNanos())) {
                select(nowNs, pair, out);
            }
        }
        boolean isQuiet = pair.active == null
                || nowNs - pair.active.lastSentNs >= config.pace().toNanos();
        if (isQuiet && !pair.isFresh(nowNs, config.consentInterval().toNanos())) {
            checklist.trigger(pair);
        }
    }

    private void onResponse(long nowNs, Tuple tuple, StunMessage response, byte[] datagram, IceSink out) {
        Check check = checker.onResponse(tuple, response, datagram);
        if (check == null || checklist.find(check.pair.tuple) != check.pair) {
            return;
        }
        if (response.kind() == StunMessage.Kind.SUCCESS) {
            onSuccess(nowNs, check, out);
        } else if (response.isRoleConflict() && ++check.pair.roleConflicts <= MAX_ROLE_CONFLICTS) {
            onRoleConflict(check);
        } else {
            counters.onDrop(IceDrop.ERROR_RESPONSE);
            onUnanswered(nowNs, check);
        }
    }

    private void onSuccess(long nowNs, Check check, IceSink out) {
        counters.onCheckAnswered();
        CandidatePair pair = check.pair;
        boolean isNews = !pair.isFresh(nowNs, config.consentExpiry().toNanos());
        pair.state = CandidatePair.State.SUCCEEDED;
        pair.lastResponseNs = nowNs;
        pair.lastHeardNs = nowNs;
        pair.usedNs = nowNs;
        nomination.onValid(nowNs);
        if (pair == selected) {
            consent.onResponse(nowNs, nowNs);
            become(IceState.CONNECTED, out);
        } else if (isNominated(check)) {
            select(nowNs, pair, out);
        } else if (selected != null && isNews) {
            consent.askNow(nowNs);
        }
    }

    private boolean isNominated(Check check) {
        return switch (role) {
            case CONTROLLING -> check.useCandidate && check.pair.isNominating;
            case CONTROLLED -> check.pair.nominatedByPeer > (selected == null ? 0 : selected.nominatedByPeer);
        };
    }

    /** RFC 8445 section 7.2.5.1. */
    private void onRoleConflict(Check check) {
        if (check.role == role) {
            switchRole();
        }
        if (check.pair.state == CandidatePair.State.IN_PROGRESS) {
            check.pair.state = CandidatePair.State.WAITING;
        }
        checklist.trigger(check.pair);
    }

    private void switchRole() {
        role = role.opposite();
        checklist.rank(role);
        for (CandidatePair pair : checklist.pairs()) {
            pair.isNominating = false;
            pair.nominatedByPeer = 0;
        }
    }

    private void onUnanswered(long nowNs, Check check) {
        CandidatePair pair = check.pair;
        if (check.isCancelled || checklist.find(pair.tuple) != pair) {
            return;
        }
        if (pair == selected) {
            consent.askNow(nowNs);
            checklist.requeue(nowNs, config.consentExpiry().toNanos(), selected);
            return;
        }
        pair.isNominating = false;
        pair.state = isSearching(nowNs) ? CandidatePair.State.WAITING : CandidatePair.State.FAILED;
        pair.notBeforeNs = nowNs + config.retry().toNanos();
    }

    /** Everything that time brings, in the order: answers that failed to come, consent, nomination, the next check. */
    private void advance(long nowNs, IceSink out) {
        List<Check> expired = checker.onTimeout(nowNs, out);
        for (int i = 0; i < expired.size(); i++) { // without an iterator: mostly there are none
            onUnanswered(nowNs, expired.get(i));
        }
        if (selected != null) {
            keepConsent(nowNs, selected, out);
        } else if (state == IceState.CHECKING && nowNs >= failAtNs) {
            become(IceState.FAILED, out);
        }
        if (role == IceRole.CONTROLLING && checker.hasRemote()) {
            nomination.onTimeout(nowNs, selected);
        }
        if (checker.hasRemote() && nowNs >= nextPaceAtNs) {
            CandidatePair pair = checklist.next(nowNs, isSearching(nowNs));
            if (pair != null) {
                check(nowNs, pair, out);
                boolean isFast = checklist.pairs().size() <= config.fastPairs();
                nextPaceAtNs = nowNs + (isFast ? config.fastPace() : config.pace()).toNanos();
            }
        }
        forgetTuples(nowNs, out);
        deadlineNs = deadline(nowNs);
    }

    private void forgetTuples(long nowNs, IceSink out) {
        if (nowNs >= nextForgetAtNs) {
            nextForgetAtNs = checklist.forgetUnused(nowNs, config.forgetAfter().toNanos(), selected);
        }
        for (Tuple gone = checklist.pollForgotten(); gone != null; gone = checklist.pollForgotten()) {
            out.onForgotten(gone);
        }
    }

    private void keepConsent(long nowNs, CandidatePair pair, IceSink out) {
        if (state == IceState.CONNECTED && consent.isExpired(nowNs)) {
            become(IceState.DISCONNECTED, out);
            checklist.requeue(nowNs, config.consentExpiry().toNanos(), pair);
        }
        if (pair.active == null && consent.isDue(nowNs)) {
            check(nowNs, pair, out);
        }
    }

    private void check(long nowNs, CandidatePair pair, IceSink out) {
        if (pair.state != CandidatePair.State.SUCCEEDED) {
            pair.state = CandidatePair.State.IN_PROGRESS;
        }
        if (pair == selected) {
            consent.onCheckSent(nowNs);
        }
        use(nowNs, pair);
        out.onAsked(pair.tuple);
        // Consent checks repeat the nomination, so that a peer that was led elsewhere comes back.
        boolean useCandidate = role == IceRole.CONTROLLING && (pair.isNominating || pair == selected);
        checker.send(nowNs, pair, role, useCandidate, out);
    }

    /** Returns whether pairs are tried from which nothing has been heard. */
    private boolean isSearching(long nowNs) {
        return state == IceState.CHECKING
                || state == IceState.DISCONNECTED
                || (selected != null && consent.isSuspect(nowNs));
    }

    private long deadline(long nowNs) {
        long deadline = Math.min(checker.nextDeadlineNs(), nextForgetAtNs);
        if (selected != null) {
            deadline = Math.min(deadline, consent.suspectAtNs(nowNs));
            if (selected.active == null) {
                deadline = Math.min(deadline, consent.nextCheckAtNs());
            }
            if (state == IceState.CONNECTED) {
                deadline = Math.min(deadline, consent.expiresAtNs());
            }
        } else if (state == IceState.CHECKING) {
            deadline = Math.min(deadline, failAtNs);
        }
        if (checker.hasRemote()) {
            deadline = Math.min(deadline, Math.max(nextPaceAtNs, checklist.nextReadyAtNs(isSearching(nowNs))));
            if (role == IceRole.CONTROLLING) {
                deadline = Math.min(deadline, nomination.nextDeadlineNs(nowNs, selected));
            }
        }
        return deadline;
    }

    private void beginChecking(long nowNs, IceSink out) {
        failAtNs = nowNs + config.failAfter().toNanos();
        become(IceState.CHECKING, out);
    }

    private void select(long nowNs, CandidatePair pair, IceSink out) {
        if (selected != null) {
            counters.onMove();
        }
        selected = pair;
        nextForgetAtNs = Math.min(nextForgetAtNs, nowNs + config.forgetAfter().toNanos()); // the one before is left
        checklist.pairs().forEach(each -> each.isNominating = false);
        consent.onResponse(nowNs, pair.lastResponseNs);
        out.onSelected(pair.tuple);
        become(IceState.CONNECTED, out);
    }

    private void become(IceState next, IceSink out) {
        if (state != next) {
            state = next;
            out.onState(next);
        }
    }

    public IceState state() {
        return state;
    }

    /** The role now: it changes when both sides have claimed the same one. */
    public IceRole role() {
        return role;
    }

    /**
     * Returns the tuple that media goes to, also while {@link IceState#DISCONNECTED}; null until a pair is selected.
     */
    public @Nullable Tuple selectedTuple() {
        return selected == null ? null : selected.tuple;
    }

    /**
     * Returns whether media goes to a candidate that the peer signalled as one of a TURN server; false for one that was
     * signalled after its pair was selected.
     */
    public boolean isRelayed() {
        return selected != null && selected.remote.type() == IceCandidate.Type.RELAY;
    }

    public IceCredentials localCredentials() {
        return local;
    }

    /** Returns the counters of what has happened so far; live, for the owner only. */
    public IceCounters counters() {
        return counters;
    }

    /**
     * Returns the time at which the peer last proved that it is there on the selected tuple; meaningless before one is
     * selected.
     */
    public long consentConfirmedAtNs() {
        return consent.confirmedNs();
    }

    /** Returns whether the peer's credentials are known. */
    public boolean knowsRemoteCredentials() {
        return checker.hasRemote();
    }

    /** The pairs that there are now, those of the highest priority first; for people. */
    public List<Pair> pairs() {
        return checklist.pairs().stream()
                .sorted((a, b) -> Long.compare(b.priority, a.priority))
                .map(each -> new Pair(
                        each.tuple,
                        each.remote.type(),
                        each.checks,
                        each.state == CandidatePair.State.SUCCEEDED,
                        each.lastHeardNs != Long.MIN_VALUE,
                        each == selected))
                .toList();
    }

    /**
     * Two addresses, and what is known of the path between them.
     *
     * @param remoteType how the peer's address became known
     * @param checks that were begun over it
     * @param isAnswered whether the peer answered one of them
     * @param isHeard whether something authentic came from there
     * @param isSelected whether media takes it
     */
    public record Pair(
            Tuple tuple,
            IceCandidate.Type remoteType,
            int checks,
            boolean isAnswered,
            boolean isHeard,
            boolean isSelected) {}

    int pairCount() {
        return checklist.pairs().size();
    }

    int outstandingChecks() {
        return checker.outstanding();
    }

    /** Returns whether datagrams of this tuple are the agent's, by what it told its sink. */
    public boolean isKnown(Tuple tuple) {
        CandidatePair pair = checklist.find(tuple);
        return pair != null && pair.isKnown;
    }

    /**
     * Returns whether this datagram bears the transaction id of a check of ours: with several agents of one peer, whose
     * it is.
     */
    public boolean hasAsked(byte[] datagram) {
        return StunReader.read(datagram) instanceof StunMessage message && checker.hasAsked(message);
    }

    /** Like {@link #close()}, and has its tuples forgotten. */
    public void close(IceSink out) {
        for (CandidatePair pair : checklist.pairs()) {
            if (pair.isKnown) {
                pair.isKnown = false;
                out.onForgotten(pair.tuple);
            }
        }
        close();
    }

    /** Ends everything; later calls have no effect. */
    public void close() {
        state = IceState.CLOSED;
        deadlineNs = Long.MAX_VALUE;
        checker.close();
    }

    /**
     * Its part of a snapshot; to be read into an agent that was made just now with the same credentials. Then
     * {@link #resume} follows. Counters are not in it.
     */
    public void state(State state) throws StateException {
        role = state.choice(role, IceRole.values());
        this.state = state.choice(this.state, IceState.values());
        List<CandidatePair> pairs = checklist.pairs();
        checklist.state(state, role);
        int place = state.i32(selected == null ? -1 : pairs.indexOf(selected), -1, pairs.size() - 1);
        selected = place < 0 ? null : pairs.get(place);
        checker.state(state, pairs);
        responder.state(state);
        consent.state(state);
        nomination.state(state);
        peerNominations = state.i64(peerNominations);
        failAtNs = state.time(failAtNs);
        nextPaceAtNs = state.time(nextPaceAtNs);
        nextForgetAtNs = state.time(nextForgetAtNs);
        deadlineNs = state.time(deadlineNs);
    }

    /** Tells the owner what it has to know of an agent that was read: its tuples, the selected one, its state. */
    public void resume(IceSink out) {
        for (CandidatePair pair : checklist.pairs()) {
            if (pair.isKnown) {
                out.onHeard(pair.tuple);
            }
        }
        if (selected != null) {
            out.onSelected(selected.tuple);
        }
        out.onState(state);
    }

    /** The credentials of an agent in a snapshot: {@code known} is written, or others are read. */
    public static IceCredentials credentials(State state, IceCredentials known) throws StateException {
        return IceSnapshot.credentials(state, state.isReading() ? null : known);
    }
}
