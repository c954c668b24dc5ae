package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.hammer.media.file.MediaFile;
import org.starbridge.hammer.media.file.SampleFiles;
import org.starbridge.hammer.media.file.StreamSelection;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** One loop follows another without a seam in sequence numbers, timestamps, picture ids or send times. */
class ReplayLoopTest {
    private static final long START_NS = 7_000_000_000L;

    private final RecordedStream video = BundledMedia.video();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void videoRunsOnOverFiveLoopsAndAllWraps(int keyFrame) {
        int start = video.keyFrame(keyFrame);
        long firstTimestamp = 0xFFFF_FFFFL - 1_000_000;
        var replay = new Replay(video, new ReplayOptions(9, 100, 65_000, firstTimestamp, start, 1), START_NS);
        long frames = -1;
        int pictureId = -1;
        int firstPictureId = -1;
        int keyIdx = -1;
        try (Slab slab = Slab.allocate(1200)) {
            for (int i = 0; i < 5 * video.packets(); i++) {
                long nowNs = replay.nextSendAtNs();
                assertThat(replay.next(nowNs - 1)).isFalse();
                assertThat(replay.next(nowNs)).isTrue();
                assertThat(replay.sequence()).isEqualTo(65_000 + i & 0xFFFF);
                assertThat(replay.extSeq()).isEqualTo(65_000 + i);
                assertThat(replay.recordedPacket()).isEqualTo((start + i) % video.packets());
                if (replay.isFrameStart()) {
                    frames++;
                }
                assertThat(replay.rtpTimestamp()).isEqualTo(firstTimestamp + frames * 3000 & 0xFFFF_FFFFL);
                assertThat(nowNs - START_NS)
                        .isBetween(frames * 1_000_000_000 / 30 - 1, frames * 1_000_000_000 / 30 + 1);
                int length = replay.writePayload(slab.address());
                assertThat(length).isEqualTo(replay.payloadBytes());
                int writtenPictureId = Memory.u16(slab.address() + 2) & 0x7FFF;
                if (i == 0) {
                    firstPictureId = writtenPictureId;
                    pictureId = writtenPictureId;
                    keyIdx = Memory.u8(slab.address() + 5) & 0x1F;
                } else if (replay.isFrameStart()) {
                    pictureId = pictureId + 1 & 0x7FFF;
                    keyIdx = replay.isKeyFrameStart() ? keyIdx + 1 & 0x1F : keyIdx;
                }
                assertThat(writtenPictureId).isEqualTo(pictureId).isEqualTo(firstPictureId + frames);
                assertThat(Memory.u8(slab.address() + 4)).isEqualTo(pictureId & 0xFF);
                assertThat(Memory.u8(slab.address() + 5)).isEqualTo(keyIdx);
                assertThat(PayloadHash.ofPayload(Codec.VP8, slab.address(), length))
                        .isEqualTo(replay.payloadHash())
                        .isEqualTo(video.payloadHash(replay.recordedPacket()));
            }
        }
        assertThat(replay.loops()).isEqualTo(5);
        assertThat(replay.packetsSent()).isEqualTo(5L * video.packets());
        assertThat(replay.stalls()).isZero();
    }

    @Test
    void pictureIdsOfFifteenBitsWrapToo() {
        var replay = new Replay(video, new ReplayOptions(9, 100, 0, 0, 0, 1), START_NS);
        try (Slab slab = Slab.allocate(1200)) {
            long frames = -1;
            for (int i = 0; i < 112 * video.packets(); i++) {
                replay.next(replay.nextSendAtNs());
                frames += replay.isFrameStart() ? 1 : 0;
                replay.writePayload(slab.address());
                assertThat(Memory.u16(slab.address() + 2)).isEqualTo(0x8000 | (int) (frames & 0x7FFF));
            }
            assertThat(frames).isGreaterThan(0x8000);
        }
    }

    @Test
    void pictureIdsOfSevenBitsRunOn() {
        RecordedStream call = MediaFile.read(
                new FileBytes("call.rtpdump", SampleFiles.rtpdump(SampleFiles.callPackets())),
                MediaKind.VIDEO,
                StreamSelection.busiest());
        var replay = new Replay(call, new ReplayOptions(9, 100, 0, 0, 0, 1), START_NS);
        try (Slab slab = Slab.allocate(1200)) {
            // The recording's first key frame has picture id 2.
            int pictureId = 1;
            for (int i = 0; i < 20 * call.packets(); i++) {
                replay.next(replay.nextSendAtNs());
                pictureId += replay.isFrameStart() ? 1 : 0;
                replay.writePayload(slab.address());
                assertThat(Memory.u8(slab.address() + 2)).isEqualTo(pictureId & 0x7F);
            }
        }
    }

    @Test
    void vp9NumbersRunOn() {
        var recording = new RecordedStreamBuilder(new FileBytes("vp9", new byte[0]), Codec.VP9);
        for (int i = 0; i < 3; i++) {
            // I, L, B, E (and P unless it is the key frame); picture id 0x7FFE + i; TID 0; TL0PICIDX 10 + i; a key
            // frame.
            int id = 0x7FFE + i & 0x7FFF;
            byte[] payload = {
                (byte) (i == 0 ? 0xAC : 0xEC),
                (byte) (0x80 | id >> 8),
                (byte) id,
                0,
                (byte) (10 + i),
                (byte) 0x82,
                0x49,
                (byte) 0x83,
                0x42
            };
            recording.add(0, payload, 0, payload.length, true, 3000L * i, 33_000_000L * i);
        }
        RecordedStream stream = recording.build();
        assertThat(stream.keyFrames()).isEqualTo(1);
        var replay = new Replay(stream, new ReplayOptions(9, 100, 0, 0, 0, 1), START_NS);
        try (Slab slab = Slab.allocate(16)) {
            for (int i = 0; i < 9; i++) {
                replay.next(replay.nextSendAtNs());
                replay.writePayload(slab.address());
                assertThat(Memory.u16(slab.address() + 1)).isEqualTo(0x8000 | (0x7FFE + i & 0x7FFF));
                assertThat(Memory.u8(slab.address() + 4)).isEqualTo(10 + i);
                assertThat(Memory.u8(slab.address() + 5)).isEqualTo(0x82);
            }
        }
    }

    @Test
    void soundRunsOnAndDeclaresItsLevel() {
        RecordedStream audio = BundledMedia.audio();
        var replay = new Replay(audio, new ReplayOptions(9, 111, 65_535, 0, 250, 1), START_NS);
        int lowest = 127;
        int highest = 0;
        for (int i = 0; i < 5 * 500; i++) {
            assertThat(replay.nextSendAtNs()).isEqualTo(START_NS + i * 20_000_000L);
            replay.next(replay.nextSendAtNs());
            assertThat(replay.sequence()).isEqualTo(65_535 + i & 0xFFFF);
            assertThat(replay.rtpTimestamp()).isEqualTo(960L * i);
            lowest = Math.min(lowest, replay.audioLevel());
            highest = Math.max(highest, replay.audioLevel());
        }
        assertThat(List.of(lowest, highest)).containsExactly(24, 36);
    }

    @Test
    void aPaceScalesSendTimesAndTimestampsAlike() {
        var replay = new Replay(video, new ReplayOptions(9, 100, 0, 0, 0, 2), 0);
        for (int i = 0; i < 3 * video.packets(); i++) {
            long nowNs = replay.nextSendAtNs();
            replay.next(nowNs);
            assertThat(replay.rtpTimestamp()).isBetween(nowNs * 9 / 100_000 - 1, nowNs * 9 / 100_000 + 1);
        }
        assertThat(replay.nextSendAtNs()).isEqualTo(15_000_000_000L);
    }

    @Test
    void answersWhichTimestampBelongsToATime() {
        var replay = new Replay(video, new ReplayOptions(9, 100, 0, 0xFFFF_FF00L, 0, 1), START_NS);
        replay.next(START_NS);
        assertThat(replay.rtpTimestampAt(START_NS)).isEqualTo(0xFFFF_FF00L);
        assertThat(replay.rtpTimestampAt(START_NS + 1_000_000_000)).isEqualTo(90_000 - 0x100);
    }

    @Test
    void staggersStarts() {
        int[] starts = new int[10];
        for (int i = 0; i < 10; i++) {
            starts[i] = video.startPacket(i, 10);
            assertThat(video.isKeyFrameStart(starts[i])).isTrue();
            assertThat(video.startDelayNs(i, 10)).isEqualTo(i * 250_000_000L);
        }
        assertThat(starts).contains(video.keyFrame(0), video.keyFrame(1), video.keyFrame(2), video.keyFrame(3));
    }

    @Test
    void stepsWithoutAllocating() {
        var replay = new Replay(video, new ReplayOptions(9, 100, 0, 0, 0, 1.5), 0);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        step(replay, 200_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        step(replay, 200_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
    }

    private static void step(Replay replay, int packets) {
        for (int i = 0; i < packets; i++) {
            replay.next(replay.nextSendAtNs());
        }
    }

    @Test
    void refusesImpossibleOptions() {
        assertThatThrownBy(() -> new Replay(video, new ReplayOptions(1, 96, 0, 0, 1, 1), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("startPacket 1: expected the first packet of a key frame");
        assertThatThrownBy(() -> new ReplayOptions(1, 128, 0, 0, 0, 1))
                .hasMessage("payloadType 128: expected 0 to 127");
        assertThatThrownBy(() -> new ReplayOptions(1, 96, 0, 0, 0, Double.NaN))
                .hasMessage("pace NaN: expected 0.25 to 4.0");
        assertThatThrownBy(() -> ReplayOptions.paceFor(video, 5_000_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bitrate 5000000 bit/s for a recording of 478249: expected 119562 to 1912995");
    }
}
