package org.starbridge.recording.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of a timeline: RTP time, the least delay, a sender's clock and what its reports say. */
class ClocksTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    @ParameterizedTest
    @ValueSource(longs = {0, 1000, 7_000_000_000_000L, -7_000_000_000_000L})
    void rtpTimeIsAStraightLine(long base) {
        RtpTime time = new RtpTime(90_000);
        time.set(base, 5 * SECOND);
        Random random = new Random(base);
        for (int i = 0; i < 1000; i++) {
            long ticks = random.nextLong(-90_000L * 100_000, 90_000L * 100_000);
            double exact = ticks / 90_000.0 * SECOND;
            assertThat((double) time.at(base + ticks)).isBetween(5 * SECOND + exact - 2, 5 * SECOND + exact + 2);
            assertThat(time.isBeyond(base + ticks)).isFalse();
        }
        time.move(3 * MS);
        assertThat(time.at(base)).isEqualTo(5 * SECOND + 3 * MS);
        assertThat(time.at(base + 90_000)).isEqualTo(6 * SECOND + 3 * MS);
        assertThat(time.at(base + 45)).isEqualTo(5 * SECOND + 3 * MS + 500_000);
        long farthest = 90_000L * Integer.MAX_VALUE + 89_999;
        assertThat(time.isBeyond(base + farthest)).isFalse();
        assertThat(time.isBeyond(base + farthest + 1)).isTrue();
        assertThat(time.isBeyond(base - farthest)).isFalse();
        assertThat(time.isBeyond(base - farthest - 1)).isTrue();
    }

    @Test
    void rtpTimeThatCannotBeSubtractedIsBeyond() {
        RtpTime time = new RtpTime(90_000);
        time.set(Long.MAX_VALUE - 10, 0);
        assertThat(time.isBeyond(Long.MIN_VALUE + 10)).isTrue();
        assertThat(time.isBeyond(Long.MAX_VALUE)).isFalse();
        time.set(Long.MIN_VALUE + 10, 0);
        assertThat(time.isBeyond(Long.MAX_VALUE - 10)).isTrue();
    }

    @Test
    void lessDelayIsTakenAtOnceAndMoreSlowly() {
        LeastDelay delay = new LeastDelay();
        delay.set(100 * MS);
        assertThat(delay.error(90 * MS, 0)).isEqualTo(-10 * MS);
        assertThat(delay.error(130 * MS, 0)).isZero();
        assertThat(delay.error(107 * MS, 1000 * MS)).isZero();
        assertThat(delay.error(140 * MS, 1999 * MS)).as("within 2 s").isZero();
        assertThat(delay.error(140 * MS, 2000 * MS)).as("the least of 2 s").isEqualTo(7 * MS);
        assertThat(delay.error(140 * MS, 2001 * MS)).as("another 2 s").isZero();
        assertThat(delay.error(140 * MS, 4001 * MS)).as("10 ms at most").isEqualTo(10 * MS);
        delay.move(5 * MS);
        assertThat(delay.ns()).isEqualTo(105 * MS);
        assertThat(delay.error(105 * MS, 4100 * MS)).isZero();
    }

    /** What came before the least one was compared with another delay. */
    @Test
    void theTimeOfMoreDelayBeginsAfterTheLeast() {
        LeastDelay delay = new LeastDelay();
        delay.set(100 * MS);
        assertThat(delay.error(110 * MS, 0)).isZero();
        assertThat(delay.error(95 * MS, 1000 * MS)).isEqualTo(-5 * MS);
        assertThat(delay.error(130 * MS, 2500 * MS)).isZero();
        assertThat(delay.error(130 * MS, 4499 * MS)).isZero();
        assertThat(delay.error(130 * MS, 4500 * MS)).isEqualTo(10 * MS);
    }

    @Test
    void aSendersClockIsTheLeastDifferenceOfItsLastReports() {
        SenderClock clock = new SenderClock();
        assertThat(clock.isKnown()).isFalse();
        for (int i = 0; i < 100; i++) {
            clock.onReport(i * SECOND, i * SECOND + (i == 40 ? 30 : 50) * MS);
            assertThat(clock.isKnown()).isTrue();
            assertThat(clock.offsetNs()).as("%d", i).isEqualTo((i >= 40 && i < 72 ? 30 : 50) * MS);
        }
        assertThat(clock.epoch()).isZero();
    }

    @Test
    void aClockThatWasSetIsAnotherEpoch() {
        SenderClock clock = new SenderClock();
        clock.onReport(0, 100 * MS);
        assertThat(clock.onReport(1000 * MS, 1040 * MS)).as("60 ms earlier").isTrue();
        assertThat(clock.epoch()).isZero();
        assertThat(clock.onReport(2000 * MS, 1979 * MS)).as("61 ms earlier").isTrue();
        assertThat(clock.epoch()).isEqualTo(1);
        assertThat(clock.offsetNs()).isEqualTo(-21 * MS);
        assertThat(clock.onReport(3000 * MS, 3100 * MS)).as("late").isFalse();
        assertThat(clock.onReport(3000 * MS, 3038 * MS)).as("nearly as fast").isTrue();
        assertThat(clock.epoch()).isEqualTo(1);
    }

    /** Reports that were held up on their way come together. */
    @ParameterizedTest
    @ValueSource(longs = {100, 299, 300, 301, 1000})
    void aClockThatWasSetBackIsBelievedWhenTwoReportsSaySo(long apartMs) {
        SenderClock clock = new SenderClock();
        clock.onReport(0, 0);
        assertThat(clock.onReport(1000 * MS, 2000 * MS)).isFalse();
        assertThat(clock.epoch()).isZero();
        clock.onReport((1000 + apartMs) * MS, (2000 + apartMs) * MS);
        assertThat(clock.epoch()).isEqualTo(apartMs > 300 ? 1 : 0);
        assertThat(clock.offsetNs()).isEqualTo(apartMs > 300 ? 1000 * MS : 0);
    }

    @Test
    void rtpTimeDoesNotRunAhead() {
        SenderClock sender = new SenderClock();
        sender.onReport(0, 0);
        ReportedTime time = new ReportedTime(sender);
        assertThat(time.isKnown()).isFalse();
        time.add(100 * MS);
        time.add(40 * MS);
        assertThat(sender.epoch()).as("60 ms less").isZero();
        assertThat(time.offsetNs()).isEqualTo(40 * MS);
        time.add(-21 * MS);
        assertThat(sender.epoch()).as("61 ms less").isEqualTo(1);
        assertThat(time.offsetNs()).isEqualTo(-21 * MS);
        sender.onSet();
        assertThat(time.isKnown()).as("in another epoch").isFalse();
    }

    @Test
    void theLeastOfTheLastFourReportsCounts() {
        SenderClock sender = new SenderClock();
        sender.onReport(0, 7 * MS);
        ReportedTime time = new ReportedTime(sender);
        for (int i = 0; i < 20; i++) {
            time.add((i == 5 ? 10 : 30) * MS);
            assertThat(time.offsetNs()).as("%d", i).isEqualTo((i >= 5 && i < 9 ? 17 : 37) * MS);
        }
    }

    @Test
    void rtpTimeThatStoodStillIsBelievedWhenTwoReportsSaySo() {
        SenderClock sender = new SenderClock();
        sender.onReport(0, 0);
        ReportedTime time = new ReportedTime(sender);
        time.add(0);
        time.add(100 * MS);
        assertThat(time.offsetNs()).isZero();
        time.add(30 * MS);
        time.add(100 * MS);
        assertThat(time.offsetNs()).as("one after the other").isZero();
        time.add(110 * MS);
        assertThat(time.offsetNs()).isEqualTo(110 * MS);
    }
}
