package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jivesoftware.smack.packet.IQ;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.export.FarSide;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.Connect;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xmpp.ElementIq;

/** A whole bridge in the brewery of a real Prosody, with a scripted focus beside it. */
@Timeout(120)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ProsodyTest {
    private static final String NICKNAME = "jvb-1";

    @TempDir
    static Path folder;

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static @org.jspecify.annotations.Nullable Prosody started;
    private static @org.jspecify.annotations.Nullable Bridge bridge;

    @BeforeAll
    static void start() throws Exception {
        Prosody prosody = Prosody.start(folder);
        started = prosody;
        Map<String, String> settings = new HashMap<>();
        String at = "videobridge.apis.xmpp-client.";
        settings.put(at + "presence-interval", "1 hour");
        settings.put("videobridge.relay.region", "eu-west");
        settings.put("videobridge.version.release", "2026-11");
        settings.put("starbridge.export.allowed-hosts.0", "127.0.0.1");
        client(NICKNAME).forEach((key, value) -> settings.put(at + "configs.shard." + key, value));
        settings.put(at + "configs.incomplete.HOSTNAME", "nobody.example");
        bridge = Bridge.start(FreePorts.config(settings));
    }

    @AfterAll
    static void stop() throws Exception {
        HTTP.shutdownNow();
        if (bridge != null) {
            bridge.close();
        }
        if (started != null) {
            started.close();
        }
    }

    private static Prosody prosody() {
        return Objects.requireNonNull(started);
    }

    private static Map<String, String> client(String nickname) {
        return prosody().client(nickname);
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        URI uri =
                URI.create("http://127.0.0.1:" + Objects.requireNonNull(bridge).privatePort() + path);
        return HTTP.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String get(String path) throws Exception {
        URI uri =
                URI.create("http://127.0.0.1:" + Objects.requireNonNull(bridge).privatePort() + path);
        return HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    private static int add(String id, Map<String, String> client) throws Exception {
        StringBuilder json = new StringBuilder("{\"id\":\"" + id + "\"");
        client.forEach((key, value) -> json.append(",\"" + key + "\":\"" + value + "\""));
        return post("/colibri/muc-client/add", json.append('}').toString()).statusCode();
    }

    private static long stat(String key) throws Exception {
        String stats = get("/colibri/stats");
        int at = stats.indexOf("\"" + key + "\":") + key.length() + 3;
        return Long.parseLong(stats.substring(at, stats.indexOf(',', at)));
    }

    private static EndpointModify.Builder endpoint(String id) {
        return EndpointModify.builder(id)
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(true, false, false, null, null));
    }

    @Test
    @Order(1)
    void itShowsWhatAFocusChoosesBy() throws Exception {
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            Map<String, String> stats = focus.awaitBridge(NICKNAME);

            assertThat(stats)
                    .containsEntry("drain", "false")
                    .containsEntry("healthy", "true")
                    .containsEntry("graceful_shutdown", "false")
                    .containsEntry("shutting_down", "false")
                    .containsEntry("colibri2", "true")
                    .containsEntry("average_participant_stress", "0.01")
                    .containsEntry("region", "eu-west")
                    .containsEntry("release", "2026-11")
                    .containsKeys("stress_level", "version", "current_timestamp", "conferences")
                    .as("without relays a bridge must not look as if it could cascade")
                    .doesNotContainKey("relay_id");
            assertThat(stats).as("each occupant gets it every few seconds").hasSizeLessThan(84);
            assertThat(stats.get("version")).matches("(\\d*)\\.(\\d*)-(.*)");
            assertThat(Double.parseDouble(Objects.requireNonNull(stats.get("stress_level"))))
                    .isBetween(0.0, 100.0);
            Prosody.await("the bridge to know that it is there", () -> stat("mucs_joined") == 1);
            assertThat(stat("muc_clients_configured")).isEqualTo(1);
            assertThat(stat("muc_clients_connected")).isEqualTo(1);
            assertThat(stat("mucs_configured")).isEqualTo(1);
            assertThat(get("/colibri/muc-client/list")).isEqualTo("[\"shard\"]");
        }
    }

    @Test
    @Order(2)
    void whatMattersIsShownAtOnce() throws Exception {
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge(NICKNAME);

            assertThat(post("/colibri/drain/enable", "").statusCode()).isEqualTo(200);
            Prosody.await(
                    "drain to be shown",
                    () -> "true".equals(focus.awaitBridge(NICKNAME).get("drain")));
            assertThat(get("/colibri/drain")).isEqualTo("{\"drain\":true}");

            assertThat(post("/colibri/drain/disable", "").statusCode()).isEqualTo(200);
            Prosody.await(
                    "the end of drain to be shown",
                    () -> "false".equals(focus.awaitBridge(NICKNAME).get("drain")));
        }
    }

    @Test
    @Order(3)
    void itAnswersAFocus() throws Exception {
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge(NICKNAME);
            String meeting = "a meeting";

            XmlElement created = focus.ask(
                    NICKNAME,
                    ConferenceModify.creating(
                            meeting,
                            "standup@conference.example",
                            List.of(endpoint("1a2b3c4d").build())));
            XmlElement updated = focus.ask(
                    NICKNAME,
                    IQ.Type.set,
                    Colibri2Xml.write(ConferenceModify.updating(
                            meeting, List.of(endpoint("5e6f7a8b").build()))));
            XmlElement unknown = focus.ask(
                    NICKNAME,
                    ConferenceModify.updating(
                            meeting,
                            List.of(EndpointModify.builder("0badcafe")
                                    .sources(List.of())
                                    .build())));
            XmlElement again = focus.ask(NICKNAME, ConferenceModify.creating(meeting, null, List.of()));
            XmlElement ended = focus.ask(NICKNAME, ConferenceModify.expiring(meeting));
            XmlElement late = focus.ask(NICKNAME, ConferenceModify.expiring(meeting));

            assertThat(Colibri2Xml.parseModified(created.children().getFirst())
                            .endpoints()
                            .getFirst()
                            .transport())
                    .isNotNull();
            assertThat(updated.attribute("type")).isEqualTo("result");
            assertError(unknown, "item-not-found", "unknown_endpoint");
            assertThat(unknown.toXml()).contains("<endpoint xmlns='jitsi:colibri2' id='0badcafe'/>");
            assertError(again, "conflict", "conference_already_exists");
            assertThat(ended.children().getFirst().toXml()).isEqualTo("<conference-modified xmlns='jitsi:colibri2'/>");
            assertError(late, "item-not-found", "conference_not_found");
        }
    }

    private static ConferenceModify connecting(String meeting, Connect... connects) {
        return new ConferenceModify(meeting, null, false, false, true, List.of(), List.of(), List.of(connects));
    }

    private static Connect export(String url, boolean isVideo, boolean isCreated) {
        return new Connect(
                "transcriber",
                url,
                "mediajson",
                "transcriber",
                !isVideo,
                isVideo,
                isCreated,
                !isCreated,
                Map.of("X-Key", "k1"),
                null,
                null,
                null);
    }

    @Test
    @Order(4)
    void aFocusBeginsAndEndsAnExport() throws Exception {
        String meeting = "an exported meeting";
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus");
                FarSide service = FarSide.start()) {
            focus.awaitBridge(NICKNAME);
            focus.ask(
                    NICKNAME,
                    ConferenceModify.creating(
                            meeting, null, List.of(endpoint("1a2b3c4d").build())));
            String url = service.url("/transcribe?sessionId=m1");

            XmlElement video = focus.ask(NICKNAME, connecting(meeting, export(url, true, true)));
            XmlElement begun = focus.ask(NICKNAME, connecting(meeting, export(url, false, true)));
            FarSide.Handshake handshake = service.handshake();
            FarSide.Socket socket = service.accept();
            XmlElement again = focus.ask(NICKNAME, connecting(meeting, export(url, false, true)));
            XmlElement ended = focus.ask(NICKNAME, connecting(meeting, export(url, false, false)));

            assertError(video, "feature-not-implemented", "");
            assertThat(begun.attribute("type")).isEqualTo("result");
            assertThat(handshake.target()).isEqualTo("/transcribe?sessionId=m1");
            assertThat(handshake.headers()).containsEntry("x-key", "k1");
            assertError(again, "bad-request", "");
            assertThat(ended.attribute("type")).isEqualTo("result");
            assertThat(socket.next().path("event").asText()).isEqualTo("info");
            assertThat(socket.next().path("event").asText()).isEqualTo("session-end");
            assertThat(socket.closeCode()).isEqualTo(1001);
            assertThat(service.handshakesLeft()).isZero();
            focus.ask(NICKNAME, ConferenceModify.expiring(meeting));
        }
    }

    private static void assertError(XmlElement answer, String condition, String reason) {
        assertThat(answer.attribute("type")).isEqualTo("error");
        XmlElement error = answer.children().stream()
                .filter(child -> child.name().equals("error"))
                .findFirst()
                .orElseThrow();
        assertThat(error.child("urn:ietf:params:xml:ns:xmpp-stanzas", condition))
                .as(error.toXml())
                .isNotNull();
        if (!reason.isEmpty()) {
            assertThat(Objects.requireNonNull(error.child(Colibri2Xml.NAMESPACE, "error"), error.toXml())
                            .attribute("reason"))
                    .isEqualTo(reason);
        }
    }

    @Test
    @Order(4)
    void itAnswersWhatElseIsAsked() throws Exception {
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge(NICKNAME);

            XmlElement health = focus.ask(
                    NICKNAME, IQ.Type.get, ScriptedFocus.element(BridgeIqs.HEALTH_NAMESPACE, BridgeIqs.HEALTH));
            XmlElement version = focus.ask(NICKNAME, IQ.Type.get, ScriptedFocus.element("jabber:iq:version", "query"));
            XmlElement ping = focus.ask(NICKNAME, IQ.Type.get, ScriptedFocus.element("urn:xmpp:ping", "ping"));
            XmlElement disco = focus.ask(
                    NICKNAME, IQ.Type.get, ScriptedFocus.element("http://jabber.org/protocol/disco#info", "query"));

            assertThat(health.attribute("type")).isEqualTo("result");
            assertThat(health.children()).isEmpty();
            assertThat(version.toXml()).contains("<name>JVB</name>").contains("<version>1.0-");
            assertThat(ping.attribute("type")).isEqualTo("result");
            assertThat(disco.toXml()).contains("http://jitsi.org/protocol/healthcheck");
            assertError(
                    focus.ask(NICKNAME, IQ.Type.get, ScriptedFocus.element("urn:unheard:of", "query")),
                    "feature-not-implemented",
                    "");
            assertError(
                    focus.ask(NICKNAME, IQ.Type.get, ScriptedFocus.element("jitsi:colibri2", "conference-modify")),
                    "bad-request",
                    "");
        }
    }

    @Test
    @Order(5)
    void onlyOccupantsOfTheRoomWithTheRoleThatIsNeededAreServed() throws Exception {
        Map<String, String> strict = new HashMap<>(client("jvb-strict"));
        strict.put("CONTROL_ROLE", "owner");
        assertThat(add("strict", strict)).isEqualTo(200);
        long forbiddenBefore = stat("total_xmpp_requests_forbidden");
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge("jvb-strict");

            XmlElement fromOwner =
                    focus.ask("jvb-strict", ConferenceModify.creating("a strict meeting", null, List.of()));
            XmlElement fromOutside = focus.askAt(
                    "jvb@" + Prosody.DOMAIN + "/" + Prosody.ROOM + "/" + NICKNAME,
                    IQ.Type.get,
                    new ElementIq(Colibri2Xml.write(ConferenceModify.expiring("a strict meeting"))));
            XmlElement ended = focus.ask(NICKNAME, ConferenceModify.expiring("a strict meeting"));

            assertThat(fromOwner.attribute("type"))
                    .as("Prosody makes an admin the owner")
                    .isEqualTo("result");
            assertError(fromOutside, "forbidden", "");
            assertThat(stat("total_xmpp_requests_forbidden")).isEqualTo(forbiddenBefore + 1);
            assertThat(ended.attribute("type")).as("it was still there").isEqualTo("result");
        }
        post("/colibri/muc-client/remove", "{\"id\":\"strict\"}");
    }

    @Test
    @Order(5)
    void requestsAboutOneConferenceAreCarriedOutInOrder() throws Exception {
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge(NICKNAME);
            for (int round = 0; round < 20; round++) {
                for (String meeting : Set.of("order-1", "order-2", "order-3")) {
                    List<ConferenceModify> requests = List.of(
                            ConferenceModify.creating(meeting, null, List.of()),
                            ConferenceModify.updating(
                                    meeting, List.of(endpoint("a").build())),
                            ConferenceModify.updating(
                                    meeting, List.of(endpoint("b").build())),
                            ConferenceModify.updating(meeting, List.of(EndpointModify.expiring("a"))));
                    for (ConferenceModify request : requests) {
                        ElementIq iq = new ElementIq(Colibri2Xml.write(request));
                        iq.setType(IQ.Type.get);
                        focus.send(NICKNAME, iq);
                    }
                }
                for (String meeting : Set.of("order-1", "order-2", "order-3")) {
                    assertThat(focus.ask(NICKNAME, ConferenceModify.expiring(meeting))
                                    .attribute("type"))
                            .isEqualTo("result");
                }
            }
            assertThat(stat("conferences")).isZero();
        }
        assertThat(stat("total_xmpp_requests_refused")).isLessThan(10);
    }

    @Test
    @Order(6)
    void hostileStanzasCostAnErrorAtMost() throws Exception {
        long disconnectsBefore = stat("total_xmpp_disconnects");
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge(NICKNAME);
            StringBuilder manyAttributes = new StringBuilder("<endpoint id='a'");
            for (int i = 0; i < 5000; i++) {
                manyAttributes.append(" a").append(i).append("='x'");
            }
            List<String> contents = new ArrayList<>();
            contents.add("<a>".repeat(1000) + "</a>".repeat(1000));
            contents.add("<endpoint id='" + "x".repeat(150_000) + "'/>");
            contents.add(manyAttributes.append("/>").toString());
            contents.add("<endpoint id='a'/>".repeat(10_000));
            contents.add("&lt;&amp;&apos;".repeat(10_000));
            contents.add("x".repeat(200_000));
            for (String content : contents) {
                XmlElement answer = focus.ask(
                        NICKNAME, IQ.Type.get, ScriptedFocus.raw("conference-modify", "jitsi:colibri2", content));
                assertThat(answer.attribute("type")).isEqualTo("error");
                XmlElement unknown =
                        focus.ask(NICKNAME, IQ.Type.get, ScriptedFocus.raw("query", "urn:unheard:of", content));
                assertThat(unknown.attribute("type")).isEqualTo("error");
                focus.show("focus", "<raw xmlns='urn:raw'>" + content + "</raw>");
            }
            for (int i = 0; i < 2000; i++) {
                IQ flood = ScriptedFocus.raw("conference-modify", "jitsi:colibri2", "<endpoint/>");
                flood.setType(IQ.Type.set);
                focus.send(NICKNAME, flood);
            }

            XmlElement health = focus.ask(
                    NICKNAME, IQ.Type.get, ScriptedFocus.element(BridgeIqs.HEALTH_NAMESPACE, BridgeIqs.HEALTH));

            assertThat(health.attribute("type")).isEqualTo("result");
            assertThat(stat("total_xmpp_stanzas_unreadable")).isPositive();
            assertThat(stat("total_xmpp_disconnects")).isEqualTo(disconnectsBefore);
        }
    }

    @Test
    @Order(7)
    void aWrongPasswordAndABadCertificateKeepOnlyThatClientOut() throws Exception {
        Map<String, String> wrong = new java.util.HashMap<>(client("jvb-wrong"));
        wrong.put("PASSWORD", "guess");
        Map<String, String> verifying = new java.util.HashMap<>(client("jvb-verifying"));
        verifying.remove("DISABLE_CERTIFICATE_VERIFICATION");
        long failedBefore = stat("total_xmpp_failed_attempts");

        assertThat(add("wrong", wrong)).isEqualTo(200);
        assertThat(add("verifying", verifying)).isEqualTo(200);
        assertThat(add("incomplete", Map.of("HOSTNAME", "127.0.0.1"))).isEqualTo(400);

        Prosody.await("some attempts to fail", () -> stat("total_xmpp_failed_attempts") >= failedBefore + 4);
        assertThat(stat("muc_clients_configured")).isEqualTo(3);
        assertThat(stat("muc_clients_connected")).isEqualTo(1);
        assertThat(stat("mucs_joined")).isEqualTo(1);
        for (String id : List.of("wrong", "verifying")) {
            assertThat(post("/colibri/muc-client/remove", "{\"id\":\"" + id + "\"}")
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(post("/colibri/muc-client/remove", "{\"id\":\"wrong\"}").statusCode())
                .isEqualTo(400);
        assertThat(stat("muc_clients_configured")).isEqualTo(1);
    }

    @Test
    @Order(8)
    void aNicknameThatIsTakenIsWaitedFor() throws Exception {
        assertThat(add("first", client("jvb-twin"))).isEqualTo(200);
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge("jvb-twin");
            long failedBefore = stat("total_xmpp_failed_attempts");
            Map<String, String> second = new java.util.HashMap<>(client("jvb-twin"));
            second.put("USERNAME", "focus"); // the same account may be in a room twice under one name
            assertThat(add("second", second)).isEqualTo(200);
            Prosody.await("the conflict", () -> stat("total_xmpp_failed_attempts") > failedBefore);

            post("/colibri/muc-client/remove", "{\"id\":\"first\"}");

            Prosody.await("the second to get the nickname", () -> stat("mucs_joined") == 2);
        }
        post("/colibri/muc-client/remove", "{\"id\":\"second\"}");
    }

    @Test
    @Order(8)
    void ofTwoBridgesWithOneNicknameTheLaterOneStays() throws Exception {
        assertThat(add("first", client("jvb-twin"))).isEqualTo(200);
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge("jvb-twin");
            long disconnectsBefore = stat("total_xmpp_disconnects");
            assertThat(add("second", client("jvb-twin"))).isEqualTo(200);
            Prosody.await("the first to be replaced", () -> stat("total_xmpp_disconnects") > disconnectsBefore);
            Prosody.await("the second to be in its room", () -> stat("mucs_joined") == 2);

            for (int i = 0; i < 40; i++) { // replacing each other they would take a few of these
                assertThat(focus.ask(
                                        "jvb-twin",
                                        IQ.Type.get,
                                        ScriptedFocus.element(BridgeIqs.HEALTH_NAMESPACE, BridgeIqs.HEALTH))
                                .attribute("type"))
                        .isEqualTo("result");
                ScriptedFocus.pause();
            }

            assertThat(stat("total_xmpp_disconnects")).isEqualTo(disconnectsBefore + 1);
        }
        post("/colibri/muc-client/remove", "{\"id\":\"first\"}");
        post("/colibri/muc-client/remove", "{\"id\":\"second\"}");
    }

    @Test
    @Order(9)
    void aServerThatAcceptsAndHangsIsLeftAndTriedAgain() throws Exception {
        List<Socket> accepted = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        accepted.add(hanging.accept());
                    }
                } catch (java.io.IOException _) {
                    // closed
                }
            });
            Map<String, String> client = new java.util.HashMap<>(client("jvb-hanging"));
            client.put("PORT", Integer.toString(hanging.getLocalPort()));
            assertThat(add("hanging", client)).isEqualTo(200);

            Prosody.await("a second attempt", () -> accepted.size() >= 2);

            post("/colibri/muc-client/remove", "{\"id\":\"hanging\"}");
        }
        assertThat(stat("mucs_joined")).isEqualTo(1);
    }

    @Test
    @Order(10)
    void itComesBackWhenProsodyDoes() throws Exception {
        prosody().kill();
        Prosody.await("the loss to be noticed", () -> stat("muc_clients_connected") == 0);
        assertThat(stat("mucs_joined")).isZero();

        prosody().start();

        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge(NICKNAME);
            assertThat(focus.ask(NICKNAME, ConferenceModify.creating("after", null, List.of()))
                            .attribute("type"))
                    .isEqualTo("result");
        }
    }

    @Test
    @Order(11)
    void itLeavesWhenItEnds() throws Exception {
        try (ScriptedFocus focus = ScriptedFocus.join(prosody(), "focus")) {
            focus.awaitBridge(NICKNAME);

            Objects.requireNonNull(bridge).close();

            focus.awaitGone(NICKNAME);
        }
    }
}
