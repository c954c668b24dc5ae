package org.starbridge.hammer.media.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.RecordedStream;

class MadeUpH264Test {
    private final RecordedStream stream = MadeUpH264.recording();

    @Test
    void hasAKeyFrameEachSecond() {
        assertThat(stream.codec()).isEqualTo(Codec.H264);
        assertThat(stream.loopNs()).isBetween(3_999_999_000L, 4_000_001_000L);
        assertThat(stream.keyFrames()).isEqualTo(4);
        for (int n = 0; n < 4; n++) {
            assertThat(stream.timestampOffset(stream.keyFrame(n))).isEqualTo(n * 90_000);
        }
    }

    @Test
    void keyFramesAreParameterSetsAndTwoSlicesInFragments() {
        int first = stream.keyFrame(1);
        List<String> packets = new ArrayList<>();
        for (int i = first; i < first + 9; i++) {
            byte[] payload = stream.copyOfPayload(i);
            int type = payload[0] & 0x1F;
            packets.add(type == 28 ? "FU-A %02x".formatted(payload[1]) : "NAL " + type);
            assertThat(stream.sendOffsetNs(i) == stream.sendOffsetNs(first))
                    .as("all of one frame are due at once, packet %d", i)
                    .isEqualTo(i < first + 8);
            assertThat(stream.isMarked(i)).isEqualTo(i >= first + 7);
        }
        assertThat(packets)
                .containsExactly(
                        "NAL 7", "NAL 8", "FU-A 85", "FU-A 05", "FU-A 45", "FU-A 85", "FU-A 05", "FU-A 45", "NAL 1");
    }

    @Test
    void bodiesDiffer() {
        assertThat(stream.payloadHash(stream.keyFrame(1) + 2)).isNotEqualTo(stream.payloadHash(2));
        assertThat(stream.payloadHash(8)).isNotEqualTo(stream.payloadHash(9));
    }
}
