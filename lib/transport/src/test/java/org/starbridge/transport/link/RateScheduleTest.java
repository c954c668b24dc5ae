package org.starbridge.transport.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RateScheduleTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;

    private static RateSchedule steps(long periodNs, double... secondsAndBps) {
        long[] starts = new long[secondsAndBps.length / 2];
        double[] rates = new double[starts.length];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = Math.round(secondsAndBps[2 * i] * 1e9);
            rates[i] = secondsAndBps[2 * i + 1];
        }
        return RateSchedule.steps(starts, rates, periodNs);
    }

    @Test
    void theFirstRateHoldsBeforeTheStartAndTheLastOneForGood() {
        RateSchedule schedule = steps(0, 0, 3e6, 20, 0.5e6);
        assertThat(schedule.rateBps(-5 * SECOND)).isEqualTo(3e6);
        assertThat(schedule.rateBps(20 * SECOND - 1)).isEqualTo(3e6);
        assertThat(schedule.rateBps(20 * SECOND)).isEqualTo(0.5e6);
        assertThat(schedule.rateBps(900 * SECOND)).isEqualTo(0.5e6);
        assertThat(schedule.bits(-SECOND, 22 * SECOND)).isCloseTo(3e6 * 21 + 0.5e6 * 2, within(1.0));
    }

    @Test
    void aPeriodRepeatsStallsToo() {
        RateSchedule schedule = steps(2 * SECOND, 0, 0, 0.2, 4e6);
        assertThat(schedule.rateBps(4 * SECOND + 199 * MS)).isZero();
        assertThat(schedule.rateBps(4 * SECOND + 200 * MS)).isEqualTo(4e6);
        assertThat(schedule.nominalBps(4 * SECOND)).isEqualTo(4e6);
        assertThat(schedule.bits(0, 10 * SECOND)).isCloseTo(5 * 1.8 * 4e6, within(1.0));
        assertThat(schedule.after(SECOND, 0.9 * 4e6)).isEqualTo(1900 * MS);
        assertThat(schedule.after(SECOND, 4.1e6)).isEqualTo(2225 * MS);
    }

    @Test
    void sendingTakesAsLongAsTheRatesOfThatTimeAllow() {
        RateSchedule schedule = steps(0, 0, 1e6, 1, 2e6, 2, 0, 3, 4e6);
        LongStream.of(-3 * SECOND, 0, SECOND / 3, SECOND, 2 * SECOND, 2500 * MS, 7 * SECOND)
                .forEach(from -> LongStream.of(1, 1000, 1_000_000, 2_999_999, 9_000_000)
                        .forEach(bits -> assertThat(schedule.bits(from, schedule.after(from, (double) bits)))
                                .as("from %d, %d bits", from, bits)
                                .isCloseTo((double) bits, within(1.0))));
    }

    @Test
    void refusesWhatStandsStillForGood() {
        assertThatThrownBy(() -> steps(0, 0, 1e6, 3, 0)).hasMessageContaining("the last rate is 0 bit/s");
        assertThatThrownBy(() -> steps(SECOND, 0, 0)).hasMessageContaining("the last rate is 0 bit/s");
        assertThatThrownBy(() -> steps(0, 0, 1e6, 3, 2e6, 3, 1e6)).hasMessageContaining("ascending");
        assertThatThrownBy(() -> steps(2 * SECOND, 0, 1e6, 3, 2e6)).hasMessageContaining("period of 2.0 s");
        assertThatThrownBy(() -> steps(0, 0, -1)).hasMessageContaining("expected 0 bit/s or more");
    }
}
