package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceNumbersTest {
    @ParameterizedTest
    @CsvSource({
        // from, to, distance
        "0x0000, 0x0000, 0",
        "0x0000, 0x0001, 1",
        "0x0001, 0x0000, -1",
        "0xFFFE, 0xFFFF, 1",
        "0xFFFF, 0x0000, 1",
        "0x0000, 0xFFFF, -1",
        "0xFFFE, 0x0001, 3",
        "0x7FFE, 0x7FFF, 1",
        "0x7FFF, 0x8000, 1",
        "0x8000, 0x7FFF, -1",
        "0x0000, 0x7FFF, 32767",
        "0x0000, 0x8000, -32768",
        "0x8000, 0x0000, -32768",
        "0x0000, 0x8001, -32767",
        "0x8001, 0x0000, 32767",
    })
    void measuresTheShortWayRound(int from, int to, int distance) {
        assertThat(SequenceNumbers.distance(from, to)).isEqualTo(distance);
    }

    @ParameterizedTest
    @CsvSource({
        // highest, on the wire, extended
        "0,                   0x0001, 1",
        "0,                   0xFFFF, -1",
        "0,                   0x7FFF, 0x7FFF",
        "0,                   0x8000, -0x8000",
        "0xFFFE,              0xFFFF, 0xFFFF",
        "0xFFFE,              0x0000, 0x10000",
        "0xFFFF,              0x0000, 0x10000",
        "0x10000,             0xFFFF, 0xFFFF",
        "0x10000,             0xFFFE, 0xFFFE",
        "0x7FFF,              0x8000, 0x8000",
        "0x7FFF,              0x0000, 0",
        "0x17FFF,             0xFFFE, 0x1FFFE",
        "0x17FFF,             0xFFFF, 0xFFFF",
        "0xFFFFFFFE,          0xFFFF, 0xFFFFFFFF",
        "0xFFFFFFFF,          0x0000, 0x100000000",
        "0x100000000,         0xFFFF, 0xFFFFFFFF",
        "-1,                  0x0000, 0",
        "-1,                  0xFFFE, -2",
        "0x7FFFFFFFFFFFFFFE,  0xFFFF, 0x7FFFFFFFFFFFFFFF",
        "0x7FFFFFFFFFFFFFFF,  0xFFFE, 0x7FFFFFFFFFFFFFFE",
        "-0x8000000000000000, 0x0001, -0x7FFFFFFFFFFFFFFF",
    })
    void extendsToTheNearest(long highest, int seq16, long extended) {
        assertThat(SequenceNumbers.extend(highest, seq16)).isEqualTo(extended);
    }

    @ParameterizedTest
    @CsvSource({
        "0,           1,  1",
        "0,           -1, -1",
        "0xFFFFFFFF,  0,  0x100000000",
        "0x100000000, -1, 0xFFFFFFFF",
        "0x17FFFFFFF, -0x80000000, 0x180000000",
    })
    void extends32Bits(long highest, int value32, long extended) {
        assertThat(SequenceNumbers.extend32(highest, value32)).isEqualTo(extended);
    }
}
