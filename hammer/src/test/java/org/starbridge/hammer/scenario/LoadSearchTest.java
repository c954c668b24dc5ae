package org.starbridge.hammer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadSearchTest {
    /** What is found where loads up to {@code limit} hold; at most 40 runs. */
    private static int found(int first, int limit) {
        LoadSearch search = new LoadSearch(first, 2, 500);
        for (int runs = 0; search.next() > 0; runs++) {
            assertThat(runs).isLessThan(40);
            search.onResult(search.next() <= limit);
        }
        return search.held();
    }

    @ParameterizedTest
    @CsvSource({"10, 2", "10, 9", "10, 10", "10, 11", "2, 17", "400, 3", "10, 33"})
    void findsSmallLimitsExactly(int first, int limit) {
        assertThat(found(first, limit)).isBetween((int) Math.ceil(limit * 0.95) - 1, limit);
    }

    @Test
    void findsLargeOnesToATwentieth() {
        assertThat(found(10, 300)).isBetween(285, 300);
    }

    @Test
    void endsAtTheMost() {
        assertThat(found(10, 1000)).isEqualTo(500);
    }

    @Test
    void saysIfNothingHolds() {
        assertThat(found(10, 1)).isZero();
    }
}
