package org.starbridge.transport.sctp.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.transport.sctp.SctpConfig;

final class RoundTripTest {
    private static final long MILLISECOND_NS = 1_000_000;

    private final RoundTrip time = new RoundTrip(SctpConfig.defaults());

    private void measure(int times, long ms) {
        for (int i = 0; i < times; i++) {
            time.onMeasured(ms * MILLISECOND_NS);
        }
    }

    @Test
    void leavesAPeerThatAnsweredAtOnceTheTimeToDelayTheNextAnswer() {
        measure(100, 300);
        assertThat(time.timeoutNs()).isEqualTo(500 * MILLISECOND_NS);
    }

    @Test
    void isNeverShorterThanTheLeastAndGrowsWithWhatVaries() {
        measure(100, 1);
        assertThat(time.timeoutNs())
                .isEqualTo(SctpConfig.defaults().timers().rtoMin().toNanos());
        for (int i = 0; i < 100; i++) {
            measure(1, i % 2 == 0 ? 100 : 700);
        }
        assertThat(time.timeoutNs()).isBetween(1_400 * MILLISECOND_NS, 2_000 * MILLISECOND_NS);
    }
}
