package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bridge.observation.FocusLog;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.transport.counters.SharedCounters;

/**
 * A server that turned evil, or an occupant whose words a server passes on: whatever is well-formed costs an answer at
 * most. What is not costs the stream (RFC 6120 section 4.9.3.13), and the bridge comes back.
 */
@Timeout(120)
class HostileServerTest {
    private static final String FOCUS =
            "from='" + FakeXmppServer.ROOM + "/focus' to='jvb@" + FakeXmppServer.DOMAIN + "/r'";
    private static final int LOOKS_BETWEEN_QUESTIONS = 40;
    private static final String LAUGHS = "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
            + "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>"
            + "<!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'><!ENTITY f '&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;'>"
            + "<!ENTITY g '&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;'><!ENTITY h '&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;'>"
            + "<!ENTITY i '&h;&h;&h;&h;&h;&h;&h;&h;&h;&h;'>]>";

    private final TestBridge bridge = TestBridge.embedded();
    private final SharedCounters<XmppCounter> counters = new SharedCounters<>(XmppCounter.class);
    private final BridgeIqs iqs = new BridgeIqs(
            ColibriRequests.untraced(bridge.colibri),
            bridge.counters,
            () -> "",
            task -> Thread.ofVirtual().start(task),
            counters,
            new FocusLog(InstantSource.system()));
    private final MucClients clients = new MucClients(
            iqs,
            new ProgramVersion("JVB", "0.1-test", "Linux"),
            () -> XmlElement.of("http://jitsi.org/protocol/colibri", "stats", Map.of()),
            new Random(1));
    private final FakeXmppServer server;
    private int asked;
    private int connections;

    HostileServerTest() throws Exception {
        server = new FakeXmppServer();
    }

    @BeforeAll
    static void prepareSmack() {
        SmackSetUp.prepare(); // before anything of Smack is touched
    }

    @BeforeEach
    void join() throws Exception {
        clients.add("fake", server.client("jvb"));
        Prosody.await("the bridge to be in", () -> clients.mucsJoined() == 1);
        connections = server.connections();
    }

    @AfterEach
    void leave() throws Exception {
        clients.close();
        server.close();
    }

    private static String iq(String id, String child) {
        return "<iq type='get' id='" + id + "' " + FOCUS + ">" + child + "</iq>";
    }

    private void assertItAnswers() throws Exception {
        String id = "health-" + ++asked;
        int[] looks = new int[1];
        Prosody.await("the answer to " + id, () -> {
            if (looks[0]++ % LOOKS_BETWEEN_QUESTIONS == 0) { // one before may have gone to a stream that ended
                server.send(iq(id, "<healthcheck xmlns='http://jitsi.org/protocol/healthcheck'/>"));
            }
            return server.heard().contains("id='" + id + "'");
        });
    }

    static Stream<Arguments> wellFormed() {
        String deep = "<a>".repeat(20_000) + "</a>".repeat(20_000);
        String huge = "<a b='" + "x".repeat(2_000_000) + "'/>";
        StringBuilder many = new StringBuilder("<a");
        for (int i = 0; i < 9_000; i++) {
            many.append(" a").append(i).append("='x'");
        }
        String modify = "<conference-modify xmlns='jitsi:colibri2' meeting-id='m' create='true'>%s</conference-modify>";
        String foreign = "<conference-modify xmlns='jitsi:colibri3' meeting-id='m' create='true'/>";
        List<String> stanzas = List.of(
                iq("q", modify.formatted(deep)),
                iq("q", modify.formatted(huge)),
                iq("q", modify.formatted(many + "/>")),
                iq("q", modify.formatted("<a/>".repeat(100_000))),
                iq("q", modify.formatted("<x:endpoint xmlns:x='urn:x' id='1' create='true'/>")),
                iq("q", foreign),
                iq("q", deep),
                iq("q", ""),
                iq("q", "<a/><b/>"),
                "<iq type='get' id='q'>" + deep + "</iq>",
                "<iq type='nonsense' id='q' " + FOCUS + "><a/></iq>",
                "<iq " + FOCUS + "><query xmlns='jabber:iq:version'/></iq>",
                "<iq type='result' id='q' " + FOCUS + ">" + deep + "</iq>",
                "<iq type='error' id='q' " + FOCUS + "/>",
                "<iq type='get' id='q' from='@@@' to='///'><a/></iq>",
                "<presence " + FOCUS + ">" + deep + huge + "</presence>",
                "<presence " + FOCUS + "><x xmlns='http://jabber.org/protocol/muc#user'><item role='nonsense'/>"
                        + "<status code='abc'/></x></presence>",
                "<message " + FOCUS + " type='groupchat'><body>" + "x".repeat(1_000_000) + "</body></message>",
                "<message " + FOCUS + "><x xmlns='http://jabber.org/protocol/muc#user'>" + deep + "</x></message>",
                "<unheard " + FOCUS + ">" + deep + "</unheard>",
                "<presence " + FOCUS + "/>");
        return stanzas.stream()
                .map(stanza -> Arguments.argumentSet(
                        stanza.substring(0, Math.min(100, stanza.length())).replace(FOCUS, ""), stanza));
    }

    @ParameterizedTest
    @MethodSource("wellFormed")
    void whatIsWellFormedCostsAnAnswerAtMost(String stanza) throws Exception {
        server.send(stanza);
        assertItAnswers();

        assertThat(server.connections()).isEqualTo(connections);
        assertThat(counters.get(XmppCounter.DISCONNECTS)).isZero();
        assertThat(clients.mucsJoined()).isEqualTo(1);
        assertThat(bridge.conferences.count()).as("made by what could be read").isLessThanOrEqualTo(1);
    }

    static Stream<String> strangers() {
        return Stream.of(
                "from='focus@" + FakeXmppServer.DOMAIN + "/focus'",
                "from='" + FakeXmppServer.ROOM + "'",
                "from='other@rooms.fake.example/focus'",
                "from='brewery@elsewhere.example/focus'",
                "");
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void onlyOccupantsOfItsRoomsAreServed(String stranger) throws Exception {
        List<String> requests = List.of(
                "<conference-modify xmlns='jitsi:colibri2' meeting-id='m' create='true'/>",
                "<healthcheck xmlns='http://jitsi.org/protocol/healthcheck'/>",
                "<query xmlns='jabber:iq:version'/>");
        for (int i = 0; i < requests.size(); i++) {
            server.send("<iq type='get' id='stranger-" + i + "' " + stranger + ">" + requests.get(i) + "</iq>");
            assertRefused("stranger-" + i);
        }

        assertThat(counters.get(XmppCounter.REQUESTS_FORBIDDEN)).isEqualTo(3);
        assertThat(bridge.conferences.count()).isZero();
        assertItAnswers();
    }

    private void assertRefused(String id) throws Exception {
        Prosody.await("the answer to " + id, () -> server.heard().contains("id='" + id + "'"));
        int at = server.heard().indexOf("id='" + id + "'");
        Prosody.await("its end", () -> server.heard().indexOf("</iq>", at) > 0);
        assertThat(server.heard().substring(at)).contains("<forbidden ");
    }

    @Test
    void theServerItselfMayPing() throws Exception {
        server.send("<iq type='get' id='from-server' from='" + FakeXmppServer.DOMAIN
                + "'><ping xmlns='urn:xmpp:ping'/></iq>");

        Prosody.await("the answer", () -> server.heard().contains("id='from-server'"));
        assertThat(counters.get(XmppCounter.REQUESTS_FORBIDDEN)).isZero();
    }

    @Test
    void aFloodIsAnsweredOrRefusedAndTheStreamStays() throws Exception {
        StringBuilder flood = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            flood.append(iq("u" + i, "<query xmlns='urn:unheard:of'/>"));
            flood.append("<presence from='")
                    .append(FakeXmppServer.ROOM)
                    .append("/p")
                    .append(i)
                    .append("'/>");
            flood.append("<message ").append(FOCUS).append("><body>x</body></message>");
        }
        server.send(flood.toString());
        assertItAnswers();

        Prosody.await("all to be refused", () -> server.heard().contains("id='u4999'"));
        assertThat(counters.get(XmppCounter.REQUESTS_UNKNOWN)).isEqualTo(5_000);
        assertThat(server.connections()).isEqualTo(connections);
    }

    static Stream<String> notWellFormed() {
        return Stream.of(
                "<iq></presence>",
                "<iq type='get' id='q'><a>&undefined;</a></iq>",
                "<presence><a b='&undefined;'/></presence>",
                LAUGHS,
                "</stream:stream>",
                "<presence>\u0000</presence>",
                "<iq type='get' id='q'><a xmlns:x='urn:x' x:b='1' x:b='2'/></iq>");
    }

    @ParameterizedTest
    @MethodSource("notWellFormed")
    void whatIsNotCostsTheStreamAndTheBridgeComesBack(String text) throws Exception {
        server.send(text);

        Prosody.await("another connection", () -> server.connections() > connections && clients.mucsJoined() == 1);
        assertItAnswers();
    }

    @Test
    void theBridgeShowsItsStateLeavesTheRoomAndThenEndsTheStream() {
        int before = server.heard().length();

        clients.close();

        assertThat(server.heard().substring(before))
                .containsSubsequence("<stats ", "type='unavailable'", "</stream:stream>");
    }

    @Test
    void theSessionIsNamedAfterThePlaceInTheRoom() {
        assertThat(server.heard()).contains("<resource>" + FakeXmppServer.ROOM + "/jvb</resource>");
    }

    @Test
    void aServerThatKeepsAnotherSessionWithThatNameIsLetChooseOne() throws Exception {
        server.keepsOldSessions = true;
        server.send("</stream:stream>");

        Prosody.await("another session", () -> server.connections() > connections + 1 && clients.mucsJoined() == 1);
        assertThat(counters.get(XmppCounter.FAILED_ATTEMPTS)).isEqualTo(1);
        assertItAnswers();
    }

    @Test
    void entitiesOfADocumentTypeAreNotExpanded() throws Exception {
        server.prologue = "<?xml version='1.0'?>" + LAUGHS;
        server.send("</stream:stream>"); // it comes back, and finds the other prologue
        Prosody.await("another connection", () -> server.connections() > connections);

        // The bridge does not serve such a server, and it costs the machine nothing.
        Prosody.await(
                "attempts to fail, or to be in",
                () -> counters.get(XmppCounter.FAILED_ATTEMPTS) > 0 || clients.mucsJoined() == 1);
        if (clients.mucsJoined() == 1) {
            server.send(iq("q", "<conference-modify xmlns='jitsi:colibri2' meeting-id='&i;' create='true'/>"));
            Prosody.await("the stream to end", () -> server.connections() > connections + 1);
        }
        server.prologue = "<?xml version='1.0'?>";
        server.send("</stream:stream>");

        Prosody.await("the bridge to be in", () -> clients.mucsJoined() == 1);
        assertThat(bridge.conferences.count()).isZero();
    }
}
