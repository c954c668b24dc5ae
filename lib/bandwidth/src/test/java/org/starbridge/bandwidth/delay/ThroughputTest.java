package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThroughputTest {
    private final Throughput throughput = new Throughput();

    @Test
    void zeroIsKnownAndMinusOneIsNot() {
        assertThat(throughput.isKnown()).isFalse();
        assertThat(throughput.hasBusy()).isFalse();
        assertThat(throughput.isIdle()).isFalse();
        throughput.set(0, 0);
        throughput.setBusy(0);
        assertThat(throughput.isKnown()).isTrue();
        assertThat(throughput.hasBusy()).isTrue();
        assertThat(throughput.lowestBps()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        // acknowledged, while the queue was busy, the lowest, at overuse, at overuse with less sent than estimated
        "1000, -1, 1000, 1000, 1000",
        "1000, 2000, 1000, 1000, 2000",
        "1000, 700, 700, 1000, 1000", // a little less: not another link
        "1000, 699, 699, 699, 1000",
    })
    void whatTheLinkCarriesDependsOnWhatWasSent(long bps, long busyBps, long lowest, long atOveruse, long limited) {
        throughput.set(bps, bps);
        throughput.setBusy(busyBps);
        assertThat(throughput.lowestBps()).isEqualTo(lowest);
        assertThat(throughput.atOveruseBps(false)).isEqualTo(atOveruse);
        assertThat(throughput.atOveruseBps(true)).isEqualTo(limited);
    }

    @ParameterizedTest
    @CsvSource({"899, true", "900, false", "0, true", "-1, false"})
    void lessThanAShareOfTheEstimateIsApplicationLimited(long sentBps, boolean isLimited) {
        throughput.set(1000, sentBps);
        assertThat(throughput.isApplicationLimited(0.9, 1000)).isEqualTo(isLimited);
    }
}
