package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GatheringTest {
    private static final long US = 1000;

    private final Gathering gathering = new Gathering(250 * US, 0.3);
    private long nowNs = 1;

    /** Cycles of 1 ms, of which {@code busyUs} are work. */
    private void live(int cycles, long busyUs) {
        for (int i = 0; i < cycles; i++) {
            gathering.onLook(nowNs);
            gathering.onLooked(true);
            long restsAt = nowNs + busyUs * US;
            nowNs += 1000 * US;
            gathering.onRested(restsAt, nowNs);
        }
    }

    @Test
    void nobodyWaitsWhileTheThreadHasTimeToSpare() {
        live(500, 290);
        assertThat(gathering.load()).isBetween(0.28, 0.30);
        gathering.onLook(nowNs);
        assertThat(gathering.putOffNs(nowNs)).isZero();
    }

    @Test
    void underLoadTheNextLookIsPutOffUntilTheWaitIsOver() {
        live(500, 310);
        gathering.onLook(nowNs);
        assertThat(gathering.putOffNs(nowNs + 100 * US)).isEqualTo(150 * US);
        assertThat(gathering.putOffNs(nowNs + 250 * US)).isZero();
        assertThat(gathering.putOffNs(nowNs + 400 * US)).isZero();
    }

    @Test
    void whoFindsNothingSleepsUntilSomethingComes() {
        live(500, 310);
        gathering.onLook(nowNs);
        gathering.onLooked(false);
        assertThat(gathering.putOffNs(nowNs)).isZero();
        gathering.onLook(nowNs);
        gathering.onLooked(true);
        assertThat(gathering.putOffNs(nowNs)).isPositive();
    }

    @Test
    void itEndsAtHalfOfTheLoadThatItBeganAt() {
        live(500, 310);
        live(500, 160);
        gathering.onLook(nowNs);
        assertThat(gathering.putOffNs(nowNs)).isPositive();
        live(500, 140);
        gathering.onLook(nowNs);
        assertThat(gathering.putOffNs(nowNs)).isZero();
    }

    @Test
    void aPauseBetweenFramesEndsNothing() {
        live(500, 310);
        for (int frame = 0; frame < 30; frame++) {
            live(13, 400);
            live(20, 10); // 16 % in all
            gathering.onLook(nowNs);
            assertThat(gathering.putOffNs(nowNs)).isPositive();
        }
    }

    @Test
    void aWaitOfZeroMeansNever() {
        Gathering never = new Gathering(0, 0);
        for (int i = 0; i < 100; i++) {
            never.onLook(nowNs);
            nowNs += 1000 * US;
            assertThat(never.putOffNs(nowNs)).isZero();
        }
    }
}
