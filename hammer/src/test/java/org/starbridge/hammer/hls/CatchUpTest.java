package org.starbridge.hammer.hls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatchUpTest {
    @Test
    void isFasterTheFartherAwayAndWithinBounds() {
        assertThat(CatchUp.rate(0.04, 6, 2, 1.5)).isEqualTo(1);
        assertThat(CatchUp.rate(0.3, 6, 2, 1.5)).isEqualTo(1.1);
        assertThat(CatchUp.rate(1, 6, 2, 1.5)).isEqualTo(1.35);
        assertThat(CatchUp.rate(4, 6, 2, 1.5)).isEqualTo(1.5);
    }

    @Test
    void anAlmostEmptyBufferAndAFarAwayEdgeAreLeftAlone() {
        assertThat(CatchUp.rate(2, 6, 0.9, 1.5)).isEqualTo(1);
        assertThat(CatchUp.rate(7, 6, 5, 1.5)).isEqualTo(1);
    }

    @Test
    void stallsKeepAPlayerFartherAway() {
        assertThat(CatchUp.wantedLatencySeconds(1.5, 5, 0)).isEqualTo(1.5);
        assertThat(CatchUp.wantedLatencySeconds(1.5, 5, 2)).isEqualTo(3.5);
        assertThat(CatchUp.wantedLatencySeconds(1.5, 5, 9)).isEqualTo(6.5);
    }
}
