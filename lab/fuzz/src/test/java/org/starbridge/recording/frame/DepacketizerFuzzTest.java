package org.starbridge.recording.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;

/** Packets of anybody whose conference is recorded. */
final class DepacketizerFuzzTest {
    private static final Codec[] CODECS = {Codec.OPUS, Codec.VP8, Codec.VP9, Codec.AV1, Codec.H264};

    /**
     * Any packets of a stream. The first byte is the codec; each packet is a length, flags (marker, another timestamp,
     * a number left out), and so many bytes of payload.
     */
    @FuzzTest
    void stream(byte[] data) {
        if (data.length == 0) {
            return;
        }
        Codec codec = CODECS[(data[0] & 0xFF) % CODECS.length];
        Frames frames = new Frames(codec);
        FrameAssembler assembler = new FrameAssembler(codec, frames);
        PacketOrder order = new PacketOrder();
        long number = 0;
        int timestamp = 0;
        for (int at = 1; at + 2 <= data.length; ) {
            int length = Math.min(data[at] & 0xFF, data.length - at - 2);
            int flags = data[at + 1];
            number += (flags & 4) != 0 ? 2 : 1;
            timestamp += (flags & 2) != 0 ? 3000 : 0;
            byte[] payload = Arrays.copyOfRange(data, at + 2, at + 2 + length);
            order.onPacket(
                    new PacketOrder.Packet(number, number * 20_000_000, 96, timestamp, (flags & 1) != 0, payload),
                    assembler);
            at += 2 + length;
        }
    }

    /** What the assembler promises. */
    private static final class Frames implements FrameAssembler.Sink {
        private final Codec codec;
        private boolean awaitsKeyFrame;

        Frames(Codec codec) {
            this.codec = codec;
            awaitsKeyFrame = codec.isVideo();
        }

        @Override
        public void onFrame(FrameAssembler.Frame frame) {
            assertThat(frame.data()).isNotEmpty();
            assertThat(frame.isKeyFrame()).isEqualTo(frame.format() != null);
            assertThat(awaitsKeyFrame && !frame.isKeyFrame()).isFalse();
            awaitsKeyFrame = false;
        }

        @Override
        public void onGap(long packets) {
            assertThat(packets).isPositive();
            awaitsKeyFrame = codec.isVideo();
        }

        @Override
        public void onKeyFrameNeeded() {
            awaitsKeyFrame = true;
        }
    }
}
