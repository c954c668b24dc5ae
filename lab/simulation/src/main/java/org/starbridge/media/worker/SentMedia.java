package org.starbridge.media.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.testkit.SimulatedNetwork;

/**
 * What a guest sent of one kind, and what the network did to it. A packet is irregular if it was lost on its way to the
 * bridge, was overtaken, or came when the bridge need not take it.
 */
final class SentMedia {
    private static final int REMEMBERED = 6000;

    /** A frame, or a packet of audio. */
    static final class Fact {
        /** Irregular packets of this kind before its first one. */
        final long irregularBefore;

        boolean isIrregular;

        Fact(long irregularBefore) {
            this.irregularBefore = irregularBefore;
        }
    }

    private record Flying(Fact fact, long arrivesNs) {}

    private final Map<Long, Fact> facts = new HashMap<>();
    private final Deque<Long> order = new ArrayDeque<>();
    private final Deque<Flying> flying = new ArrayDeque<>();
    private long irregular;

    /** A packet left; it arrives at {@link SimulatedNetwork#NEVER} if it is lost. */
    void onSent(long nowNs, long id, long arrivesNs, boolean isDoubtful) {
        Fact fact = facts.get(id);
        if (fact == null) {
            fact = new Fact(irregular);
            facts.put(id, fact);
            order.add(id);
            if (order.size() > REMEMBERED) {
                facts.remove(order.remove());
            }
        }
        if (isDoubtful || arrivesNs == SimulatedNetwork.NEVER) {
            disturb(fact);
            return;
        }
        while (!flying.isEmpty() && flying.peek().arrivesNs <= nowNs) {
            flying.remove();
        }
        for (Flying each : flying) {
            if (each.arrivesNs > arrivesNs) {
                disturb(each.fact);
                disturb(fact);
            }
        }
        flying.add(new Flying(fact, arrivesNs));
    }

    private void disturb(Fact fact) {
        fact.isIrregular = true;
        irregular++;
    }

    /** Irregular packets so far. */
    long irregular() {
        return irregular;
    }

    /** What is known of a frame or packet; null = it was long ago. */
    @Nullable
    Fact fact(long id) {
        return facts.get(id);
    }
}
