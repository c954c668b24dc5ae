package org.starbridge.bandwidth.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AcknowledgedBitrateTest {
    private static final long MS = 1_000_000L;

    private final AcknowledgedBitrate bitrate = new AcknowledgedBitrate(ThroughputConfig.defaults());

    @Test
    void nineArePacketsTooFew() {
        for (long i = 0; i < 9; i++) {
            bitrate.onPacket(i * 10 * MS, i * 10 * MS, 1000);
        }
        bitrate.update();
        assertThat(bitrate.bps()).isEqualTo(-1);
    }

    @Test
    void aSteadyStreamHasItsRate() {
        for (long i = 0; i < 200; i++) {
            bitrate.onPacket(i * 10 * MS, i * 10 * MS + 50 * MS, 1000);
        }
        bitrate.update();
        assertThat(bitrate.bps()).isBetween(790_000L, 810_000L);
    }

    @Test
    void oneStallDoesNotLowerTheRate() {
        for (long i = 0; i < 100; i++) {
            bitrate.onPacket(i * 10 * MS, Math.max(i, i > 50 ? 80 : 0) * 10 * MS, 1000);
        }
        bitrate.update();
        assertThat(bitrate.bps()).isGreaterThan(750_000);
    }

    @Test
    void aQueueThatDrainsDoesNotRaiseTheRateAboveWhatWasSent() {
        for (long i = 0; i < 100; i++) {
            bitrate.onPacket(i * 10 * MS, 1000 * MS + i * MS, 1000);
        }
        bitrate.update();
        assertThat(bitrate.bps()).isBetween(780_000L, 820_000L);
    }

    @Test
    void anotherClockClearsTheWindow() {
        for (long i = 0; i < 20; i++) {
            bitrate.onPacket(i * 10 * MS, 5000 * MS + i * 10 * MS, 1000);
        }
        bitrate.onPacket(210 * MS, 0, 1000);
        bitrate.update();
        assertThat(bitrate.bps()).isEqualTo(-1);
    }

    @Test
    void aReorderedPacketTakesItsPlace() {
        for (long i = 0; i < 40; i++) {
            long arrives = i == 20 ? 25 : i;
            bitrate.onPacket(i * 10 * MS, arrives * 10 * MS, 1000);
        }
        bitrate.update();
        assertThat(bitrate.bps()).isBetween(750_000L, 850_000L);
    }
}
