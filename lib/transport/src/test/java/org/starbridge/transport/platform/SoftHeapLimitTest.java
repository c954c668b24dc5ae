package org.starbridge.transport.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoftHeapLimitTest {
    @ParameterizedTest(name = "{0} MB in use: {1} MB")
    @CsvSource({
        "0, 128",
        "40, 128",
        "80, 128",
        "81, 144",
        "96, 144",
        "120, 192",
        "200, 304",
        "340, 512",
        "500, 512",
        "600, 512"
    })
    void theLimitIsAboveWhatIsInUseWithinItsBounds(long usedMegabytes, long limitMegabytes) {
        assertThat(SoftHeapLimit.limitFor(usedMegabytes << 20, 128L << 20, 512L << 20))
                .isEqualTo(limitMegabytes << 20);
    }

    @ParameterizedTest
    @CsvSource({"0, 16", "10, 16", "100, 16"})
    void aLimitGivenByHandHolds(long usedMegabytes, long maxMegabytes) {
        assertThat(SoftHeapLimit.limitFor(usedMegabytes << 20, maxMegabytes << 20, maxMegabytes << 20))
                .isEqualTo(maxMegabytes << 20);
    }
}
