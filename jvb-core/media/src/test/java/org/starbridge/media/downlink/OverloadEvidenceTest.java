package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.Reason;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;

/** 1 Mbit/s is sent, packets each 10 ms, feedback each 100 ms. */
class OverloadEvidenceTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long SENT_BPS = 1_000_000;

    private final BandwidthEstimator estimator =
            new BandwidthEstimator(BandwidthConfig.defaults(), new PacketResults());
    private final FeedbackReport report = new FeedbackReport();
    private final OverloadEvidence evidence = new OverloadEvidence();
    private long nowNs;
    private double queueTicks;

    OverloadEvidenceTest() {
        estimator.onTransportReady(0);
        estimator.onAllocation(0, SENT_BPS, SENT_BPS);
    }

    private long send() {
        long first = estimator.nextNumber();
        for (int p = 0; p < 10; p++) {
            estimator.onSent(nowNs + p * 10L * MS, 1250, 0);
        }
        nowNs += 100 * MS;
        return first;
    }

    /**
     * A feedback on 100 ms of packets.
     *
     * @param queueGrowth ticks of 250 µs that each packet waits longer than the one before
     * @param lost of ten packets
     */
    private void exchange(double queueGrowth, int lost) {
        long sentTicks = nowNs / FeedbackReport.TICK_NS;
        long first = send();
        report.begin((int) (sentTicks / 256));
        for (int p = 0; p < 10; p++) {
            queueTicks = Math.max(0, queueTicks + queueGrowth);
            if (p < lost) {
                report.addMissing((int) (first + p));
            } else {
                report.addReceived((int) (first + p), sentTicks + p * 40L + (long) queueTicks);
            }
        }
        estimator.onFeedback(nowNs, report);
        evidence.onFeedback(estimator, nowNs);
    }

    private void exchange(double seconds, double queueGrowth, int lost) {
        for (int i = 0; i < seconds * 10; i++) {
            exchange(queueGrowth, lost);
        }
    }

    private void beSilent(double seconds) {
        for (int i = 0; i < seconds * 10; i++) {
            send();
            estimator.onTick(nowNs);
        }
    }

    private boolean isSeenToEndpoint(long sentBps) {
        return evidence.isSeenToEndpoint(estimator, sentBps);
    }

    private boolean isSeenToBridge(long sentBps) {
        return evidence.isSeenToBridge(estimator, sentBps, nowNs);
    }

    @Test
    void aGoodLinkIsNotOverloaded() {
        exchange(10, 0, 0);
        assertThat(isSeenToEndpoint(10 * SENT_BPS))
                .as("the estimate alone is no evidence")
                .isFalse();
        assertThat(isSeenToBridge(10 * SENT_BPS)).isFalse();
    }

    @Test
    void aQueueCountsWhenEachFeedbackOfFourTenthsOfASecondShowsIt() {
        exchange(10, 0, 0);
        while (estimator.delay().queueNs() < 40 * MS) {
            exchange(8, 0);
        }
        long sinceNs = nowNs;
        while (nowNs - sinceNs < 300 * MS) {
            exchange(8, 0);
            assertThat(isSeenToEndpoint(100 * SENT_BPS)).isFalse();
        }
        exchange(8, 0);
        assertThat(estimator.reason()).isEqualTo(Reason.DELAY);
        assertThat(isSeenToEndpoint(100 * SENT_BPS)).isTrue();
        assertThat(isSeenToBridge(100 * SENT_BPS))
                .as("queues do not count between bridges")
                .isFalse();
        long boundBps = Math.round(estimator.targetBps() / 0.7);
        assertThat(isSeenToEndpoint(boundBps + 2)).isTrue();
        assertThat(isSeenToEndpoint(boundBps - 2))
                .as("seven tenths of what is sent pass")
                .isFalse();
    }

    @Test
    void aQueueThatWasGoneOnceBeginsAgain() {
        exchange(10, 0, 0);
        while (estimator.delay().queueNs() < 40 * MS) {
            exchange(8, 0);
        }
        exchange(8, 0);
        exchange(8, 0);
        while (estimator.delay().queueNs() >= 40 * MS) {
            exchange(-40, 0);
        }
        while (estimator.delay().queueNs() < 40 * MS) {
            exchange(12, 0);
        }
        exchange(12, 0);
        assertThat(isSeenToEndpoint(100 * SENT_BPS)).isFalse();
    }

    @Test
    void heavyLossCountsIfMoreIsSentThanTheEstimate() {
        exchange(5, 0, 0);
        exchange(5, 0, 4);
        assertThat(estimator.lossRatio()).isGreaterThan(0.1);
        assertThat(isSeenToEndpoint(estimator.targetBps() + 1)).isTrue();
        assertThat(isSeenToBridge(estimator.targetBps() + 1)).isTrue();
        assertThat(isSeenToEndpoint(estimator.targetBps())).isFalse();
        assertThat(isSeenToBridge(estimator.targetBps())).isFalse();
    }

    @Test
    void lossesBetweenBridgesHaveToLast() {
        exchange(5, 0, 0);
        for (int i = 0; i < 5; i++) {
            exchange(0.5, 0, 0);
            exchange(0.5, 0, 6);
        }
        assertThat(estimator.loss().lastingLoss()).isLessThan(0.05);
        assertThat(estimator.lossRatio()).isGreaterThan(0.1);
        assertThat(isSeenToEndpoint(10 * SENT_BPS))
                .as("an endpoint's link is judged at once")
                .isTrue();
        assertThat(isSeenToBridge(10 * SENT_BPS)).isFalse();
    }

    @Test
    void ordinaryLossIsNoEvidence() {
        exchange(2, 0, 0);
        for (int i = 0; i < 50; i++) {
            exchange(0, i % 2);
        }
        assertThat(estimator.lossRatio()).isBetween(0.03, 0.1);
        assertThat(isSeenToEndpoint(100 * SENT_BPS)).isFalse();
        assertThat(isSeenToBridge(100 * SENT_BPS)).isFalse();
    }

    @Test
    void aSilenceCountsAtOnceToAnEndpointAndAfterFiveSecondsToABridge() {
        exchange(5, 0, 0);
        beSilent(1.5);
        assertThat(estimator.reason()).isEqualTo(Reason.NO_FEEDBACK);
        assertThat(isSeenToEndpoint(0)).isTrue();
        assertThat(isSeenToBridge(0)).isFalse();
        beSilent(3.5);
        assertThat(estimator.silenceNs(nowNs)).isEqualTo(5 * SECOND);
        assertThat(isSeenToBridge(0)).isTrue();
        assertThat(evidence.isSeenToBridge(estimator, 0, nowNs - 1)).isFalse();
    }
}
