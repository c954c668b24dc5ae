package org.starbridge.bridge.whip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.sdp.SdpReader;
import org.starbridge.sdp.text.SdpException;

/** The source of one video section of an offer. */
class PublishedSourcesTest {
    private static MediaSection section(String... attributes) throws SdpException {
        StringBuilder text = new StringBuilder("v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n");
        text.append("m=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\na=sendonly\r\n");
        text.append("a=rtpmap:96 VP8/90000\r\n");
        for (String attribute : attributes) {
            text.append("a=").append(attribute).append("\r\n");
        }
        return SdpReader.read(text.toString(), SdpLimits.DEFAULT).media().getFirst();
    }

    private static MediaSource source(MediaSection section) {
        NegotiatedSection negotiated =
                new NegotiatedSection(section, MediaKind.VIDEO, List.of(), List.of(), PublishedSources.rids(section));
        return PublishedSources.of(negotiated, "room-v0");
    }

    @ParameterizedTest
    @CsvSource({
        "l;m;h, l;m;h",
        "h;m;l, l;m;h",
        "f;h;q, q;h;f",
        "F;H;Q, Q;H;F",
        "h;q, q;h",
        "h;l, l;h",
        "high;low;mid, low;mid;high",
        "hi;mid;lo, lo;mid;hi",
        "2;1;0, 2;1;0",
        "h;m;q, h;m;q", // of two orders: as offered
        "a;l, a;l"
    })
    void usualNamesAreOrderedFromTheSmallestPicture(String offered, String ordered) {
        assertThat(PublishedSources.lowToHigh(List.of(offered.split(";")))).containsExactly(ordered.split(";"));
    }

    @Test
    void encodingsAreThoseThatAreDeclaredAndSent() throws SdpException {
        MediaSection section = section(
                "rid:q send", "rid:h send", "rid:f send", "rid:r recv", "simulcast:send f,x;h;q;q;r;undeclared");
        assertThat(PublishedSources.rids(section)).containsExactly("f", "h", "q");
        MediaSource source = source(section);
        assertThat(source.sources()).extracting(Source::rid).containsExactly("q", "h", "f");
        assertThat(source.sources()).extracting(Source::ssrc).containsOnly(Source.NO_SSRC);
        assertThat(source.ssrcGroups()).isEmpty();
    }

    @Test
    void ridsWithoutSimulcastAreNone() throws SdpException {
        assertThat(PublishedSources.rids(section("rid:q send", "ssrc:1 cname:x")))
                .isEmpty();
    }

    /** Firefox declares SSRCs as well, but not which is whose. */
    @Test
    void namedEncodingsAreKnownByTheirNamesAlone() throws SdpException {
        MediaSource source = source(section("rid:a send", "rid:b send", "simulcast:send a;b", "ssrc:7 cname:x"));
        assertThat(source.sources()).extracting(Source::ssrc).containsOnly(Source.NO_SSRC);
    }

    @Test
    void ssrcsAreTakenOnceInTheirOrderWithTheGroupsThatAreUnderstood() throws SdpException {
        MediaSource source = source(section(
                "ssrc-group:SIM 1 2 3",
                "ssrc-group:FID 1 11",
                "ssrc-group:FID 2 99", // not declared
                "ssrc-group:FID 1 2 3", // not a pair
                "ssrc-group:FEC-FR 1 2",
                "ssrc:1 cname:x",
                "ssrc:2 cname:x",
                "ssrc:1 msid:a b",
                "ssrc:3 cname:x",
                "ssrc:11 cname:x"));
        assertThat(source.sources()).extracting(Source::ssrc).containsExactly(1L, 2L, 3L, 11L);
        assertThat(source.ssrcGroups())
                .containsExactly(
                        new SsrcGroup(SsrcGroup.SIM, List.of(1L, 2L, 3L)),
                        new SsrcGroup(SsrcGroup.FID, List.of(1L, 11L)));
        assertThat(source.id()).isEqualTo("room-v0");
        assertThat(source.kind()).isEqualTo(MediaKind.VIDEO);
    }

    @Test
    void theFirstSourceOfAKindHasItsSuffix() {
        assertThat(PublishedSources.suffix(MediaKind.AUDIO)).isEqualTo("-a0");
        assertThat(PublishedSources.suffix(MediaKind.VIDEO)).isEqualTo("-v0");
    }
}
