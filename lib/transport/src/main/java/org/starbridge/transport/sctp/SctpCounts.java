package org.starbridge.transport.sctp;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts of what was refused, by reason, in all associations of one host. Thread safe. */
public final class SctpCounts {
    private final Map<SctpDropReason, LongAdder> counts = new EnumMap<>(SctpDropReason.class);

    public SctpCounts() {
        for (SctpDropReason reason : SctpDropReason.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    private LongAdder of(SctpDropReason reason) {
        return Objects.requireNonNull(counts.get(reason));
    }

    public void add(SctpDropReason reason) {
        of(reason).increment();
    }

    /** Refusals for this reason so far. */
    public long count(SctpDropReason reason) {
        return of(reason).sum();
    }

    /** Refusals so far. */
    public long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
