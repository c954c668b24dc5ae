package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RembLimitTest {
    private static final long SECOND = 1_000_000_000;

    private final RembLimit limit = new RembLimit();
    private long nowNs;
    private long sentBytes;

    /** A second passes in which so much is sent; then the receiver says what it can take. */
    private void second(long sentBps, long estimateBps) {
        nowNs += SECOND;
        sentBytes += sentBps / 8;
        limit.onEstimate(estimateBps, sentBytes, nowNs);
    }

    @Test
    void aReceiverThatGetsLittleIsNotHeldToItsLowEstimate() {
        for (int i = 0; i < 20; i++) {
            second(150_000, 235_000);
        }
        assertThat(limit.limitBps()).isEqualTo(RembLimit.NONE);
        assertThat(limit.estimateBps()).isEqualTo(235_000);
    }

    @Test
    void whatItTakesBackIsALimitAndGrowsWithCare() {
        second(2_000_000, 2_500_000);
        second(2_000_000, 2_600_000);
        second(2_000_000, 1_000_000);
        assertThat(limit.limitBps()).isEqualTo(1_000_000);
        for (int i = 0; i < 5; i++) {
            second(900_000, 1_000_000);
        }
        assertThat(limit.limitBps())
                .as("held at nine tenths of what got through")
                .isBetween(1_000_000L, 1_060_000L);
        for (int i = 0; i < 30; i++) {
            second(900_000, 1_000_000);
        }
        assertThat(limit.limitBps()).isGreaterThan(3_000_000);
    }

    @Test
    void itsOwnHigherEstimateRaisesTheLimit() {
        second(2_000_000, 2_500_000);
        second(2_000_000, 500_000);
        second(480_000, 1_500_000);
        assertThat(limit.limitBps()).isEqualTo(1_500_000);
    }
}
