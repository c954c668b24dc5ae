package org.starbridge.lastn.allocation;

import java.util.Map;
import java.util.TreeMap;

/**
 * Number of video sources that a receiver gets at most, and the limit that decides.
 *
 * @param count 0 or more; {@link #UNLIMITED} if there is no limit
 * @param limit whose limit it is
 */
public record LastN(int count, Limit limit) {
    /** No limit. */
    public static final int UNLIMITED = -1;

    /**
     * The smallest limit; of equal ones the first.
     *
     * @param receiver what the receiver asked for; here and below, negative is no limit
     * @param bridges the bridge's own limits
     */
    public static LastN of(int receiver, Limits bridges) {
        LastN least = new LastN(UNLIMITED, Limit.NONE);
        least = least.and(receiver, Limit.RECEIVER);
        least = least.and(bridges.bridge, Limit.BRIDGE);
        least = least.and(bridges.load, Limit.LOAD);
        least = least.and(bridges.conferenceSize, Limit.CONFERENCE_SIZE);
        return least.and(bridges.slots, Limit.SSRC_SLOTS);
    }

    private LastN and(int other, Limit who) {
        return other >= 0 && (count < 0 || other < count) ? new LastN(other, who) : this;
    }

    boolean admits(int sources) {
        return count < 0 || sources < count;
    }

    /** Limit that decides. */
    public enum Limit {
        /** No limit. */
        NONE,
        /** The receiver's {@code lastN}. */
        RECEIVER,
        /** {@code cc.jvb-last-n}. */
        BRIDGE,
        /** The bridge is overloaded. */
        LOAD,
        /** {@code load-management.conference-last-n-limits}. */
        CONFERENCE_SIZE,
        /** {@code ssrc-limit.video}: the receiver has no more SSRCs to put them on. */
        SSRC_SLOTS
    }

    /**
     * The bridge's limits; each 0 or more, negative for none.
     *
     * @param bridge for all receivers, always
     * @param load for all receivers, while the bridge is overloaded
     * @param conferenceSize for conferences of this size: see {@link BySize}
     * @param slots send SSRCs of a receiver
     */
    public record Limits(int bridge, int load, int conferenceSize, int slots) {
        /** Nothing is limited. */
        public static final Limits NONE = new Limits(UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED);
    }

    /**
     * Limits that grow stricter with the conference.
     *
     * @param bySize last-N, by the size from which on it applies
     */
    public record BySize(Map<Integer, Integer> bySize) {
        /** @throws IllegalArgumentException if a size or a limit is negative */
        public BySize {
            bySize.forEach((size, limit) -> {
                if (size < 0 || limit < 0) {
                    throw new IllegalArgumentException(
                            "last-N " + limit + " from size " + size + ": expected 0 or more");
                }
            });
            bySize = Map.copyOf(bySize);
        }

        /**
         * The limit that applies, or {@link #UNLIMITED}.
         *
         * @param sources video sources of the others: the receiver itself makes the conference one larger
         */
        public int limit(int sources) {
            Map.Entry<Integer, Integer> applying = new TreeMap<>(bySize).floorEntry(sources + 1);
            return applying == null ? UNLIMITED : applying.getValue();
        }
    }
}
