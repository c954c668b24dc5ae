package org.starbridge.transport.ice;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Choice of the pair that a controlling agent nominates, and when: RFC 8445 section 8.1.1. The first time it is the
 * best valid pair that is not relayed, or a relayed one after a short wait. Later it is the pair heard last, and only
 * when the selected one does not answer. At most one nomination is under way; one that stays without an answer gives
 * way to a pair from which the peer has been heard since.
 */
final class Nomination {
    private final long relayWaitNs;
    private final long suspectAfterNs;
    private final long freshNs;
    private final Checklist checklist;
    private final Consent consent;
    private boolean hasValid;
    private long relayAtNs;

    Nomination(IceConfig config, Checklist checklist, Consent consent) {
        relayWaitNs = config.relayWait().toNanos();
        suspectAfterNs = config.suspectAfter().toNanos();
        freshNs = config.consentExpiry().toNanos();
        this.checklist = checklist;
        this.consent = consent;
    }

    /** A pair was validated. */
    void onValid(long nowNs) {
        if (!hasValid) {
            hasValid = true;
            relayAtNs = nowNs + relayWaitNs;
        }
    }

    /** Queues a nominating check if it is time for one. */
    void onTimeout(long nowNs, @Nullable CandidatePair selected) {
        if (!hasValid || (selected != null && !consent.isSuspect(nowNs))) {
            return;
        }
        CandidatePair current = current();
        if (current != null && nowNs < staleAtNs(current)) {
            return;
        }
        CandidatePair best = selected == null && current == null ? first(nowNs) : lastHeard(nowNs, selected);
        if (best == null || best == current) {
            return;
        }
        if (current != null) {
            if (current.active != null && best.lastHeardNs <= current.active.startedNs) {
                return;
            }
            current.isNominating = false;
        }
        best.isNominating = true;
        checklist.triggerFirst(best);
    }

    long nextDeadlineNs(long nowNs, @Nullable CandidatePair selected) {
        long deadlineNs = Long.MAX_VALUE;
        if (selected == null && hasValid && nowNs < relayAtNs) {
            deadlineNs = relayAtNs;
        }
        CandidatePair current = current();
        if (current != null && nowNs < staleAtNs(current)) {
            deadlineNs = Math.min(deadlineNs, staleAtNs(current));
        }
        return deadlineNs;
    }

    private @Nullable CandidatePair current() {
        List<CandidatePair> pairs = checklist.pairs();
        for (int i = 0; i < pairs.size(); i++) { // without an iterator: asked after every message
            if (pairs.get(i).isNominating) {
                return pairs.get(i);
            }
        }
        return null;
    }

    /** A nomination that has not been sent yet is not stale: its turn comes. */
    private long staleAtNs(CandidatePair nominated) {
        return nominated.active == null ? Long.MAX_VALUE : nominated.active.startedNs + suspectAfterNs;
    }

    /** Pairs are in the order of priority. */
    private @Nullable CandidatePair first(long nowNs) {
        CandidatePair relayed = null;
        for (CandidatePair pair : checklist.pairs()) {
            if (!pair.isFresh(nowNs, freshNs)) {
                continue;
            }
            if (pair.remote.type() != IceCandidate.Type.RELAY) {
                return pair;
            }
            relayed = relayed == null ? pair : relayed;
        }
        return nowNs >= relayAtNs ? relayed : null;
    }

    private @Nullable CandidatePair lastHeard(long nowNs, @Nullable CandidatePair selected) {
        CandidatePair last = null;
        for (CandidatePair pair : checklist.pairs()) {
            if (pair != selected
                    && pair.isFresh(nowNs, freshNs)
                    && (last == null || pair.lastHeardNs > last.lastHeardNs)) {
                last = pair;
            }
        }
        return last;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        hasValid = state.bool(hasValid);
        relayAtNs = state.time(relayAtNs);
    }
}
