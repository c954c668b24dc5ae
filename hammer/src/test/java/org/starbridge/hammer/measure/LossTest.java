package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossTest {
    @ParameterizedTest
    @CsvSource({
        // expected, received, kernelDrops, lost
        "100, 100, 0, 0",
        "100, 90, 0, 10",
        "100, 90, 4, 6",
        "100, 90, 10, 0",
        "100, 90, 30, 0", // the kernel dropped RTCP, too
        "0, 0, 0, 0"
    })
    void isWhatNeitherArrivedNorWasDroppedByTheReceiversKernel(long expected, long received, long drops, long lost) {
        assertThat(Loss.packetsLost(expected, received, drops)).isEqualTo(lost);
    }
}
