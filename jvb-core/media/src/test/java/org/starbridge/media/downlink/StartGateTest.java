package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;

/** A receiver of which nothing is known yet. */
class StartGateTest {
    private static final long MS = 1_000_000;
    private static final long ASSUMED_BPS = 1_000_000;

    private final StartGate gate = new StartGate();
    private final BandwidthEstimator estimator = new BandwidthEstimator(
            BandwidthConfig.defaults().withBitrates(ASSUMED_BPS, 30_000, 20_000_000), new PacketResults());

    @Test
    void theLowestLayersGoFirstAndMoreWhenVideoArrived() {
        assertThat(gate.bps(ASSUMED_BPS)).isEqualTo(150_000);
        assertThat(gate.bps(80_000)).as("a lower estimate stays").isEqualTo(80_000);
        gate.onSent(100, 0);
        gate.onFeedback(estimator, 1000 * MS);
        assertThat(gate.bps(ASSUMED_BPS)).as("audio says nothing").isEqualTo(150_000);
        gate.onSent(1000, 1000 * MS);
        gate.onFeedback(estimator, 1199 * MS);
        assertThat(gate.bps(ASSUMED_BPS)).isEqualTo(150_000);
        gate.onFeedback(estimator, 1200 * MS);
        assertThat(gate.bps(ASSUMED_BPS)).isEqualTo(300_000);
        gate.onFeedback(estimator, 1299 * MS);
        assertThat(gate.bps(ASSUMED_BPS)).isEqualTo(300_000);
        gate.onFeedback(estimator, 1300 * MS);
        gate.onFeedback(estimator, 1400 * MS);
        gate.onFeedback(estimator, 1500 * MS);
        assertThat(gate.bps(20 * ASSUMED_BPS)).as("open").isEqualTo(20 * ASSUMED_BPS);
    }

    @Test
    void whatABurstShowsOpensItAtOnce() {
        estimator.onTransportReady(0);
        FeedbackReport report = new FeedbackReport();
        report.begin(1);
        for (int i = 0; i < 4; i++) {
            gate.onSent(1200, 0);
            report.addReceived((int) estimator.onSent(0, 1200, 0), 256 + 80L * i); // 20 ms apart: 480 kbit/s
        }
        estimator.onFeedback(100 * MS, report);
        gate.onFeedback(estimator, 100 * MS);
        assertThat(estimator.isProven()).isTrue();
        assertThat(gate.bps(estimator.targetBps())).isBetween(380_000L, 420_000L);
    }

    @Test
    void itCanBeOpenedAtOnce() {
        gate.open();
        assertThat(gate.bps(ASSUMED_BPS)).isEqualTo(ASSUMED_BPS);
    }
}
