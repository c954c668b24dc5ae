package org.starbridge.bridge.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.webhook.delivery.DeliveryQueue.Fate;
import org.starbridge.bridge.webhook.delivery.DeliveryQueue.Outcome;

/** What is sent when, in virtual time. */
class DeliveryQueueTest {
    private static final RetryPolicy POLICY = new RetryPolicy(4, Duration.ofSeconds(1), Duration.ofSeconds(3));

    private final DeliveryQueue queue = new DeliveryQueue(3, POLICY);
    private long nowNs = Long.MAX_VALUE - 1_000_000_000; // the clock may wrap

    private static Message message(String id) {
        return new Message(id, "{}");
    }

    private String next() {
        Message message = queue.next(nowNs);
        return message == null ? "" : message.id();
    }

    @Test
    void messagesLeaveInOrderOneAtATime() {
        queue.add(message("a"));
        queue.add(message("b"));
        assertThat(next()).isEqualTo("a");
        assertThat(next()).isEmpty();
        assertThat(queue.nextDeadlineNs(nowNs)).isEqualTo(Long.MAX_VALUE);
        assertThat(queue.onOutcome(Outcome.DELIVERED, nowNs)).isEqualTo(Fate.DELIVERED);
        assertThat(next()).isEqualTo("b");
        assertThat(queue.size()).isEqualTo(1);
        queue.onOutcome(Outcome.DELIVERED, nowNs);
        assertThat(queue.size()).isZero();
    }

    @Test
    void aFailedOneIsRepeatedAfterGrowingPausesThenGivenUp() {
        queue.add(message("a"));
        queue.add(message("b"));
        List<Long> pauses = new ArrayList<>();
        List<Fate> fates = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            assertThat(next()).isEqualTo("a");
            fates.add(queue.onOutcome(Outcome.FAILED, nowNs));
            long before = nowNs;
            nowNs = queue.nextDeadlineNs(nowNs);
            pauses.add((nowNs - before) / 1_000_000_000);
            nowNs--;
            assertThat(next()).isEmpty();
            nowNs++;
        }
        assertThat(pauses).containsExactly(1L, 2L, 3L, 3L);
        assertThat(fates).containsExactly(Fate.REPEATED, Fate.REPEATED, Fate.REPEATED, Fate.GIVEN_UP);
        assertThat(next()).isEqualTo("b");
        assertThat(queue.onOutcome(Outcome.FAILED, nowNs)).isEqualTo(Fate.REPEATED);
        assertThat(queue.nextDeadlineNs(nowNs) - nowNs).isEqualTo(1_000_000_000);
    }

    @Test
    void aRefusedOneIsGivenUpAtOnce() {
        queue.add(message("a"));
        queue.add(message("b"));
        next();
        assertThat(queue.onOutcome(Outcome.REFUSED, nowNs)).isEqualTo(Fate.GIVEN_UP);
        assertThat(next()).isEqualTo("b");
    }

    @Test
    void theOldestIsDroppedWhenTooManyWait() {
        queue.add(message("a"));
        next();
        queue.onOutcome(Outcome.FAILED, nowNs);
        assertThat(queue.add(message("b"))).isFalse();
        assertThat(queue.add(message("c"))).isFalse();
        assertThat(queue.add(message("d"))).isTrue();
        nowNs += 1_000_000_000;
        assertThat(next()).isEqualTo("b");
        assertThat(queue.onOutcome(Outcome.FAILED, nowNs))
                .as("its first attempt")
                .isEqualTo(Fate.REPEATED);
        assertThat(queue.nextDeadlineNs(nowNs) - nowNs).isEqualTo(1_000_000_000);
        nowNs += 1_000_000_000;
        assertThat(next()).isEqualTo("b");
        queue.add(message("e"));
        assertThat(queue.onOutcome(Outcome.FAILED, nowNs))
                .as("no place is left")
                .isEqualTo(Fate.GIVEN_UP);
        assertThat(queue.size()).isEqualTo(3);
    }

    @Test
    void pausesDoNotOverflow() {
        RetryPolicy long1 = new RetryPolicy(1_000, Duration.ofDays(300), Duration.ofDays(301));
        assertThat(long1.delayNs(40)).isEqualTo(Duration.ofDays(301).toNanos());
    }
}
