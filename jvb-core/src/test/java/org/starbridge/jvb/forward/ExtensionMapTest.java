package org.starbridge.jvb.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.starbridge.jvb.source.Negotiation;

class ExtensionMapTest {
    private static final String MID = "urn:ietf:params:rtp-hdrext:sdes:mid";
    private static final String DESCRIPTOR =
            "https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension";

    @Test
    void anElementGetsTheReceiversIdForItsUri() {
        ExtensionMap map = ExtensionMap.between(
                Map.of(Negotiation.AUDIO_LEVEL, 1, DESCRIPTOR, 12), Map.of(Negotiation.AUDIO_LEVEL, 10, DESCRIPTOR, 1));
        assertThat(map.to(1)).isEqualTo(10);
        assertThat(map.to(12)).isEqualTo(1);
    }

    @Test
    void whatTheReceiverDidNotNegotiateIsLeftOut() {
        ExtensionMap map =
                ExtensionMap.between(Map.of(Negotiation.AUDIO_LEVEL, 1, DESCRIPTOR, 2), Map.of(DESCRIPTOR, 2));
        assertThat(map.to(1)).isZero();
        assertThat(map.to(2)).isEqualTo(2);
    }

    @Test
    void whatTheSenderDidNotNegotiateIsLeftOut() {
        ExtensionMap map = ExtensionMap.between(Map.of(), Map.of(Negotiation.AUDIO_LEVEL, 1));
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
                "urn:3gpp:video-orientation",
                7,
                "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay",
                8);
        ExtensionMap map = ExtensionMap.between(ids, ids);
        for (int id = 1; id <= 6; id++) {
            assertThat(map.to(id)).as("id %d", id).isZero();
        }
        assertThat(map.to(7)).isEqualTo(7);
        assertThat(map.to(8)).as("a participant may not delay others").isZero();
    }

    @Test
    void idsUpTo255AreMapped() {
        ExtensionMap map = ExtensionMap.between(Map.of(DESCRIPTOR, 255), Map.of(DESCRIPTOR, 200));
        assertThat(map.to(255)).isEqualTo(200);
    }

    @Test
    void equalNegotiationsShareAMapAndTheNumberOfMapsIsBounded() {
        ExtensionMaps maps = new ExtensionMaps();
        ExtensionMap first = maps.between(Map.of("a", 1), Map.of("a", 2));
        assertThat(maps.between(Map.of("a", 1), Map.of("a", 2))).isSameAs(first);
        for (int i = 0; i < 5000; i++) {
            assertThat(maps.between(Map.of("uri" + i, 1), Map.of("uri" + i, 2)).to(1))
                    .isEqualTo(2);
        }
        ExtensionMap again = maps.between(Map.of("a", 1), Map.of("a", 2));
        assertThat(again).isNotSameAs(first);
        assertThat(again.to(1)).isEqualTo(2);
    }
}
