package org.starbridge.recording.hls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrackClockTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;

    private static long ntp(long ns) {
        return ((ns / SECOND) << 32) | (((ns % SECOND) << 32) / SECOND);
    }

    @Test
    void streamsOfOneSenderMeetWhereTheReportsSay() {
        SenderClock sender = new SenderClock();
        TrackClock audio = new TrackClock(48_000, sender);
        TrackClock video = new TrackClock(90_000, sender);
        long senderNs = 5000 * SECOND;
        long lastAudio = 0;
        long lastVideo = 0;
        for (int i = 0; i < 1000; i++) {
            long atNs = i * 20L * MS;
            if (i % 50 == 49) {
                audio.onReport(ntp(senderNs + atNs), 7000 + i * 960, atNs + 30 * MS);
                video.onReport(ntp(senderNs + atNs), 1000 + i * 1800, atNs + 30 * MS);
            }
            lastAudio = audio.timeNs(7000 + i * 960L, atNs + 30 * MS);
            lastVideo = video.timeNs(1000 + i * 1800L, atNs + 110 * MS); // encoding takes 80 ms
        }
        assertThat(lastVideo - lastAudio).isBetween(-2 * MS, 2 * MS);
        assertThat(lastAudio).isBetween(999L * 20 * MS + 25 * MS, 999L * 20 * MS + 35 * MS);
    }

    @Test
    void clocksThatRunAtOtherSpeedsAreFollowed() {
        TrackClock clock = new TrackClock(90_000, new SenderClock());
        long time = 0;
        for (int i = 0; i < 3600 * 30; i++) {
            long atNs = i * SECOND / 30;
            time = clock.timeNs((long) (i * 3000 * 1.0002), atNs);
        }
        assertThat(time).isBetween(3600 * SECOND - 200 * MS, 3600 * SECOND + 200 * MS);
    }

    @Test
    void timestampsThatJumpBeginAgain() {
        TrackClock clock = new TrackClock(90_000, new SenderClock());
        assertThat(clock.timeNs(1000, SECOND)).isEqualTo(SECOND);
        assertThat(clock.timeNs(1000 + 90_000, 2 * SECOND)).isEqualTo(2 * SECOND);
        for (long jump : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 0, 1L << 40, -5}) {
            assertThat(clock.timeNs(jump, 3 * SECOND)).isBetween(2900 * MS, 3100 * MS);
        }
    }

    @Test
    void framesThatWereHeldUpKeepTheirDistances() {
        TrackClock clock = new TrackClock(90_000, new SenderClock());
        for (int i = 0; i < 200; i++) {
            long sentNs = SECOND + i * SECOND / 30;
            boolean isHeldUp = i >= 60 && i < 120; // for up to 2 s, then all at once
            long arrivalNs = isHeldUp ? SECOND + 120 * SECOND / 30 : sentNs;
            assertThat(clock.timeNs(7000 + i * 3000L, arrivalNs)).isBetween(sentNs - 5 * MS, sentNs + 5 * MS);
        }
    }

    @Test
    void afterAPauseInWhichTimestampsStoodStillTheLineFollowsSoon() {
        TrackClock clock = new TrackClock(90_000, new SenderClock());
        clock.timeNs(7000, SECOND);
        long time = 0;
        for (int i = 1; i < 30; i++) {
            time = clock.timeNs(7000 + i * 3000L, 6 * SECOND + i * SECOND / 30);
        }
        assertThat(time).isEqualTo(6 * SECOND + 29 * SECOND / 30);
    }
}
