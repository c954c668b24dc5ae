package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.source.SourcePackets.H264;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.GenericNack;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.rtp.rtcp.RtcpView;

/** Key frames of H.264: many packets look as if one began with them, and one does. RFC 6184. */
class H264KeyFramesTest {
    private static final int SSRC = 42;
    private static final long MS = 1_000_000;
    private static final byte[] SPS = {0x67, 1, 2, 3};
    private static final byte[] PPS = {0x68, 1, 2};
    private static final byte[] PARAMETER_SETS = {0x78, 0, 2, 0x67, 1, 0, 2, 0x68, 1};
    private static final byte[] IDR = {0x65, 1, 2};
    private static final byte[] IDR_FRAGMENT_START = {0x7C, (byte) 0x85, 1};
    private static final byte[] IDR_FRAGMENT = {0x7C, 0x05, 1};
    private static final byte[] DELTA = {0x41, 1};

    private final SourcePackets packets = new SourcePackets();
    private final Slab memory = Slab.allocate(2048);
    private final Negotiation negotiation = SourcePackets.h264WithNack();
    private final IncomingStream stream = new IncomingStream(
            9, SourcePackets.video(SSRC), new KeyFrameLimit(200_000_000, 1, 200_000_000), AudioPolicy.DEFAULT);

    H264KeyFramesTest() {
        stream.update(SourcePackets.video(SSRC), 1);
    }

    @AfterEach
    void free() {
        packets.close();
        memory.close();
    }

    /** Whether a key frame begins with it. */
    private boolean begins(long extSeq, int timestamp, byte[] payload) {
        IncomingPacket packet = packets.packet(SSRC, H264, extSeq, timestamp, payload, extSeq * MS);
        assertThat(stream.onPacket(packet, negotiation)).isNull();
        return packet.isKeyFrame();
    }

    private List<Integer> askedForAt(long nowMs) {
        GenericNackWriter writer = new GenericNackWriter();
        writer.begin(memory.address(), 1100, 1, SSRC);
        stream.missing().collect(writer, nowMs * MS, 20 * MS);
        List<Integer> numbers = new ArrayList<>();
        int length = writer.end();
        if (length > 0) {
            RtcpView rtcp = new RtcpView();
            GenericNack nack = new GenericNack();
            assertThat(rtcp.wrap(memory.address(), length)).isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(nack.wrap(rtcp)).isNull();
            while (nack.next()) {
                numbers.add(nack.sequenceNumber());
            }
        }
        return numbers;
    }

    @Test
    void ofManySlicesAndFragmentsOneBegins() {
        assertThat(begins(10, 1000, DELTA)).isFalse();
        assertThat(begins(11, 4000, SPS)).isTrue();
        assertThat(begins(12, 4000, PPS)).isFalse();
        assertThat(begins(13, 4000, IDR_FRAGMENT_START)).isFalse();
        assertThat(begins(14, 4000, IDR_FRAGMENT)).isFalse();
        assertThat(begins(15, 4000, IDR)).isFalse();
        assertThat(begins(16, 7000, DELTA)).isFalse();
        assertThat(begins(17, 9000, PARAMETER_SETS)).isTrue();
        assertThat(begins(18, 9000, IDR)).isFalse();
        assertThat(stream.figures().keyFrames()).isEqualTo(2);
    }

    @Test
    void aLostParameterSetIsAskedForAgain() {
        assertThat(begins(10, 1000, DELTA)).isFalse();
        assertThat(begins(12, 4000, IDR_FRAGMENT_START)).isFalse(); // 11 had the parameter sets
        assertThat(begins(13, 4000, IDR)).isFalse();
        assertThat(askedForAt(40)).containsExactly(11);
        assertThat(begins(11, 4000, PARAMETER_SETS)).isTrue();
        assertThat(stream.figures().keyFrames()).isEqualTo(1);
    }

    @Test
    void aLostPictureParameterSetIsAskedForAgain() {
        assertThat(begins(10, 1000, DELTA)).isFalse();
        assertThat(begins(11, 4000, SPS)).isTrue();
        assertThat(begins(13, 4000, IDR)).isFalse();
        assertThat(askedForAt(40)).containsExactly(12);
    }

    @Test
    void whatWasLostBeforeAKeyFrameIsAskedForToo() {
        assertThat(begins(10, 1000, DELTA)).isFalse();
        assertThat(begins(13, 4000, DELTA)).isFalse();
        assertThat(begins(15, 7000, SPS)).isTrue();
        assertThat(begins(17, 7000, IDR)).isFalse();
        assertThat(askedForAt(40)).containsExactly(11, 12, 14, 16);
    }

    @Test
    void aSliceBeginsAKeyFrameWithoutParameterSetsIfNothingIsMissingBeforeIt() {
        assertThat(begins(9, 1000, IDR)).as("nothing came before").isTrue();
        assertThat(begins(10, 4000, DELTA)).isFalse();
        assertThat(stream.onPacket(packets.padding(SSRC, H264, 11, 4000, 11 * MS), negotiation))
                .isNull();
        assertThat(begins(12, 7000, IDR)).isTrue();
        assertThat(begins(13, 7000, IDR)).isFalse();
        assertThat(begins(14, 9000, IDR)).isTrue();
    }

    @Test
    void aSliceThatComesLateBeginsNothing() {
        assertThat(begins(9, 1000, DELTA)).isFalse();
        assertThat(begins(12, 4000, IDR_FRAGMENT)).isFalse();
        assertThat(begins(13, 7000, DELTA)).isFalse();
        assertThat(begins(11, 4000, IDR_FRAGMENT_START)).isFalse();
        assertThat(begins(10, 4000, PARAMETER_SETS)).isTrue();
    }
}
