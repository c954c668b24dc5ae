package org.starbridge.transport.srtp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A bounded map from SSRC to a stream's state, without boxing: open addressing, at most half full. It grows with what
 * is in it: most sessions have a handful of SSRCs, and the limit is for the others.
 */
final class SsrcTable<T> {
    /** Spreads SSRCs that a peer numbered in sequence; 2^32 divided by the golden ratio. */
    private static final int SPREAD = 0x9E3779B9;

    private final int maxEntries;
    private static final int FIRST_CAPACITY = 16;

    private int mask = FIRST_CAPACITY - 1;
    private int[] ssrcs = new int[FIRST_CAPACITY];
    private @Nullable Object[] values = new @Nullable Object[FIRST_CAPACITY];
    private int size;

    SsrcTable(int maxEntries) {
        if (maxEntries < 1 || maxEntries > 1 << 20) {
            throw new IllegalArgumentException(maxEntries + " streams: expected 1 to 1048576");
        }
        this.maxEntries = maxEntries;
    }

    @SuppressWarnings("unchecked")
    @Nullable
    T find(int ssrc) {
        return (T) values[place(ssrc)];
    }

    int maxEntries() {
        return maxEntries;
    }

    boolean isFull() {
        return size == maxEntries;
    }

    /** The SSRC must be absent and the table not full. */
    void add(int ssrc, T value) {
        if (2 * (size + 1) > values.length) {
            int[] oldSsrcs = ssrcs;
            @Nullable Object[] oldValues = values;
            clear(2 * values.length);
            putBack(oldSsrcs, oldValues, _ -> true);
        }
        put(ssrc, value);
    }

    /** Slow: rebuilds the table. */
    void removeIf(Predicate<T> unwanted) {
        int[] oldSsrcs = ssrcs;
        @Nullable Object[] oldValues = values;
        clear(values.length);
        putBack(oldSsrcs, oldValues, unwanted.negate());
    }

    private void clear(int capacity) {
        mask = capacity - 1;
        ssrcs = new int[capacity];
        values = new @Nullable Object[capacity];
        size = 0;
    }

    @SuppressWarnings("unchecked")
    private void putBack(int[] oldSsrcs, @Nullable Object[] oldValues, Predicate<T> wanted) {
        for (int i = 0; i < oldValues.length; i++) {
            Object value = oldValues[i];
            if (value != null && wanted.test((T) value)) {
                put(oldSsrcs[i], (T) value);
            }
        }
    }

    private void put(int ssrc, T value) {
        int place = place(ssrc);
        ssrcs[place] = ssrc;
        values[place] = value;
        size++;
    }

    private int place(int ssrc) {
        int place = ((ssrc * SPREAD) >>> 15) & mask;
        while (values[place] != null && ssrcs[place] != ssrc) {
            place = (place + 1) & mask;
        }
        return place;
    }

    /** All that are in here, in no certain order. */
    @SuppressWarnings("unchecked")
    List<T> all() {
        List<T> all = new ArrayList<>(size);
        for (Object value : values) {
            if (value != null) {
                all.add((T) value);
            }
        }
        return all;
    }
}
