package org.starbridge.transport.counters;

/**
 * Counters of one thread, which alone reads and writes them; it publishes {@link #copy}.
 *
 * @param <E> the counters
 */
@SuppressWarnings("EnumOrdinal") // an index into an array that never leaves the process
public final class OwnedCounters<E extends Enum<E>> {
    private final long[] counts;

    /** All are 0. */
    public OwnedCounters(Class<E> type) {
        counts = new long[type.getEnumConstants().length];
    }

    /** One more. */
    public void increment(E counter) {
        counts[counter.ordinal()]++;
    }

    /** {@code count} more. */
    public void add(E counter, long count) {
        counts[counter.ordinal()] += count;
    }

    /** Takes over a total that another object counts. */
    public void set(E counter, long total) {
        counts[counter.ordinal()] = total;
    }

    /** Returns the count so far. */
    public long get(E counter) {
        return counts[counter.ordinal()];
    }

    /** All of them at this moment. Allocates. */
    public Counts<E> copy() {
        return new Counts<>(counts.clone());
    }
}
