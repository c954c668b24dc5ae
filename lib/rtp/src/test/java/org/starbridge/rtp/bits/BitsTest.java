package org.starbridge.rtp.bits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class BitsTest {
    private final BitReader reader = new BitReader();
    private final BitWriter writer = new BitWriter();

    @ParameterizedTest
    @CsvSource({
        // AV1 section 4.10.7, the table for n = 5
        "5, 0, 00, 2",
        "5, 1, 40, 2",
        "5, 2, 80, 2",
        "5, 3, c0, 3",
        "5, 4, e0, 3",
        "1, 0, '', 0",
        "2, 1, 80, 1",
        "3, 2, c0, 2",
        "4, 3, c0, 2",
        "10, 5, a0, 3",
        "10, 6, c0, 4",
        "10, 9, f0, 4",
    })
    void nonSymmetricNumbersTakeAsManyBitsAsTheSpecificationSays(int bound, int value, String bytes, int bits) {
        try (Slab slab = Slab.allocate(1)) {
            writer.set(slab.address(), 1);
            writer.nonSymmetric(value, bound);
            assertThat(writer.position()).isEqualTo(bits);
            assertThat(writer.finish()).isEqualTo(bytes.length() / 2);
            assertThat(TestBytes.hexAt(slab.address(), bytes.length() / 2)).isEqualTo(bytes);
            reader.set(slab.address(), slab.address() + bytes.length() / 2);
            assertThat(reader.nonSymmetric(bound)).isEqualTo(value);
            assertThat(reader.position()).isEqualTo(bits);
            assertThat(reader.isOverrun()).isFalse();
        }
    }

    @Test
    void readsBackWhatWasWrittenAtAnyBitPosition() {
        Random random = new Random(11);
        try (Slab slab = Slab.allocate(64);
                Slab copy = Slab.allocate(64)) {
            for (int round = 0; round < 5_000; round++) {
                int count = 1 + random.nextInt(14);
                long[] values = new long[count];
                int[] widths = new int[count];
                writer.set(slab.address(), 64);
                int total = 0;
                for (int i = 0; i < count; i++) {
                    widths[i] = random.nextInt(33);
                    values[i] = random.nextLong() & ((1L << widths[i]) - 1);
                    writer.bits(values[i], widths[i]);
                    total += widths[i];
                }
                assertThat(writer.position()).isEqualTo(total);
                int length = writer.finish();
                assertThat(length).isEqualTo((total + 7) / 8);
                reader.set(slab.address(), slab.address() + length);
                writer.set(copy.address(), 64);
                writer.copy(reader, total);
                assertThat(writer.finish()).isEqualTo(length);
                reader.set(copy.address(), copy.address() + length);
                for (int i = 0; i < count; i++) {
                    assertThat(reader.bits(widths[i])).isEqualTo(values[i]);
                }
                assertThat(reader.position()).isEqualTo(total);
                assertThat(reader.isOverrun()).isFalse();
            }
        }
    }

    @Test
    void saysThatSomethingDidNotFitAndWritesNothingBehindTheCapacity() {
        try (Slab slab = TestBytes.hex("aaaa")) {
            writer.set(slab.address(), 1);
            writer.bits(0xFFF, 12);
            assertThat(writer.finish()).isZero();
            assertThat(writer.isOverrun()).isTrue();
            assertThat(TestBytes.hexAt(slab.address(), 2)).isEqualTo("ffaa");
        }
    }

    @Test
    void readsZerosBehindTheEndAndSaysSo() {
        try (Slab slab = TestBytes.hex("ff")) {
            reader.set(slab.address(), slab.address() + 1);
            assertThat(reader.bits(8)).isEqualTo(0xFF);
            assertThat(reader.isOverrun()).isFalse();
            assertThat(reader.bits(3)).isZero();
            assertThat(reader.isOverrun()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "00,           1, 0",
        "7f,           1, 127",
        "8001,         2, 128",
        "ffffffff0f,   5, 4294967295",
        "8080808000,   5, 0",
        "80,           0, 0",
        "808080808001, 0, 0",
    })
    void leb128HasAtMostFiveBytes(String bytes, int length, long value) {
        try (Slab slab = TestBytes.hex(bytes)) {
            assertThat(Leb128.lengthBytes(slab.address(), slab.address() + bytes.length() / 2))
                    .isEqualTo(length);
            assertThat(Leb128.value(slab.address(), length)).isEqualTo(value);
        }
    }
}
