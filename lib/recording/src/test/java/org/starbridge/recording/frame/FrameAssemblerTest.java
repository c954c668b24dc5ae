package org.starbridge.recording.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameAssemblerTest {
    private static final String KEY = "10 10 02 00 9d012a 8002 e001";
    private static final String OTHER = "10 31 02 03";

    private final List<String> seen = new ArrayList<>();
    private final FrameAssembler.Sink sink = new FrameAssembler.Sink() {
        @Override
        public void onFrame(FrameAssembler.Frame frame) {
            seen.add((frame.isKeyFrame() ? "key " : "") + frame.timestamp());
        }

        @Override
        public void onGap(long packets) {
            seen.add("gap");
        }

        @Override
        public void onKeyFrameNeeded() {
            seen.add("needs key");
        }
    };

    private static PacketOrder.Packet packet(String payload, int rtpTimestamp, boolean marker) {
        byte[] bytes = HexFormat.of().parseHex(payload.replace(" ", ""));
        return new PacketOrder.Packet(0, 0, 96, rtpTimestamp, marker, bytes);
    }

    @Test
    void videoBeginsWithAKeyFrameAndContinuesWithOneAfterAGap() {
        FrameAssembler assembler = new FrameAssembler(Codec.VP8, sink);
        assembler.onPacket(packet(OTHER, 1, true));
        assembler.onPacket(packet(KEY, 2, true));
        assembler.onPacket(packet(OTHER, 3, true));
        assembler.onGap(1);
        assembler.onPacket(packet(OTHER, 4, true));
        assembler.onPacket(packet(KEY, 5, true));
        assertThat(seen).containsExactly("needs key", "key 2", "3", "gap", "needs key", "key 5");
    }

    @Test
    void aFrameWithAGapInItIsLeftOut() {
        FrameAssembler assembler = new FrameAssembler(Codec.VP8, sink);
        assembler.onPacket(packet(KEY, 1, false));
        assembler.onGap(1);
        assembler.onPacket(packet("00 aa", 1, true));
        assertThat(seen).containsExactly("gap", "needs key");
    }

    @Test
    void aLostMarkerEndsAFrameAtTheNextTimestampAndTimestampsGoOnBehindTheirWrap() {
        FrameAssembler assembler = new FrameAssembler(Codec.VP8, sink);
        assembler.onPacket(packet(KEY, -10, false));
        assembler.onPacket(packet(OTHER, 10, true));
        assembler.onPacket(packet(OTHER, -5, true));
        assertThat(seen).containsExactly("key " + 0xFFFFFFF6L, "" + 0x10000000AL, "" + 0xFFFFFFFBL);
    }

    @Test
    void audioGoesOnAfterAGap() {
        FrameAssembler assembler = new FrameAssembler(Codec.OPUS, sink);
        assembler.onPacket(packet("fc01", 960, true));
        assembler.onGap(2);
        assembler.onPacket(packet("fc02", 3840, false));
        assertThat(seen).containsExactly("key 960", "gap", "key 3840");
    }
}
