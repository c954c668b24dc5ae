package org.starbridge.media.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InjectedLossTest {
    private static List<Boolean> lost(LossPattern pattern, int packets) {
        InjectedLoss loss = new InjectedLoss(pattern, 7);
        List<Boolean> lost = new ArrayList<>();
        for (int i = 0; i < packets; i++) {
            lost.add(loss.isLost());
        }
        return lost;
    }

    @Test
    void losesBursts() {
        assertThat(lost(new LossPattern(0, 2, 5), 10))
                .containsExactly(true, true, false, false, false, true, true, false, false, false);
    }

    @Test
    void losesAShareByChance() {
        long count = lost(new LossPattern(0.1, 0, 0), 100_000).stream()
                .filter(each -> each)
                .count();
        assertThat(count / 100_000.0).isCloseTo(0.1, within(0.01));
        assertThat(lost(new LossPattern(1, 0, 0), 10)).doesNotContain(false);
    }

    @Test
    void refusesWhatMeansNothing() {
        assertThatThrownBy(() -> new LossPattern(1.1, 0, 0)).hasMessageContaining("0 to 1");
        assertThatThrownBy(() -> new LossPattern(Double.NaN, 0, 0)).hasMessageContaining("0 to 1");
        assertThatThrownBy(() -> new LossPattern(0, 6, 5)).hasMessageContaining("interval");
        assertThat(LossPattern.NONE.isOn()).isFalse();
        assertThat(new LossPattern(0, 0, 5).isOn()).isFalse();
    }
}
