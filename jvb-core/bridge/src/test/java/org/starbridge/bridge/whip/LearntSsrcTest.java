package org.starbridge.bridge.whip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.media.api.ForwardingTable.Arrival;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.attribute.Simulcast;

/** Offers that do not say, or not alone, which SSRC is whose. */
class LearntSsrcTest {
    private static final Pattern SSRCS = Pattern.compile("a=ssrc[^\r]*\r\n");
    private static final String RID = "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id";

    private final WhipClient client = new WhipClient(WhipClient.open());

    private static String withoutSsrcs(String offerer) {
        return SSRCS.matcher(WhipClient.offer(offerer)).replaceAll("");
    }

    private List<Stream> streams(String endpoint) {
        return client.bridge.media.transport(endpoint).participants().stream()
                .flatMap(participant -> participant.streams().stream())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "without-ssrc",
                "aiortc-publish",
                "chromium-publish",
                "firefox-publish",
                "gstreamer-publish",
                "obs-publish"
            })
    void anOfferNeedsNoSsrc(String offerer) throws Exception {
        Answer created = client.post("/whip/studio?name=one", withoutSsrcs(offerer));
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        assertThat(WhipClient.sdp(created).media())
                .extracting(MediaSection::port)
                .containsOnly(9);
        List<Stream> media = streams("one").stream()
                .filter(stream -> stream.use() == Use.MEDIA)
                .toList();
        assertThat(media).extracting(Stream::kind).containsExactlyInAnyOrder(MediaKind.AUDIO, MediaKind.VIDEO);
        for (Stream stream : media) {
            Arrival arrival = Objects.requireNonNull(stream.arrival());
            assertThat(arrival.ssrc()).isNull();
            assertThat(WhipClient.sdp(created).media())
                    .filteredOn(section ->
                            section.media().equalsIgnoreCase(stream.kind().name()))
                    .extracting(MediaSection::mid)
                    .containsExactly(arrival.mid());
            assertThat(streams("one"))
                    .as("what repeats it is learnt, too")
                    .anyMatch(other -> other.use() == Use.RETRANSMISSION && other.original() == stream.ssrc());
        }
    }

    @Test
    void aSingleSectionNeedsNoName() {
        String offer = withoutSsrcs("obs-publish");
        String audio = offer.substring(0, offer.indexOf("m=video"))
                .replace("a=group:BUNDLE 0 1\r\n", "")
                .replace("a=mid:0\r\n", "");
        assertThat(client.post("/whip/studio?name=one", audio).status()).isEqualTo(201);
        assertThat(streams("one").getFirst().arrival()).isEqualTo(Arrival.inSection("audio", null));
    }

    @Test
    void encodingsThatPacketsCannotNameNeedSsrcs() {
        String offer = withoutSsrcs("chromium-simulcast").replace(RID, "urn:x");
        Answer refused = client.post("/whip/studio", offer);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body())
                .contains("m=video has a=rid, but neither a=extmap for " + RID + " nor a=ssrc: one of them is needed");
        assertThat(client.resources.sessionCount()).isZero();
    }

    /** It is answered as an offerer without simulcast is, which then sends one encoding (RFC 8853 section 5.3.2). */
    @Test
    void encodingsThatPacketsCannotNameAreNotAccepted() throws Exception {
        String offer = withoutSsrcs("chromium-simulcast").replace(RID, "urn:x") + "a=ssrc:77 cname:x\r\n";
        Answer created = client.post("/whip/studio?name=one", offer);
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        assertThat(WhipClient.sdp(created).media().getLast().attributes().first(Simulcast.class))
                .isNull();
        assertThat(streams("one"))
                .anySatisfy(stream -> assertThat(stream.arrival()).isEqualTo(Arrival.inSection("1", 77)));
    }

    @Test
    void aPayloadTypeHasOneMeaning() {
        String offer = WhipClient.offer("obs-publish")
                .replace("m=audio 9 UDP/TLS/RTP/SAVPF 111", "m=audio 9 UDP/TLS/RTP/SAVPF 96")
                .replace("a=rtpmap:111 ", "a=rtpmap:96 ");
        Answer refused = client.post("/whip/studio", offer);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("m=video has payload type 96 as another section does");
    }

    /** Many clients send fixed SSRCs, GStreamer pipelines for one; viewers get the bridge's own. */
    @ParameterizedTest
    @ValueSource(strings = {"chromium-publish", "obs-publish", "gstreamer-publish"})
    void anotherPublishersSsrcsAreNoReasonToRefuse(String offerer) {
        String offer = WhipClient.offer(offerer);
        assertThat(client.post("/whip/studio?name=one", offer).status()).isEqualTo(201);
        assertThat(client.post("/whip/studio?name=two", offer).status()).isEqualTo(201);
        assertThat(streams("two"))
                .extracting(Stream::ssrc)
                .doesNotContainAnyElementsOf(
                        streams("one").stream().map(Stream::ssrc).toList());
        assertThat(streams("two"))
                .extracting(Stream::use)
                .isEqualTo(streams("one").stream().map(Stream::use).toList());
        assertThat(streams("two").stream().map(stream -> Objects.requireNonNull(stream.arrival())))
                .as("both come under what they declared")
                .isEqualTo(streams("one").stream().map(Stream::arrival).toList());
    }

    @Test
    void oneSsrcIsNotForTwoSections() {
        String offer = SSRCS.matcher(WhipClient.offer("obs-publish")).replaceAll("a=ssrc:5 cname:x\r\n");
        Answer refused = client.post("/whip/studio", offer);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("ssrc 5 belongs to another SSRC of the endpoint");
    }
}
