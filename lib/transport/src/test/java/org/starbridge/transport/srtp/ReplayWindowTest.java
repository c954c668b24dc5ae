package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayWindowTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 63, 64, 1023, 1024, 0xFFFF, 0x1_0000, 0x7FFF_FFFFL, (1L << 48) - 1})
    void knowsItsEdgesAroundAnyIndex(long highest) {
        ReplayWindow window = new ReplayWindow();
        assertThat(window.check(highest)).isEqualTo(SrtpStatus.OK);
        window.accept(highest);
        assertThat(window.check(highest)).isEqualTo(SrtpStatus.REPLAYED);
        assertThat(window.check(highest + 1)).isEqualTo(SrtpStatus.OK);
        assertThat(window.check(highest - 1)).isEqualTo(SrtpStatus.OK);
        assertThat(window.check(highest - 1023)).isEqualTo(SrtpStatus.OK);
        assertThat(window.check(highest - 1024)).isEqualTo(SrtpStatus.TOO_OLD);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 63, 64, 65, 1022, 1023, 1024, 1025, 5000})
    void whatIsSkippedIsStillWelcome(long step) {
        ReplayWindow window = new ReplayWindow();
        for (long index = 0; index < 2000; index++) {
            window.accept(index);
        }
        long highest = 1999 + step;
        window.accept(highest);
        for (long index = Math.max(0, highest - 1023); index <= highest; index++) {
            assertThat(window.check(index))
                    .as("index %d", index)
                    .isEqualTo(index < 2000 || index == highest ? SrtpStatus.REPLAYED : SrtpStatus.OK);
        }
    }

    @Test
    void agreesWithASetOfAllAcceptedIndices() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            ReplayWindow window = new ReplayWindow();
            Set<Long> accepted = new HashSet<>();
            long highest = -1;
            long base = random.nextInt(3000);
            for (int i = 0; i < 5000; i++) {
                base += random.nextInt(50) == 0 ? random.nextInt(3000) : random.nextInt(3);
                long index = Math.max(0, base - random.nextInt(1200));
                SrtpStatus expected = index <= highest - 1024
                        ? SrtpStatus.TOO_OLD
                        : accepted.contains(index) ? SrtpStatus.REPLAYED : SrtpStatus.OK;
                assertThat(window.check(index)).as("seed %d step %d", seed, i).isEqualTo(expected);
                if (expected == SrtpStatus.OK) {
                    window.accept(index);
                    accepted.add(index);
                    highest = Math.max(highest, index);
                }
                assertThat(window.highest()).isEqualTo(highest);
            }
        }
    }
}
