package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A queue that does not become shorter when less is sent is that of others. */
class ForeignQueueTest {
    private static final long MS = 1_000_000;

    private final ForeignQueue queue = new ForeignQueue();
    private long nowMs;

    /** Feedback each 50 ms for a time, with a decrease at its beginning. */
    private void decrease(double fromMs, double toMs, int forMs) {
        for (int i = 0; i <= forMs; i += 50) {
            queue.onFeedback(nowMs * MS, fromMs + (toMs - fromMs) * i / forMs, i == 0, 1_000_000 - 1000 * nowMs);
            nowMs += 50;
        }
    }

    private void decreaseWithoutEffect(int times) {
        for (int i = 0; i < times; i++) {
            decrease(200, i % 2 == 0 ? 210 : 195, 500);
        }
    }

    @Test
    void threeDecreasesWithoutEffectShowIt() {
        decreaseWithoutEffect(1);
        assertThat(queue.isSuspected()).isFalse();
        decreaseWithoutEffect(1);
        assertThat(queue.isSuspected()).isTrue();
        assertThat(queue.isFound()).isFalse();
        decreaseWithoutEffect(1);
        assertThat(queue.isFound()).isTrue();
        assertThat(queue.isNew()).isTrue();
        assertThat(queue.beforeBps()).isEqualTo(1_000_000);
        decrease(200, 250, 100);
        assertThat(queue.isNew()).isFalse();
    }

    /** 60 ms in half a second: 12 % less than the link carries. */
    @Test
    void aQueueThatBecomesShorterIsOurs() {
        for (int i = 0; i < 4; i++) {
            decrease(300 - 60 * i, 240 - 60 * i, 500);
        }
        assertThat(queue.isFound()).isFalse();
    }

    @Test
    void aQueueThatWasEmptyInBetweenIsNotThatOfOthers() {
        decreaseWithoutEffect(2);
        decrease(30, 30, 50);
        assertThat(queue.isSuspected()).isFalse();
        decreaseWithoutEffect(2);
        assertThat(queue.isFound()).isFalse();
    }

    @Test
    void itEndsWithTheQueue() {
        decreaseWithoutEffect(3);
        decrease(39, 39, 50);
        assertThat(queue.isFound()).isFalse();
    }

    @Test
    void aLongerDelayIsNotCompetedFor() {
        for (int i = 0; i < 4; i++) {
            decrease(600, 600, 500);
        }
        assertThat(queue.isFound()).isFalse();
        decreaseWithoutEffect(3);
        assertThat(queue.isFound()).isTrue();
        decrease(501, 501, 50);
        assertThat(queue.isFound()).isFalse();
    }

    @Test
    void itIsExaminedAgainLaterEachTime() {
        decreaseWithoutEffect(3);
        assertThat(queue.isAgain()).isFalse();
        decrease(200, 200, 20_000);
        assertThat(queue.isFound()).as("after 20 s").isFalse();
        decreaseWithoutEffect(3);
        assertThat(queue.isFound()).isTrue();
        assertThat(queue.isAgain()).isTrue();
        decrease(200, 200, 30_000);
        assertThat(queue.isFound()).isTrue();
        decrease(200, 200, 11_000);
        assertThat(queue.isFound()).as("after 40 s").isFalse();
    }
}
