package org.starbridge.media.speech;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketDurationTest {
    private static final int TICKS_PER_MS = 48;

    private final PacketDuration duration = new PacketDuration();
    private int timestamp = Integer.MAX_VALUE - 5000; // wraps
    private long durationNs;

    private double afterMs(int... apartMs) {
        for (int apart : apartMs) {
            timestamp += apart * TICKS_PER_MS;
            durationNs = duration.onPacket(timestamp);
        }
        return durationNs / 1e6;
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20, 40, 60, 120})
    void isTheTimeBetweenPackets(int packetMs) {
        assertThat(afterMs(packetMs, packetMs, packetMs)).isEqualTo(packetMs);
    }

    @Test
    void aPauseAndALostPacketAreNoLongPacket() {
        assertThat(afterMs(20, 20, 100)).isEqualTo(20);
        assertThat(afterMs(20, 400, 400, 20, 40, 20)).isEqualTo(20);
    }

    @Test
    void changesWithTheSender() {
        assertThat(afterMs(60, 60, 60)).isEqualTo(60);
        assertThat(afterMs(20)).isEqualTo(20);
    }

    @Test
    void whatWasOvertakenChangesNothing() {
        assertThat(afterMs(20, 20, 40, -20, 40, 20)).isEqualTo(20);
    }

    @Test
    void timestampsOfAnotherClockCountAsUsual() {
        timestamp = 0;
        for (int i = 0; i < 10; i++) {
            durationNs = duration.onPacket(timestamp += 160); // 20 ms at 8 kHz
        }
        assertThat(durationNs).isEqualTo(20_000_000L);
    }
}
