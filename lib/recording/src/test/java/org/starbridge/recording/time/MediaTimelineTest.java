package org.starbridge.recording.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single cases; what they are together is in TimelinePropertyTest. */
class MediaTimelineTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;
    private static final long FRAME = SECOND / 30;

    private final List<Long> times = new ArrayList<>();
    private final SenderClock sender = new SenderClock();
    private final MediaTimeline<String> video = video(sender);

    private MediaTimeline<String> video(SenderClock clock) {
        return new MediaTimeline<>(true, 90_000, clock, (timeNs, _) -> times.add(timeNs));
    }

    private static long ntp(long ns) {
        return ((ns / SECOND) << 32) | (((ns % SECOND) << 32) / SECOND);
    }

    private long time(long timestamp, long arrivalNs) {
        video.onFrame(timestamp, arrivalNs, "");
        return times.getLast();
    }

    @Test
    void streamsOfOneSenderMeetWhereTheReportsSay() {
        List<Long> sounds = new ArrayList<>();
        MediaTimeline<String> audio = new MediaTimeline<>(false, 48_000, sender, (timeNs, _) -> sounds.add(timeNs));
        long senderNs = 5000 * SECOND;
        for (int i = 0; i < 200; i++) {
            long atNs = i * 20L * MS;
            audio.onFrame(7000 + i * 960L, atNs + 30 * MS, "");
            video.onFrame(1000 + i * 1800L, atNs + 110 * MS, ""); // encoding takes 80 ms
            if (i == 50) {
                audio.onReport(ntp(senderNs + atNs), 7000 + i * 960, atNs + 30 * MS);
                video.onReport(ntp(senderNs + atNs), 1000 + i * 1800, atNs + 30 * MS);
            }
        }
        assertThat(times.get(50) - sounds.get(50)).as("by arrival").isEqualTo(80 * MS);
        assertThat(times.get(52) - sounds.get(52)).as("by reports").isBetween(-MS, MS);
        assertThat(sounds.getLast()).isBetween(199L * 20 * MS + 29 * MS, 199L * 20 * MS + 31 * MS);
    }

    @Test
    void aStreamThatBeginsAgainKeepsTheDelayOfEncoding() {
        for (int i = 0; i < 20; i++) {
            video.onFrame(1000 + i * 3000L, i * FRAME + 80 * MS, "");
            video.onReport(ntp(9 * SECOND + i * FRAME), 1000 + i * 3000, i * FRAME);
        }
        MediaTimeline<String> again = video(sender);
        again.onFrame(77, 20 * FRAME + 80 * MS, "");
        assertThat(times.getLast()).isBetween(20 * FRAME - MS, 20 * FRAME + MS);
    }

    @Test
    void clocksThatRunAtOtherSpeedsAreFollowed() {
        for (int i = 0; i < 3600 * 30; i++) {
            video.onFrame((long) (i * 3000 * 1.0002), i * SECOND / 30, "");
        }
        assertThat(times.getLast()).isBetween(3600 * SECOND - 40 * MS, 3600 * SECOND + 40 * MS);
        times.clear();
        MediaTimeline<String> slow = video(new SenderClock());
        for (int i = 0; i < 3600 * 30; i++) {
            slow.onFrame((long) (i * 3000 * 0.9998), i * SECOND / 30, "");
        }
        assertThat(times.getLast()).isBetween(3600 * SECOND - 40 * MS, 3600 * SECOND + 40 * MS);
    }

    @Test
    void timestampsThatJumpBeginAgain() {
        assertThat(time(1000, SECOND)).isEqualTo(SECOND);
        assertThat(time(1000 + 90_000, 2 * SECOND)).isEqualTo(2 * SECOND);
        for (long jump : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 0, 1L << 40, -50_000}) {
            assertThat(time(jump, 3 * SECOND)).isEqualTo(3 * SECOND);
        }
        assertThat(times).hasSize(7);
    }

    @Test
    void framesThatWereHeldUpKeepTheirDistances() {
        for (int i = 0; i < 200; i++) {
            boolean isHeldUp = i >= 60 && i < 120; // for up to 2 s, then all at once
            video.onFrame(7000 + i * 3000L, SECOND + (isHeldUp ? 120 : i) * SECOND / 30, "");
            video.onTick(SECOND + (isHeldUp ? 120 : i) * SECOND / 30);
        }
        assertThat(times).hasSize(200);
        for (int i = 0; i < 200; i++) {
            assertThat(times.get(i)).isBetween(SECOND + i * FRAME - MS, SECOND + i * FRAME + MS);
        }
    }

    /** Few late frames tell nothing, but the sound beside them does. */
    @ParameterizedTest
    @CsvSource({
        "HELD_UP, 15, 1, true",
        "HELD_UP, 15, 3, true",
        "HELD_UP, 60, 1, true",
        "IN_TIME, 15, 1, false",
        "IN_TIME, 15, 3, false",
        "MISSING, 15, 1, true",
        "LATER, 15, 1, true",
        "MISSING, 75, 1, false",
        "NEVER, 15, 1, false"
    })
    void lateFramesAtTheEndAreJudgedByTheSoundBesideThem(String sound, int pausedFrames, int late, boolean isHeldUp) {
        MediaTimeline<String> audio = new MediaTimeline<>(false, 48_000, sender, (_, _) -> {});
        int paused = 30 + pausedFrames;
        long backNs = SECOND + paused * FRAME;
        for (int i = 0; i < paused; i++) {
            if (i < 30) {
                time(7000 + i * 3000L, SECOND + i * FRAME);
            }
            if (sound.equals("NEVER") || (i >= 30 && sound.equals("MISSING"))) {
                continue;
            }
            boolean isLate = i >= 30 && !sound.equals("IN_TIME");
            if (!(isLate && sound.equals("LATER") && i > 31)) {
                audio.onFrame(500 + i * 1600L, isLate ? backNs - MS : SECOND + i * FRAME, "");
            }
        }
        for (int i = 0; i < late; i++) {
            video.onFrame(7000 + (30 + i) * 3000L, backNs + i * FRAME, "");
        }
        video.end();
        assertThat(times).hasSize(30 + late);
        long shiftNs = isHeldUp ? 0 : backNs - SECOND - 30 * FRAME;
        assertThat(times.get(30) - SECOND - 30 * FRAME).isBetween(shiftNs - 10 * MS, shiftNs + 10 * MS);
    }

    @Test
    void afterAPauseInWhichTimestampsStoodStillFramesAreWhereTheyWere() {
        time(7000, SECOND);
        for (int i = 1; i < 30; i++) {
            video.onFrame(7000 + i * 3000L, 4 * SECOND + i * SECOND / 30, "");
        }
        assertThat(times).hasSize(30);
        assertThat(times.get(1)).isEqualTo(4 * SECOND + FRAME);
        assertThat(times.getLast()).isEqualTo(4 * SECOND + 29 * SECOND / 30);
    }

    @Test
    void aLoneFrameAfterAPauseIsNotHeldBackForLong() {
        time(7000, SECOND);
        video.onFrame(10_000, 4 * SECOND, "");
        video.onTick(4 * SECOND + 1100 * MS);
        assertThat(times).hasSize(1);
        video.onTick(4 * SECOND + 1200 * MS);
        assertThat(times).containsExactly(SECOND, 4 * SECOND);
    }

    @Test
    void theEndGivesWhatIsHeldBack() {
        time(7000, SECOND);
        video.onFrame(10_000, 4 * SECOND, "");
        video.end();
        assertThat(times).containsExactly(SECOND, 4 * SECOND);
    }

    @Test
    void whatWasHeldUpKeepsItsPlaceWhereTheStreamEnds() {
        for (int i = 0; i < 35; i++) {
            video.onFrame(7000 + i * 3000L, SECOND + (i < 30 ? i : 50) * FRAME, "");
        }
        assertThat(times).as("five came at once").hasSize(30);
        video.end();
        assertThat(times).hasSize(35);
        assertThat(times.getLast()).isBetween(SECOND + 34 * FRAME - MS, SECOND + 34 * FRAME + MS);
    }

    /** Behind a lost packet frames wait before they come here. The sender repeats the timestamp of the last of them. */
    @Test
    void aReportOfAPauseSaysNothingThoughItsFrameHasNotComeYet() {
        for (int i = 0; i < 30; i++) {
            video.onFrame(1000 + i * 3000L, i * FRAME, "");
        }
        video.onReport(ntp(9 * SECOND + 40 * FRAME), 1000 + 34 * 3000, 40 * FRAME);
        for (int i = 30; i < 35; i++) {
            assertThat(time(1000 + i * 3000L, i * FRAME)).isBetween(i * FRAME - MS, i * FRAME + MS);
        }
    }

    @Test
    void theFirstReportAfterASetClockIsNotReliedOn() {
        MediaTimeline<String> audio = new MediaTimeline<>(false, 48_000, sender, (_, _) -> {});
        audio.onFrame(500, 0, "");
        audio.onReport(ntp(9 * SECOND), 500, 0);
        for (int i = 0; i < 90; i++) {
            if (i == 30) { // the clock was set back by 400 ms
                video.onReport(ntp(9 * SECOND + i * FRAME - 400 * MS), 1000 + i * 3000, i * FRAME);
            }
            assertThat(time(1000 + i * 3000L, i * FRAME)).isBetween(i * FRAME - MS, i * FRAME + MS);
        }
    }

    @Test
    void reportsWithoutAClockOrAgainstArrivalAreIgnored() {
        for (int i = 0; i < 90; i++) {
            video.onReport(0, i, i * FRAME);
            video.onReport(ntp(9 * SECOND + i * FRAME), 1000 + i * 3000 + 90_000, i * FRAME);
            assertThat(time(1000 + i * 3000L, i * FRAME)).isBetween(i * FRAME - MS, i * FRAME + MS);
        }
    }

    @Test
    void aReportOfTheLastFrameDuringAPauseSaysNothing() {
        video.onFrame(1000, 0, "");
        for (int i = 1; i < 12; i++) {
            video.onReport(ntp(9 * SECOND + i * 400L * MS), 1000, i * 400L * MS);
        }
        assertThat(time(1000 + 5 * 90_000, 5 * SECOND)).isEqualTo(5 * SECOND);
    }

    @Test
    void aSenderWhoseClockIsSetStaysWhereItIs() {
        long setNs = 0;
        for (int i = 0; i < 600; i++) {
            setNs = i < 200 ? 0 : i < 400 ? -3 * SECOND : 200 * MS;
            assertThat(time(1000 + i * 3000L, i * FRAME)).isBetween(i * FRAME - MS, i * FRAME + MS);
            if (i % 30 == 0) {
                video.onReport(ntp(9 * SECOND + setNs + i * FRAME), 1000 + i * 3000, i * FRAME);
            }
        }
    }
}
