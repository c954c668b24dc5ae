package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RemovedPacketsTest {
    private final RemovedPackets removed = new RemovedPackets();

    @Test
    void countsWhatIsBelow() {
        assertThat(removed.below(0)).isZero();
        removed.add(10, 12);
        removed.add(13, 13);
        removed.add(20, 20);
        long[] expected = {0, -1, -1, -1, -1, 4, 4, 4, 4, 4, 4, -1, 5};
        for (int i = 0; i < expected.length; i++) {
            assertThat(removed.below(9 + i)).as("below " + (9 + i)).isEqualTo(expected[i]);
        }
        removed.clear();
        assertThat(removed.below(11)).isZero();
    }

    @Test
    void saysThatItForgot() {
        for (int i = 0; i <= RemovedPackets.SIZE; i++) {
            removed.add(10L * i, 10L * i + 1);
        }
        assertThat(removed.below(5)).as("after the range that was forgotten").isEqualTo(-1);
        assertThat(removed.below(15)).isEqualTo(4);
        assertThat(removed.below(10)).isEqualTo(-1);
        assertThat(removed.below(10L * RemovedPackets.SIZE + 2)).isEqualTo(2L * (RemovedPackets.SIZE + 1));
    }
}
