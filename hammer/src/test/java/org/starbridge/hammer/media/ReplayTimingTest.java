package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.media.file.BundledMedia;

/** A caller that is late, and receivers that ask for key frames, leave the stream in one piece. */
class ReplayTimingTest {
    private static final long MS = 1_000_000;

    private final RecordedStream video = BundledMedia.video();

    private Replay replay() {
        return new Replay(video, new ReplayOptions(9, 100, 0, 0, 0, 1), 0);
    }

    private static int sendAllDue(Replay replay, long nowNs) {
        int sent = 0;
        while (replay.next(nowNs)) {
            sent++;
        }
        return sent;
    }

    @Test
    void catchesUpWithoutAddingToABurst() {
        var replay = replay();
        long nowNs = 0;
        for (; nowNs < 1000 * MS; nowNs += 5 * MS) {
            sendAllDue(replay, nowNs);
        }
        nowNs += 400 * MS;
        long lateSinceNs = nowNs;
        while (nowNs - replay.nextSendAtNs() > 0 || nowNs - lateSinceNs < 800 * MS) {
            long frames = 0;
            while (replay.next(nowNs)) {
                frames += replay.isFrameStart() ? 1 : 0;
            }
            assertThat(frames).as("frames at " + nowNs).isLessThanOrEqualTo(1);
            nowNs += 5 * MS;
        }
        assertThat(replay.stalls()).isZero();
        assertThat(nowNs - lateSinceNs).isLessThan(1000 * MS);
        // On time again: the frame of this moment is at most a poll away from its recorded time.
        sendAllDue(replay, nowNs);
        assertThat(replay.rtpTimestamp()).isBetween(nowNs * 9 / 100_000 - 3600, nowNs * 9 / 100_000);
    }

    @Test
    void movesTheScheduleAfterAStall() {
        var replay = replay();
        sendAllDue(replay, 0);
        long nowNs = 3333 * MS;
        replay.next(nowNs);
        long timestamp = replay.rtpTimestamp();
        assertThat(replay.stalls()).isEqualTo(1);
        assertThat(replay.rtpTimestampAt(nowNs)).isEqualTo(timestamp);
        assertThat(timestamp).isBetween(3333 * 90L - 1, 3333 * 90L);
        assertThat(replay.sequence()).isEqualTo(keyFramePackets());
        while (!replay.isMarked()) {
            assertThat(replay.next(nowNs)).isTrue();
        }
        assertThat(replay.next(nowNs + 33 * MS)).isFalse();
        assertThat(replay.next(nowNs + 34 * MS)).isTrue();
        assertThat(replay.rtpTimestamp()).isEqualTo(timestamp + 3000);
    }

    private int keyFramePackets() {
        int packets = 1;
        while (!video.isFrameStart(packets)) {
            packets++;
        }
        return packets;
    }

    @Test
    void makesTheNextFrameAKeyFrame() {
        var replay = replay();
        sendAllDue(replay, 0);
        sendAllDue(replay, 1000 * MS);
        sendAllDue(replay, 1034 * MS);
        for (int i = 0; i < 5; i++) {
            replay.jumpToKeyFrame();
        }
        long before = replay.rtpTimestamp();
        long dueNs = replay.nextSendAtNs();
        assertThat(replay.next(dueNs)).isTrue();
        assertThat(replay.isKeyFrameStart()).isTrue();
        assertThat(replay.recordedPacket()).isEqualTo(video.keyFrame(1));
        assertThat(replay.rtpTimestamp()).isEqualTo(before + 3000);
        while (!replay.isMarked()) {
            assertThat(replay.next(dueNs)).isTrue();
        }
        replay.next(replay.nextSendAtNs());
        assertThat(replay.isKeyFrameStart()).isFalse();
        assertThat(replay.keyFrameRequests()).isEqualTo(5);
        assertThat(replay.keyFrameJumps()).isEqualTo(1);
    }

    @Test
    void makesARequestRightAfterAKeyFrameWait() {
        var replay = replay();
        replay.next(0);
        replay.jumpToKeyFrame();
        long lastKeyNs = 0;
        while (replay.keyFrameJumps() == 0) {
            lastKeyNs = replay.nextSendAtNs();
            replay.next(lastKeyNs);
        }
        assertThat(lastKeyNs).isBetween(Replay.MIN_KEY_FRAME_DISTANCE_NS, Replay.MIN_KEY_FRAME_DISTANCE_NS + 34 * MS);
        assertThat(replay.isKeyFrameStart()).isTrue();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void staysOneStreamUnderRandomRequestsAndDelays(long seed) {
        var random = new Random(seed);
        long firstTimestamp = random.nextLong(1L << 32);
        int firstSequence = random.nextInt(1 << 16);
        double pace = seed % 3 == 0 ? 1 : 0.5 + 2 * random.nextDouble();
        int start = video.keyFrame(random.nextInt(4));
        var replay = new Replay(video, new ReplayOptions(9, 100, firstSequence, firstTimestamp, start, pace), 0);
        long nowNs = 0;
        long timestamp = 0;
        long wantedSinceNs = Long.MAX_VALUE;
        boolean frameIsOpen = false;
        int recordedBefore = -1;
        for (int i = 0; i < 20_000; i++) {
            nowNs = Math.max(nowNs, replay.nextSendAtNs()) + (random.nextInt(20) == 0 ? random.nextLong(60 * MS) : 0);
            if (random.nextInt(100) == 0) {
                replay.jumpToKeyFrame();
                wantedSinceNs = Math.min(wantedSinceNs, nowNs);
            }
            assertThat(replay.next(nowNs)).isTrue();
            assertThat(replay.sequence()).isEqualTo(firstSequence + i & 0xFFFF);
            long moved = (int) (replay.rtpTimestamp() - firstTimestamp - timestamp);
            assertThat(frameIsOpen).as("a frame begins where the last ended").isEqualTo(!replay.isFrameStart());
            if (frameIsOpen) {
                assertThat(replay.recordedPacket()).isEqualTo(recordedBefore + 1);
                assertThat(moved).isZero();
            } else if (i > 0) {
                assertThat((double) moved).isBetween(3000 / pace - 1.5, 3000 / pace + 1.5);
            }
            timestamp += moved;
            if (replay.isKeyFrameStart()) {
                wantedSinceNs = Long.MAX_VALUE;
            }
            assertThat(nowNs - wantedSinceNs).isLessThan(1000 * MS);
            frameIsOpen = !replay.isMarked();
            recordedBefore = replay.recordedPacket();
        }
        assertThat(replay.stalls()).isZero();
        assertThat(replay.keyFrameJumps()).isPositive().isLessThan(replay.keyFrameRequests());
    }
}
