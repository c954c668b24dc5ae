package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.rtp.rtcp.NtpTime;

class ReportedClockTest {
    private static final long MS = 1_000_000;
    private static final long SECOND_NS = 1_000 * MS;
    private static final long UNIX_NS = 1_700_000_000 * SECOND_NS;
    private static final int CLOCK_RATE_HZ = 90_000;

    private final ReportedClock clock = new ReportedClock();

    /** 30 frames a second for a while, each a few milliseconds on its way. */
    private void frames(int from, int to) {
        for (int frame = from; frame < to; frame++) {
            clock.onPacket(-5000 + frame * 3000, frame * SECOND_NS / 30 + 4 * MS);
        }
    }

    /** That puts the stream's timestamps wrong by some ticks. */
    private void report(long nowNs, int wrongTicks) {
        int timestamp = -5000 + (int) (nowNs * 9 / 100_000) + wrongTicks;
        clock.onReport(NtpTime.fromUnixNs(UNIX_NS + nowNs), timestamp, CLOCK_RATE_HZ, nowNs + 4 * MS, UNIX_NS);
    }

    @Test
    void howSoonAReportCameIsTold() {
        frames(0, 60);
        assertThat(clock.hasStarted(SECOND_NS)).isTrue();
        assertThat(clock.hasStarted(2 * SECOND_NS)).isFalse();
        assertThat(clock.hasReport()).isFalse();
        report(2 * SECOND_NS, 0);
        assertThat(clock.hasReport()).isTrue();
        assertThat(clock.firstReportAfterNs()).isEqualTo(2 * SECOND_NS);
        report(3 * SECOND_NS, 0);
        assertThat(clock.firstReportAfterNs()).isEqualTo(2 * SECOND_NS);
    }

    @Test
    void aReportBeforeTheFirstPacketIsNoneTooLate() {
        report(0, 0);
        frames(1, 60);
        assertThat(clock.firstReportAfterNs()).isZero();
        assertThat(clock.worstOffsetNs()).isZero();
    }

    @Test
    void reportsThatFitThePacketsAreApartByTheDelayOnly() {
        frames(0, 60);
        report(2 * SECOND_NS, 0);
        assertThat(clock.worstOffsetNs()).isBetween(3 * MS, 5 * MS);
    }

    @Test
    void aReportOfAnotherStreamsClockIsSeen() {
        frames(0, 60);
        report(2 * SECOND_NS, CLOCK_RATE_HZ);
        assertThat(clock.worstOffsetNs()).isBetween(1000 * MS, 1010 * MS);
        frames(60, 90);
        report(3 * SECOND_NS, 0);
        assertThat(clock.worstOffsetNs()).as("the worst").isGreaterThan(999 * MS);
    }

    @Test
    void whatWasLateBeforeTheWindowIsForgottenWithItsFirstReport() {
        frames(0, 60);
        report(2 * SECOND_NS, CLOCK_RATE_HZ);
        clock.openWindow();
        assertThat(clock.worstOffsetNs()).as("there is nothing else yet").isGreaterThan(999 * MS);
        frames(60, 90);
        report(3 * SECOND_NS, 0);
        assertThat(clock.worstOffsetNs()).isBetween(3 * MS, 5 * MS);
        frames(90, 120);
        report(4 * SECOND_NS, CLOCK_RATE_HZ);
        assertThat(clock.worstOffsetNs()).isGreaterThan(999 * MS);
    }
}
