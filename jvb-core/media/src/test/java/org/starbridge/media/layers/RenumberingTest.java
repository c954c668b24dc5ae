package org.starbridge.media.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RenumberingTest {
    private final Renumbering numbers = new Renumbering();

    @Test
    void whatFollowsMovesDown() {
        assertThat(numbers.onPacket(0xFFFE)).isEqualTo(0xFFFE);
        assertThat(numbers.onEmpty(0xFFFF)).isTrue();
        assertThat(numbers.onEmpty(0x1_0000)).isTrue();
        assertThat(numbers.onPacket(0x1_0001)).isEqualTo(0xFFFF);
    }

    @Test
    void whatIsLostStaysAGapAndComesLateIntoIt() {
        assertThat(numbers.onPacket(10)).isEqualTo(10);
        assertThat(numbers.onEmpty(12)).isTrue();
        assertThat(numbers.onPacket(13)).isEqualTo(12);
        assertThat(numbers.onEmpty(14)).isTrue();
        assertThat(numbers.onPacket(16)).isEqualTo(14);
        assertThat(numbers.onPacket(15)).isEqualTo(13);
        assertThat(numbers.onPacket(11)).isEqualTo(11);
        assertThat(numbers.onPacket(9)).isEqualTo(9);
    }

    @Test
    void anEmptyPacketThatComesLateLeavesItsGap() {
        assertThat(numbers.onEmpty(9)).isFalse();
        assertThat(numbers.onPacket(10)).isEqualTo(10);
        assertThat(numbers.onPacket(12)).isEqualTo(12);
        assertThat(numbers.onEmpty(11)).isFalse();
        assertThat(numbers.onPacket(13)).isEqualTo(13);
    }

    @Test
    void refusesWhatIsOlderThanItRemembers() {
        numbers.onPacket(0);
        for (int i = 2; i < 3 + Renumbering.SIZE; i++) {
            assertThat(numbers.onEmpty(i)).isTrue();
        }
        assertThat(numbers.onPacket(1)).isEqualTo(Renumbering.NONE);
    }

    @Test
    void neverGivesTwoPacketsOneNumberAndKeepsTheirOrder() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Renumbering each = new Renumbering();
            Map<Long, Long> given = new HashMap<>();
            Set<Long> came = new HashSet<>();
            long highest = 1000;
            for (int i = 0; i < 3000; i++) {
                long extSeq = random.nextInt(4) == 0 ? highest - random.nextInt(100) : highest + random.nextInt(3);
                if (!came.add(extSeq)) {
                    continue;
                }
                highest = Math.max(highest, extSeq);
                if (random.nextInt(3) == 0) {
                    each.onEmpty(extSeq);
                } else {
                    long number = each.onPacket(extSeq);
                    if (number != Renumbering.NONE) {
                        assertThat(given.put(number, extSeq)).as("seed " + seed).isNull();
                    }
                }
            }
            long last = -1;
            for (Map.Entry<Long, Long> entry : new java.util.TreeMap<>(given).entrySet()) {
                assertThat(entry.getValue()).as("seed " + seed).isGreaterThan(last);
                last = entry.getValue();
            }
        }
    }

    @Test
    void onlyTheBeginningOfASilencePasses() {
        SilenceGate gate = new SilenceGate(3);
        boolean[] passes = {true, true, true, false, false, true, true};
        int[] levels = {127, 127, 127, 127, 127, 126, 127};
        for (int i = 0; i < levels.length; i++) {
            assertThat(gate.passes(levels[i])).as("packet " + i).isEqualTo(passes[i]);
        }
    }
}
