package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastingQueueTest {
    private static final long MS = 1_000_000L;

    private final LastingQueue queue = new LastingQueue();

    @Test
    void aQueueLastsAfterThreeTenthsOfASecond() {
        assertThat(queue.onFeedback(1000 * MS, 50)).isFalse();
        assertThat(queue.onFeedback(1299 * MS, 50)).isFalse();
        assertThat(queue.onFeedback(1300 * MS, 50)).isTrue();
        assertThat(queue.onFeedback(1400 * MS, 49.9)).isFalse();
    }

    @Test
    void aQueueThatWasGoneInBetweenDoesNotLast() {
        queue.onFeedback(1000 * MS, 200);
        queue.onFeedback(1200 * MS, 0);
        assertThat(queue.onFeedback(1300 * MS, 200)).isFalse();
        assertThat(queue.onFeedback(1600 * MS, 200)).isTrue();
    }

    @Test
    void afterAResetItBeginsAgain() {
        queue.onFeedback(1000 * MS, 200);
        queue.reset();
        assertThat(queue.onFeedback(1300 * MS, 200)).isFalse();
    }
}
