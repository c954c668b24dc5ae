package org.starbridge.hammer.report;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.FanOutDelays;

/**
 * Delays until the first and the last receiver of a packet had it, and between them, over the sampled packets that
 * reached all.
 */
public record FanOut(Delays first, Delays last, Delays spread) {
    /** Null if no sampled packet reached all. */
    public static @Nullable FanOut of(FanOutDelays delays) {
        Delays first = Delays.of(delays.first());
        Delays last = Delays.of(delays.last());
        Delays spread = Delays.of(delays.spread());
        return first == null || last == null || spread == null ? null : new FanOut(first, last, spread);
    }
}
