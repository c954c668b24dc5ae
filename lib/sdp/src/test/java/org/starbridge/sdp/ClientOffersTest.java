package org.starbridge.sdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.ExtMap;
import org.starbridge.sdp.attribute.Fingerprint;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.Fmtp;
import org.starbridge.sdp.attribute.IceOptions;
import org.starbridge.sdp.attribute.IceUfrag;
import org.starbridge.sdp.attribute.Msid;
import org.starbridge.sdp.attribute.OtherAttribute;
import org.starbridge.sdp.attribute.RtcpFb;
import org.starbridge.sdp.attribute.RtpMap;
import org.starbridge.sdp.attribute.Setup;
import org.starbridge.sdp.attribute.Simulcast;
import org.starbridge.sdp.attribute.SsrcAttribute;
import org.starbridge.sdp.attribute.SsrcGroup;
import org.starbridge.sdp.text.SdpException;

/** What real clients offer. */
class ClientOffersTest {
    private static String text(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(ClientOffersTest.class.getResourceAsStream("/offers/" + name + ".sdp"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static SessionDescription offer(String name) throws IOException, SdpException {
        return SdpReader.read(text(name), SdpLimits.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({
        "aiortc-publish, audio video, 0 1, SENDONLY, 2",
        "chromium-publish, audio video, 0 1, SENDONLY, 2",
        "chromium-simulcast, audio video, 0 1, SENDONLY, 0",
        "chromium-watch, audio video, 0 1, RECVONLY, 0",
        "firefox-publish, audio video, 0 1, SENDONLY, 2",
        "gstreamer-publish, video audio, video0 audio1, SENDONLY, 2",
        "obs-publish, audio video, 0 1, SENDONLY, 1",
    })
    void hasItsSections(String client, String kinds, String mids, Direction direction, int videoSsrcs)
            throws Exception {
        SessionDescription offer = offer(client);
        assertThat(offer.media()).extracting(MediaSection::media).containsExactly(kinds.split(" "));
        assertThat(offer.media()).extracting(MediaSection::mid).containsExactly(mids.split(" "));
        assertThat(offer.bundle()).containsExactly(mids.split(" "));
        for (MediaSection section : offer.media()) {
            assertThat(offer.direction(section)).isEqualTo(direction);
            assertThat(section.isRejected()).isFalse();
            assertThat(section.attributes().has(Flag.RTCP_MUX)).isTrue();
            assertThat(offer.find(section, Setup.class)).isEqualTo(Setup.ACTPASS);
            assertThat(offer.find(section, IceUfrag.class)).isNotNull();
            assertThat(offer.find(section, Fingerprint.class)).isNotNull();
            assertThat(section.attributes().all(RtpMap.class))
                    .as("each format has a name")
                    .hasSameSizeAs(section.formats());
        }
        MediaSection video = offer.media().stream()
                .filter(section -> section.media().equals("video"))
                .findFirst()
                .orElseThrow();
        assertThat(video.attributes().all(SsrcAttribute.class).stream()
                        .map(SsrcAttribute::ssrc)
                        .distinct())
                .hasSize(videoSsrcs);
    }

    /** Every line of a client that means something here comes back as it was. */
    @ParameterizedTest
    @ValueSource(
            strings = {"aiortc-publish", "chromium-publish", "chromium-simulcast", "chromium-watch", "gstreamer-publish"
            })
    void isWrittenAsItWasRead(String client) throws Exception {
        assertThat(offer(client).text().replace("\r\n", "\n")).isEqualTo(text(client));
    }

    @ParameterizedTest
    @ValueSource(strings = {"firefox-publish", "obs-publish"})
    void isTheSameAfterWriting(String client) throws Exception {
        SessionDescription offer = offer(client);
        assertThat(SdpReader.read(offer.text(), SdpLimits.DEFAULT)).isEqualTo(offer);
    }

    @Test
    void chromiumNamesItsEncodings() throws Exception {
        Attributes video = offer("chromium-simulcast").media().getLast().attributes();
        assertThat(Objects.requireNonNull(video.first(Simulcast.class)).sent())
                .isEqualTo(Simulcast.streams(List.of("l", "m", "h")));
        assertThat(video.all(ExtMap.class)).contains(new ExtMap(10, "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id"));
    }

    @Test
    void chromiumDescribesCodecs() throws Exception {
        SessionDescription offer = offer("chromium-publish");
        Attributes audio = offer.media().getFirst().attributes();
        Attributes video = offer.media().getLast().attributes();
        assertThat(offer.attributes().has(Flag.EXTMAP_ALLOW_MIXED)).isTrue();
        assertThat(audio.all(RtpMap.class))
                .contains(
                        new RtpMap(111, "opus", 48000, 2),
                        new RtpMap(63, "red", 48000, 2),
                        new RtpMap(8, "PCMA", 8000, 1));
        assertThat(audio.all(Fmtp.class))
                .contains(
                        new Fmtp(63, Map.of(Fmtp.NAMELESS, "111/111")),
                        new Fmtp(111, Map.of("minptime", "10", "useinbandfec", "1")));
        assertThat(video.all(RtcpFb.class)).contains(new RtcpFb(96, "ccm", "fir"), new RtcpFb(96, "transport-cc", ""));
        assertThat(video.all(Fmtp.class)).contains(new Fmtp(97, Map.of("apt", "96")));
        assertThat(video.all(SsrcGroup.class)).containsExactly(new SsrcGroup("FID", List.of(854778003L, 1715230743L)));
        assertThat(video.all(OtherAttribute.class))
                .extracting(OtherAttribute::name)
                .containsExactly("rtcp", "rtcp-xr");
    }

    @Test
    void aiortcHasCandidatesAndThreeFingerprints() throws Exception {
        Attributes audio = offer("aiortc-publish").media().getFirst().attributes();
        assertThat(audio.all(org.starbridge.sdp.attribute.Candidate.class))
                .extracting(candidate -> candidate.address() + " " + candidate.port())
                .containsExactly("192.0.2.2 55262", "fd00::2 42080");
        assertThat(audio.has(Flag.END_OF_CANDIDATES)).isTrue();
        assertThat(audio.all(Fingerprint.class))
                .extracting(Fingerprint::hash)
                .containsExactly("sha-256", "sha-384", "sha-512");
    }

    /** libdatachannel says these of the session, and separates options by a comma. */
    @Test
    void obsSaysSomeThingsOfTheSession() throws Exception {
        SessionDescription offer = offer("obs-publish");
        assertThat(offer.attributes().first(IceOptions.class)).isEqualTo(new IceOptions(List.of("ice2", "trickle")));
        assertThat(offer.media().getFirst().attributes().first(Setup.class)).isNull();
        assertThat(offer.media().getFirst().attributes().first(Msid.class))
                .isEqualTo(new Msid("O5lVZzyzQ7tiKfDB", "O5lVZzyzQ7tiKfDB-audio"));
    }

    @Test
    void firefoxHasExtensionsOfOneDirection() throws Exception {
        assertThat(offer("firefox-publish").media().getFirst().attributes().all(ExtMap.class))
                .contains(new ExtMap(2, Direction.RECVONLY, "urn:ietf:params:rtp-hdrext:csrc-audio-level", ""));
    }
}
