package org.starbridge.bandwidth.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;

/** An estimator learns the rate of a link of 600 kbit/s from transport-wide feedback, in virtual time. */
class EstimatorExampleTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;
    private static final int PACKET_BYTES = 1000;
    private static final long LINK_BPS = 600_000;

    private record Packet(long number, long arrivalNs) {}

    private static long durationNs(long bps) {
        return PACKET_BYTES * 8 * SECOND / bps;
    }

    @Test
    void learnsTheRateOfALink() {
        BandwidthEstimator estimator = new BandwidthEstimator(BandwidthConfig.defaults(), new PacketResults());
        ArrayDeque<Packet> onTheWay = new ArrayDeque<>();
        FeedbackReport report = new FeedbackReport(); // a parser of RTCP would fill it
        long nowNs = SECOND;
        long linkIsFreeNs = nowNs;
        long sendNs = nowNs;
        estimator.onTransportReady(nowNs);
        estimator.onAllocation(nowNs, 2_000_000, 2_000_000); // what is wanted, and what is sent if possible
        for (int step = 0; step < 200; step++) {
            nowNs += 100 * MS;
            while (sendNs < nowNs) { // the sender follows the estimate
                linkIsFreeNs = Math.max(linkIsFreeNs, sendNs) + durationNs(LINK_BPS);
                onTheWay.add(new Packet(estimator.onSent(sendNs, PACKET_BYTES, 0), linkIsFreeNs));
                sendNs += durationNs(estimator.targetBps());
            }
            report.begin(step);
            while (!onTheWay.isEmpty() && onTheWay.getFirst().arrivalNs() <= nowNs) {
                Packet arrived = onTheWay.removeFirst();
                report.addReceived((int) arrived.number(), arrived.arrivalNs() / FeedbackReport.TICK_NS);
            }
            estimator.onFeedback(nowNs, report);
        }
        assertThat(estimator.targetBps()).as("%s", estimator.reason()).isBetween(400_000L, 660_000L);
    }
}
