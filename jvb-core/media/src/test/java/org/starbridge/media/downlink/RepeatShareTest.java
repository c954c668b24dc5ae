package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;

/** At an estimate of 1 Mbit/s the share of retransmissions is 62.5 bytes each millisecond. */
class RepeatShareTest {
    private static final long MS = 1_000_000;
    /** What half of the estimate carries in 100 ms, and two packets. */
    private static final int BURST_BYTES = 6250 + 2500;

    private final BandwidthEstimator estimator =
            new BandwidthEstimator(BandwidthConfig.defaults(), new PacketResults());
    private final RepeatShare share = new RepeatShare();

    @Test
    void aBurstMayLeaveAtOnceAndNotAByteMore() {
        assertThat(share.tryTake(BURST_BYTES, estimator, 0)).isTrue();
        assertThat(share.tryTake(1, estimator, 0)).isFalse();
    }

    @Test
    void whatIsRefusedIsNotTaken() {
        assertThat(share.tryTake(BURST_BYTES + 1, estimator, 0)).isFalse();
        assertThat(share.tryTake(BURST_BYTES, estimator, 0)).isTrue();
    }

    @Test
    void halfOfTheEstimateMayBeSentAgain() {
        assertThat(share.tryTake(BURST_BYTES, estimator, 0)).isTrue();
        assertThat(share.tryTake(626, estimator, 10 * MS)).isFalse();
        assertThat(share.tryTake(625, estimator, 10 * MS)).isTrue();
        assertThat(share.tryTake(626, estimator, 20 * MS)).isFalse();
        assertThat(share.tryTake(625, estimator, 20 * MS)).isTrue();
    }

    @Test
    void aRestIsNotSavedUp() {
        assertThat(share.tryTake(1000, estimator, 0)).isTrue();
        assertThat(share.tryTake(BURST_BYTES, estimator, 60_000 * MS)).isTrue();
        assertThat(share.tryTake(1, estimator, 60_000 * MS)).isFalse();
    }

    @Test
    void theShareFollowsTheEstimate() {
        estimator.setMaxBps(0, 100_000);
        assertThat(share.tryTake(625 + 2500 + 1, estimator, 0)).isFalse();
        assertThat(share.tryTake(625 + 2500, estimator, 0)).isTrue();
    }

    /** Sends 1 Mbit/s with a feedback each 100 ms; each packet waits 2 ms longer than the one before. */
    private long fillQueue() {
        FeedbackReport report = new FeedbackReport();
        long queueTicks = 0;
        estimator.onTransportReady(0);
        estimator.onAllocation(0, 1_000_000, 1_000_000);
        for (int i = 0; i < 80; i++) {
            long nowNs = i * 100L * MS;
            long first = estimator.nextNumber();
            report.begin((int) (nowNs / FeedbackReport.TICK_NS / 256));
            for (int p = 0; p < 10; p++) {
                estimator.onSent(nowNs + p * 10L * MS, 1250, 0);
                queueTicks += i < 50 ? 0 : 8;
                report.addReceived((int) (first + p), nowNs / FeedbackReport.TICK_NS + p * 40L + queueTicks);
            }
            estimator.onFeedback(nowNs + 100 * MS, report);
            if (estimator.isDraining()) {
                return nowNs + 100 * MS;
            }
        }
        throw new AssertionError("no queue was seen");
    }

    @Test
    void whileAQueueDrainsNothingIsSentAgain() {
        long nowNs = fillQueue();
        assertThat(share.tryTake(1, estimator, nowNs)).isFalse();
    }
}
