package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueDrainTest {
    private static final long MS = 1_000_000L;

    private final QueueDrain drain = new QueueDrain();

    private void feedback(long nowMs, boolean isOverused, double waitMs) {
        drain.onFeedback(nowMs * MS, isOverused, (long) (waitMs * MS));
    }

    @ParameterizedTest
    @CsvSource({"true, 40, true", "true, 39.9, false", "false, 400, false"})
    void aQueueOfFortyMillisecondsThatLoweredTheRateIsDrained(boolean isOverused, double waitMs, boolean isActive) {
        feedback(0, isOverused, waitMs);
        assertThat(drain.isActive()).isEqualTo(isActive);
    }

    @ParameterizedTest
    @CsvSource({"40, 900000", "100, 750000", "320, 200000", "321, 200000", "5000, 200000"})
    void theLongerTheQueueTheLessLeaves(double waitMs, long bps) {
        assertThat(drain.limitBps(1_000_000)).isEqualTo(1_000_000);
        feedback(0, true, waitMs);
        assertThat(drain.limitBps(1_000_000)).isEqualTo(bps);
        feedback(100, false, 50);
        assertThat(drain.limitBps(1_000_000)).as("by the last feedback").isEqualTo(875_000);
        feedback(200, false, 39);
        assertThat(drain.limitBps(1_000_000)).as("it is gone").isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1999, true", "2000, false"})
    void aQueueThatComesBackWithinTwoSecondsIsPersistent(long afterMs, boolean isPersistent) {
        feedback(0, true, 100);
        assertThat(drain.isPersistent()).isFalse();
        feedback(500, false, 10);
        assertThat(drain.isPersistent()).isFalse();
        feedback(500 + afterMs, true, 100);
        assertThat(drain.isActive())
                .as("no rest after a queue that was drained")
                .isTrue();
        assertThat(drain.isPersistent()).isEqualTo(isPersistent);
    }

    @Test
    void aQueueThatStaysForEightTenthsOfASecondIsPersistent() {
        feedback(1000, true, 100);
        feedback(1800, false, 100);
        assertThat(drain.isPersistent()).isFalse();
        feedback(1801, false, 100);
        assertThat(drain.isPersistent()).isTrue();
        feedback(1900, false, 0);
        assertThat(drain.isPersistent()).isFalse();
    }

    @Test
    void aQueueThatOthersFillIsLeftAloneForFourSeconds() {
        feedback(1000, true, 100);
        feedback(3000, true, 100);
        assertThat(drain.isActive()).isTrue();
        feedback(3001, true, 100);
        assertThat(drain.isActive()).as("more than two seconds").isFalse();
        assertThat(drain.isPersistent()).isFalse();
        feedback(7000, true, 100);
        assertThat(drain.isActive()).isFalse();
        feedback(7001, true, 100);
        assertThat(drain.isActive()).isTrue();
    }

    @Test
    void anotherRouteHasNoQueue() {
        feedback(0, true, 100);
        feedback(900, false, 100);
        assertThat(drain.isPersistent()).isTrue();
        drain.reset();
        assertThat(drain.isActive()).isFalse();
        assertThat(drain.isPersistent()).isFalse();
        assertThat(drain.limitBps(1_000_000)).isEqualTo(1_000_000);
    }
}
