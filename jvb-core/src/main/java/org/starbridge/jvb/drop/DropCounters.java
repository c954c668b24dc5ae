package org.starbridge.jvb.drop;

/** One worker's count of refused packets for each reason. Owned by its worker. */
public final class DropCounters {
    private final long[] counts = new long[DropReason.values().length];

    /** One more packet was refused for {@code reason}. */
    public void count(DropReason reason) {
        counts[reason.ordinal()]++;
    }

    /** Packets were refused, or lost to us, for {@code reason}. */
    public void count(DropReason reason, long packets) {
        counts[reason.ordinal()] += packets;
    }

    /** How many packets were refused for {@code reason}. */
    public long count(DropReason... reasons) {
        long sum = 0;
        for (DropReason reason : reasons) {
            sum += counts[reason.ordinal()];
        }
        return sum;
    }

    /** A copy, indexed by {@link DropReason#ordinal()}. */
    public long[] copy() {
        return counts.clone();
    }
}
