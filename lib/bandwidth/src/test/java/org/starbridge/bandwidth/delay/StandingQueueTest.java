package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandingQueueTest {
    private static final long MS = 1_000_000;

    private final StandingQueue queue = new StandingQueue();
    private long nowNs;

    /** Feedback each 100 ms; how often the rate is to be lowered. */
    private int feedback(int durationMs, long roundTripMs, double lossRatio) {
        int found = 0;
        for (int i = 0; i < durationMs; i += 100) {
            nowNs += 100 * MS;
            found += queue.onFeedback(nowNs, roundTripMs * MS, lossRatio) ? 1 : 0;
        }
        return found;
    }

    @Test
    void aFullQueueThatLosesPacketsIsFound() {
        assertThat(feedback(2000, 50, 0)).isZero();
        assertThat(feedback(3000, 350, 0.1)).isBetween(2, 3);
        assertThat(feedback(3000, 60, 0.1)).as("it has drained").isZero();
    }

    @Test
    void lossWithoutDelayAndDelayWithoutLossAreSomethingElse() {
        assertThat(feedback(2000, 50, 0)).isZero();
        assertThat(feedback(5000, 80, 0.2)).as("radio").isZero();
        assertThat(feedback(5000, 350, 0.01)).as("another's queue").isZero();
    }

    @Test
    void whoNeverSawTheQueueEmptyFindsItByHeavyLosses() {
        assertThat(feedback(5000, 350, 0.1)).as("a long way, by what is known").isZero();
        assertThat(feedback(3000, 350, 0.3)).isBetween(2, 3);
        assertThat(feedback(3000, 150, 0.3)).as("radio").isZero();
    }

    @Test
    void aLongerRouteIsTheNewBaseAfterAMinute() {
        feedback(1000, 50, 0);
        feedback(61_000, 250, 0.01);
        assertThat(feedback(5000, 250, 0.1)).isZero();
    }
}
