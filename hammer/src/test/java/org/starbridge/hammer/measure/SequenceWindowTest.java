package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.hammer.measure.SequenceWindow.Arrival.DUPLICATE;
import static org.starbridge.hammer.measure.SequenceWindow.Arrival.NEWEST;
import static org.starbridge.hammer.measure.SequenceWindow.Arrival.REORDERED;
import static org.starbridge.hammer.measure.SequenceWindow.Arrival.TOO_OLD;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceWindowTest {
    private final SequenceWindow window = new SequenceWindow();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x7FFE, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF})
    void tellsNewReorderedAndDoubleAroundEveryWrap(int first) {
        assertThat(window.onPacket(first)).isEqualTo(NEWEST);
        long start = window.current();
        assertThat(window.onPacket(first + 2 & 0xFFFF)).isEqualTo(NEWEST);
        assertThat(window.current()).isEqualTo(start + 2);
        assertThat(window.onPacket(first + 1 & 0xFFFF)).isEqualTo(REORDERED);
        assertThat(window.current()).isEqualTo(start + 1);
        assertThat(window.onPacket(first + 1 & 0xFFFF)).isEqualTo(DUPLICATE);
        assertThat(window.onPacket(first)).isEqualTo(DUPLICATE);
        assertThat(window.onPacket(first - 1 & 0xFFFF)).isEqualTo(REORDERED);
        assertThat(window.highest()).isEqualTo(start + 2);
    }

    @Test
    void doesNotGuessAboutWhatIsTooOld() {
        window.onPacket(10_000);
        window.onPacket(10_000 + SequenceWindow.SPAN);
        assertThat(window.onPacket(10_000)).isEqualTo(TOO_OLD);
        assertThat(window.onPacket(10_001)).isEqualTo(REORDERED);
    }

    @Test
    void forgetsWhatALongJumpLeavesBehind() {
        for (int i = 0; i < 100; i++) {
            window.onPacket(i);
        }
        assertThat(window.onPacket(100 + 2 * SequenceWindow.SPAN)).isEqualTo(NEWEST);
        assertThat(window.onPacket(99 + 2 * SequenceWindow.SPAN)).isEqualTo(REORDERED);
        assertThat(window.onPacket(100 + SequenceWindow.SPAN + 1)).isEqualTo(REORDERED);
    }

    @Test
    void goesThroughManyCycles() {
        long last = -1;
        for (int i = 0; i < 300_000; i++) {
            assertThat(window.onPacket(i & 0xFFFF)).isEqualTo(NEWEST);
            assertThat(window.current() == last + 1 || last == -1).isTrue();
            last = window.current();
        }
    }
}
