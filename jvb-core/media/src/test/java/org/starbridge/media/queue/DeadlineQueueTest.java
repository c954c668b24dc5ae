package org.starbridge.media.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineQueueTest {
    @Test
    void anEmptyQueueWantsNothing() {
        DeadlineQueue<String> queue = new DeadlineQueue<>();
        assertThat(queue.peek()).isNull();
        assertThat(queue.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        queue.remove("unknown");
        assertThat(queue.peek()).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theEarliestIsAlwaysFirst(long seed) {
        Random random = new Random(seed);
        DeadlineQueue<Integer> queue = new DeadlineQueue<>();
        Map<Integer, Long> deadlines = new HashMap<>();
        TreeMap<Long, Integer> countByDeadline = new TreeMap<>();
        for (int step = 0; step < 20_000; step++) {
            Integer thing = random.nextInt(200);
            Long before = deadlines.get(thing);
            if (before != null) {
                countByDeadline.computeIfPresent(before, (_, count) -> count == 1 ? null : count - 1);
            }
            if (random.nextInt(4) == 0) {
                queue.remove(thing);
                deadlines.remove(thing);
            } else {
                long deadline = switch (random.nextInt(10)) {
                    case 0 -> Long.MIN_VALUE;
                    case 1 -> Long.MAX_VALUE;
                    default -> random.nextLong(-100, 100);
                };
                queue.put(thing, deadline);
                deadlines.put(thing, deadline);
                countByDeadline.merge(deadline, 1, Integer::sum);
            }
            long expected = countByDeadline.isEmpty() ? Long.MAX_VALUE : countByDeadline.firstKey();
            assertThat(queue.nextDeadlineNs())
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(expected);
            Integer first = queue.peek();
            assertThat(first == null ? null : deadlines.get(first))
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(deadlines.isEmpty() ? null : (Long) expected);
        }
        long last = Long.MIN_VALUE;
        for (Integer thing = queue.peek(); thing != null; thing = queue.peek()) {
            assertThat(queue.nextDeadlineNs()).isGreaterThanOrEqualTo(last);
            last = queue.nextDeadlineNs();
            queue.remove(thing);
            deadlines.remove(thing);
        }
        assertThat(deadlines).isEmpty();
    }
}
