package org.starbridge.bandwidth.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Probes of 2.4 Mbit/s: 300 bytes a millisecond, in steps of 2 ms. */
class ProbeScheduleTest {
    private static final long MS = 1_000_000L;

    private final ProbeSchedule schedule = new ProbeSchedule(ProbeConfig.defaults());

    private void request(int id, long atMs) {
        schedule.request(new ProbeCluster(id, 2_400_000, 4500, 5, atMs * MS));
    }

    @Test
    void aProbeIsSentEvenlyUntilItHasItsBytesAndPackets() {
        assertThat(schedule.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(schedule.bytesDue(0)).isZero();
        request(7, 100);
        assertThat(schedule.nextDeadlineNs()).isEqualTo(100 * MS);
        assertThat(schedule.activeId()).as("nothing of it is sent yet").isZero();
        schedule.onSent(7, 1000);
        assertThat(schedule.bytesDue(150 * MS)).isEqualTo(600);
        assertThat(schedule.activeId()).isEqualTo(7);
        schedule.onSent(7, 1200);
        schedule.onSent(0, 1200);
        schedule.onSent(8, 1200);
        assertThat(schedule.nextDeadlineNs()).as("1200 bytes are 4 ms").isEqualTo(154 * MS);
        assertThat(schedule.bytesDue(154 * MS - 1)).isZero();
        assertThat(schedule.bytesDue(154 * MS)).isEqualTo(600);
        assertThat(schedule.bytesDue(157 * MS)).as("late by 3 ms").isEqualTo(900);
        schedule.onSent(7, 3300);
        schedule.onSent(7, 100);
        schedule.onSent(7, 100);
        assertThat(schedule.completed()).as("four packets").isZero();
        schedule.onSent(7, 100);
        assertThat(schedule.completed()).isEqualTo(1);
        assertThat(schedule.current()).isNull();
        assertThat(schedule.activeId()).isZero();
        assertThat(schedule.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(schedule.dropped()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"4499, false", "4500, true"})
    void aProbeHasAllItsBytes(int bytes, boolean isComplete) {
        request(7, 0);
        schedule.bytesDue(0);
        for (int i = 0; i < 9; i++) {
            schedule.onSent(7, i == 0 ? bytes - 800 : 100);
        }
        assertThat(schedule.completed()).isEqualTo(isComplete ? 1 : 0);
    }

    @Test
    void theNextProbeBeginsFromNothing() {
        request(1, 0);
        request(2, 0);
        schedule.bytesDue(0);
        for (int i = 0; i < 5; i++) {
            schedule.onSent(1, 1200);
        }
        assertThat(schedule.bytesDue(MS)).isEqualTo(600);
        assertThat(schedule.activeId()).isEqualTo(2);
        for (int i = 0; i < 4; i++) {
            schedule.onSent(2, 1200);
        }
        assertThat(schedule.completed()).as("four packets").isEqualTo(1);
        assertThat(schedule.nextDeadlineNs()).isEqualTo(17 * MS);
    }

    @ParameterizedTest
    @CsvSource({"5000, true", "5000.001, false"})
    void aProbeThatIsNotBegunWithinFiveSecondsIsDropped(double afterMs, boolean isSent) {
        request(1, 1000);
        assertThat(schedule.bytesDue((long) ((1000 + afterMs) * MS))).isEqualTo(isSent ? 600 : 0);
        assertThat(schedule.dropped()).isEqualTo(isSent ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({"10, 3000", "10.001, 0"})
    void aProbeThatIsTenMillisecondsLateIsDroppedAndTheNextOneBegins(double lateMs, int bytes) {
        request(1, 0);
        schedule.bytesDue(0);
        schedule.onSent(1, 1200);
        request(2, 4);
        assertThat(schedule.bytesDue((long) ((4 + lateMs) * MS))).isEqualTo(bytes == 0 ? 600 : bytes);
        assertThat(schedule.activeId()).isEqualTo(bytes == 0 ? 2 : 1);
        assertThat(schedule.dropped()).isEqualTo(bytes == 0 ? 1 : 0);
    }

    @Test
    void fiveProbesWaitAndTheLastOneGivesWay() {
        for (int id = 1; id <= 7; id++) {
            request(id, 0);
        }
        assertThat(schedule.dropped()).isEqualTo(2);
        for (int id : new int[] {1, 2, 3, 4, 7}) {
            schedule.bytesDue(0);
            assertThat(schedule.activeId()).isEqualTo(id);
            for (int i = 0; i < 5; i++) {
                schedule.onSent(id, 1200);
            }
        }
        assertThat(schedule.completed()).isEqualTo(5);
        assertThat(schedule.current()).isNull();
    }

    @Test
    void whatIsCancelledIsCountedAndLeavesNothingBehind() {
        request(1, 0);
        request(2, 0);
        schedule.bytesDue(0);
        schedule.onSent(1, 1200);
        schedule.cancel();
        assertThat(schedule.dropped()).isEqualTo(2);
        assertThat(schedule.activeId()).isZero();
        assertThat(schedule.current()).isNull();
        request(3, 50);
        assertThat(schedule.nextDeadlineNs()).isEqualTo(50 * MS);
        schedule.bytesDue(50 * MS);
        assertThat(schedule.nextDeadlineNs()).as("nothing of it is sent").isEqualTo(50 * MS);
        for (int i = 0; i < 4; i++) {
            schedule.onSent(3, 1200);
        }
        assertThat(schedule.completed()).isZero();
    }

    @Test
    void aSlowProbeSendsAByteAtLeast() {
        schedule.request(new ProbeCluster(1, 100, 10, 2, 0));
        assertThat(schedule.bytesDue(0)).isEqualTo(1);
    }

    /** A budget of 65 % of 1 Mbit/s in half a second: 40,625 bytes. */
    @Test
    void aTransportIsLimitedAboveEightTenthsOfUnusedBudgetUntilHalfOfIt() {
        AlrDetector detector = new AlrDetector(AlrConfig.defaults(), 1_000_000);
        detector.onTick(1000 * MS, 5_000_000);
        assertThat(detector.isLimited())
                .as("what was sent before is overused budget")
                .isFalse();
        long sent = 5_000_000;
        detector.onTick(1900 * MS, sent); // 40,625 too much, and 73,125 more
        assertThat(detector.isLimited()).as("80 % unused").isFalse();
        detector.onTick(1901 * MS, sent);
        assertThat(detector.isLimited()).isTrue();
        assertThat(detector.isOrWasLimited(1901 * MS, 0)).isTrue();
        sent += 12_268; // down to the half, but for a few bytes
        detector.onTick(1901 * MS, sent);
        assertThat(detector.isLimited()).isTrue();
        sent += 10;
        detector.onTick(1901 * MS, sent);
        assertThat(detector.isLimited()).isFalse();
        assertThat(detector.isOrWasLimited(2901 * MS, 1000 * MS)).isTrue();
        assertThat(detector.isOrWasLimited(2901 * MS + 1, 1000 * MS)).isFalse();
    }

    @Test
    void aBudgetIsNoLargerThanItsWindow() {
        AlrDetector detector = new AlrDetector(AlrConfig.defaults(), 1_000_000);
        assertThat(detector.isOrWasLimited(0, Long.MAX_VALUE)).isFalse();
        detector.onTick(0, 0);
        detector.onTick(100_000 * MS, 0);
        assertThat(detector.isLimited()).isTrue();
        detector.onTick(100_000 * MS, 20_313);
        assertThat(detector.isLimited()).as("half of one window").isFalse();
        detector.onEstimate(100_000);
        detector.onTick(100_000 * MS, 20_313);
        assertThat(detector.isLimited())
                .as("of a tenth of the rate nothing is used")
                .isTrue();
    }
}
