package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BusyPeriodTest {
    private static final long MS = 1_000_000L;

    private final BusyPeriod period = new BusyPeriod();
    private long nowMs;

    /** Packets 10 ms apart, each a group. */
    private void arrive(int packets, int sizeBytes, boolean isQueued) {
        for (int i = 0; i < packets; i++) {
            period.onPacket(nowMs * MS, sizeBytes);
            period.onGroup(isQueued);
            nowMs += 10;
        }
    }

    @Test
    void aQueueThatIsBusyForSixtyMillisecondsShowsTheBitrateOfTheLink() {
        arrive(20, 5000, false);
        assertThat(period.bps()).isEqualTo(-1);
        arrive(6, 1250, true);
        assertThat(period.bps()).as("50 ms").isEqualTo(-1);
        arrive(1, 1250, true);
        assertThat(period.bps()).as("without the packet that began it").isEqualTo(1_000_000);
        arrive(1, 1250, false);
        assertThat(period.bps()).isEqualTo(-1);
    }

    @Test
    void packetsOfAGroupCountTogether() {
        arrive(1, 1250, true);
        for (int i = 0; i < 10; i++) {
            period.onPacket(nowMs * MS, 1250);
            nowMs += 10;
        }
        assertThat(period.bps()).isEqualTo(1_000_000);
    }

    @Test
    void theLastQuarterOfASecondToHalfASecondCounts() {
        arrive(26, 1250, true);
        assertThat(period.bps()).as("250 ms").isEqualTo(1_000_000);
        arrive(1, 1250, true); // the second slice begins at 260 ms
        arrive(25, 2500, true);
        assertThat(period.bps()).as("from the beginning, 510 ms").isEqualTo((long)
                ((26 * 1250 + 25 * 2500) * 8 * 1000.0 / 510));
        arrive(1, 2500, true); // the third one begins at 520 ms
        assertThat(period.bps()).as("from 260 ms on").isEqualTo(2_000_000);
        arrive(26, 1250, true);
        assertThat(period.bps()).as("from 520 ms on").isEqualTo(1_000_000);
    }

    @Test
    void itBeginsAgainAfterAReset() {
        arrive(20, 1250, true);
        period.reset();
        assertThat(period.bps()).isEqualTo(-1);
        arrive(7, 2500, true);
        assertThat(period.bps()).isEqualTo(2_000_000);
    }
}
