package org.starbridge.benchmarks.floor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassTest {
    private static final int HEADER_BYTES = 12;

    private final Pass pass = new Pass();

    /** Nobody asks these for anything but who they are. */
    @SuppressWarnings("NullAway") // no owner: the order does not depend on it
    private static FloorSource source(int number) {
        return new FloorSource(null, number, number, null);
    }

    private List<Integer> ordered() {
        pass.arrange();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < pass.size(); i++) {
            order.add(pass.ordered(i));
        }
        return order;
    }

    @Test
    void equalLengthsMeetAndAShorterOneEndsTheRun() {
        FloorSource a = source(0);
        FloorSource b = source(1);
        pass.add(a, 1, 0, HEADER_BYTES, 1000);
        pass.add(b, 1, 0, HEADER_BYTES, 80);
        pass.add(a, 2, 0, HEADER_BYTES, 1000);
        pass.add(b, 2, 0, HEADER_BYTES, 80);
        pass.add(a, 3, 0, HEADER_BYTES, 300);
        assertThat(ordered()).containsExactly(0, 2, 4, 1, 3);
    }

    @Test
    void aSourcesOrderStaysWhateverTheLengths() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            pass.clear();
            List<FloorSource> sources = List.of(source(0), source(1), source(2));
            for (int i = 0; !pass.isFull(); i++) {
                pass.add(sources.get(random.nextInt(3)), i, 0, HEADER_BYTES, 100 * random.nextInt(1, 4));
            }
            List<Integer> order = ordered();
            assertThat(order).as("round " + round).hasSize(pass.size()).doesNotHaveDuplicates();
            Map<FloorSource, Long> last = new HashMap<>();
            for (int i : order) {
                Long before = last.put(pass.source(i), pass.index(i));
                assertThat(before == null || before < pass.index(i))
                        .as("round " + round)
                        .isTrue();
            }
        }
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
