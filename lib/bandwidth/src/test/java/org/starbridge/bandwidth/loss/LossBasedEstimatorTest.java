package org.starbridge.bandwidth.loss;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.feedback.PacketResults;

class LossBasedEstimatorTest {
    private static final long FEEDBACK_NS = 100_000_000L;
    private static final int SIZE = 1000;

    private final LossBasedEstimator estimator = new LossBasedEstimator(LossConfig.defaults(), 30_000, 20_000_000);
    private final PacketResults results = new PacketResults();
    private final Random random = new Random(5);
    private long nowNs;

    /** Sends at a rate over a link that loses a share, and everything above its capacity. */
    private void send(double seconds, long delayBps, double loss, double capacityBps) {
        for (int i = 0; i < seconds * 10; i++) {
            long sendBps = Math.max(30_000, estimator.bps() < 0 ? delayBps : estimator.bps());
            results.clear();
            int packets = (int) Math.max(1, sendBps / 80 / SIZE);
            double excess = Math.max(0, 1 - capacityBps / sendBps);
            int received = 0;
            for (int p = 0; p < packets; p++) {
                long atNs = nowNs + p * FEEDBACK_NS / packets;
                if (random.nextDouble() < loss + (1 - loss) * excess) {
                    results.addLost(atNs, SIZE);
                } else {
                    received++;
                    results.addReceived(atNs, atNs / 250_000, SIZE, 0, false);
                }
            }
            results.sortByArrival();
            nowNs += FEEDBACK_NS;
            estimator.onFeedback(results, 80L * received * SIZE, delayBps, 0, false);
        }
    }

    @Test
    void withoutLossTheDelayBasedEstimateApplies() {
        send(5, 2_000_000, 0, 1e9);
        assertThat(estimator.bps()).isEqualTo(2_000_000);
        assertThat(estimator.state()).isEqualTo(LossState.DELAY_BASED);
    }

    @Test
    void aLittleInherentLossDoesNotLimit() {
        send(20, 2_000_000, 0.01, 1e9);
        assertThat(estimator.bps()).isGreaterThan(1_700_000);
    }

    @Test
    void lossThatTheRateCausesLowersIt() {
        send(2, 3_000_000, 0, 1e9);
        send(10, 3_000_000, 0, 1e6);
        assertThat(estimator.bps()).isBetween(500_000L, 1_300_000L);
        assertThat(estimator.state()).isNotEqualTo(LossState.DELAY_BASED);
    }

    @Test
    void theRateReturnsWhenLossesEnd() {
        send(2, 2_000_000, 0, 1e9);
        send(10, 2_000_000, 0, 5e5);
        send(30, 2_000_000, 0, 1e9);
        assertThat(estimator.bps()).isGreaterThan(1_800_000);
    }

    @Test
    void oneObservationIsNotEnough() {
        send(0.4, 2_000_000, 0.5, 1e9);
        assertThat(estimator.bps()).isEqualTo(2_000_000);
    }

    @Test
    void twoObservationsWithHeavyLossesAreEnough() {
        send(0.7, 4_000_000, 0, 1e6);
        assertThat(estimator.bps()).isBetween(700_000L, 1_300_000L);
    }

    @Test
    void nothingAboveTheBitrateOfAPolicerIsToBeSent() {
        send(0.5, 3_000_000, 0, 1e9);
        assertThat(estimator.isPoliced()).isFalse();
        send(20, 3_000_000, 0, 1e6);
        assertThat(estimator.isPoliced()).isTrue();
        estimator.onRouteChange();
        assertThat(estimator.isPoliced()).isFalse();
    }
}
