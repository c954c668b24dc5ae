package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class RedPayloadTest {
    private final RedPayload red = new RedPayload();

    @Test
    void readsWhatABrowserSends() {
        // Opus (111) with distance 2: 1920 and 960 ticks older, 3 and 2 bytes; then 4 bytes of its own.
        try (Slab slab = TestBytes.hex("ef1e0003 ef0f0002 6f a0a1a2 b0b1 c0c1c2c3")) {
            assertThat(red.wrap(slab.address(), 18)).isNull();
            assertThat(red.count()).isEqualTo(3);
            assertThat(red.payloadType(0)).isEqualTo(111);
            assertThat(red.timestampOffset(0)).isEqualTo(1920);
            assertThat(TestBytes.hexAt(red.address(0), red.lengthBytes(0))).isEqualTo("a0a1a2");
            assertThat(red.timestampOffset(1)).isEqualTo(960);
            assertThat(TestBytes.hexAt(red.address(1), red.lengthBytes(1))).isEqualTo("b0b1");
            assertThat(red.timestampOffset(2)).isZero();
            assertThat(red.primaryPayloadType()).isEqualTo(111);
            assertThat(TestBytes.hexAt(red.primaryAddress(), red.primaryLengthBytes()))
                    .isEqualTo("c0c1c2c3");
        }
    }

    @Test
    void readsWhatHasNothingRedundant() {
        try (Slab slab = TestBytes.hex("6f 01")) {
            assertThat(red.wrap(slab.address(), 2)).isNull();
            assertThat(red.count()).isEqualTo(1);
            assertThat(red.primaryLengthBytes()).isEqualTo(1);
            assertThat(red.wrap(slab.address(), 1)).isNull();
            assertThat(red.primaryLengthBytes()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'',                     EMPTY",
        "ef,                     TRUNCATED",
        "ef0f0002,               TRUNCATED",
        "ef0f0002 6f a0,         TRUNCATED",
        "ef0f0000 ef0f0000 ef0f0000 ef0f0000 ef0f0000 ef0f0000 ef0f0000 ef0f0000 6f, TOO_MANY_BLOCKS",
    })
    void namesWhatIsWrong(String bytes, RedFault fault) {
        String hex = bytes.replace(" ", "");
        try (Slab slab = TestBytes.hex(hex)) {
            assertThat(red.wrap(slab.address(), hex.length() / 2)).isEqualTo(fault);
            assertThat(red.count()).isZero();
            assertThat(fault.sentence()).isNotBlank();
        }
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        TestBytes.neverThrows(0x5EED7, 40, (random, bytes) -> {}, (address, length) -> {
            if (red.wrap(address, length) == null) {
                assertThat(red.count()).isBetween(1, RedPayload.MAX_BLOCKS);
                assertThat(red.primaryAddress() + red.primaryLengthBytes()).isEqualTo(address + length);
                for (int i = 0; i < red.count(); i++) {
                    assertThat(red.address(i)).isBetween(address, address + length);
                }
            }
        });
    }
}
