package org.starbridge.transport.counters;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters that any thread increments and any thread reads.
 *
 * @param <E> the counters
 */
@SuppressWarnings("EnumOrdinal") // an index into an array that never leaves the process
public final class SharedCounters<E extends Enum<E>> {
    private final List<E> all;
    private final LongAdder[] counts;

    /** All are 0. */
    public SharedCounters(Class<E> type) {
        all = List.of(type.getEnumConstants());
        counts = new LongAdder[all.size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** One more. */
    public void increment(E counter) {
        counts[counter.ordinal()].increment();
    }

    /** {@code count} more. */
    public void add(E counter, long count) {
        counts[counter.ordinal()].add(count);
    }

    /** Returns the count so far. */
    public long get(E counter) {
        return counts[counter.ordinal()].sum();
    }

    /** Returns what is counted here, in order of declaration. */
    public List<E> all() {
        return all;
    }
}
