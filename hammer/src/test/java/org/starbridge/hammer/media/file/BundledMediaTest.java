package org.starbridge.hammer.media.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.Replay;
import org.starbridge.hammer.media.ReplayOptions;

class BundledMediaTest {
    private static final double TARGET_BPS = 515_000;
    private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);

    private final RecordedStream video = BundledMedia.video();
    private final RecordedStream audio = BundledMedia.audio();

    @Test
    void lastsTenSecondsAtThirtyFramesWithKeyFramesEveryThree() {
        assertThat(video.codec()).isEqualTo(Codec.VP8);
        assertThat(video.loopNs()).isEqualTo(10_000_000_000L);
        assertThat(video.loopTicks()).isEqualTo(900_000);
        assertThat(video.keyFrames()).isEqualTo(4);
        for (int i = 0; i < 4; i++) {
            assertThat(video.sendOffsetNs(video.keyFrame(i))).isCloseTo(i * 3_000_000_000L, within(1L));
        }
        int frames = 0;
        for (int i = 0; i < video.packets(); i++) {
            assertThat(video.payloadBytes(i)).isLessThanOrEqualTo(1150);
            if (video.isFrameStart(i)) {
                assertThat(video.timestampOffset(i)).isEqualTo(3000 * frames++);
            }
        }
        assertThat(frames).isEqualTo(300);
    }

    @Test
    void showsVgaInEachKeyFrame() {
        for (int i = 0; i < video.keyFrames(); i++) {
            byte[] payload = video.copyOfPayload(video.keyFrame(i));
            // RFC 6386 section 9.1: width and height follow the start code, little endian, 14 bits each.
            assertThat((payload[12] & 0xFF) | (payload[13] & 0x3F) << 8).isEqualTo(640);
            assertThat((payload[14] & 0xFF) | (payload[15] & 0x3F) << 8).isEqualTo(480);
        }
    }

    @Test
    void theLargeVideoIsSixPayloadsAFrameAndTakesOverWhereItIsNearer() {
        RecordedStream large = BundledMedia.largeVideo();
        assertThat(large.loopNs()).isEqualTo(5_000_000_000L);
        assertThat(large.keyFrames()).isEqualTo(1);
        assertThat(large.averageBitrateBps()).isCloseTo(1_500_000, Percentage.withPercentage(3));
        assertThat(large.packets() / 150.0).isBetween(5.5, 6.5);
        assertThat(BundledMedia.videoNear(515_000).packets()).isEqualTo(video.packets());
        assertThat(BundledMedia.videoNear(1_500_000).packets()).isEqualTo(large.packets());
        assertThat(BundledMedia.videoNear(0).packets()).isEqualTo(video.packets());
    }

    @Test
    void aFramesPayloadsDifferByAByteAtMostTheSmallerOnesFirst() {
        int frames = 0;
        int unequal = 0;
        RecordedStream large = BundledMedia.largeVideo();
        for (int start = 0; start < large.packets(); frames++) {
            int end = start + 1;
            while (end < large.packets() && !large.isFrameStart(end)) {
                assertThat(large.payloadBytes(end) - large.payloadBytes(end - 1))
                        .isBetween(0, 1);
                end++;
            }
            int growth = large.payloadBytes(end - 1) - large.payloadBytes(start);
            assertThat(growth).isLessThanOrEqualTo(1);
            unequal += growth;
            start = end;
        }
        assertThat(frames).isEqualTo(150);
        assertThat(unequal).as("frames that can not be cut evenly").isBetween(75, 149);
    }

    @Test
    void soundIsFiftyPacketsOfEightyBytesASecond() {
        assertThat(audio.codec()).isEqualTo(Codec.OPUS);
        assertThat(audio.packets()).isEqualTo(500);
        assertThat(audio.loopNs()).isEqualTo(10_000_000_000L);
        assertThat(audio.averageBitrateBps()).isEqualTo(36_800);
    }

    @Test
    void averagesFiveHundredAndFifteenKilobitsOverALoop() {
        assertThat(video.averageBitrateBps() + audio.averageBitrateBps()).isCloseTo(TARGET_BPS, ONE_PERCENT);
    }

    @Test
    void averagesFiveHundredAndFifteenKilobitsOverAMinutesReplay() {
        assertThat(bitsInAMinute(video, 1) / 60.0 + bitsInAMinute(audio, 1) / 60.0)
                .isCloseTo(TARGET_BPS, ONE_PERCENT);
    }

    @Test
    void reachesAnotherBitrateByItsPace() {
        for (double bps : new double[] {150_000, 300_000, 1_000_000, 1_900_000}) {
            double pace = ReplayOptions.paceFor(video, bps);
            assertThat(bitsInAMinute(video, pace) / 60.0).isCloseTo(bps, ONE_PERCENT);
        }
    }

    private static long bitsInAMinute(RecordedStream stream, double pace) {
        long endNs = 60_000_000_000L;
        var replay = new Replay(stream, new ReplayOptions(1, 96, 0, 0, 0, pace), 0);
        while (replay.nextSendAtNs() < endNs) {
            assertThat(replay.next(replay.nextSendAtNs())).isTrue();
        }
        return (replay.payloadBytesSent() + RecordedStream.RTP_HEADER_BYTES * replay.packetsSent()) * 8;
    }
}
