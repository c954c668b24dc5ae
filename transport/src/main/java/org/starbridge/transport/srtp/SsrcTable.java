package org.starbridge.transport.srtp;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A bounded map from SSRC to a stream's state, without boxing: open addressing, at most half full. */
final class SsrcTable<T> {
    /** Spreads SSRCs that a peer numbered in sequence; 2^32 divided by the golden ratio. */
    private static final int SPREAD = 0x9E3779B9;

    private final int maxEntries;
    private final int mask;
    private final int[] ssrcs;
    private final @Nullable Object[] values;
    private int size;

    SsrcTable(int maxEntries) {
        if (maxEntries < 1 || maxEntries > 1 << 20) {
            throw new IllegalArgumentException(maxEntries + " streams: expected 1 to 1048576");
        }
        this.maxEntries = maxEntries;
        int capacity = Integer.highestOneBit(maxEntries) * 4;
        this.mask = capacity - 1;
        this.ssrcs = new int[capacity];
        this.values = new Object[capacity];
    }

    @SuppressWarnings("unchecked")
    @Nullable
    T find(int ssrc) {
        return (T) values[place(ssrc)];
    }

    boolean isFull() {
        return size == maxEntries;
    }

    /** The SSRC must be absent and the table not full. */
    void add(int ssrc, T value) {
        int place = place(ssrc);
        ssrcs[place] = ssrc;
        values[place] = value;
        size++;
    }

    /** Slow: builds the table anew. */
    @SuppressWarnings("unchecked")
    void removeIf(Predicate<T> unwanted) {
        int[] oldSsrcs = ssrcs.clone();
        @Nullable Object[] oldValues = values.clone();
        Arrays.fill(values, null);
        size = 0;
        for (int i = 0; i < oldValues.length; i++) {
            Object value = oldValues[i];
            if (value != null && !unwanted.test((T) value)) {
                add(oldSsrcs[i], (T) value);
            }
        }
    }

    private int place(int ssrc) {
        int place = ((ssrc * SPREAD) >>> 15) & mask;
        while (values[place] != null && ssrcs[place] != ssrc) {
            place = (place + 1) & mask;
        }
        return place;
    }
}
