package org.starbridge.hammer.client.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.client.plan.GuestWave.Visit;

class GuestWaveTest {
    private static final double EVER = Double.POSITIVE_INFINITY;

    private static GuestWave wave(double at, int count, double within, double stay, double every) {
        return new GuestWave(at, count, within, stay, every, 0, true);
    }

    @Test
    void aWaveIsSpreadAndComesAgain() {
        List<Visit> visits = GuestWave.visits(List.of(wave(2, 2, 1, 3, 5)), 10);
        assertThat(visits).extracting(Visit::atSeconds).containsExactly(2.0, 2.5, 7.0, 7.5);
        assertThat(visits).extracting(Visit::untilSeconds).containsExactly(5.0, 5.5, 10.0, 10.0);
        assertThat(GuestWave.mostPresent(visits)).isEqualTo(2);
    }

    @Test
    void churnKeepsAsManyAsItsRateTimesTheStay() {
        List<Visit> visits = GuestWave.visits(List.of(wave(0, 1, 0, 10, 1)), 60);
        assertThat(visits).hasSize(60);
        assertThat(GuestWave.mostPresent(visits)).isEqualTo(10);
    }

    @Test
    void wavesAreMixedInTheirOrder() {
        List<Visit> visits = GuestWave.visits(List.of(wave(4, 1, 0, EVER, EVER), wave(1, 1, 0, 1, 2)), 6);
        assertThat(visits).extracting(Visit::atSeconds).containsExactly(1.0, 3.0, 4.0, 5.0);
        assertThat(visits.get(2).untilSeconds()).isEqualTo(6);
    }

    @Test
    void refusesCrowdsThatNoMachineHolds() {
        assertThatThrownBy(() -> GuestWave.visits(List.of(wave(0, 100, 0, 10, 0.5)), 60))
                .hasMessageContaining("2000 guests at the same time");
        assertThatThrownBy(() -> GuestWave.visits(List.of(wave(0, 1, 0, 0.01, 0.01)), 86_400))
                .hasMessageContaining("more than 100000 guests");
        assertThatThrownBy(() -> wave(0, 1, 0, 10, 0)).hasMessageContaining("every 0.0 s");
    }
}
