package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Key frames as the first thing that a link carries. */
class FirstBurstsTest {
    private static final long MS = 1_000_000;
    private static final int PACKET_BYTES = 1000;

    private final FirstBursts bursts = new FirstBursts();
    private long freeAtNs;

    /** Packets that are sent at once, over a link of some bitrate after which each waits for its turn. */
    private void burst(long atMs, int packets, int sizeBytes, long bps) {
        for (int i = 0; i < packets; i++) {
            freeAtNs = Math.max(freeAtNs, atMs * MS) + sizeBytes * 8_000_000_000L / bps;
            bursts.onPacket(atMs * MS, freeAtNs + 30 * MS, sizeBytes);
        }
    }

    @Test
    void aLongBurstShowsWhatANarrowLinkCarries() {
        burst(0, 3, PACKET_BYTES, 500_000);
        assertThat(bursts.isKnown()).as("two of them were timed").isFalse();
        burst(0, 1, PACKET_BYTES, 500_000);
        assertThat(bursts.isKnown()).isTrue();
        assertThat(bursts.bps()).isCloseTo(500_000, within(5_000L));
    }

    @Test
    void threeShortBurstsDo() {
        for (int i = 0; i < 3; i++) {
            burst(i * 33L, 2, PACKET_BYTES, 1_000_000);
            assertThat(bursts.isKnown()).isFalse();
        }
        burst(99, 1, PACKET_BYTES, 1_000_000);
        assertThat(bursts.isKnown()).isTrue();
        assertThat(bursts.bps()).isCloseTo(1_000_000, within(10_000L));
    }

    @Test
    void aBurstThatArrivesAsItWasSentShowsNoLimit() {
        burst(0, 2, PACKET_BYTES, 100_000_000);
        assertThat(bursts.isKnown()).isTrue();
        assertThat(bursts.bps()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theFastestCounts() {
        burst(0, 2, PACKET_BYTES, 300_000);
        burst(100, 2, PACKET_BYTES, 900_000);
        burst(200, 2, PACKET_BYTES, 300_000);
        burst(300, 1, PACKET_BYTES, 900_000);
        assertThat(bursts.bps()).isCloseTo(900_000, within(9_000L));
    }

    /** A microphone each 20 ms, several at a time: they neither are bursts nor join those of video. */
    @Test
    void audioDoesNotCount() {
        for (int i = 0; i < 100; i++) {
            burst(5L * i, 3, 120, 10_000_000);
        }
        assertThat(bursts.isKnown()).isFalse();
        burst(500, 1, PACKET_BYTES, 500_000);
        burst(503, 1, 120, 500_000);
        burst(508, 1, PACKET_BYTES, 500_000);
        assertThat(bursts.isKnown()).isFalse();
    }
}
