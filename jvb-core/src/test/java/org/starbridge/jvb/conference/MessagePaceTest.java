package org.starbridge.jvb.conference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessagePaceTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void letsABurstPassAndThenKeepsTheRateAroundTheClocksEnd() {
        long startNs = Long.MAX_VALUE - SECOND_NS / 2;
        MessagePace pace = new MessagePace(20, startNs);
        for (int i = 0; i < 20 * MessagePace.BURST_SECONDS; i++) {
            assertThat(pace.waitNs(startNs)).isZero();
        }
        assertThat(pace.waitNs(startNs)).isEqualTo(SECOND_NS / 20);
        assertThat(pace.waitNs(startNs + SECOND_NS / 20)).isEqualTo(SECOND_NS / 20);
        assertThat(pace.waitNs(startNs + SECOND_NS)).isZero();
    }

    @Test
    void savesNoMoreThanTheBurst() {
        MessagePace pace = new MessagePace(20, 0);
        long laterNs = 3_600 * SECOND_NS;
        for (int i = 0; i < 20 * MessagePace.BURST_SECONDS; i++) {
            assertThat(pace.waitNs(laterNs)).isZero();
        }
        assertThat(pace.waitNs(laterNs)).isPositive();
    }

    @Test
    void losesPatienceWithWhoNeverStopsAndNotWithWhoPauses() {
        MessagePace endless = new MessagePace(10, 0);
        MessagePace pausing = new MessagePace(10, 0);
        long overrunAtNs = -1;
        for (long nowNs = 0; nowNs < 60 * SECOND_NS; nowNs += SECOND_NS / 20) {
            endless.waitNs(nowNs);
            if (overrunAtNs < 0 && endless.isOverrun(nowNs)) {
                overrunAtNs = nowNs;
            }
            if (nowNs / SECOND_NS % 20 < 10) {
                pausing.waitNs(nowNs);
            }
            assertThat(pausing.isOverrun(nowNs)).isFalse();
        }
        assertThat(overrunAtNs / SECOND_NS)
                .isBetween(MessagePace.PATIENCE_SECONDS + 4L, MessagePace.PATIENCE_SECONDS + 6L);
    }
}
