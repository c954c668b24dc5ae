package org.starbridge.transport.dtls;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts of what one session ignored, by reason. Thread safe. */
final class DropCounts {
    private final Map<DtlsDropReason, AtomicInteger> counts = new EnumMap<>(DtlsDropReason.class);

    DropCounts() {
        for (DtlsDropReason reason : DtlsDropReason.values()) {
            counts.put(reason, new AtomicInteger());
        }
    }

    void add(DtlsDropReason reason) {
        of(reason).incrementAndGet();
    }

    int count(DtlsDropReason reason) {
        return of(reason).get();
    }

    int total() {
        return counts.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    private AtomicInteger of(DtlsDropReason reason) {
        AtomicInteger count = counts.get(reason);
        if (count == null) {
            throw new IllegalStateException("no counter for " + reason);
        }
        return count;
    }
}
