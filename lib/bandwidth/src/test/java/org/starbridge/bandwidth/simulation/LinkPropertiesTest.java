package org.starbridge.bandwidth.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.Reason;
import org.starbridge.bandwidth.delay.LinkUsage;
import org.starbridge.bandwidth.loss.LossState;

/**
 * What holds of an estimate whatever its figures are: it is near what the link carries, follows a drop at once, leaves
 * no queue and no loss behind. One flow of any bitrate; the table of figures is Exam.
 */
class LinkPropertiesTest {
    private static final double WISH_MBPS = 6;
    private static final double QUEUE_MS = 300;
    private static final double DELAY_MS = 30;
    private static final double STEP_S = 0.05;

    @ParameterizedTest
    @CsvSource({"0.3, 1", "0.3, 2", "0.5, 1", "0.5, 2", "1, 1", "1, 2", "2, 1", "2, 2", "5, 1", "5, 2"})
    void theEstimateIsNearWhatTheLinkCarries(double mbps, long seed) {
        Network net = new Network(LinkConfig.of(mbps, QUEUE_MS, DELAY_MS), seed);
        FlowStats flow = net.flow(Source.elastic(WISH_MBPS), 0).stats();
        net.run(40);
        assertThat(flow.medianEstimate(15, 40) / mbps / 1e6).as("median").isBetween(0.85, 1.0);
        assertThat(flow.lowestEstimate(15, 40) / mbps / 1e6).as("lowest").isBetween(0.75, 1.0);
        assertThat(flow.receivedBps(15, 40) / mbps / 1e6).as("used").isBetween(0.85, 1.0);
        assertThat(flow.queueMs(0.95, 10, 40)).as("queue, ms").isLessThan(75);
        assertThat(flow.loss(10, 40)).isLessThan(0.005);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 1", "0.5, 2", "0.5, 3", "1, 1", "1, 2", "1, 3", "2, 1", "2, 2", "2, 3"})
    void theEstimateFollowsADropAndTheQueueIsGoneSoon(double mbps, long seed) {
        Network net = new Network(LinkConfig.of(4, QUEUE_MS, DELAY_MS).steps(0, 4, 20, mbps), seed);
        FlowStats flow = net.flow(Source.elastic(WISH_MBPS), 0).stats();
        net.run(40);
        assertThat(flow.estimateFalls(20, mbps * 1e6) - 20)
                .as("s until it fits")
                .isLessThan(0.75);
        assertThat(flow.queueAbove(100, 20, 40) - 20)
                .as("s until the queue is gone")
                .isLessThan(2);
        assertThat(flow.medianEstimate(25, 40) / mbps / 1e6).isBetween(0.85, 1.0);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void theEstimateFollowsALinkThatCarriesMoreAgain(long seed) {
        Network net = new Network(LinkConfig.of(4, QUEUE_MS, DELAY_MS).steps(0, 1, 20, 4), seed);
        FlowStats flow = net.flow(Source.elastic(WISH_MBPS), 0).stats();
        net.run(40);
        assertThat(flow.estimateReaches(20, 3.2e6) - 20)
                .as("s until it is found")
                .isLessThan(12);
        assertThat(flow.queueMs(0.95, 20, 40)).isLessThan(100);
    }

    /** A buffer of 30 ms is full before delays show it: only losses do. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void aShallowBufferIsKnownByItsLosses(long seed) {
        Network net = new Network(LinkConfig.of(1, 30, DELAY_MS), seed);
        MediaFlow flow = net.flow(Source.elastic(WISH_MBPS), 0);
        net.run(40);
        assertThat(flow.estimator().reason()).isEqualTo(Reason.LOSS);
        assertThat(flow.stats().medianEstimate(15, 40)).isBetween(0.7e6, 1e6);
        assertThat(flow.stats().loss(10, 40)).isLessThan(0.03);
    }

    /** Padding and probes fill a link. A queue that has to drain, or an overuse, is no time for them. */
    @Test
    void whatFillsTheLinkRestsWhileAQueueDrains() {
        int recovering = 0;
        int draining = 0;
        int overused = 0;
        for (long seed : new long[] {1, 3, 6}) {
            Network net = new Network(
                    LinkConfig.of(3, QUEUE_MS, DELAY_MS)
                            .steps(0, 3, 10, 0.6, 14, 3, 20, 0.8, 24, 3)
                            .loss(0.05, 1),
                    seed);
            BandwidthEstimator estimator = net.flow(Source.elastic(4), 0).estimator();
            for (double second = STEP_S; second < 40; second += STEP_S) {
                net.run(second);
                boolean isRecovering = estimator.loss().state() == LossState.INCREASING;
                recovering += isRecovering && estimator.paddingBps() > 0 ? 1 : 0;
                if (estimator.isDraining()) {
                    draining += isRecovering ? 1 : 0;
                    assertThat(estimator.paddingBps())
                            .as("seed %d, %f s", seed, second)
                            .isZero();
                    assertThat(estimator.pacingBps()).isLessThanOrEqualTo(estimator.targetBps());
                }
                if (estimator.delay().usage() == LinkUsage.OVERUSE) {
                    overused++;
                    assertThat(estimator.probes().current())
                            .as("seed %d, %f s", seed, second)
                            .isNull();
                }
            }
        }
        assertThat(recovering).as("samples with padding").isPositive();
        assertThat(draining)
                .as("samples in which there would be padding without the queue")
                .isPositive();
        assertThat(overused).isPositive();
    }
}
