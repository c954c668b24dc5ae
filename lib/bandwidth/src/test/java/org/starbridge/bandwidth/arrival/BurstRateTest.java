package org.starbridge.bandwidth.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Six gaps between packets of at least 200 bytes, at most 15 ms each, that take 5 ms or more. */
class BurstRateTest {
    private static final double MS = 1e6;

    private final BurstRate burst = new BurstRate();
    private double sentMs = 1000;
    private double arrivedMs = 3000;

    private long packet(double sendGapMs, double arrivalGapMs, int sizeBytes) {
        sentMs += sendGapMs;
        arrivedMs += arrivalGapMs;
        return burst.onPacket(Math.round(sentMs * MS), Math.round(arrivedMs * MS), sizeBytes);
    }

    private long packets(int count, double sendGapMs, double arrivalGapMs, int sizeBytes) {
        long bps = -1;
        for (int i = 0; i < count; i++) {
            assertThat(bps).as("packet %d of %d", i, count).isEqualTo(-1);
            bps = packet(sendGapMs, arrivalGapMs, sizeBytes);
        }
        return bps;
    }

    @ParameterizedTest
    @CsvSource({
        // send gap, arrival gap, size, bitrate
        "4, 4, 1200, 2400000",
        "4, 2, 1200, 2400000", // no more than was sent
        "4, 4.4, 1200, 2181818", // no more than arrived
        "4, 4.5, 1200, -1", // the link is full
        "15, 15, 1200, 640000",
        "15.1, 15.1, 1200, -1", // no burst
        "4, 4, 200, 400000",
        "4, 4, 199, -1", // audio
        "1, 1, 1200, 9600000",
    })
    void sevenPacketsShowTheSmallerOfTheTwoRates(double sendGapMs, double arrivalGapMs, int size, long bps) {
        packet(0, 0, 1200);
        assertThat(packets(6, sendGapMs, arrivalGapMs, size)).isEqualTo(bps);
    }

    @Test
    void aBurstIsMeasuredOverFiveMillisecondsAtLeast() {
        packet(0, 0, 1200);
        assertThat(packets(12, 0.4, 0.4, 1200)).as("4.8 ms").isEqualTo(-1);
        assertThat(packet(0.2, 0.1, 1200))
                .as("5 ms of sending, 4.9 of arriving")
                .isEqualTo(-1);
        assertThat(packet(0, 0.1, 1200)).isEqualTo((long) (14 * 1200 * 8 / 0.005));
        packets(5, 4, 4, 1200);
        assertThat(packet(4, 4, 1200)).as("from the beginning").isEqualTo(2_400_000);
    }

    @Test
    void gapsBetweenBurstsDoNotCount() {
        packet(0, 0, 1200);
        packets(3, 4, 4, 1200);
        packet(100, 100, 1200);
        packet(-50, 1, 1200);
        packet(1, 1, 100);
        assertThat(packets(2, 4, 4, 1200)).isEqualTo(-1);
        assertThat(packet(4, 4, 1200))
                .as("five gaps of 4 ms, and one of 5 ms with audio in it")
                .isEqualTo(6 * 1200 * 8 * 1000 / 25);
    }
}
