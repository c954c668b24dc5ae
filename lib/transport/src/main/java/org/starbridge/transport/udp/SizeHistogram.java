package org.starbridge.transport.udp;

import java.util.ArrayList;
import java.util.List;

/** Counts how often something had 1, 2, 3, 4, 5 to 8, … or more than 64 datagrams. Owned by the port's thread. */
final class SizeHistogram {
    /** The classes by name, in order. */
    static final List<String> LABELS = List.of("1", "2", "3", "4", "5-8", "9-16", "17-32", "33-64", "65+");

    private static final int LINEAR = 4;

    private final long[] counts = new long[LABELS.size()];

    void count(int datagrams) {
        counts[index(datagrams)]++;
    }

    /** Counts for each of {@link #LABELS} at this moment. */
    List<Long> copy() {
        List<Long> copy = new ArrayList<>(counts.length);
        for (long count : counts) {
            copy.add(count);
        }
        return copy;
    }

    static int index(int datagrams) {
        return datagrams <= LINEAR
                ? datagrams - 1
                : Math.min(LABELS.size() - 1, Integer.SIZE - Integer.numberOfLeadingZeros(datagrams - 1) + 1);
    }
}
