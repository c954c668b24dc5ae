package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.source.SourcePackets.OPUS;
import static org.starbridge.media.source.SourcePackets.VP8;
import static org.starbridge.media.source.SourcePackets.VP8_DELTA;
import static org.starbridge.media.source.SourcePackets.VP8_KEY_FRAME;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.rtp.codec.FrameFacts;

class IncomingStreamTest {
    private static final int SSRC = 42;

    private final SourcePackets packets = new SourcePackets();
    private IncomingPacket packet = new IncomingPacket();
    private final Negotiation negotiation = SourcePackets.negotiation(true, false, false);
    private final IncomingStream stream = new IncomingStream(
            9, SourcePackets.video(SSRC), new KeyFrameLimit(200_000_000, 1, 200_000_000), AudioPolicy.DEFAULT);

    @AfterEach
    void free() {
        packets.close();
    }

    private @Nullable DropReason onPacket(int payloadType, long extSeq, byte[] payload) {
        packet = packets.packet(SSRC, payloadType, extSeq, 1000, payload, 1_000 + extSeq);
        return stream.onPacket(packet, negotiation);
    }

    @Test
    void aKeyFrameIsSeenAndEndsTheWaitForOne() {
        stream.keyFrameRequests().onRequest();
        assertThat(onPacket(VP8, 1, VP8_DELTA)).isNull();
        assertThat(packet.isKeyFrame()).isFalse();
        assertThat(stream.keyFrameRequests().nextDeadlineNs()).isNotEqualTo(Long.MAX_VALUE);
        assertThat(onPacket(VP8, 2, VP8_KEY_FRAME)).isNull();
        assertThat(packet.isKeyFrame()).isTrue();
        assertThat(stream.keyFrameRequests().nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(onPacket(VP8, 3, VP8_DELTA)).isNull();
        assertThat(packet.isKeyFrame()).isFalse();
    }

    @Test
    void aPayloadTypeThatWasNotNegotiatedIsRefused() {
        assertThat(onPacket(96, 1, VP8_KEY_FRAME)).isEqualTo(DropReason.UNKNOWN_PAYLOAD_TYPE);
        assertThat(onPacket(127, 2, VP8_KEY_FRAME)).isEqualTo(DropReason.UNKNOWN_PAYLOAD_TYPE);
        assertThat(stream.lastPacketNs()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void whatIsMutedIsReportedAsReceivedAndGoesNoFurther() {
        stream.update(new Stream(SSRC, "v", MediaKind.VIDEO, Use.MEDIA, true), 3);
        assertThat(onPacket(VP8, 1, VP8_KEY_FRAME)).isEqualTo(DropReason.FORCE_MUTED);
        assertThat(stream.reception().received()).isEqualTo(1);
        assertThat(stream.lastPacketNs()).isEqualTo(Long.MIN_VALUE);
        assertThat(stream.workers()).isEqualTo(3);
    }

    @Test
    void correctionsAreNotForwardedAsTheyAre() {
        stream.update(new Stream(SSRC, "v", MediaKind.VIDEO, Use.CORRECTION, false), 1);
        assertThat(onPacket(VP8, 1, VP8_DELTA)).isEqualTo(DropReason.CORRECTION_NOT_USED);
    }

    @Test
    void audioIsNeverAKeyFrame() {
        IncomingStream audio = new IncomingStream(
                1, SourcePackets.audio(SSRC), new KeyFrameLimit(200_000_000, 1, 200_000_000), AudioPolicy.DEFAULT);
        packet = packets.packet(SSRC, OPUS, 1, 1, VP8_KEY_FRAME, 5);
        assertThat(audio.onPacket(packet, negotiation)).isNull();
        assertThat(packet.isKeyFrame()).isFalse();
        assertThat(audio.lastPacketNs()).isEqualTo(5);
    }

    @Test
    void whatIsOnlyPaddingGoesNowhereAndIsNotMissed() {
        assertThat(onPacket(VP8, 10, VP8_KEY_FRAME)).isNull();
        assertThat(packet.number()).isEqualTo(10);
        assertThat(packet.isPaddingOnly()).isFalse();
        for (int extSeq = 11; extSeq < 14; extSeq++) {
            packet = packets.padding(SSRC, VP8, extSeq, 1000, 1_010);
            assertThat(stream.onPacket(packet, negotiation)).isNull();
            assertThat(packet.isPaddingOnly()).isTrue();
        }
        assertThat(onPacket(VP8, 15, VP8_DELTA)).isNull();
        assertThat(packet.isPaddingOnly()).isFalse();
        assertThat(packet.number()).isEqualTo(12);
        assertThat(onPacket(VP8, 14, VP8_DELTA)).isNull();
        assertThat(packet.number()).as("it came late").isEqualTo(11);
    }

    @Test
    void aDescriptorThatIsCutOffIsRefused() {
        assertThat(onPacket(VP8, 1, new byte[] {(byte) 0x90})).isEqualTo(DropReason.MALFORMED_DESCRIPTOR);
    }

    @Test
    void allEncodingsOfASourceAreOfTheSameLayers() {
        SourceLayers layers = new SourceLayers(3);
        stream.place(layers, 2);
        assertThat(onPacket(VP8, 1, VP8_KEY_FRAME)).isNull();
        assertThat(layers.isActive(2)).isTrue();
        assertThat(layers.isActive(1)).isFalse();
        FrameFacts facts = packet.facts();
        assertThat(facts.encoding()).isEqualTo(2);
        assertThat(facts.isKeyFrame()).isTrue();
        assertThat(facts.isNewest()).isTrue();
        assertThat(facts.isFlowing(2)).isTrue();
    }

    @Test
    void anEmptyPayloadIsNoKeyFrame() {
        assertThat(onPacket(VP8, 1, new byte[0])).isNull();
        assertThat(packet.isKeyFrame()).isFalse();
    }
}
