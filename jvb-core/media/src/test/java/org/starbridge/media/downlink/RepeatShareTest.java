package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.BandwidthEstimator;
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
}
