package org.starbridge.hammer.meet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jitsi.xmpp.extensions.colibri.SourcePacketExtension;
import org.jitsi.xmpp.extensions.jingle.ContentPacketExtension;
import org.jitsi.xmpp.extensions.jingle.DtlsFingerprintPacketExtension;
import org.jitsi.xmpp.extensions.jingle.IceUdpTransportPacketExtension;
import org.jitsi.xmpp.extensions.jingle.JingleAction;
import org.jitsi.xmpp.extensions.jingle.JingleIQ;
import org.jitsi.xmpp.extensions.jingle.ParameterPacketExtension;
import org.jitsi.xmpp.extensions.jingle.PayloadTypePacketExtension;
import org.jitsi.xmpp.extensions.jingle.RtpDescriptionPacketExtension;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.util.PacketParserUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.hammer.media.Codec;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.ice.IceCredentials;

/** What a client makes of the offers that a real focus has made, and what it answers. */
class OfferTest {
    private static final String FINGERPRINT =
            "F1:05:72:F8:F3:F4:B4:65:5B:9A:FC:81:24:11:23:78" + ":D5:42:54:B1:F2:66:2F:82:CC:2B:01:1C:DB:98:BE:C0";

    private static final ClientTransport SIDE = new ClientTransport(
            new IceCredentials("ufrag", "a-password-of-some-length"),
            DtlsFingerprint.parse("sha-256", FINGERPRINT).orElseThrow(),
            List.of(new InetSocketAddress("10.77.0.2", 40_000)));

    private static final List<MediaSource> SOURCES = List.of(
            new MediaSource(
                    MediaKind.AUDIO,
                    "cccc0003-a0",
                    false,
                    List.of(Source.named(4_000_000_000L, "cccc0003-a0")),
                    List.of()),
            new MediaSource(
                    MediaKind.VIDEO,
                    "cccc0003-v0",
                    false,
                    List.of(Source.named(300_001, "cccc0003-v0"), Source.named(300_011, "cccc0003-v0")),
                    List.of(new SsrcGroup(SsrcGroup.FID, List.of(300_001L, 300_011L)))));

    @BeforeAll
    static void prepare() {
        Jingle.prepare();
    }

    private static JingleIQ captured(String name) throws Exception {
        try (InputStream file = OfferTest.class.getResourceAsStream("/captured/xmpp/" + name + ".xml")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            return PacketParserUtils.parseStanza(
                    text.substring(text.indexOf("<iq ")).replaceAll(">\\s+<", "><"));
        }
    }

    private static JingleIQ initiate() throws Exception {
        return captured("single-23-jingle-session-initiate-from-focus");
    }

    @Test
    void takesTheNumbersAndTheTransportOfTheFocus() throws Exception {
        BridgeTransport bridge = new Offer(initiate(), "cccc0003", Codec.VP8, true).bridgeSide("10.77.0.1");

        assertThat(bridge.numbers()).isEqualTo(new NegotiatedMedia(111, 100, 96, 1, 5));
        assertThat(bridge.credentials().ufrag()).isNotEmpty();
        assertThat(bridge.candidates()).hasSize(1);
        assertThat(bridge.candidates().getFirst().address()).isEqualTo(new InetSocketAddress("10.77.0.1", 10_000));
        assertThat(bridge.fingerprints()).hasSize(1);
        assertThat(bridge.webSockets())
                .hasSize(1)
                .first()
                .extracting(URI::getPath)
                .asString()
                .endsWith("/cccc0003");
        assertThat(bridge.hasDataChannel()).isFalse();
    }

    @Test
    void anotherCodecHasOtherNumbers() throws Exception {
        BridgeTransport bridge = new Offer(initiate(), "cccc0003", Codec.VP9, true).bridgeSide("10.77.0.1");

        assertThat(bridge.numbers()).isEqualTo(new NegotiatedMedia(111, 101, 97, 1, 5));
    }

    @Test
    void aCodecThatIsNotOfferedIsNamed() throws Exception {
        JingleIQ withoutVideo = new JingleIQ(JingleAction.SESSION_INITIATE, "sid");
        withoutVideo.addContent(initiate().getContentList().getFirst());

        assertThatThrownBy(() -> new Offer(withoutVideo, "cccc0003", Codec.VP8, false))
                .isInstanceOf(LoadTestException.class)
                .hasMessageContaining("no vp8 for video, only []");
    }

    @Test
    void othersSourcesAreHeardOf() throws Exception {
        assertThat(Jingle.ssrcs(initiate()))
                .contains(100_000L, 200_000L, 100_001L, 200_011L)
                .hasSize(8);
        assertThat(Jingle.ssrcs(captured("single-30-jingle-source-add-from-focus")))
                .containsExactly(100_100L, 100_110L);
    }

    @Test
    void acceptsInTheSessionOfTheOfferWhatItCanSend() throws Exception {
        JingleIQ initiate = initiate();
        Answer answer = new Answer(new Offer(initiate, "cccc0003", Codec.VP8, false), "cccc0003");

        JingleIQ accept = onTheWire(answer.accept(SIDE, SOURCES));

        assertThat(accept.getAction()).isEqualTo(JingleAction.SESSION_ACCEPT);
        assertThat(accept.getType()).isEqualTo(IQ.Type.set);
        assertThat(accept.getSID()).isEqualTo(initiate.getSID());
        assertThat(accept.getContentList())
                .extracting(ContentPacketExtension::getName)
                .containsExactly("audio", "video");
        assertThat(payloadTypes(accept, 0)).containsExactly("opus 111");
        assertThat(payloadTypes(accept, 1)).containsExactly("VP8 100");
        assertThat(FocusJingle.sources(accept)).isEqualTo(SOURCES);
        for (ContentPacketExtension content : accept.getContentList()) {
            IceUdpTransportPacketExtension transport =
                    content.getFirstChildOfType(IceUdpTransportPacketExtension.class);
            assertThat(transport.getUfrag()).isEqualTo("ufrag");
            assertThat(transport.getPassword()).isEqualTo("a-password-of-some-length");
            assertThat(transport.isRtcpMux()).isTrue();
            DtlsFingerprintPacketExtension fingerprint =
                    transport.getFirstChildOfType(DtlsFingerprintPacketExtension.class);
            assertThat(fingerprint.getSetup()).isEqualTo("active");
            assertThat(fingerprint.getFingerprint()).isEqualTo(FINGERPRINT);
        }
    }

    @Test
    void declaresSourcesAsTheCapturedClientDid() throws Exception {
        JingleIQ theirs = captured("single-25-jingle-session-accept-from-client");
        Answer answer = new Answer(new Offer(initiate(), "cccc0003", Codec.VP8, true), "cccc0003");

        JingleIQ ours = onTheWire(answer.accept(SIDE, SOURCES));

        for (int content = 0; content < 2; content++) {
            assertThat(shape(ours, content)).isEqualTo(shape(theirs, content));
        }
    }

    /** What the first source of a content tells of itself, by name. */
    private static List<String> shape(JingleIQ message, int content) {
        SourcePacketExtension source = message.getContentList()
                .get(content)
                .getFirstChildOfType(RtpDescriptionPacketExtension.class)
                .getFirstChildOfType(SourcePacketExtension.class);
        return Stream.concat(
                        source.getAttributeNames().stream(),
                        source.getParameters().stream().map(ParameterPacketExtension::getName))
                .sorted()
                .toList();
    }

    @Test
    void tellsItsAddressesAndWhatComesAndGoes() throws Exception {
        Answer answer = new Answer(new Offer(initiate(), "cccc0003", Codec.VP8, true), "cccc0003");

        JingleIQ info = onTheWire(answer.candidates(SIDE));
        JingleIQ add = onTheWire(answer.sources(JingleAction.SOURCEADD, SOURCES));

        assertThat(info.getAction()).isEqualTo(JingleAction.TRANSPORT_INFO);
        assertThat(Objects.requireNonNull(FocusJingle.transport(info).iceUdp()).candidates())
                .singleElement()
                .satisfies(candidate -> {
                    assertThat(candidate.ip()).isEqualTo("10.77.0.2");
                    assertThat(candidate.port()).isEqualTo(40_000);
                });
        assertThat(add.getAction()).isEqualTo(JingleAction.SOURCEADD);
        assertThat(FocusJingle.sources(add)).isEqualTo(SOURCES);
    }

    private static JingleIQ onTheWire(JingleIQ message) throws Exception {
        return PacketParserUtils.parseStanza(message.toXML().toString());
    }

    private static List<String> payloadTypes(JingleIQ message, int content) {
        return message
                .getContentList()
                .get(content)
                .getFirstChildOfType(RtpDescriptionPacketExtension.class)
                .getPayloadTypes()
                .stream()
                .map((PayloadTypePacketExtension type) -> type.getName() + " " + type.getID())
                .toList();
    }
}
