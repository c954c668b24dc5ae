package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.source.SourcePackets.OPUS;
import static org.starbridge.media.source.SourcePackets.VP8;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.drop.DropReason;
import org.starbridge.rtp.packet.LayersAllocation;

class IncomingStreamsTest {
    private static final int AUDIO = 10;
    private static final int VIDEO = 20;
    private static final long SECOND_NS = 1_000_000_000;

    private final SourcePackets packets = new SourcePackets();
    private final IncomingStreams streams = new IncomingStreams();

    private void declare() {
        KeyFrameLimit limit = KeyFrameLimits.DEFAULT.perSource();
        streams.put(new IncomingStream(1, SourcePackets.audio(AUDIO), limit, AudioPolicy.DEFAULT));
        streams.put(new IncomingStream(2, SourcePackets.video(VIDEO), limit, AudioPolicy.DEFAULT));
    }

    @AfterEach
    void free() {
        packets.close();
    }

    @Test
    void whatASenderTellsOfItsLayersIsNoted() {
        Negotiation negotiation = new Negotiation(new Transport(
                1,
                Map.of(VP8, new PayloadType(VP8, MediaKind.VIDEO, "vp8", 90000, true, true)),
                Map.of(LayersAllocation.URI, 7),
                false,
                List.of(),
                Set.of()));
        streams.negotiation(negotiation);
        declare();
        IncomingStream camera = Objects.requireNonNull(streams.find(VIDEO));
        for (long extSeq = 10; extSeq < 12; extSeq++) {
            IncomingPacket packet = packets.withAllocation(VIDEO, VP8, extSeq, 7, 1);
            assertThat(streams.onPacket(packet, camera)).isNull();
        }
        assertThat(Objects.requireNonNull(camera.layers()).targetBps(LayerId.of(0, 0, 0)))
                .isEqualTo(100_000);
        assertThat(streams.layers(2)).containsOnlyKeys(VIDEO);
    }

    @Test
    void streamsThatAreNotDeclaredAnyMoreAreForgotten() {
        declare();
        streams.retain(Set.of(2));
        assertThat(streams.find(AUDIO)).isNull();
        assertThat(streams.find(VIDEO)).isNotNull();
    }

    @Test
    void sendingIsHavingSentLately() {
        declare();
        streams.negotiation(SourcePackets.negotiation(true, false, false));
        assertThat(streams.isSending(MediaKind.AUDIO, 0)).isFalse();
        IncomingPacket packet = packets.packet(AUDIO, OPUS, 1, 960, SourcePackets.VP8_DELTA, 0);
        assertThat(streams.onPacket(packet, streams.arriving(AUDIO))).isNull();
        assertThat(streams.isSending(MediaKind.AUDIO, 5 * SECOND_NS - 1)).isTrue();
        assertThat(streams.isSending(MediaKind.AUDIO, 5 * SECOND_NS)).isFalse();
        assertThat(streams.isSending(MediaKind.VIDEO, 0)).isFalse();
    }

    @Test
    void aPacketIsOfTheStreamUnderWhoseSsrcItComes() {
        declare();
        streams.negotiation(SourcePackets.negotiation(true, false, false));
        IncomingPacket packet = packets.packet(VIDEO, VP8, 7, 0, SourcePackets.VP8_KEY_FRAME, 5);
        assertThat(streams.onPacket(packet, streams.arriving(VIDEO))).isNull();
        assertThat(packet.stream()).isSameAs(streams.find(VIDEO));
        assertThat(packet.number()).isEqualTo(7);
        assertThat(packet.isKeyFrame()).isTrue();
    }

    @Test
    void aPacketWithoutADeclaredStreamIsRefused() {
        declare();
        IncomingPacket packet = packets.packet(30, VP8, 7, 0, SourcePackets.VP8_KEY_FRAME, 5);
        assertThat(streams.onPacket(packet, streams.arriving(30))).isEqualTo(DropReason.UNKNOWN_SSRC);
        assertThat(packet.stream()).isNull();
    }
}
