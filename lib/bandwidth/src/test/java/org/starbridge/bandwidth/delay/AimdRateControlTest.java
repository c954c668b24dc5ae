package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AimdRateControlTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long RTT = SECOND / 10;

    private final AimdRateControl control = new AimdRateControl(AimdConfig.defaults(), 30_000, 20_000_000);
    private final Throughput throughput = new Throughput();

    private void update(double seconds, LinkUsage usage) {
        control.update((long) (seconds * SECOND), usage, throughput, RTT);
    }

    @Test
    void knowsNothingBeforeOveruseOrProbe() {
        throughput.set(500_000, 500_000);
        update(0, LinkUsage.NORMAL);
        assertThat(control.hasRate()).isFalse();
    }

    @Test
    void takesWhatArrivesAfterFiveSeconds() {
        throughput.set(500_000, 500_000);
        update(0, LinkUsage.NORMAL);
        update(5.1, LinkUsage.NORMAL);
        assertThat(control.rateBps()).isEqualTo(500_000);
    }

    @Test
    void overuseLeavesAShareOfWhatArrives() {
        throughput.set(1_000_000, 1_000_000);
        update(0, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isEqualTo(845_000);
    }

    @Test
    void growsByAFactorWhileNoCapacityIsKnown() {
        throughput.set(1_000_000, 1_000_000);
        control.onProbe(0, 1_000_000);
        update(1, LinkUsage.NORMAL);
        update(2, LinkUsage.NORMAL);
        assertThat(control.rateBps()).isEqualTo(1_080_000);
    }

    @Test
    void growsSlowlyNearAKnownCapacity() {
        throughput.set(1_000_000, 1_000_000);
        update(0, LinkUsage.OVERUSE);
        update(1, LinkUsage.NORMAL);
        update(2, LinkUsage.NORMAL);
        assertThat(control.rateBps() - 845_000).isBetween(4_000L, 40_000L);
    }

    @Test
    void doesNotGrowAboveOneAndAHalfTimesWhatArrives() {
        throughput.set(200_000, 200_000);
        control.onProbe(0, 300_000);
        for (int i = 1; i < 60; i++) {
            update(i, LinkUsage.NORMAL);
        }
        assertThat(control.rateBps()).isEqualTo(310_000);
        assertThat(control.source()).isEqualTo(AimdRateControl.Source.ACKNOWLEDGED);
    }

    @Test
    void aBurstOfAnApplicationThatSendsLittleCostsLittle() {
        control.onProbe(0, 2_000_000);
        throughput.set(500_000, 500_000);
        update(1, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isEqualTo(1_900_000);
    }

    @Test
    void aBusyQueueSaysWhatTheLinkCarries() {
        control.onProbe(0, 2_000_000);
        throughput.set(500_000, 500_000);
        throughput.setBusy(1_000_000);
        update(1, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isEqualTo(845_000);
    }

    @Test
    void aLinkThatCollapsedIsFollowedAtOnce() {
        control.onProbe(0, 2_000_000);
        throughput.set(1_800_000, 2_000_000);
        assertThat(control.mayDecrease(1_000_000, throughput, 100_000_000)).isFalse();
        throughput.setBusy(500_000);
        assertThat(control.mayDecrease(1_000_000, throughput, 100_000_000)).isTrue();
    }

    @Test
    void whatOthersFillDoesNotLowerAnEstimateThatIsNotUsed() {
        control.onProbe(0, 2_000_000);
        throughput.set(60_000, 60_000);
        throughput.setBusy(50_000);
        throughput.setIdle(true);
        update(1, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isEqualTo(2_000_000);
        throughput.setIdle(false);
        update(1, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).as("of who wants more").isLessThan(60_000);
    }

    @Test
    void overuseNeverRaisesTheRate() {
        control.onProbe(0, 300_000);
        throughput.set(1_000_000, 1_000_000);
        update(1, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isLessThanOrEqualTo(300_000);
    }
}
