package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalWindowTest {
    private final ArrivalWindow window = new ArrivalWindow();

    @ParameterizedTest
    @ValueSource(longs = {0, 5, 0x7FFE, 0xFFFE, 0x1_FFFE, 0xFFFF_FFFEL, 0x1_0000_0000L})
    void eachNumberIsTakenOnceAroundTheWraps(long first) {
        assertThat(window.onPacket(first)).isEqualTo(ArrivalStatus.NEW);
        assertThat(window.onPacket(first)).isEqualTo(ArrivalStatus.DUPLICATE);
        assertThat(window.onPacket(first + 3)).isEqualTo(ArrivalStatus.NEW);
        assertThat(window.onPacket(first + 1)).isEqualTo(ArrivalStatus.LATE);
        assertThat(window.onPacket(first + 1)).isEqualTo(ArrivalStatus.DUPLICATE);
        assertThat(window.onPacket(first + 2)).isEqualTo(ArrivalStatus.LATE);
        assertThat(window.onPacket(first + 3)).isEqualTo(ArrivalStatus.DUPLICATE);
        assertThat(window.highest()).isEqualTo(first + 3);
    }

    @Test
    void whatLiesBehindTheWindowIsNeverTakenForNew() {
        long far = 100_000;
        assertThat(window.onPacket(far)).isEqualTo(ArrivalStatus.NEW);
        assertThat(window.onPacket(far - ArrivalWindow.SIZE + 1)).isEqualTo(ArrivalStatus.LATE);
        assertThat(window.onPacket(far - ArrivalWindow.SIZE)).isEqualTo(ArrivalStatus.TOO_OLD);
        assertThat(window.onPacket(far + ArrivalWindow.SIZE)).isEqualTo(ArrivalStatus.NEW);
        assertThat(window.onPacket(far + 1)).isEqualTo(ArrivalStatus.LATE);
        assertThat(window.onPacket(far)).isEqualTo(ArrivalStatus.TOO_OLD);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whateverTheOrderNothingIsTakenTwice(long seed) {
        Random random = new Random(seed);
        Set<Long> taken = new HashSet<>();
        long highest = random.nextLong(1L << 40);
        for (int i = 0; i < 20_000; i++) {
            long extSeq = highest + random.nextInt(-3000, random.nextInt(100) == 0 ? 5000 : 4);
            ArrivalStatus arrival = window.onPacket(extSeq);
            boolean isFirst = arrival == ArrivalStatus.NEW || arrival == ArrivalStatus.LATE;
            boolean isRight = isFirst ? taken.add(extSeq) : arrival == ArrivalStatus.TOO_OLD || taken.contains(extSeq);
            if (!isRight) {
                fail("seed %d, step %d: number %d is %s", seed, i, extSeq, arrival);
            }
            highest = Math.max(highest, extSeq);
        }
    }
}
