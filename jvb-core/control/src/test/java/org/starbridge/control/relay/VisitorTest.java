package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlText;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.conference.TestBridge.FakeChannel;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.RelayPolicy;

/**
 * A bridge with visitors only, as Jicofo's {@code VisitorTopologyStrategy} makes them: its relay to a bridge of the
 * core has a mesh of its own. Visitors receive; others do not learn of them. The requests are those of Jicofo, as text.
 */
class VisitorTest {
    private static final int AUDIO = 111;
    private static final int VIDEO = 121;
    private static final String MEDIA = """
        <media type='audio'>
          <payload-type xmlns='urn:xmpp:jingle:apps:rtp:1' id='111' name='opus' clockrate='48000' channels='2'/>
        </media>
        <media type='video'>
          <payload-type xmlns='urn:xmpp:jingle:apps:rtp:1' id='100' name='VP8' clockrate='90000'>
            <rtcp-fb xmlns='urn:xmpp:jingle:apps:rtp:rtcp-fb:0' type='nack' subtype='pli'/>
          </payload-type>
        </media>
        """;
    private final TestBridge bridge = new TestBridge(new TestConfig()
                    .relay(new RelayPolicy("jvb-v", List.of("wss://relay.example"), "0.1-test"))
                    .build())
            .with();

    private static String sources(String participant) {
        return """
            <sources>
              <media-source type='audio' id='%1$s-a0'>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' ssrc='111' name='%1$s-a0'/>
              </media-source>
              <media-source type='video' id='%1$s-v0'>
                <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' ssrc='121' name='%1$s-v0'/>
              </media-source>
            </sources>
            """.formatted(participant);
    }

    private ConferenceModified ask(String content) {
        ConferenceModify request = Colibri2Xml.parseModify(
                XmlText.parse("<conference-modify xmlns='jitsi:colibri2' meeting-id='" + TestBridge.MEETING + "'>"
                        + content + "</conference-modify>"),
                skipped -> {
                    throw new AssertionError("not read: " + skipped);
                });
        return request.relays().isEmpty()
                ? bridge.update(request.endpoints().toArray(EndpointModify[]::new))
                : bridge.colibri.handle(request);
    }

    /** As Jicofo creates a visitor: a member of the room whose sources are refused. */
    private void visit(String id) {
        ask("<endpoint id='" + id + "' create='true' stats-id='Vera' muc-role='visitor'>"
                + "<capability name='source-names'/>" + MEDIA
                + "<transport ice-controlling='true'/><sources/></endpoint>");
    }

    /** A relay of its own mesh to a bridge of the core; the answer is the channel of that bridge. */
    private FakeChannel core(String relayId, String meshId, String participant) {
        ConferenceModified answer = ask("<relay id='" + relayId + "' mesh-id='" + meshId + "' create='true'>" + MEDIA
                + "<transport ice-controlling='false' use-unique-port='false'/>"
                + "<endpoints><endpoint id='" + participant + "' create='true' stats-id='Bob'>"
                + sources(participant) + "</endpoint></endpoints></relay>");
        Transport transport = Objects.requireNonNull(answer.relays().getFirst().transport());
        String url = Objects.requireNonNull(transport.iceUdp()).webSockets().getFirst();
        ChannelSlot slot = bridge.conferences
                .relayChannel(bridge.conferenceId(), relayId, url.substring(url.indexOf("pwd=") + 4))
                .orElseThrow();
        FakeChannel channel = new FakeChannel();
        slot.onOpen(channel);
        return channel;
    }

    private void pass(Duration time) {
        bridge.pass(time);
        bridge.conferences.checkConnectivity(bridge.nowNs.get());
        bridge.conferences.checkConnections();
    }

    private void settle() {
        for (int i = 0; i < 10 && !bridge.later.isEmpty(); i++) {
            bridge.pass(Duration.ofSeconds(1));
            new ArrayList<>(bridge.later).forEach(task -> {
                bridge.later.remove(task);
                task.run();
            });
        }
    }

    @Test
    void aBridgeOfVisitorsGetsTheCoreAndSaysWhatItWants() {
        visit("v1");
        FakeChannel core = core("jvb-a", "visitors-1", "bb");
        assertThat(bridge.received("v1")).containsExactlyInAnyOrder(AUDIO, VIDEO);
        assertThat(bridge.media.transport("jvb-a").receivedStreams())
                .as("visitors send nothing")
                .isEmpty();
        assertThat(core.sent).anyMatch(text -> text.contains("AddReceiver") && text.contains("bb-v0"));
        assertThat(bridge.endpoint("v1").visitor()).isTrue();
        assertThat(bridge.counters.get(ConferenceCounter.VISITORS_CREATED)).isEqualTo(1);

        ask("<endpoint id='v1' expire='true'/>");
        settle();
        assertThat(core.sent).last().asString().contains("AddReceiver", "bb-v0", "\"maxHeight\":0");
    }

    @Test
    void aVisitorThatFallsSilentIsAnnouncedToNoOne() {
        visit("v1");
        visit("v2");
        FakeChannel core = core("jvb-a", "visitors-1", "bb");
        FakeChannel other = bridge.open("v2");
        bridge.media.endpoint("v1").lastActivityNs = bridge.nowNs.get();
        bridge.media.endpoint("v2").lastActivityNs =
                bridge.nowNs.get() + Duration.ofHours(1).toNanos();
        core.sent.clear();
        other.sent.clear();
        pass(Duration.ofSeconds(30));
        assertThat(bridge.endpoint("v1").active()).isFalse();
        assertThat(core.sent).isEmpty();
        assertThat(other.sent).isEmpty();
        assertThat(bridge.open("v2").sent).noneMatch(text -> text.contains("Connectivity"));
        assertThat(bridge.counters.get(ConferenceCounter.ENDPOINTS_DISCONNECTED))
                .isZero();

        bridge.media.endpoint("v1").lastActivityNs = bridge.nowNs.get();
        pass(Duration.ofSeconds(1));
        assertThat(bridge.endpoint("v1").active()).isTrue();
        assertThat(core.sent).isEmpty();
        assertThat(bridge.counters.get(ConferenceCounter.ENDPOINTS_RECONNECTED)).isZero();
    }

    @Test
    void visitorsAreNotInTheOrderOfSpeakersNorInTheQualityOfConnections() {
        visit("v1");
        ask("<endpoint id='aa' create='true' stats-id='Ann'><capability name='source-names'/>" + MEDIA
                + "<transport ice-controlling='true'/></endpoint>");
        core("jvb-a", "0", "bb");
        assertThat(bridge.conferences.snapshot().getFirst().bySpeechActivity()).containsExactly("aa", "bb");

        FakeChannel client = bridge.open("aa");
        bridge.say("aa", "{'colibriClass':'ConnectionQualitySubscription','enabled':true}");
        bridge.media.endpoint("aa").isConnected = true;
        bridge.media.endpoint("v1").isConnected = true;
        client.sent.clear();
        bridge.conferences.checkConnections();
        assertThat(client.sent).singleElement().asString().contains("\"aa\":").doesNotContain("v1");
    }

    @Test
    void aCoreBridgePassesParticipantsOnToTheVisitorsMeshAndNothingBack() {
        ask("<endpoint id='aa' create='true' stats-id='Ann'><capability name='source-names'/>" + MEDIA
                + "<transport ice-controlling='true'/></endpoint>");
        core("jvb-b", "0", "bb");
        ask("<relay id='jvb-c' mesh-id='0' create='true'>" + MEDIA + "<transport ice-controlling='true'/></relay>");
        ask("<relay id='jvb-v1' mesh-id='visitors-1' create='true'>" + MEDIA
                + "<transport ice-controlling='true'/></relay>");
        assertThat(bridge.media.transport("jvb-v1").receivedStreams()).containsExactlyInAnyOrder(AUDIO, VIDEO);
        assertThat(bridge.media.transport("jvb-c").receivedStreams())
                .as("gets it directly")
                .isEmpty();
        assertThat(bridge.media.transport("jvb-b").receivedStreams()).isEmpty();
    }
}
