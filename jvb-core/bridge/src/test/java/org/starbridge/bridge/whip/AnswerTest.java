package org.starbridge.bridge.whip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.sdp.Attributes;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Candidate;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.ExtMap;
import org.starbridge.sdp.attribute.Fingerprint;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.IcePwd;
import org.starbridge.sdp.attribute.RtcpFb;
import org.starbridge.sdp.attribute.RtpMap;
import org.starbridge.sdp.attribute.Setup;
import org.starbridge.sdp.attribute.Simulcast;
import org.starbridge.sdp.attribute.SsrcAttribute;
import org.starbridge.sdp.attribute.SsrcGroup;

/** Answers to what real clients offer. */
class AnswerTest {
    private final WhipClient client = new WhipClient(WhipClient.open());

    @ParameterizedTest
    @CsvSource({
        "aiortc-publish, 4, 6",
        "chromium-publish, 4, 20",
        "chromium-simulcast, 4, 20",
        "firefox-publish, 4, 8",
        "gstreamer-publish, 1, 2",
        "obs-publish, 1, 1",
    })
    void keepsSectionsAndNumbers(String offerer, int audioTypes, int videoTypes) throws Exception {
        String text = WhipClient.offer(offerer);
        Answer created = client.post("/whip/studio", text);
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        SessionDescription answer = WhipClient.sdp(created);
        SessionDescription offer = org.starbridge.sdp.SdpReader.read(text, org.starbridge.sdp.SdpLimits.DEFAULT);

        assertThat(answer.bundle()).isEqualTo(offer.bundle());
        assertThat(answer.media())
                .extracting(MediaSection::mid)
                .containsExactlyElementsOf(
                        offer.media().stream().map(MediaSection::mid).toList());
        for (int i = 0; i < answer.media().size(); i++) {
            MediaSection section = answer.media().get(i);
            Attributes attributes = section.attributes();
            assertThat(section.media()).isEqualTo(offer.media().get(i).media());
            assertThat(section.direction()).isEqualTo(Direction.RECVONLY);
            assertThat(attributes.has(Flag.RTCP_MUX)).isTrue();
            assertThat(attributes.has(Flag.RTCP_RSIZE))
                    .as("RFC 5506 section 5: only if it is offered")
                    .isEqualTo(offer.media().get(i).attributes().has(Flag.RTCP_RSIZE));
            assertThat(attributes.first(Setup.class))
                    .as("the client opens the handshake")
                    .isEqualTo(Setup.PASSIVE);
            assertThat(attributes.all(Fingerprint.class)).hasSize(1);
            assertThat(attributes.first(IcePwd.class)).isNotNull();
            assertThat(attributes.all(Candidate.class).isEmpty())
                    .as("only in the first section")
                    .isEqualTo(i > 0);
            assertThat(section.formats()).hasSize(section.media().equals("audio") ? audioTypes : videoTypes);
            assertThat(offer.media().get(i).formats()).containsAll(section.formats());
            assertThat(offer.media().get(i).attributes().all(RtpMap.class)).containsAll(attributes.all(RtpMap.class));
            assertThat(offer.media().get(i).attributes().all(RtcpFb.class)).containsAll(attributes.all(RtcpFb.class));
        }
        assertThat(client.bridge.conferences.snapshot("studio").orElseThrow().endpoints())
                .singleElement()
                .satisfies(endpoint -> assertThat(endpoint.sources())
                        .containsExactlyInAnyOrder(endpoint.id() + "-a0", endpoint.id() + "-v0"));
    }

    @Test
    void acceptsEncodingsByName() throws Exception {
        SessionDescription answer = WhipClient.sdp(client.post("/whip/studio", WhipClient.offer("chromium-simulcast")));
        Attributes video = answer.media().getLast().attributes();
        assertThat(Objects.requireNonNull(video.first(Simulcast.class)).received())
                .isEqualTo(Simulcast.streams(List.of("l", "m", "h")));
        assertThat(video.all(ExtMap.class))
                .extracting(ExtMap::id)
                .as("mid, rids, numbers, layers, orientation; no send time, and with VP8 no dependencies")
                .containsExactlyInAnyOrder(13, 3, 4, 10, 11, 9);
    }

    /** Chromium describes the layers of VP8 in the payload only without it. */
    @Test
    void takesDependencyDescriptorsUnlessVp8IsTheFirstCodec() throws Exception {
        String offer = WhipClient.offer("chromium-simulcast").replace("VP8/90000", "none/90000");
        assertThat(WhipClient.sdp(client.post("/whip/studio", offer))
                        .media()
                        .getLast()
                        .attributes()
                        .all(ExtMap.class))
                .extracting(ExtMap::uri)
                .anyMatch(uri -> uri.contains("dependency-descriptor"));
    }

    /** Firefox offers encodings' names so. */
    @Test
    void anExtensionOfOneDirectionIsAnsweredWithTheOpposite() throws Exception {
        String offer = WhipClient.offer("chromium-simulcast")
                .replace(
                        "a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:r",
                        "a=extmap:10/sendonly urn:ietf:params:rtp-hdrext:sdes:r");
        assertThat(WhipClient.sdp(client.post("/whip/studio", offer))
                        .media()
                        .getLast()
                        .attributes()
                        .all(ExtMap.class))
                .anySatisfy(extension -> assertThat(extension.text())
                        .isEqualTo("extmap:10/recvonly urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id"))
                .anySatisfy(extension -> assertThat(extension.direction()).isNull());
    }

    /** Transport-wide feedback and the older estimate exclude each other. */
    @Test
    void takesTheEstimateOnlyWithoutNumbers() throws Exception {
        assertThat(feedback("chromium-publish", 96)).contains("transport-cc").doesNotContain("goog-remb");
        assertThat(feedback("aiortc-publish", 97)).contains("goog-remb").doesNotContain("transport-cc");
    }

    private List<String> feedback(String offerer, int payloadType) throws Exception {
        return WhipClient.sdp(client.post("/whip/studio", WhipClient.offer(offerer)))
                .media()
                .getLast()
                .attributes()
                .all(RtcpFb.class)
                .stream()
                .filter(feedback -> feedback.payloadType() == payloadType)
                .map(RtcpFb::type)
                .toList();
    }

    @Test
    void aViewerIsToldItsSsrcs() throws Exception {
        client.post("/whip/studio", WhipClient.offer("chromium-publish"));
        Answer created = client.post("/whep/studio", WhipClient.offer("chromium-watch"));
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        SessionDescription answer = WhipClient.sdp(created);
        assertThat(answer.media()).extracting(MediaSection::direction).containsOnly(Direction.SENDONLY);
        Attributes audio = answer.media().getFirst().attributes();
        Attributes video = answer.media().getLast().attributes();
        assertThat(audio.all(SsrcAttribute.class).stream()
                        .map(SsrcAttribute::ssrc)
                        .distinct())
                .hasSize(1);
        SsrcGroup repair = Objects.requireNonNull(video.first(SsrcGroup.class));
        assertThat(video.all(SsrcAttribute.class).stream()
                        .map(SsrcAttribute::ssrc)
                        .distinct())
                .containsExactlyElementsOf(repair.ssrcs());
        assertThat(video.all(ExtMap.class))
                .extracting(ExtMap::uri)
                .doesNotContain("urn:ietf:params:rtp-hdrext:sdes:mid");
        String endpoint = client.bridge
                .conferences
                .snapshot("studio")
                .orElseThrow()
                .endpoints()
                .getLast()
                .id();
        assertThat(client.bridge.media.transport(endpoint).slots().values().stream()
                        .map(slot -> Integer.toUnsignedLong(slot.ssrc())))
                .as("what is sent has these SSRCs")
                .containsExactlyInAnyOrder(
                        audio.all(SsrcAttribute.class).getFirst().ssrc(),
                        repair.ssrcs().getFirst());
    }

    @Test
    void rejectsWhatItCannotUse() throws Exception {
        String offer = WhipClient.offer("obs-publish").replace("a=group:BUNDLE 0 1", "a=group:BUNDLE 0 1 2 3") + """
                m=application 9 UDP/DTLS/SCTP webrtc-datachannel
                c=IN IP4 0.0.0.0
                a=mid:2
                a=sctp-port:5000
                m=video 9 UDP/TLS/RTP/SAVPF 96
                c=IN IP4 0.0.0.0
                a=mid:3
                a=rtcp-mux
                a=sendonly
                a=rtpmap:96 H264/90000
                a=ssrc:77 cname:x
                """;
        SessionDescription answer = WhipClient.sdp(client.post("/whip/studio", offer));
        assertThat(answer.media()).extracting(MediaSection::port).containsExactly(9, 9, 0, 0);
        assertThat(answer.media()).extracting(MediaSection::mid).containsExactly("0", "1", "2", "3");
        assertThat(answer.bundle()).containsExactly("0", "1");
    }

    @Test
    void aPassiveClientIsCalled() throws Exception {
        String offer = WhipClient.offer("obs-publish").replace("a=setup:actpass", "a=setup:passive");
        assertThat(WhipClient.sdp(client.post("/whip/studio", offer))
                        .media()
                        .getFirst()
                        .attributes()
                        .first(Setup.class))
                .isEqualTo(Setup.ACTIVE);
    }

    @ParameterizedTest
    @CsvSource({
        "opus, speex, m=audio has no codec",
        "a=rtcp-mux, a=nothing, m=audio lacks a=rtcp-mux",
        "a=sendonly, a=inactive, m=audio does not send",
        "UDP/TLS/RTP/SAVPF, RTP/AVP, a protocol other than",
    })
    void saysWhyNothingCanBeAccepted(String present, String instead, String reason) {
        String offer = WhipClient.offer("obs-publish").replace("H264", "theora").replace(present, instead);
        Answer refused = client.post("/whip/studio", offer);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.contentType()).isEqualTo("application/problem+json");
        assertThat(refused.body()).contains(reason);
        assertThat(client.bridge.conferences.contains("studio")).isFalse();
    }

    @Test
    void severalSectionsNeedABundle() {
        Answer refused =
                client.post("/whip/studio", WhipClient.offer("obs-publish").replace("BUNDLE", "LS"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("a=group:BUNDLE");
    }

    @ParameterizedTest
    @CsvSource({"a=ice-ufrag, missing", "a=ice-pwd, missing", "a=fingerprint, missing"})
    void needsATransport(String attribute, String said) {
        Answer refused =
                client.post("/whip/studio", WhipClient.offer("obs-publish").replace(attribute + ":", "a=x:"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains(attribute + " is " + said);
    }

    @Test
    void ordersEncodingsByUsualNames() {
        assertThat(PublishedSources.lowToHigh(List.of("h", "m", "l"))).containsExactly("l", "m", "h");
        assertThat(PublishedSources.lowToHigh(List.of("f", "h", "q"))).containsExactly("q", "h", "f");
        assertThat(PublishedSources.lowToHigh(List.of("one", "two"))).containsExactly("one", "two");
    }
}
