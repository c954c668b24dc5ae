package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class KnownElementsTest {
    @ParameterizedTest
    @CsvSource({"true, 0, 0x80", "false, 127, 0x7F", "true, 42, 0xAA", "false, 200, 0x7F", "false, -1, 0"})
    void audioLevelKeepsVoiceAndLevel(boolean voice, int level, int value) {
        try (Slab slab = Slab.allocate(1)) {
            AudioLevel.write(slab.address(), voice, level);
            assertThat(Memory.u8(slab.address())).isEqualTo(value);
            assertThat(AudioLevel.level(slab.address())).isEqualTo(Math.clamp(level, 0, 127));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,                   0",
        "1000000000,          0x040000",
        "500000000,           0x020000",
        "63999999999,         0xFFFFFF",
        "64000000000,         0",
        "65000000000,         0x040000",
        "-1000000000,         0xFC0000",
    })
    void absoluteSendTimeIsSixPointEighteenSeconds(long timeNs, int value) {
        assertThat(AbsoluteSendTime.value(timeNs)).isEqualTo(value);
    }

    @Test
    void absoluteSendTimeReadsBackWithinItsResolution() {
        try (Slab slab = Slab.allocate(3)) {
            for (long timeNs = 0; timeNs < 64_000_000_000L; timeNs += 123_456_789L) {
                AbsoluteSendTime.write(slab.address(), timeNs);
                assertThat(AbsoluteSendTime.toNs(AbsoluteSendTime.read(slab.address())))
                        .isBetween(timeNs - 3816, timeNs);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0x040000, 1000000000",
        "0xFC0000, 0x040000, 2000000000",
        "0x040000, 0xFC0000, -2000000000",
        "0, 0x800000, -32000000000",
    })
    void absoluteSendTimeDistanceSurvivesTheWrap(int from, int to, long distanceNs) {
        assertThat(AbsoluteSendTime.distanceNs(from, to)).isEqualTo(distanceNs);
    }
}
