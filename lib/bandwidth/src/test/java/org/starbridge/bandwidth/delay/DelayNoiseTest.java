package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A queue is more than 3.5 times the deviation, at least 3 and at most 80 ms, above the base of the last 5 to 10 s. */
class DelayNoiseTest {
    private static final long SECOND = 1_000_000_000L;

    private final DelayNoise noise = new DelayNoise(DelayNoiseConfig.defaults());
    private long nowNs = 7 * SECOND;

    private void delay(int groups, double delayMs, double smoothedMs) {
        for (int i = 0; i < groups; i++) {
            nowNs += SECOND / 100;
            noise.onDelay(delayMs, smoothedMs, nowNs);
        }
    }

    @ParameterizedTest
    @CsvSource({"3, false", "3.01, true"})
    void lessThanThreeMillisecondsIsNoQueue(double ms, boolean isQueue) {
        delay(10, 20, 20);
        assertThat(noise.isBusy()).isFalse();
        assertThat(noise.isQueue()).isFalse();
        delay(1, 20 + ms, 20 + ms);
        assertThat(noise.isBusy()).isEqualTo(isQueue);
        assertThat(noise.isQueue()).isEqualTo(isQueue);
        assertThat(noise.waitMs()).isCloseTo(isQueue ? ms : 0, within(1e-9));
    }

    @Test
    void theSmoothedDelaySaysWhetherThereIsAQueueAndTheLastOneHowLong() {
        delay(1, 0, 0);
        delay(1, 50, 1);
        assertThat(noise.isBusy()).isTrue();
        assertThat(noise.waitMs()).isEqualTo(50);
        assertThat(noise.isQueue()).as("smoothed, it is 1 ms").isFalse();
    }

    @Test
    void againstMuchJitterAQueueIsLonger() {
        delay(1, 0, 0);
        for (int i = 0; i < 100; i++) {
            delay(1, 10, 0);
        }
        // a deviation of 10 * (1 - 0.99^100) * 0.99 = 6.28 ms, so 21.97 ms
        delay(1, 21.9, 21.9);
        assertThat(noise.isBusy()).isFalse();
        delay(1, 22, 22);
        assertThat(noise.isBusy()).isTrue();
    }

    @Test
    void aDelayOfMoreThanEightyMillisecondsIsAQueueWhateverTheJitter() {
        delay(1, 0, 0);
        delay(1000, 200, 0);
        delay(1, 80, 80);
        assertThat(noise.isBusy()).isFalse();
        delay(1, 80.1, 80.1);
        assertThat(noise.isBusy()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"74.9, true", "75, false"})
    void aDelayBelowThreeQuartersOfTheLongestOfFiveIsFalling(double ms, boolean isFalling) {
        delay(1, 10, 10);
        delay(1, 110, 110);
        assertThat(noise.isFalling()).isFalse();
        delay(3, 109, 109);
        assertThat(noise.isFalling()).isFalse();
        delay(1, 10 + ms, 10 + ms);
        assertThat(noise.isFalling()).isEqualTo(isFalling);
        assertThat(noise.isQueue()).isEqualTo(!isFalling);
        delay(4, 10 + ms, 10 + ms);
        assertThat(noise.isFalling()).as("the long ones are forgotten").isFalse();
    }

    @Test
    void theBaseIsTheShortestOfTheLastFiveToTenSeconds() {
        delay(1, 0, 0);
        delay(500, 20, 20); // 5 s
        assertThat(noise.waitMs()).isEqualTo(20);
        delay(1, 20, 20);
        assertThat(noise.waitMs()).as("0 ms counts in the second 5 s, too").isEqualTo(20);
        delay(500, 20, 20);
        assertThat(noise.waitMs()).isEqualTo(20);
        delay(1, 20, 20);
        assertThat(noise.waitMs()).as("and not in the third").isZero();
        delay(1, 12, 12);
        delay(1, 20, 20);
        assertThat(noise.waitMs()).as("a shorter one counts at once").isEqualTo(8);
    }

    @Test
    void anotherClockBeginsFromNothing() {
        delay(1, 0, 0);
        delay(200, 100, 0);
        assertThat(noise.isBusy()).isTrue();
        noise.reset();
        assertThat(noise.isBusy()).isFalse();
        assertThat(noise.isQueue()).isFalse();
        delay(1, 500, 500);
        delay(1, 504, 504);
        assertThat(noise.isBusy()).as("no jitter is known, nor another base").isTrue();
        assertThat(noise.waitMs()).isEqualTo(4);
        assertThat(noise.isFalling()).isFalse();
    }
}
