package org.starbridge.media.replay;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/** Random numbers from a log. When there are none left it gives 0, which the replay's own log shows. */
public final class ReplayRandom implements RandomGenerator {
    private final ArrayDeque<Long> numbers = new ArrayDeque<>();

    public void add(long number) {
        numbers.add(number);
    }

    /** What was not drawn is forgotten. */
    public void clear() {
        numbers.clear();
    }

    @Override
    public long nextLong() {
        Long next = numbers.poll();
        return next == null ? 0 : next;
    }
}
