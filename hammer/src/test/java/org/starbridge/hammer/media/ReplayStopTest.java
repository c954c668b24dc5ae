package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.rtp.codec.Vp8Descriptor;
import org.starbridge.rtp.memory.Slab;

/**
 * A stream that no receiver wants stops, and goes on when it is wanted: nothing is missing in its numbers, and its
 * clock has run on.
 */
class ReplayStopTest {
    private static final long MS = 1_000_000;
    private static final long TICKS_PER_FRAME = 3000;
    private static final int FIRST_SEQUENCE = 0xFFF0;
    private static final long FIRST_TIMESTAMP = 0xFFFF_0000L;

    private final List<RecordedStream> layers = BundledMedia.layers();

    private Replay replay(int layer) {
        return new Replay(layers.get(layer), new ReplayOptions(9, 100, FIRST_SEQUENCE, FIRST_TIMESTAMP, 0, 1), 0);
    }

    /**
     * What a receiver sees of the packets that are sent: whole frames, numbered without a gap, by the sender's clock.
     */
    private static final class Receiver implements AutoCloseable {
        private final Slab slab = Slab.allocate(1500);
        private final Vp8Descriptor descriptor = new Vp8Descriptor();
        private long packets;
        private boolean isFrameOpen;
        private int pictureId = -1;
        private int tl0PicIdx;
        private boolean isKeyFrameDue;

        void onPacket(Replay replay) {
            assertThat(replay.extSeq()).isEqualTo(FIRST_SEQUENCE + packets++);
            assertThat(isFrameOpen).as("only whole frames").isEqualTo(!replay.isFrameStart());
            long elapsedTicks = Math.round(replay.dueNs() * 90_000 / 1e9);
            assertThat((double) (int) (replay.rtpTimestamp() - FIRST_TIMESTAMP - elapsedTicks))
                    .as("timestamps are the clock's")
                    .isBetween(-2.0, 2.0);
            assertThat(descriptor.wrap(slab.address(), replay.writePayload(slab.address())))
                    .isNull();
            if (replay.isFrameStart()) {
                onFrame(replay);
            }
            assertThat(descriptor.pictureId()).isEqualTo(pictureId);
            isFrameOpen = !replay.isMarked();
        }

        private void onFrame(Replay replay) {
            if (isKeyFrameDue) {
                assertThat(replay.isKeyFrameStart())
                        .as("begins with a key frame")
                        .isTrue();
                isKeyFrameDue = false;
            }
            if (pictureId >= 0) {
                assertThat(descriptor.pictureId()).isEqualTo(pictureId + 1 & 0x7FFF);
                assertThat(descriptor.tl0PicIdx() - tl0PicIdx & 0xFF)
                        .isEqualTo(descriptor.temporalLayer() == 0 ? 1 : 0);
            }
            pictureId = descriptor.pictureId();
            tl0PicIdx = descriptor.tl0PicIdx();
        }

        void onStop() {
            assertThat(isFrameOpen).as("stops at a frame's end").isFalse();
            isKeyFrameDue = true;
        }

        @Override
        public void close() {
            slab.close();
        }
    }

    @Test
    void stopsAtAFramesEndAndGoesOnAtOnceWithAKeyFrame() {
        try (Receiver receiver = new Receiver()) {
            Replay replay = replay(2);
            do {
                assertThat(replay.next(replay.nextSendAtNs())).isTrue();
                receiver.onPacket(replay);
            } while (replay.packetsSent() < 100 || replay.isMarked());
            long sentBefore = replay.packetsSent();
            replay.want(false);
            while (replay.next(replay.nextSendAtNs())) {
                receiver.onPacket(replay);
            }
            receiver.onStop();
            assertThat(replay.isSending()).isFalse();
            assertThat(replay.packetsSent()).as("the rest of the frame").isGreaterThan(sentBefore);
            long stoppedNs = replay.dueNs();
            long timestamp = replay.rtpTimestamp();
            long sent = replay.packetsSent();
            while (replay.nextSendAtNs() < stoppedNs + 10_000 * MS) {
                assertThat(replay.next(replay.nextSendAtNs())).as("left out").isFalse();
            }
            assertThat(replay.packetsSent()).isEqualTo(sent);

            replay.want(true);
            replay.beginAnew();
            long askedNs = replay.dueNs();
            while (!replay.next(replay.nextSendAtNs())) {
                assertThat(replay.dueNs() - askedNs).isLessThan(34 * MS);
            }
            receiver.onPacket(replay);
            assertThat(replay.isKeyFrameStart()).isTrue();
            assertThat(replay.restarts()).isEqualTo(1);
            assertThat(replay.extSeq()).isEqualTo(FIRST_SEQUENCE + sent);
            assertThat(replay.rtpTimestamp() - timestamp & 0xFFFF_FFFFL)
                    .isBetween(300 * TICKS_PER_FRAME, 301 * TICKS_PER_FRAME);
        }
    }

    @Test
    void doesNotStopIfItIsWantedAgainWithinTheFrame() {
        Replay replay = replay(2);
        replay.next(0);
        assertThat(replay.isMarked()).isFalse();
        replay.want(false);
        replay.want(true);
        for (int i = 0; i < 200; i++) {
            assertThat(replay.next(replay.nextSendAtNs())).isTrue();
        }
        assertThat(replay.restarts()).isZero();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void isOneStreamWheneverItStops(long seed) {
        Random random = new Random(seed);
        List<Replay> replays = List.of(replay(0), replay(1), replay(2));
        List<Receiver> receivers = List.of(new Receiver(), new Receiver(), new Receiver());
        boolean[] wanted = {true, true, true};
        long restarts = 0;
        for (long nowNs = 0; nowNs < 20_000 * MS; nowNs += random.nextInt(1, 10) * MS) {
            if (random.nextInt(50) == 0) {
                int changed = random.nextInt(3);
                wanted[changed] ^= true;
                replays.get(changed).want(wanted[changed]);
                if (wanted[changed]) {
                    replays.forEach(Replay::beginAnew);
                }
            }
            if (random.nextInt(100) == 0) {
                replays.forEach(Replay::jumpToKeyFrame);
            }
            for (int i = 0; i < 3; i++) {
                sendDue(replays.get(i), receivers.get(i), nowNs);
                if (!wanted[i] && !replays.get(i).isSending()) {
                    receivers.get(i).onStop();
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            assertThat(replays.get(i).stalls()).isZero();
            assertThat(replays.get(i).keyFrameJumps())
                    .as("encodings stay in step")
                    .isEqualTo(replays.get(0).keyFrameJumps());
            assertThat(replays.get(i).loops()).isEqualTo(replays.get(0).loops());
            restarts += replays.get(i).restarts();
            receivers.get(i).close();
        }
        assertThat(restarts).isPositive();
    }

    private static void sendDue(Replay replay, Receiver receiver, long nowNs) {
        while (nowNs >= replay.nextSendAtNs()) {
            if (replay.next(nowNs)) {
                receiver.onPacket(replay);
            }
        }
    }
}
