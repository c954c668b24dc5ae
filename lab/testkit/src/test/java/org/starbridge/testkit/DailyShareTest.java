package org.starbridge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DailyShareTest {
    private static final List<String> VARIANTS = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k");

    @ParameterizedTest
    @CsvSource({"1, 11", "4, 3", "5, 3", "11, 1", "20, 1"})
    void allRunWithinSomeDays(int count, int days) {
        for (long first = 20_000; first < 20_100; first++) {
            Set<String> run = new HashSet<>();
            for (long day = first; day < first + days; day++) {
                assertThat(DailyShare.of(day, count, VARIANTS))
                        .doesNotHaveDuplicates()
                        .hasSize(Math.min(count, VARIANTS.size()));
                run.addAll(DailyShare.of(day, count, VARIANTS));
            }
            assertThat(run).containsAll(VARIANTS);
        }
    }

    @Test
    void aDayHasTheSameShareEachTime() {
        assertThat(DailyShare.of(20_420, 4, VARIANTS))
                .isEqualTo(DailyShare.of(20_420, 4, VARIANTS))
                .isNotEqualTo(DailyShare.of(20_421, 4, VARIANTS));
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "2, 1", "3, 0", "3, 1", "3, 2"})
    void aTestRunsOnceInSoManyDays(int days, int which) {
        for (long day = -7; day < 7; day++) {
            int left = DailyShare.daysLeft(day, days, which);
            assertThat(left).isBetween(0, days - 1);
            assertThat(DailyShare.daysLeft(day + left, days, which)).isZero();
            assertThat(Math.floorMod(day + left, days)).isEqualTo(which);
        }
    }
}
