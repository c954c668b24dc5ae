package org.starbridge.transport.counters;

import java.util.Map;

/**
 * Counters of one kind at one moment. Immutable, any thread.
 *
 * @param <E> the counters
 */
@SuppressWarnings("EnumOrdinal") // an index into an array that never leaves the process
public final class Counts<E extends Enum<E>> {
    private final long[] counts;

    /** @param counts by ordinal; not copied, so not to be written afterwards */
    Counts(long[] counts) {
        this.counts = counts;
    }

    /** All are 0. */
    public static <E extends Enum<E>> Counts<E> none(Class<E> type) {
        return new Counts<>(new long[type.getEnumConstants().length]);
    }

    /** These, and 0 for all others. */
    public static <E extends Enum<E>> Counts<E> of(Class<E> type, Map<E, Long> values) {
        OwnedCounters<E> counters = new OwnedCounters<>(type);
        values.forEach(counters::add);
        return counters.copy();
    }

    /** Returns the count. */
    public long get(E counter) {
        return counts[counter.ordinal()];
    }

    /** The sum of both. */
    public Counts<E> plus(Counts<E> other) {
        long[] sum = counts.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other.counts[i];
        }
        return new Counts<>(sum);
    }
}
