package org.starbridge.bandwidth.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArrivalEstimatorTest {
    private static final long MS = 1_000_000;
    private static final int PACKET_BYTES = 1200;
    private static final double BIT_NS = 8e9;
    private static final long START_BPS = 1_000_000;
    private static final long DELAY_NS = 30 * MS;
    private static final long CLOCK_SHIFT_NS = 7_777_000_000L;
    private static final double PACING = 2.5;

    private final ArrivalEstimator estimator = new ArrivalEstimator(START_BPS, 30_000, 20_000_000);
    private long nowNs;
    private long linkFreeAtNs;

    /** A sender of video frames that are paced above the bitrate, over a link with a queue without limit. */
    private void send(double sendBps, double linkBps, double seconds) {
        long endNs = nowNs + (long) (seconds * 1e9);
        int packets = (int) Math.max(1, Math.round(sendBps / 30 / 8 / PACKET_BYTES));
        long gapNs = (long) (PACKET_BYTES * BIT_NS / (PACING * sendBps));
        while (nowNs < endNs) {
            for (int i = 0; i < packets; i++) {
                long sentNs = nowNs + i * gapNs;
                linkFreeAtNs = Math.max(linkFreeAtNs, sentNs) + (long) (PACKET_BYTES * BIT_NS / linkBps);
                long arrivalNs = linkFreeAtNs + DELAY_NS;
                tick(arrivalNs);
                estimator.onPacket(sentNs + CLOCK_SHIFT_NS, arrivalNs, PACKET_BYTES);
            }
            nowNs += 33 * MS;
        }
    }

    private void tick(long untilNs) {
        if (estimator.nextDeadlineNs() <= untilNs) {
            estimator.onTimeout(estimator.nextDeadlineNs(), 2 * DELAY_NS);
        }
    }

    @Test
    void theStartRateIsAssumedBeforeThereArePackets() {
        assertThat(estimator.bps()).isEqualTo(START_BPS);
        assertThat(estimator.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void pacedFramesThatArriveAsTheyWereSentRaiseTheEstimateWithinASecond() {
        send(1e6, 10e6, 1);
        assertThat(estimator.bps()).isBetween(2_000_000L, 3_000_000L);
        send(2.5e6, 10e6, 1);
        assertThat(estimator.bps()).isBetween(4_500_000L, 7_000_000L);
    }

    @Test
    void aLinkThatCarriesLessThanIsSentLowersTheEstimateBelowIt() {
        send(1e6, 10e6, 2);
        send(1e6, 0.5e6, 2);
        assertThat(estimator.bps()).isBetween(300_000L, 550_000L);
    }

    @Test
    void anEstimateThatIsNotUsedStays() {
        send(1e6, 10e6, 2);
        long before = estimator.bps();
        send(0.3e6, 10e6, 10);
        assertThat(estimator.bps()).isEqualTo(before);
    }

    @Test
    void aSmallStreamOnAGoodLinkKeepsTheStartRate() {
        send(0.3e6, 10e6, 10);
        assertThat(estimator.bps()).isGreaterThanOrEqualTo(START_BPS);
    }
}
