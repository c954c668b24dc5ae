package org.starbridge.transport.dtls;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Counts of what one session ignored, by reason. Thread safe. */
@SuppressWarnings("EnumOrdinal") // an index into an array that never leaves the process
final class DropCounts {
    private final AtomicIntegerArray counts = new AtomicIntegerArray(DtlsDropReason.values().length);

    void add(DtlsDropReason reason) {
        counts.incrementAndGet(reason.ordinal());
    }

    int count(DtlsDropReason reason) {
        return counts.get(reason.ordinal());
    }

    int total() {
        int total = 0;
        for (int i = 0; i < counts.length(); i++) {
            total += counts.get(i);
        }
        return total;
    }
}
