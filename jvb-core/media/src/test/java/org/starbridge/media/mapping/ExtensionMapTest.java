package org.starbridge.media.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.source.Negotiation;

class ExtensionMapTest {
    private static final String MID = "urn:ietf:params:rtp-hdrext:sdes:mid";
    private static final String ORIENTATION = "urn:3gpp:video-orientation";
    private static final String DESCRIPTOR =
            "https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension";
    private static final List<String> FRAME_NUMBERS = List.of(
            DESCRIPTOR,
            "http://www.webrtc.org/experiments/rtp-hdrext/generic-frame-descriptor-00",
            "http://tools.ietf.org/html/draft-ietf-avtext-framemarking-07",
            "urn:ietf:params:rtp-hdrext:framemarking");

    private static Negotiation receiver(boolean twoByte, Map<String, Integer> ids) {
        return new Negotiation(new Transport(1, Map.of(), ids, twoByte, List.of(), Set.of()));
    }

    private static ExtensionMap between(Map<String, Integer> sender, Map<String, Integer> receiver) {
        return ExtensionMap.between(sender, receiver(true, receiver));
    }

    @Test
    void anElementGetsTheReceiversIdForItsUri() {
        ExtensionMap map = between(
                Map.of(Negotiation.AUDIO_LEVEL, 1, DESCRIPTOR, 12), Map.of(Negotiation.AUDIO_LEVEL, 10, DESCRIPTOR, 1));
        assertThat(map.to(1)).isEqualTo(10);
        assertThat(map.to(12)).isEqualTo(1);
    }

    @Test
    void whatTheReceiverDidNotNegotiateIsLeftOut() {
        ExtensionMap map = between(Map.of(Negotiation.AUDIO_LEVEL, 1, DESCRIPTOR, 2), Map.of(DESCRIPTOR, 2));
        assertThat(map.to(1)).isZero();
        assertThat(map.to(2)).isEqualTo(2);
    }

    @Test
    void whatTheSenderDidNotNegotiateIsLeftOut() {
        ExtensionMap map = between(Map.of(), Map.of(Negotiation.AUDIO_LEVEL, 1));
        for (int id = 0; id <= 255; id++) {
            assertThat(map.to(id)).isZero();
        }
    }

    @Test
    void whatConcernsTheHopOnlyAndWhatIsStampedAnewIsLeftOut() {
        Map<String, Integer> ids = Map.of(
                MID,
                1,
                "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id",
                2,
                "urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id",
                3,
                "http://www.webrtc.org/experiments/rtp-hdrext/video-layers-allocation00",
                4,
                Negotiation.TRANSPORT_SEQUENCE,
                5,
                Negotiation.ABSOLUTE_SEND_TIME,
                6,
                ORIENTATION,
                7,
                "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay",
                8);
        ExtensionMap map = between(ids, ids);
        for (int id = 1; id <= 6; id++) {
            assertThat(map.to(id)).as("id %d", id).isZero();
        }
        assertThat(map.to(7)).isEqualTo(7);
        assertThat(map.to(8)).as("a participant may not delay others").isZero();
    }

    @Test
    void whatNumbersFramesIsLeftOutWhereOneEncodersFramesFollowAnothers() {
        Map<String, Integer> ids = new HashMap<>();
        for (String uri : FRAME_NUMBERS) {
            ids.put(uri, ids.size() + 1);
        }
        ids.put(ORIENTATION, 7);
        ExtensionMap map = between(ids, ids);
        for (String uri : FRAME_NUMBERS) {
            int id = Objects.requireNonNull(ids.get(uri));
            assertThat(map.to(id)).as(uri).isEqualTo(id);
            assertThat(map.withoutFrameNumbers().to(id)).as(uri).isZero();
        }
        assertThat(map.withoutFrameNumbers().to(7)).isEqualTo(7);
        assertThat(map.withoutFrameNumbers().withoutFrameNumbers().to(7)).isEqualTo(7);
    }

    /**
     * The structure of a key frame's descriptor needs more bytes than the one-byte form has, so it would be left out
     * alone.
     */
    @Test
    void aReceiverWithoutTheTwoByteFormGetsNoDescriptorAtAll() {
        Map<String, Integer> ids = Map.of(DESCRIPTOR, 2, ORIENTATION, 7);
        ExtensionMap map = ExtensionMap.between(ids, receiver(false, ids));
        assertThat(map.to(2)).isZero();
        assertThat(map.to(7)).isEqualTo(7);
    }

    @Test
    void mapsAreToldApartByTheFormThatTheReceiverTakes() {
        ExtensionMaps maps = new ExtensionMaps();
        Map<String, Integer> ids = Map.of(DESCRIPTOR, 2);
        assertThat(maps.between(ids, receiver(false, ids)).to(2)).isZero();
        assertThat(maps.between(ids, receiver(true, ids)).to(2)).isEqualTo(2);
    }

    @Test
    void idsUpTo255AreMapped() {
        ExtensionMap map = between(Map.of(DESCRIPTOR, 255), Map.of(DESCRIPTOR, 200));
        assertThat(map.to(255)).isEqualTo(200);
    }

    @Test
    void equalNegotiationsShareAMapAndTheNumberOfMapsIsBounded() {
        ExtensionMaps maps = new ExtensionMaps();
        ExtensionMap first = maps.between(Map.of("a", 1), receiver(true, Map.of("a", 2)));
        assertThat(maps.between(Map.of("a", 1), receiver(true, Map.of("a", 2)))).isSameAs(first);
        for (int i = 0; i < 5000; i++) {
            assertThat(maps.between(Map.of("uri" + i, 1), receiver(true, Map.of("uri" + i, 2)))
                            .to(1))
                    .isEqualTo(2);
        }
        ExtensionMap again = maps.between(Map.of("a", 1), receiver(true, Map.of("a", 2)));
        assertThat(again).isNotSameAs(first);
        assertThat(again.to(1)).isEqualTo(2);
    }
}
