package org.starbridge.transport.ice;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Outstanding checks and their retransmission, RFC 8489 section 6.2.1 with the values of {@link IceConfig}. Bounded:
 * when full, the oldest check is forgotten. Retransmissions are not paced; there are at most {@code maxPairs} of them.
 */
final class Transactions {
    private final long rtoNs;
    private final long rtoCapNs;
    private final int sends;
    private final long lastWaitNs;
    private final int limit;
    private final IceCounters counters;
    private final Map<TransactionId, Check> outstanding = new LinkedHashMap<>();

    Transactions(IceConfig config, IceCounters counters) {
        this.counters = counters;
        rtoNs = config.rto().toNanos();
        rtoCapNs = config.rtoCap().toNanos();
        sends = config.sends();
        lastWaitNs = config.lastWaitRtos() * rtoNs;
        limit = 2 * config.maxPairs();
    }

    void add(Check check) {
        if (outstanding.size() >= limit) {
            Iterator<Check> oldest = outstanding.values().iterator();
            Check forgotten = oldest.next();
            if (forgotten.pair.active == forgotten && forgotten.pair.state == CandidatePair.State.IN_PROGRESS) {
                forgotten.pair.state = CandidatePair.State.WAITING;
            }
            forget(forgotten);
            oldest.remove();
            counters.onDrop(IceDrop.CHECK_FORGOTTEN);
        }
        check.nextAtNs = check.startedNs + waitNs(check.sends);
        check.pair.active = check;
        outstanding.put(check.id, check);
    }

    @Nullable
    Check find(TransactionId id) {
        return outstanding.get(id);
    }

    void remove(Check check) {
        outstanding.remove(check.id);
        forget(check);
    }

    /** The check is not sent again, but its response still counts: RFC 8445 section 7.3.1.4. */
    void cancel(Check check, long nowNs) {
        forget(check);
        check.isCancelled = true;
        check.sends = sends;
        check.nextAtNs = nowNs + lastWaitNs;
    }

    void clear() {
        outstanding.values().forEach(Transactions::forget);
        outstanding.clear();
    }

    /** Sends again what is due, and returns the checks that have stayed without an answer; they are removed. */
    List<Check> onTimeout(long nowNs, IceSink out) {
        if (outstanding.isEmpty()) {
            return List.of(); // most of the time
        }
        List<Check> expired = List.of();
        for (Iterator<Check> i = outstanding.values().iterator(); i.hasNext(); ) {
            Check check = i.next();
            if (check.nextAtNs > nowNs) {
                continue;
            }
            if (check.sends < sends) {
                check.sends++;
                check.lastSentNs = nowNs;
                check.nextAtNs = nowNs + waitNs(check.sends);
                counters.onRetransmission();
                out.send(check.pair.tuple, check.datagram);
            } else {
                i.remove();
                forget(check);
                expired = expired.isEmpty() ? new ArrayList<>() : expired;
                expired.add(check);
            }
        }
        return expired;
    }

    int size() {
        return outstanding.size();
    }

    long nextDeadlineNs() {
        if (outstanding.isEmpty()) {
            return Long.MAX_VALUE; // most of the time
        }
        long deadlineNs = Long.MAX_VALUE;
        for (Check check : outstanding.values()) {
            deadlineNs = Math.min(deadlineNs, check.nextAtNs);
        }
        return deadlineNs;
    }

    private long waitNs(int sent) {
        return sent >= sends ? lastWaitNs : Math.min(rtoCapNs, rtoNs << Math.min(sent - 1, 20));
    }

    private static void forget(Check check) {
        if (check.pair.active == check) {
            check.pair.active = null;
        }
    }

    /** Its part of a snapshot: the checks of pairs that there are. */
    void state(State state, List<CandidatePair> pairs) throws StateException {
        List<Check> known = new ArrayList<>(outstanding.values());
        known.removeIf(check -> !pairs.contains(check.pair));
        int count = state.i32(known.size(), 0, limit);
        for (int i = 0; i < count; i++) {
            Check check = IceSnapshot.check(state, state.isReading() ? null : known.get(i), pairs);
            if (state.isReading()) {
                outstanding.put(check.id, check);
            }
        }
    }
}
