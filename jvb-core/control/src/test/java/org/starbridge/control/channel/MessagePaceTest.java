package org.starbridge.control.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessagePaceTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int MANY = 1 << 28;

    @Test
    void letsABurstPassAndThenKeepsTheRateAroundTheClocksEnd() {
        long startNs = Long.MAX_VALUE - SECOND_NS / 2;
        MessagePace pace = new MessagePace(20, MANY);
        for (int i = 0; i < 20 * MessagePace.BURST_SECONDS; i++) {
            assertThat(pace.waitNs(1, startNs)).isZero();
        }
        assertThat(pace.waitNs(1, startNs)).isEqualTo(SECOND_NS / 20);
        assertThat(pace.waitNs(1, startNs + SECOND_NS / 20)).isEqualTo(SECOND_NS / 20);
        assertThat(pace.waitNs(1, startNs + SECOND_NS)).isZero();
    }

    @Test
    void savesNoMoreThanTheBurst() {
        MessagePace pace = new MessagePace(20, MANY);
        long laterNs = 3_600 * SECOND_NS;
        for (int i = 0; i < 20 * MessagePace.BURST_SECONDS; i++) {
            assertThat(pace.waitNs(1, laterNs)).isZero();
        }
        assertThat(pace.waitNs(1, laterNs)).isPositive();
    }

    @Test
    void losesPatienceWithWhoNeverStopsAndNotWithWhoPauses() {
        MessagePace endless = new MessagePace(10, MANY);
        MessagePace pausing = new MessagePace(10, MANY);
        long overrunAtNs = -1;
        for (long nowNs = 0; overrunAtNs < 0; nowNs += SECOND_NS / 20) {
            nowNs += endless.waitNs(1, nowNs);
            overrunAtNs = endless.isOverrun(nowNs) ? nowNs : -1;
        }
        assertThat(overrunAtNs / SECOND_NS)
                .isBetween(MessagePace.PATIENCE_SECONDS + 4L, MessagePace.PATIENCE_SECONDS + 6L);
        for (long nowNs = 0; nowNs < 200 * SECOND_NS; nowNs += SECOND_NS / 20) {
            if (nowNs / SECOND_NS % 20 < 10) {
                nowNs += pausing.waitNs(1, nowNs);
            }
            assertThat(pausing.isOverrun(nowNs)).isFalse();
        }
    }

    @Test
    void countsBytesAsWellAsMessages() {
        MessagePace pace = new MessagePace(1_000, 1_000);
        assertThat(pace.waitNs(1_000 * MessagePace.BURST_SECONDS, 0)).isZero();
        assertThat(pace.waitNs(500, 0)).isEqualTo(SECOND_NS / 2);
        assertThat(pace.waitNs(500, SECOND_NS)).isZero();
    }

    @Test
    void losesPatienceAtOnceWithWhoOwesMoreThanABurstAndForgivesInTime() {
        MessagePace pace = new MessagePace(10, MANY);
        int burst = 10 * MessagePace.BURST_SECONDS;
        for (int i = 0; i < 2 * burst - 1; i++) {
            pace.waitNs(1, 0);
            assertThat(pace.isOverrun(0)).isFalse();
        }
        pace.waitNs(1, 0);
        assertThat(pace.isOverrun(0)).isTrue();
        for (int i = 0; i < 10_000; i++) {
            pace.waitNs(1, 0);
        }
        assertThat(pace.mayOpen(MessagePace.BURST_SECONDS * SECOND_NS)).isFalse();
        assertThat(pace.mayOpen((MessagePace.BURST_SECONDS + 1) * SECOND_NS)).isTrue();
    }

    @Test
    void openingChannelsCountsAndIsRefusedAtTheEndOfTheBurst() {
        MessagePace pace = new MessagePace(10, MANY);
        int opened = 0;
        while (pace.mayOpen(0)) {
            opened++;
        }
        assertThat(opened).isEqualTo(10 * MessagePace.BURST_SECONDS);
        assertThat(pace.mayOpen(SECOND_NS / 10)).isTrue();
        assertThat(pace.mayOpen(SECOND_NS / 10)).isFalse();
        assertThat(pace.waitNs(1, SECOND_NS / 10)).as("messages wait, too").isPositive();
    }
}
