package org.starbridge.bandwidth;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.delay.LinkUsage;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.loss.LossState;
import org.starbridge.bandwidth.probe.ProbeCluster;
import org.starbridge.bandwidth.trace.EstimatorState;

/** What the estimator does about one kind of feedback at a time, 1 Mbit/s of packets each 10 ms. */
class EstimatorReactionsTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final int PACKET_BYTES = 1250;

    private final BandwidthConfig config = BandwidthConfig.defaults();
    private final BandwidthEstimator estimator = new BandwidthEstimator(config, new PacketResults());
    private final FeedbackReport report = new FeedbackReport();
    private final long beganNs = SECOND;
    private long nowNs = beganNs;
    private long queueTicks;

    EstimatorReactionsTest() {
        estimator.onTransportReady(nowNs);
        estimator.onAllocation(nowNs, 900_000, 900_000); // needs no probes
    }

    /** Sends for 100 ms; returns the number of the first of ten packets. */
    private long send() {
        long first = estimator.nextNumber();
        for (int p = 0; p < 10; p++) {
            estimator.onSent(
                    nowNs + p * 10L * MS, PACKET_BYTES, estimator.probes().activeId());
        }
        nowNs += 100 * MS;
        return first;
    }

    /**
     * Sends, with a feedback each 100 ms.
     *
     * @param queueGrowth ticks of 250 µs that each packet waits longer than the one before
     * @param lost of each ten packets
     */
    private void exchange(double seconds, int queueGrowth, int lost) {
        for (int i = 0; i < seconds * 10; i++) {
            long sentTicks = (nowNs - beganNs) / FeedbackReport.TICK_NS;
            long first = send();
            report.begin((int) (sentTicks / 256));
            for (int p = 0; p < 10; p++) {
                queueTicks = Math.max(0, queueTicks + queueGrowth);
                if (p < lost) {
                    report.addMissing((int) (first + p));
                } else {
                    report.addReceived((int) (first + p), sentTicks + p * 40L + queueTicks);
                }
            }
            estimator.onFeedback(nowNs, report);
        }
    }

    private void overuse() {
        for (int i = 0; i < 30 && estimator.delay().usage() != LinkUsage.OVERUSE; i++) {
            exchange(0.1, 8, 0);
        }
        assertThat(estimator.delay().usage()).isEqualTo(LinkUsage.OVERUSE);
    }

    private void stay(double seconds) {
        for (int i = 0; i < seconds * 10; i++) {
            send();
            estimator.onTick(nowNs);
        }
    }

    private long probedBps() {
        return estimator.probes().current() == null
                ? 0
                : requireNonNull(estimator.probes().current()).bps();
    }

    @Test
    void aGoodLinkIsProbedForAWish() {
        exchange(5, 0, 0);
        estimator.onAllocation(nowNs, 10_000_000, 1_000_000);
        assertThat(probedBps()).isEqualTo(2 * estimator.targetBps());
    }

    @Test
    void theEstimateDoesNotGrowInFrontOfAQueueThatLastsAfterTwoDecreases() {
        exchange(5, 0, 0);
        overuse();
        exchange(0.6, 0, 0);
        long afterOneBps = estimator.targetBps();
        exchange(1, 0, 0);
        assertThat(estimator.targetBps()).as("after one").isGreaterThan(afterOneBps);
        overuse();
        exchange(0.6, 0, 0);
        long heldBps = estimator.targetBps();
        exchange(1, 0, 0);
        assertThat(estimator.delay().queueNs()).isBetween(50 * MS, 500 * MS);
        assertThat(estimator.delay().isBesideOthers()).isFalse();
        assertThat(estimator.targetBps()).isEqualTo(heldBps);
        exchange(2, -8, 0);
        exchange(3, 0, 0);
        assertThat(estimator.targetBps()).isGreaterThan(heldBps);
    }

    @Test
    void anOverusedLinkIsNotProbedForAWish() {
        exchange(5, 0, 0);
        overuse();
        estimator.onAllocation(nowNs, 10_000_000, 1_000_000);
        assertThat(probedBps()).isZero();
    }

    @Test
    void aProbeThatIsUnderWayEndsWhenTheLinkIsOverused() {
        exchange(5, 0, 0);
        estimator.onAllocation(nowNs, 10_000_000, 1_000_000);
        overuse();
        assertThat(probedBps()).isZero();
    }

    @Test
    void anOveruseLowersTheRateBelowWhatArrives() {
        exchange(10, 0, 0);
        long before = estimator.targetBps();
        overuse();
        exchange(1, 8, 0);
        assertThat(estimator.targetBps()).isLessThan(before).isLessThan(1_000_000);
        assertThat(estimator.reason()).isEqualTo(Reason.DELAY);
    }

    @Test
    void whileAQueueDrainsLessLeavesThanTheEstimate() {
        exchange(5, 0, 0);
        overuse();
        exchange(1, 8, 0);
        assertThat(estimator.isDraining()).isTrue();
        assertThat(estimator.pacingBps()).isLessThan(estimator.targetBps()).isPositive();
        exchange(2, -40, 0);
        assertThat(estimator.isDraining()).isFalse();
        assertThat(estimator.pacingBps()).isGreaterThan(estimator.targetBps());
    }

    @Test
    void lossesAloneLowerTheEstimate() {
        exchange(5, 0, 0);
        exchange(5, 0, 4);
        assertThat(estimator.delay().decreasedAtNs()).as("no delay shows it").isEqualTo(Long.MIN_VALUE);
        assertThat(estimator.reason()).isEqualTo(Reason.LOSS);
        assertThat(estimator.targetBps())
                .as("what gets through")
                .isLessThan(700_000)
                .isEqualTo(estimator.lossBps());
        assertThat(estimator.lossRatio()).isCloseTo(0.4, within(0.05));
    }

    @Test
    void aLinkOfWhichLossesLowerTheEstimateIsNotProbed() {
        exchange(5, 0, 0);
        exchange(5, 0, 4);
        assertThat(estimator.loss().state()).isEqualTo(LossState.DECREASING);
        estimator.onAllocation(nowNs, 10_000_000, 1_000_000);
        assertThat(probedBps()).isZero();
    }

    @Test
    void whatLossesLoweredIsFilledWithPadding() {
        estimator.onAllocation(nowNs, 900_000, 100_000);
        exchange(5, 0, 0);
        exchange(5, 0, 6);
        assertThat(estimator.paddingBps()).as("not while losses go on").isZero();
        untilItRecovers();
        assertThat(estimator.paddingBps()).isEqualTo(Math.min(estimator.targetBps(), 900_000));
        estimator.onAllocation(nowNs, 200_000, 100_000);
        assertThat(estimator.paddingBps()).as("no more than is wanted").isEqualTo(200_000);
        estimator.onAllocation(nowNs, 200_000, 200_000);
        assertThat(estimator.paddingBps()).as("all that is wanted is sent").isZero();
    }

    @Test
    void aQueueThatDrainsIsNotFilledWithPadding() {
        estimator.onAllocation(nowNs, 900_000, 100_000);
        exchange(5, 0, 0);
        exchange(5, 0, 6);
        exchange(0.2, 8, 0);
        exchange(0.1, 16, 0);
        assertThat(estimator.isDraining()).isTrue();
        assertThat(estimator.loss().state()).isEqualTo(LossState.INCREASING);
        assertThat(estimator.paddingBps()).isZero();
    }

    private void untilItRecovers() {
        for (int i = 0; i < 100 && estimator.loss().state() != LossState.INCREASING; i++) {
            exchange(0.1, 0, 0);
        }
        assertThat(estimator.loss().state()).isEqualTo(LossState.INCREASING);
    }

    @Test
    void aReceiverThatFallsSilentIsNotProbed() {
        exchange(5, 0, 0);
        stay(0.4);
        estimator.onAllocation(nowNs, 10_000_000, 1_000_000);
        assertThat(probedBps()).as("four tenths of a second are no silence yet").isPositive();
        stay(0.2);
        assertThat(probedBps()).isZero();
    }

    @Test
    void theFirstAnswerAfterASilenceIsFollowedByAProbeNearTheRateBefore() {
        exchange(20, 0, 0);
        estimator.onAllocation(nowNs, 10_000_000, 1_000_000);
        long before = estimator.targetBps();
        stay(3);
        assertThat(estimator.reason()).isEqualTo(Reason.NO_FEEDBACK);
        assertThat(estimator.targetBps()).as("five steps of 0.8").isBetween(before / 4, before / 2);
        long lowered = estimator.targetBps();
        exchange(0.1, 0, 0);
        assertThat(probedBps()).isEqualTo((long) (0.85 * before));
        assertThat(estimator.targetBps()).as("until that has shown more").isLessThanOrEqualTo(lowered);
        assertThat(estimator.reason()).isNotEqualTo(Reason.NO_FEEDBACK);
    }

    @Test
    void aSilenceLowersTheRateAfterASecondAndThenEachHalfSecond() {
        exchange(20, 0, 0);
        long before = estimator.targetBps();
        stay(1);
        assertThat(estimator.targetBps()).isEqualTo(before);
        stay(0.1);
        assertThat((double) estimator.targetBps()).isCloseTo(0.8 * before, within(2.0));
        stay(0.4);
        assertThat((double) estimator.targetBps()).isCloseTo(0.8 * before, within(2.0));
        stay(0.1);
        assertThat((double) estimator.targetBps()).isCloseTo(0.64 * before, within(3.0));
    }

    @Test
    void withALongRoundTripTheSilenceIsLongerToo() {
        estimator.onRtt(3 * SECOND);
        stay(3.5);
        assertThat(estimator.targetBps()).isEqualTo(1_000_000);
        stay(0.1);
        assertThat(estimator.targetBps()).isEqualTo(800_000);
    }

    @Test
    void anotherRouteForgetsTheQueueOfTheFormerOne() {
        exchange(5, 0, 0);
        overuse();
        exchange(1, 8, 0);
        assertThat(estimator.acknowledgedBps()).isPositive();
        assertThat(estimator.isDraining()).isTrue();
        estimator.onRouteChange();
        assertThat(estimator.isDraining()).isFalse();
        assertThat(estimator.delay().usage()).isEqualTo(LinkUsage.NORMAL);
        assertThat(estimator.acknowledgedBps()).isEqualTo(-1);
    }

    @Test
    void whatDidNotLeaveIsNoLoss() {
        exchange(5, 0, 0);
        for (int i = 0; i < 30; i++) {
            long first = send();
            report.begin((int) ((nowNs - beganNs) / FeedbackReport.TICK_NS / 256));
            for (int p = 0; p < 10; p++) {
                if (p < 4) {
                    estimator.onNotSent(first + p);
                    report.addMissing((int) (first + p));
                } else {
                    report.addReceived(
                            (int) (first + p), (nowNs - beganNs - 100 * MS) / FeedbackReport.TICK_NS + p * 40L);
                }
            }
            estimator.onFeedback(nowNs, report);
        }
        assertThat(estimator.lossRatio()).isZero();
    }

    @Test
    void theClockIsLookedAtAndTheNextProbeIsSentInTime() {
        assertThat(estimator.nextTickNs()).isEqualTo(nowNs + 200 * MS);
        assertThat(estimator.nextDeadlineNs()).isEqualTo(nowNs + 200 * MS);
        exchange(5, 0, 0);
        estimator.onAllocation(nowNs, 10_000_000, 1_000_000);
        assertThat(estimator.nextTickNs()).isEqualTo(nowNs + 200 * MS);
        assertThat(estimator.nextDeadlineNs()).as("the probe").isEqualTo(nowNs);
    }

    @Test
    void lessThanTheEstimateIsApplicationLimited() {
        estimator.setMaxBps(nowNs, 1_000_000);
        exchange(5, 0, 0);
        assertThat(estimator.isApplicationLimited()).as("all is used").isFalse();
        assertThat(estimator.targetBps()).isEqualTo(1_000_000);
        nowNs += SECOND;
        estimator.onTick(nowNs);
        assertThat(estimator.isApplicationLimited()).as("nothing is").isTrue();
    }

    /** 200 kbit/s in packets each 10 ms. */
    private void sendLittle(double seconds) {
        for (int i = 0; i < seconds * 100; i++) {
            estimator.onSent(nowNs, 250, 0);
            nowNs += 10 * MS;
        }
    }

    @Test
    void whatIsUsedIsComparedWithTheEstimateOfNow() {
        sendLittle(2);
        assertThat(estimator.isApplicationLimited()).as("of 1 Mbit/s").isTrue();
        estimator.setMaxBps(nowNs, 300_000);
        sendLittle(20);
        assertThat(estimator.isApplicationLimited()).as("of 300 kbit/s").isFalse();
        estimator.setMaxBps(nowNs, 1_000_000);
        sendLittle(2);
        assertThat(estimator.isApplicationLimited()).isTrue();
    }

    @Test
    void exactlyHalfASecondWithoutAnAnswerIsNoSilenceYet() {
        exchange(5, 0, 0);
        estimator.onAllocation(nowNs, 10_000_000, 1_000_000);
        long sentNs = nowNs;
        estimator.onSent(nowNs, PACKET_BYTES, 0);
        estimator.onTick(sentNs + 200 * MS);
        estimator.onTick(sentNs + 400 * MS);
        estimator.onTick(sentNs + 500 * MS);
        assertThat(probedBps()).isPositive();
        estimator.onTick(sentNs + 500 * MS + 1);
        assertThat(probedBps()).isZero();
    }

    @Test
    void anEstimateAtABoundIsConfigured() {
        BandwidthEstimator other =
                new BandwidthEstimator(config.withBitrates(500_000, 100_000, 500_000), new PacketResults());
        other.onTransportReady(nowNs);
        other.onTick(nowNs);
        assertThat(other.reason()).as("the maximum").isEqualTo(Reason.CONFIGURED);
        other.onRemb(nowNs, 100_000);
        assertThat(other.reason()).as("the minimum, by the receiver").isEqualTo(Reason.REMB);
        other.onRemb(nowNs, 99_999);
        assertThat(other.targetBps()).isEqualTo(100_000);
        assertThat(other.reason()).isEqualTo(Reason.CONFIGURED);
    }

    @Test
    void anEstimatorThatGoesOnProbesWhenTheOtherOneWouldHave() {
        BandwidthEstimator other = new BandwidthEstimator(config, new PacketResults());
        other.onTransportReady(nowNs);
        other.onAllocation(nowNs, 0, 0);
        other.resume(nowNs, new EstimatorState(3_000_000, 900_000, 1_000_000, 1_000_000, -1, -1, 7, 4 * SECOND, -1));
        other.onTick(nowNs + SECOND - 1);
        assertThat(other.probes().current()).isNull();
        other.onTick(nowNs + SECOND);
        ProbeCluster probe = requireNonNull(other.probes().current());
        assertThat(probe.id()).isEqualTo(8);
        assertThat(probe.bps()).isEqualTo(2_000_000);
        assertThat(other.reason()).isEqualTo(Reason.DELAY);
        assertThat(other.lossBps()).isEqualTo(Long.MAX_VALUE);
    }
}
