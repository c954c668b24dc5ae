package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.media.api.MediaKind;

class ReportedTimeTest {
    private final ReportedTime time = new ReportedTime(MediaKind.VIDEO);

    @Test
    void workersThatHadNoReceiversAreRemindedOnce() {
        time.onWorkers(0, 0b1);
        assertThat(time.hasReminder()).as("nothing was reported").isFalse();
        assertThat(time.takes(77, 5, 0)).isTrue();
        time.onWorkers(0b1, 0b111);
        time.onWorkers(0b111, 0b101);
        assertThat(time.takeReminder()).isEqualTo(0b100);
        assertThat(time.hasReminder()).isFalse();
        assertThat(time.clockRateHz()).isEqualTo(90_000);
        time.onWorkers(0b101, 0b111);
        assertThat(time.takes(78, 6, 1_000_000_000)).isTrue();
        assertThat(time.hasReminder()).as("all heard the new one").isFalse();
    }

    @Test
    void aRestartMakesWhatWasReportedVoid() {
        time.restart(0b11);
        assertThat(time.hasReminder()).isFalse();
        assertThat(time.takes(77, 5, 0)).isTrue();
        time.restart(0b11);
        assertThat(time.takeReminder()).isEqualTo(0b11);
        assertThat(time.clockRateHz()).isZero();
        assertThat(time.takes(78, 6, 1_000_000_000)).isTrue();
        assertThat(time.clockRateHz()).isEqualTo(90_000);
    }

    @Test
    void reportsThatFollowTooSoonAreNotTaken() {
        assertThat(time.takes(77, 5, 0)).isTrue();
        assertThat(time.takes(78, 6, 19_999_999)).isFalse();
        assertThat(time.ntp64()).isEqualTo(77);
        assertThat(time.takes(78, 6, 20_000_000)).isTrue();
    }
}
