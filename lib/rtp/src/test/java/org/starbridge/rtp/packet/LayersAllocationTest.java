package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class LayersAllocationTest {
    private final LayersAllocation layers = new LayersAllocation();

    private @Nullable LayersAllocationFault parse(String bytes) {
        String hex = bytes.replace(" ", "");
        try (Slab slab = TestBytes.hex(hex)) {
            return layers.parse(slab.address(), hex.length() / 2);
        }
    }

    @Test
    void readsThreeEncodingsOfThreeTemporalLayersWithSizes() {
        assertThat(parse("61 a8 3c 5a 78 c801 8c02 e803 9001 f402 dc0b 013f00b31e 027f01671e 04ff02cf1e"))
                .isNull();
        assertThat(layers.streamIndex()).isEqualTo(1);
        assertThat(layers.streams()).isEqualTo(3);
        assertThat(layers.isActive(3)).isFalse();
        assertThat(layers.hasSizes()).isTrue();
        int[] heights = {180, 360, 720};
        int[] widths = {320, 640, 1280};
        long[][] targets = {{60, 90, 120}, {200, 268, 488}, {144, 372, 1500}};
        for (int stream = 0; stream < 3; stream++) {
            assertThat(layers.isActive(stream)).isTrue();
            assertThat(layers.isActive(stream, 1)).isFalse();
            assertThat(layers.temporalLayers(stream, 0)).isEqualTo(3);
            assertThat(layers.temporalLayers(stream, 1)).isZero();
            assertThat(layers.width(stream, 0)).isEqualTo(widths[stream]);
            assertThat(layers.height(stream, 0)).isEqualTo(heights[stream]);
            assertThat(layers.framesPerSecond(stream, 0)).isEqualTo(30);
            for (int temporal = 0; temporal < 3; temporal++) {
                assertThat(layers.targetBps(stream, 0, temporal)).isEqualTo(targets[stream][temporal] * 1000);
            }
            assertThat(layers.targetBps(stream, 0, 3)).isZero();
            assertThat(layers.targetBps(stream, 2, 0)).isZero();
        }
    }

    @Test
    void readsEncodingsThatAreNotSent() {
        // Three streams; the third has nothing, the first two one layer each, one and two temporal layers.
        assertThat(parse("20 11 00 10 0a 14 1e")).isNull();
        assertThat(layers.streams()).isEqualTo(3);
        assertThat(layers.isActive(0)).isTrue();
        assertThat(layers.isActive(1)).isTrue();
        assertThat(layers.isActive(2)).isFalse();
        assertThat(layers.temporalLayers(0, 0)).isEqualTo(1);
        assertThat(layers.temporalLayers(1, 0)).isEqualTo(2);
        assertThat(layers.targetBps(1, 0, 1)).isEqualTo(30_000);
        assertThat(layers.hasSizes()).isFalse();
        assertThat(layers.height(0, 0)).isZero();
        assertThat(layers.framesPerSecond(0, 0)).isZero();
    }

    @Test
    void readsThatNothingIsSent() {
        assertThat(parse("61 a8 3c 5a 78 c801 8c02 e803 9001 f402 dc0b")).isNull();
        assertThat(parse("00")).isNull();
        assertThat(layers.streams()).isZero();
        assertThat(layers.isActive(0)).isFalse();
        assertThat(layers.targetBps(0, 0, 0)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "'',                    EMPTY",
        "40,                    BAD_STREAM",
        "10,                    TRUNCATED",
        "01,                    TRUNCATED",
        "01 80,                 TRUNCATED",
        "01 00 80,              TRUNCATED",
        "01 00 8080808080 01,   BAD_NUMBER",
        "01 00 0a 013f00b3,     TRAILING_BYTES",
        "01 00 0a 013f00b31e 00, TRAILING_BYTES",
    })
    void namesWhatIsWrong(String bytes, LayersAllocationFault fault) {
        assertThat(parse(bytes)).isEqualTo(fault);
        assertThat(layers.streams()).isZero();
        assertThat(layers.isActive(0)).isFalse();
        assertThat(fault.sentence()).isNotBlank();
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        TestBytes.neverThrows(0x5EED8, 80, (random, bytes) -> {}, (address, length) -> {
            if (layers.parse(address, length) == null) {
                assertThat(layers.streams()).isBetween(0, LayersAllocation.MAX_STREAMS);
            } else {
                assertThat(layers.streams()).isZero();
            }
        });
    }
}
