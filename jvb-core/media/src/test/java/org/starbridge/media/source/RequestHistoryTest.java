package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHistoryTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void neverAllowsMoreThanItsLimitAndWaitsNoLongerThanItMust(long seed) {
        Random random = new Random(seed);
        KeyFrameLimit limit = new KeyFrameLimit(10, 1 + random.nextInt(5), 20 + random.nextInt(200));
        RequestHistory history = new RequestHistory(limit);
        List<Long> taken = new ArrayList<>();
        long nowNs = random.nextLong(1000) - 500;
        for (int i = 0; i < 2000; i++) {
            nowNs += random.nextInt(15);
            long now = nowNs;
            boolean apart = taken.isEmpty() || now - taken.getLast() >= limit.minIntervalNs();
            long recent =
                    taken.stream().filter(at -> now - at < limit.windowNs()).count();
            boolean expected = apart && recent < limit.maxRequests();
            assertThat(now >= history.nextAllowedNs()).as("seed %d", seed).isEqualTo(expected);
            assertThat(history.tryTake(now)).as("seed %d", seed).isEqualTo(expected);
            if (expected) {
                taken.add(now);
            }
        }
        assertThat(taken).hasSizeGreaterThan(10);
    }

    @Test
    void refusesALimitThatMakesNoSense() {
        assertThatThrownBy(() -> new KeyFrameLimit(-1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KeyFrameLimit(0, 0, 1)).hasMessageContaining("limit of 0 in 1 ns");
        assertThatThrownBy(() -> new KeyFrameLimit(0, 101, 1)).hasMessageContaining("expected 1 to 100");
        assertThatThrownBy(() -> new KeyFrameLimit(0, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
