package org.starbridge.control.conference;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.relay.Membership;
import org.starbridge.control.selection.Selection;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.media.api.LayersSnapshot;

/**
 * Review of when layers are to be chosen again without a request: sources began or ceased to send some, a receiver can
 * take more or less than when they were last chosen, or that was long ago. In a conference in which nothing limits
 * anybody, never. Guarded by the conference's lock.
 */
final class LayerReview {
    /**
     * For a second after it is to have a lower encoding a receiver is still shown the higher one's packets, in case the
     * lower one does not come: a table that is published after that shows it the lower one only.
     */
    private static final long SETTLED_AFTER_NS = 1_200_000_000;

    private final SelectionPolicy policy;
    private boolean weighsLayers;
    private long selectedAtNs;
    private boolean isSettling;
    private long settlesAtNs;
    private final Map<Integer, Long> versions = new HashMap<>();
    private final Map<Integer, Used> used = new HashMap<>();

    /** Basis of the last selection for one receiver, and its result. */
    private record Used(Budget budget, Allocation allocation) {
        static final Used NOTHING = new Used(Allocation.NOTHING.budget(), Allocation.NOTHING);
    }

    LayerReview(SelectionPolicy policy) {
        this.policy = policy;
    }

    /**
     * Notes what a selection went by.
     *
     * @param isSame whether it came to the same as the one before
     * @return whether it is to be published even so
     */
    boolean onSelected(Membership membership, Selection selection, boolean isSame, long nowNs) {
        weighsLayers = membership.weighsLayers(nowNs);
        selectedAtNs = nowNs;
        versions.clear();
        used.clear();
        if (weighsLayers) {
            for (EndpointTransport transport : membership.transports()) {
                versions.put(transport.key(), version(transport));
            }
            membership
                    .budgets(nowNs)
                    .forEach((key, budget) -> used.put(key, new Used(budget, selection.allocation(key))));
        }
        boolean isSettled = isSettled(nowNs);
        if (!isSame) {
            isSettling = weighsLayers;
            settlesAtNs = nowNs + SETTLED_AFTER_NS;
        } else if (isSettled) {
            isSettling = false;
        }
        return isSettled;
    }

    /** Returns whether it is time for another selection. */
    boolean isDue(Membership membership, long nowNs) {
        if (!weighsLayers) {
            return hasNewBudget(membership, nowNs);
        }
        if (nowNs - selectedAtNs >= policy.maxInterval().toNanos() || isSettled(nowNs)) {
            return true;
        }
        for (EndpointTransport transport : membership.transports()) {
            if (version(transport) != versions.getOrDefault(transport.key(), 0L)) {
                return true;
            }
        }
        return hasNewBudget(membership, nowNs);
    }

    private boolean isSettled(long nowNs) {
        return isSettling && nowNs - settlesAtNs >= 0;
    }

    private boolean hasNewBudget(Membership membership, long nowNs) {
        for (Map.Entry<Integer, Budget> receiver : membership.budgets(nowNs).entrySet()) {
            Budget budget = receiver.getValue();
            Used last = used.getOrDefault(receiver.getKey(), Used.NOTHING);
            if (budget.isNews(last.budget, last.allocation.targetBps(), policy.changeThreshold())
                    || last.allocation.mayImprove(budget.bps(), nowNs)) {
                return true;
            }
        }
        return false;
    }

    /** Grows with each change of any source's layers. */
    private static long version(EndpointTransport transport) {
        long sum = 0;
        for (LayersSnapshot layers : transport.media().layers().values()) {
            sum += layers.version() + 1;
        }
        return sum;
    }
}
