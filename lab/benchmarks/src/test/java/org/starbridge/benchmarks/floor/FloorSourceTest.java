package org.starbridge.benchmarks.floor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloorSourceTest {
    /** Only their identity matters here. */
    @SuppressWarnings("NullAway") // no owner: the index does not depend on it
    private static FloorSource source(int number) {
        return new FloorSource(null, number, number, null);
    }

    @ParameterizedTest
    @CsvSource({"10, 11, 11", "65535, 0, 65536", "65535, 65534, 65534", "0, 65535, 65535", "40000, 100, 65636"})
    void theSequenceNumberIsExtendedAroundItsWrap(int first, int second, long expected) {
        FloorSource source = source(0);
        source.index(first);
        assertThat(source.index(second)).isEqualTo(expected);
    }

    @Test
    void afterAWrapLateOnesStillHaveTheOldCount() {
        FloorSource source = source(0);
        source.index(65_535);
        source.index(1);
        assertThat(source.index(65_534)).isEqualTo(65_534);
        assertThat(source.index(2)).isEqualTo(65_538);
    }
}
