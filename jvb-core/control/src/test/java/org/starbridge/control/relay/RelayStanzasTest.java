package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xml.XmlText;
import org.starbridge.control.channel.DataChannelTransport;
import org.starbridge.control.channel.DataChannelTransports;
import org.starbridge.control.conference.FakeMediaPlane.FakeEndpoint;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.RelayPolicy;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.transport.dtls.DtlsRole;

/**
 * The requests of Jicofo about relays, as text, in its order: creation at both ends, transport, endpoints, expiry. What
 * it looks for in the answers is there, and nothing that would confuse it.
 */
class RelayStanzasTest {
    private static final String MEETING =
            "<conference-modify xmlns='jitsi:colibri2' meeting-id='" + TestBridge.MEETING + "'>";

    /** Jicofo's own codec list, shortened. */
    private static final String MEDIA = """
        <media type='audio'>
          <payload-type xmlns='urn:xmpp:jingle:apps:rtp:1' id='111' name='opus' clockrate='48000' channels='2'>
            <parameter name='useinbandfec' value='1'/><parameter name='minptime' value='10'/>
            <rtcp-fb xmlns='urn:xmpp:jingle:apps:rtp:rtcp-fb:0' type='transport-cc'/>
          </payload-type>
          <rtp-hdrext xmlns='urn:xmpp:jingle:apps:rtp:rtp-hdrext:0' id='1' uri='urn:ietf:params:rtp-hdrext:ssrc-audio-level'/>
          <rtp-hdrext xmlns='urn:xmpp:jingle:apps:rtp:rtp-hdrext:0' id='5' uri='http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01'/>
        </media>
        <media type='video'>
          <payload-type xmlns='urn:xmpp:jingle:apps:rtp:1' id='100' name='VP8' clockrate='90000'>
            <rtcp-fb xmlns='urn:xmpp:jingle:apps:rtp:rtcp-fb:0' type='ccm' subtype='fir'/>
            <rtcp-fb xmlns='urn:xmpp:jingle:apps:rtp:rtcp-fb:0' type='nack'/>
            <rtcp-fb xmlns='urn:xmpp:jingle:apps:rtp:rtcp-fb:0' type='nack' subtype='pli'/>
            <rtcp-fb xmlns='urn:xmpp:jingle:apps:rtp:rtcp-fb:0' type='transport-cc'/>
          </payload-type>
          <payload-type xmlns='urn:xmpp:jingle:apps:rtp:1' id='96' name='rtx' clockrate='90000'><parameter name='apt' value='100'/></payload-type>
          <rtp-hdrext xmlns='urn:xmpp:jingle:apps:rtp:rtp-hdrext:0' id='3' uri='http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time'/>
        </media>
        """;

    private static final String ENDPOINTS = """
        <endpoints>
          <endpoint id='77ab01cd' create='true' stats-id='Bob-q2'>
            <capability name='source-names'/>
            <sources>
              <media-source type='audio' id='77ab01cd-a0'>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' ssrc='1234567' name='77ab01cd-a0'/>
              </media-source>
            </sources>
          </endpoint>
        </endpoints>
        """;

    private static final String FINGERPRINT =
            "<fingerprint xmlns='urn:xmpp:jingle:apps:dtls:0' hash='sha-256' setup='%s'>" + TestBridge.FINGERPRINT
                    + "</fingerprint>";

    private final TestBridge bridge = new TestBridge(
            new TestConfig()
                    .relay(new RelayPolicy("jvb-a", List.of("wss://relay.example"), "0.1-test"))
                    .build(),
            new Offered());

    /** Data channels that carry nothing. */
    private static final class Offered implements DataChannelTransports {
        @Override
        public boolean isOffered() {
            return true;
        }

        @Override
        public DataChannelTransport open(Sctp.Role role) {
            return new Nothing();
        }
    }

    @BeforeEach
    void join() {
        bridge.with("aa");
    }

    /** The relay of the answer. */
    private XmlElement ask(String content) {
        XmlElement request = XmlText.parse(MEETING + content + "</conference-modify>");
        XmlElement answer = Colibri2Xml.write(bridge.colibri.handle(Colibri2Xml.parseModify(request, skipped -> {
            throw new AssertionError("not read: " + skipped);
        })));
        assertThat(answer.name()).isEqualTo("conference-modified");
        return child(answer, "relay");
    }

    private static XmlElement child(XmlElement parent, String name) {
        return parent.children().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + parent.toXml()));
    }

    private static boolean has(XmlElement parent, String name) {
        return parent.children().stream().anyMatch(each -> each.name().equals(name));
    }

    private static String attribute(XmlElement element, String name) {
        return Objects.requireNonNullElse(element.attributes().get(name), "");
    }

    private XmlElement create(String transport) {
        return ask("<relay id='jvb-b' mesh-id='0' create='true'>" + MEDIA + transport + ENDPOINTS + "</relay>");
    }

    @Test
    void theSideThatBeginsAnswersWithItsTransportAndTheOtherRoleOfSctp() {
        XmlElement relay =
                create("<transport ice-controlling='true' use-unique-port='true'><sctp role='client'/></transport>");
        assertThat(attribute(relay, "id")).isEqualTo("jvb-b");
        assertThat(relay.attributes()).doesNotContainKeys("create", "expire", "mesh-id");
        XmlElement transport = child(relay, "transport");
        XmlElement sctp = child(transport, "sctp");
        assertThat(attribute(sctp, "role")).isEqualTo("server");
        assertThat(attribute(sctp, "port")).isEqualTo("5000");
        XmlElement ice = transport.children().stream()
                .filter(each -> each.namespace().equals("urn:xmpp:jingle:transports:ice-udp:1"))
                .findFirst()
                .orElseThrow();
        assertThat(attribute(ice, "ufrag")).isNotEmpty();
        assertThat(attribute(ice, "pwd")).hasSizeGreaterThanOrEqualTo(22);
        assertThat(has(ice, "rtcp-mux")).isTrue();
        assertThat(has(ice, "candidate")).isTrue();
        assertThat(has(ice, "web-socket")).as("the channel is SCTP").isFalse();
        assertThat(attribute(child(ice, "fingerprint"), "setup")).isEqualTo("actpass");
    }

    /** Jicofo asks for it at one end of each relay: two bridges may have many conferences in common. */
    @Test
    void aPortForTheRelayAloneIsOfferedWhereItIsAskedFor() {
        for (boolean unique : List.of(true, false)) {
            XmlElement ice = child(
                    child(create("<transport ice-controlling='true' use-unique-port='" + unique + "'/>"), "transport"),
                    "transport");
            int uniquePort = bridge.media.added.getLast().uniquePort();
            List<String> ports = ice.children().stream()
                    .filter(each -> each.name().equals("candidate"))
                    .map(each -> attribute(each, "port"))
                    .distinct()
                    .toList();
            int shared = bridge.media.localAddresses().getFirst().getPort();
            assertThat(ports).containsExactly(Integer.toString(unique ? uniquePort : shared));
            assertThat(uniquePort != 0).isEqualTo(unique);
            ask("<relay id='jvb-b' expire='true'/>");
        }
    }

    @Test
    void withoutSctpTheAnswerHasAWebSocketOfRelays() {
        XmlElement transport =
                child(create("<transport ice-controlling='false' use-unique-port='false'/>"), "transport");
        assertThat(has(transport, "sctp")).isFalse();
        assertThat(attribute(child(child(transport, "transport"), "web-socket"), "url"))
                .startsWith("wss://relay.example/colibri-relay-ws/")
                .contains("/jvb-b?pwd=");
    }

    @Test
    void theOtherTransportSaysWhoIsTheDtlsServer() {
        for (String setup : List.of("active", "passive")) {
            create("<transport ice-controlling='true' use-unique-port='true'><sctp role='client'/></transport>");
            FakeEndpoint link = bridge.media.added.getLast();
            XmlElement answer = ask("<relay id='jvb-b'><transport><transport"
                    + " xmlns='urn:xmpp:jingle:transports:ice-udp:1' ufrag='abcd'"
                    + " pwd='0123456789012345678901'>"
                    + "<rtcp-mux/>" + FINGERPRINT.formatted(setup)
                    + "<candidate component='1' foundation='1' generation='0' id='c1' ip='192.0.2.7' network='0' "
                    + "port='10000' priority='2130706431' protocol='udp' type='host'/>"
                    + "</transport></transport></relay>");
            assertThat(has(answer, "transport")).isFalse();
            RemoteTransport remote = link.remotes.getLast();
            assertThat(remote.localDtlsRole()).isEqualTo(setup.equals("active") ? DtlsRole.SERVER : DtlsRole.CLIENT);
            assertThat(remote.candidates()).hasSize(1);
            ask("<relay id='jvb-b' expire='true'/>");
        }
    }

    @Test
    void endpointsComeChangeAndGo() {
        create("<transport ice-controlling='true' use-unique-port='true'><sctp role='client'/></transport>");
        assertThat(bridge.received("aa")).containsExactly(1234567);
        assertThat(bridge.media.lastTable().transports().getLast().payloadTypes())
                .containsOnlyKeys(111, 100, 96);
        ask("<relay id='jvb-b'><endpoints><endpoint id='77ab01cd'><sources>"
                + "<media-source type='audio' id='77ab01cd-a0'>"
                + "<source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' ssrc='7654321' name='77ab01cd-a0'/>"
                + "</media-source></sources></endpoint></endpoints></relay>");
        assertThat(bridge.received("aa")).containsExactly(7654321);
        ask("<relay id='jvb-b'><endpoints><endpoint id='77ab01cd' expire='true'/></endpoints></relay>");
        assertThat(bridge.received("aa")).isEmpty();
        XmlElement expired = ask("<relay id='jvb-b' expire='true'/>");
        assertThat(attribute(expired, "expire")).isEqualTo("true");
        assertThat(has(expired, "transport")).isFalse();
    }

    /** Jicofo's helper lists several relays when it ends a conference's last endpoint. */
    @Test
    void severalRelaysInOneRequestAreAllTaken() {
        String transport = "<transport ice-controlling='true' use-unique-port='true'><sctp role='client'/></transport>";
        create(transport);
        ask("<relay id='jvb-c' mesh-id='0' create='true'>" + MEDIA + transport + "</relay>");
        ask("<relay id='jvb-b' expire='true'/><relay id='jvb-c' expire='true'/>");
        assertThat(bridge.media.added.stream().filter(each -> !each.isExpired)).hasSize(1);
    }
}
