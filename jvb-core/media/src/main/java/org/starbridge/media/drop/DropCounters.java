package org.starbridge.media.drop;

import java.util.EnumMap;
import java.util.Map;

/** One worker's count of refused packets for each reason. Owned by its worker. */
public final class DropCounters {
    private static final DropReason[] ALL = DropReason.values();

    private final long[] counts = new long[ALL.length];

    /** One more packet was refused for {@code reason}. */
    @SuppressWarnings("EnumOrdinal") // an array, because it is counted per packet
    public void count(DropReason reason) {
        counts[reason.ordinal()]++;
    }

    /** {@code packets} more were refused for {@code reason}. */
    @SuppressWarnings("EnumOrdinal")
    public void count(DropReason reason, int packets) {
        counts[reason.ordinal()] += packets;
    }

    /** Returns the number of packets that were refused for {@code reason}. */
    @SuppressWarnings("EnumOrdinal")
    public long get(DropReason reason) {
        return counts[reason.ordinal()];
    }

    /** Returns the number of packets that were refused for each reason, at this moment. */
    @SuppressWarnings("EnumOrdinal")
    public Map<DropReason, Long> copy() {
        Map<DropReason, Long> copy = new EnumMap<>(DropReason.class);
        for (DropReason reason : ALL) {
            if (reason != DropReason.NOT_SELECTED) {
                copy.put(reason, counts[reason.ordinal()]);
            }
        }
        return copy;
    }
}
