package org.starbridge.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;

class BandwidthEstimatorTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final BandwidthConfig config = BandwidthConfig.defaults();
    private final BandwidthEstimator estimator = new BandwidthEstimator(config, new PacketResults());
    private final FeedbackReport report = new FeedbackReport();
    private long nowNs = SECOND;

    /** Sends 1 Mbit/s over a good link for a while; feedback each 100 ms. */
    private void sendHonestly(double seconds) {
        for (int i = 0; i < seconds * 10; i++) {
            long first = 0;
            long firstTicks = nowNs / FeedbackReport.TICK_NS;
            for (long p = 0; p < 10; p++) {
                long number = estimator.onSent(nowNs + p * 10 * MS, 1250, 0);
                first = p == 0 ? number : first;
            }
            nowNs += 100 * MS;
            long reference = firstTicks / 256;
            report.begin((int) reference << 8 >> 8);
            for (int p = 0; p < 10; p++) {
                report.addReceived((int) (first + p), report.referenceTime() * 256L + firstTicks % 256 + p * 40L);
            }
            estimator.onFeedback(nowNs + 30 * MS, report);
        }
    }

    @Test
    void beginsAtTheStartRate() {
        assertThat(estimator.targetBps()).isEqualTo(1_000_000);
        assertThat(estimator.reason()).isEqualTo(Reason.START);
        assertThat(estimator.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void followsWhatArrives() {
        sendHonestly(20);
        assertThat(estimator.targetBps()).isBetween(1_000_000L, 1_600_000L);
        assertThat(estimator.reason()).isIn(Reason.ACKNOWLEDGED, Reason.DELAY);
        assertThat(estimator.acknowledgedBps()).isBetween(950_000L, 1_050_000L);
    }

    @Test
    void aSilentReceiverDoesNotKeepItsRate() {
        sendHonestly(20);
        long before = estimator.targetBps();
        for (int i = 0; i < 80; i++) {
            estimator.onSent(nowNs, 1250, 0);
            nowNs += 100 * MS;
            estimator.onTick(nowNs);
        }
        assertThat(estimator.reason()).isEqualTo(Reason.NO_FEEDBACK);
        assertThat(estimator.targetBps()).isLessThan(before / 10);
        sendHonestly(0.2);
        assertThat(estimator.reason()).isNotEqualTo(Reason.NO_FEEDBACK);
        assertThat(estimator.targetBps()).isLessThan(before / 5);
        sendHonestly(60);
        assertThat(estimator.targetBps()).isGreaterThan(before / 2);
    }

    /** The worker stood still: what was answered meanwhile is read after its timers. */
    @Test
    void timeInWhichTheSenderDidNotRunIsNoSilenceOfTheReceiver() {
        estimator.onTransportReady(nowNs);
        sendHonestly(20);
        long before = estimator.targetBps();
        estimator.onSent(nowNs, 1250, 0);
        nowNs += 3 * SECOND;
        estimator.onTick(nowNs);
        assertThat(estimator.reason()).isNotEqualTo(Reason.NO_FEEDBACK);
        assertThat(estimator.targetBps()).isEqualTo(before);
        assertThat(estimator.silenceNs(nowNs)).isLessThan(SECOND);
        for (int i = 0; i < 10; i++) {
            nowNs += 100 * MS;
            estimator.onTick(nowNs);
        }
        assertThat(estimator.reason()).as("from then on it is one").isEqualTo(Reason.NO_FEEDBACK);
    }

    @Test
    void whatWasSentBeforeItWasUsedIsNoSilenceEither() {
        estimator.onSent(nowNs, 1250, 0);
        nowNs += 10 * SECOND;
        estimator.onTransportReady(nowNs);
        estimator.onTick(nowNs);
        assertThat(estimator.silenceNs(nowNs)).isZero();
        assertThat(estimator.targetBps()).isEqualTo(1_000_000);
    }

    @Test
    void rembIsACap() {
        sendHonestly(10);
        estimator.onRemb(nowNs, 400_000);
        assertThat(estimator.targetBps()).isEqualTo(400_000);
        assertThat(estimator.reason()).isEqualTo(Reason.REMB);
        sendHonestly(6);
        assertThat(estimator.reason()).isNotEqualTo(Reason.REMB);
    }

    @Test
    void aConfiguredLimitIsACap() {
        estimator.setMaxBps(nowNs, 200_000);
        assertThat(estimator.targetBps()).isEqualTo(200_000);
        assertThat(estimator.reason()).isEqualTo(Reason.CONFIGURED);
    }

    @Test
    void pacingIsAboveTheTarget() {
        assertThat(estimator.pacingBps()).isEqualTo(2_500_000);
        estimator.onAllocation(nowNs, 500_000, 2_000_000);
        assertThat(estimator.pacingBps()).isEqualTo(5_000_000);
        estimator.onAllocation(nowNs, 3_000_000, 2_000_000);
        assertThat(estimator.pacingBps()).as("the link limits what is sent").isEqualTo(2_400_000);
    }

    @Test
    void nothingIsAllocatedInSteadyState() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        sendHonestly(60);
        long before = threads.getCurrentThreadAllocatedBytes();
        sendHonestly(100);
        // 1000 feedbacks on 10,000 packets; what asking costs itself is some hundred bytes.
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4096);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void randomFeedbackStaysWithinBoundsAndHonestFeedbackRecovers(long seed) {
        Random random = new Random(seed);
        estimator.onTransportReady(nowNs);
        for (int i = 0; i < 3000; i++) {
            nowNs += random.nextLong(200 * MS);
            act(random);
            assertThat(estimator.targetBps()).as("seed %d", seed).isBetween(config.minBps(), config.maxBps());
            assertThat(estimator.pacingBps()).isPositive();
        }
        estimator.onAllocation(nowNs, 2_500_000, 1_000_000);
        sendHonestly(120);
        assertThat(estimator.targetBps()).as("seed %d", seed).isGreaterThan(700_000);
    }

    private void act(Random random) {
        switch (random.nextInt(7)) {
            case 0 -> estimator.onRemb(nowNs, random.nextLong());
            case 1 -> estimator.onRtt(random.nextLong());
            case 2 -> estimator.onAllocation(nowNs, random.nextLong(50_000_000), random.nextLong(50_000_000));
            case 3 -> estimator.onTick(nowNs);
            default -> {
                for (int i = random.nextInt(40); i > 0; i--) {
                    estimator.probes().bytesDue(nowNs);
                    long number = estimator.onSent(
                            nowNs, random.nextInt(65536), estimator.probes().activeId());
                    if (random.nextInt(20) == 0) {
                        estimator.onNotSent(number);
                    }
                }
                randomFeedback(random);
            }
        }
    }

    private void randomFeedback(Random random) {
        report.begin(random.nextInt() >> 8);
        int number = random.nextInt();
        long ticks = report.referenceTime() * 256L;
        for (int i = random.nextInt(3000); i > 0; i--) {
            if (random.nextInt(5) == 0) {
                report.addMissing(number++);
            } else {
                ticks += random.nextInt(65536) - 32768;
                report.addReceived(number++, ticks);
            }
        }
        estimator.onFeedback(nowNs, report);
    }
}
