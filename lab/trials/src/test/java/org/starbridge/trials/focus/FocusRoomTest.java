package org.starbridge.trials.focus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xml.XmlText;

/** What a room says to bridges and participants. */
class FocusRoomTest {
    private final Bridges bridges = new Bridges();
    private final Recorded link = new Recorded();
    private FocusRoom room = room("standup@muc");

    private record Said(String to, XmlElement jingle) {
        String action() {
            return JingleXml.attribute(jingle, "action");
        }
    }

    /** Answers as a bridge does and keeps what was said. */
    private static final class Recorded implements FocusRoom.Link {
        final List<ConferenceModify> asked = new ArrayList<>();
        final List<Said> said = new ArrayList<>();

        @Override
        public ConferenceModified ask(String bridge, ConferenceModify request) {
            asked.add(request);
            List<EndpointModified> endpoints = request.endpoints().stream()
                    .map(each -> new EndpointModified(each.id(), each.expire(), each.create() ? transport(each) : null))
                    .toList();
            return new ConferenceModified(
                    endpoints,
                    List.of(),
                    List.of(new MediaSource(
                            MediaKind.VIDEO, "jvb-v0", false, List.of(Source.named(77, "jvb-v0")), List.of())));
        }

        private static Transport transport(EndpointModify endpoint) {
            Transport wanted = Objects.requireNonNull(endpoint.transport());
            return new Transport(
                    false,
                    false,
                    false,
                    new IceUdpTransport(
                            "frag",
                            "password",
                            null,
                            true,
                            List.of(new Candidate(
                                    1, "1", 0, "c1", "127.0.0.1", 0, 10_000, 1L, "udp", "host", null, null, null)),
                            List.of(new Fingerprint("sha-256", "AA:BB", DtlsSetup.ACTPASS, false)),
                            List.of("ws://bridge/" + endpoint.id())),
                    wanted.sctp() == null ? null : new Sctp(5000, Sctp.Role.SERVER));
        }

        @Override
        public void send(String room, String participant, XmlElement jingle) {
            said.add(new Said(participant, jingle));
        }
    }

    private FocusRoom room(String name) {
        return new FocusRoom(name, link, bridges, _ -> {});
    }

    @BeforeEach
    void aBridge() {
        assertThat(bridges.onStatistics("jvb-1", false)).isTrue();
    }

    private void twoEnter() throws InterruptedException {
        room.onEntered("aaaa");
        assertThat(link.asked).as("one alone needs no bridge").isEmpty();
        room.onEntered("bbbb");
    }

    private String sid(String participant) {
        return link.said.stream()
                .filter(each -> each.to.equals(participant) && each.action().equals("session-initiate"))
                .map(each -> JingleXml.attribute(each.jingle, "sid"))
                .toList()
                .getLast();
    }

    private void accept(String participant, int ssrc) throws IOException, InterruptedException {
        room.onJingle(participant, XmlText.parse("""
                <jingle xmlns='urn:xmpp:jingle:1' action='session-accept' sid='%s'>
                  <content name='audio'>
                    <description xmlns='urn:xmpp:jingle:apps:rtp:1' media='audio'>
                      <source xmlns='urn:xmpp:jingle:apps:rtp:ssma:0' ssrc='%d'/></description>
                    <transport xmlns='urn:xmpp:jingle:transports:ice-udp:1' ufrag='theirs' pwd='their-password'>
                      <fingerprint xmlns='urn:xmpp:jingle:apps:dtls:0' hash='sha-256' setup='active'>CC</fingerprint>
                    </transport>
                  </content>
                </jingle>""".formatted(sid(participant), ssrc)));
    }

    @Test
    void twoAreInvitedWithTheBridgesTransport() throws Exception {
        twoEnter();
        assertThat(link.asked).extracting(ConferenceModify::create).containsExactly(true, false);
        assertThat(link.said).extracting(Said::to).containsExactly("aaaa", "bbbb");
        String offer = link.said.getFirst().jingle.toXml();
        assertThat(offer)
                .contains("ufrag='frag'", "url='ws://bridge/aaaa'", "name='H264'", "mixedmslabel mixedlabelvideo0")
                .contains("semantics='BUNDLE'")
                .doesNotContain("sctpmap");
    }

    @Test
    void aRoomForDataChannelsOffersNoWebSocket() throws Exception {
        room = room("standup-datachannel@muc");
        twoEnter();
        assertThat(link.said.getFirst().jingle.toXml())
                .contains("sctpmap", "name='data'")
                .doesNotContain("web-socket");
    }

    @Test
    void whatIsAcceptedReachesTheBridgeAndTheOthers() throws Exception {
        twoEnter();
        accept("aaaa", 5);
        EndpointModify update = link.asked.getLast().endpoints().getFirst();
        assertThat(Objects.requireNonNull(update.sources()))
                .extracting(MediaSource::id)
                .containsExactly("aaaa-a0");
        assertThat(Objects.requireNonNull(
                                Objects.requireNonNull(update.transport()).iceUdp())
                        .ufrag())
                .isEqualTo("theirs");
        assertThat(link.said.getLast().to).isEqualTo("bbbb");
        assertThat(link.said.getLast().action()).isEqualTo("source-add");

        room.onEntered("cccc");
        assertThat(link.said.getLast().jingle.toXml()).contains("owner='aaaa'", "ssrc='5'");

        room.onLeft("aaaa");
        assertThat(link.asked.getLast().endpoints().getFirst().expire()).isTrue();
        assertThat(link.said.subList(link.said.size() - 2, link.said.size()))
                .extracting(Said::action)
                .containsOnly("source-remove");
    }

    @Test
    void theLastOneEndsTheConference() throws Exception {
        twoEnter();
        room.onLeft("aaaa");
        room.onLeft("bbbb");
        assertThat(link.asked.getLast().expire()).isTrue();
        assertThat(room.isEmpty()).isTrue();
    }

    /** A bridge that shuts down says so first; the participants stay in their sessions until there is a bridge. */
    @Test
    void allAreInvitedAgainWhenTheBridgeIsBack() throws Exception {
        twoEnter();
        accept("aaaa", 5);
        String before = sid("aaaa");
        link.said.clear();
        link.asked.clear();

        bridges.onStatistics("jvb-1", true);
        room.onBridges();
        bridges.onGone("jvb-1");
        room.onBridges();
        assertThat(link.said).isEmpty();

        assertThat(bridges.onStatistics("jvb-1", false)).isTrue();
        room.onBridges();
        room.onBridges();
        assertThat(link.asked).extracting(ConferenceModify::create).containsExactly(true, false);
        assertThat(link.said)
                .extracting(each -> each.to + " " + each.action())
                .containsExactly(
                        "aaaa session-terminate",
                        "bbbb session-terminate",
                        "aaaa session-initiate",
                        "bbbb session-initiate");
        assertThat(sid("aaaa")).isNotEqualTo(before);
        assertThat(link.said.getLast().jingle.toXml())
                .as("sources of the former session")
                .doesNotContain("ssrc='5'");
    }

    @Test
    void aParticipantWhoseIceFailedGetsANewSession() throws Exception {
        twoEnter();
        accept("aaaa", 5);
        String before = sid("aaaa");
        room.onJingle(
                "aaaa",
                JingleXml.jingle(
                        "session-info",
                        before,
                        List.of(new XmlElement(JingleXml.FOCUS, "ice-state", Map.of(), "failed", List.of()))));
        assertThat(sid("aaaa")).isNotEqualTo(before);
        assertThat(link.asked)
                .extracting(each -> each.endpoints().getFirst().expire())
                .contains(true);
    }
}
