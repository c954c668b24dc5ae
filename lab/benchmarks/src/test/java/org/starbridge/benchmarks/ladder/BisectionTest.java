package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BisectionTest {
    private final List<Integer> tried = new ArrayList<>();

    private Bisection.Result search(int most, Bisection.Verdict beyond) throws InterruptedException {
        return Bisection.largest(
                "video, 1",
                Row::video,
                5000,
                row -> {
                    int receivers =
                            Integer.parseInt(row.hammer().get(row.hammer().indexOf("--receivers") + 1));
                    tried.add(receivers);
                    return receivers <= most ? Bisection.Verdict.CLEAN : beyond;
                },
                _ -> {});
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 199, 200, 777, 1000, 3100, 4999})
    void comesWithinAFewPercentOfTheLargest(int most) throws InterruptedException {
        Bisection.Result result = search(most, Bisection.Verdict.LOST);
        assertThat(result.receivers()).isBetween(most - Math.max(1, most / 20) - 1, most);
        assertThat(result.limitedBy()).startsWith("loss at ");
        assertThat(tried).doesNotHaveDuplicates().hasSizeLessThan(14);
    }

    @Test
    void saysWhenNothingWasLostAtAll() throws InterruptedException {
        assertThat(search(5000, Bisection.Verdict.LOST))
                .isEqualTo(new Bisection.Result("video, 1", 5000, "the most that was tried"));
    }

    @Test
    void saysWhenTheHammerWasTheLimit() throws InterruptedException {
        assertThat(search(400, Bisection.Verdict.HAMMER).limitedBy()).contains("Hammer");
    }
}
