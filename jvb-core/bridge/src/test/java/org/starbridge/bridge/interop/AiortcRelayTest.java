package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/**
 * A relay to a bridge that is none of ours: relay_peer.py acts as a Jitsi Videobridge does, and as the Jicofo that
 * joins both. A camera and a viewer at the bridge under test are aiortc clients.
 */
@Tag("aiortc")
@EnabledIf(value = "org.starbridge.bridge.interop.Aiortc#isHereOrRequired", disabledReason = Aiortc.MISSING)
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
class AiortcRelayTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CAMERA = "aaaa0001";
    private static final String VIEWER = "bbbb0002";
    private static final String LISTENER = "cccc0003";
    private static final String REMOTE = "77ab01cd";
    /** Of header extensions, which are others over the relay. */
    private static final List<Integer> OTHER_IDS = List.of(4, 2);

    private static final int FRAMES = 20;
    private static final int LIMIT_S = 15;

    @AutoClose
    private Bridge bridge;

    @AutoClose
    private Aiortc camera;

    @AutoClose
    private Aiortc viewer;

    @AutoClose
    private PeerProcess peer;

    private int conferences;

    @BeforeAll
    void start() throws Exception {
        camera = Aiortc.start();
        viewer = Aiortc.start();
        peer = Aiortc.start("relay_peer.py");
        bridge = FreePorts.bridge(
                "videobridge.relay.enabled",
                "true",
                "videobridge.relay.region",
                "region-a",
                "videobridge.relay.relay-id",
                "jvb-a");
    }

    private String url() {
        return "http://127.0.0.1:" + bridge.privatePort();
    }

    private JsonNode say(String command, Object... arguments) throws Exception {
        Map<String, Object> byName = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            byName.put((String) arguments[i], arguments[i + 1]);
        }
        return peer.call(command, byName);
    }

    /** The camera begins a conference, the relay is made; the value is what the peer knows of both. */
    private JsonNode join(String meeting, boolean isInitiator, boolean hasSctp) throws Exception {
        JsonNode own = camera.call(
                "publish",
                Map.of(
                        "bridge",
                        url(),
                        "meeting",
                        meeting,
                        "endpoint",
                        CAMERA,
                        "setup",
                        "active",
                        "rtx",
                        true,
                        "extensions",
                        OTHER_IDS));
        JsonNode relay = say(
                "connect",
                "bridge",
                url(),
                "public",
                bridge.publicPort(),
                "meeting",
                meeting,
                "initiator",
                isInitiator,
                "sctp",
                hasSctp);
        say(
                "repeats",
                "rtx",
                own.path("rtx").asLong(),
                "ssrc",
                own.path("video").asLong());
        ObjectNode both = JSON.createObjectNode();
        both.set("camera", own);
        both.set("relay", relay);
        return both;
    }

    private void leave() throws Exception {
        viewer.call("leave", Map.of());
        camera.call("leave", Map.of("end", true));
    }

    private static long ssrc(JsonNode joined, String at, String kind) {
        return joined.path(at).path(kind).asLong();
    }

    private JsonNode relayOf(String meeting) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + "/debug?full=true"))
                .timeout(Duration.ofSeconds(30))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            JsonNode all =
                    JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
            return all.findValues("relays").stream()
                    .filter(relays -> relays.has("jvb-b"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no relay of " + meeting + " in " + all))
                    .path("jvb-b");
        }
    }

    /** All four forms in which Jicofo joins two bridges. */
    @ParameterizedTest(name = "the bridge begins: {0}, SCTP: {1}")
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void bothPartsAndBothChannelsConnect(boolean isInitiator, boolean hasSctp) throws Exception {
        String meeting = "relay-" + ++conferences;
        JsonNode joined = join(meeting, isInitiator, hasSctp);
        JsonNode relay = joined.path("relay");
        assertThat(relay.path("setup").asText()).isEqualTo("actpass");
        assertThat(relay.path("ports")).hasSize(1);
        assertThat(relay.path("ports").get(0).asInt() != bridge.mediaPort())
                .as("a port of its own, where it is asked for")
                .isEqualTo(isInitiator);
        assertThat(relay.path("profile").asText()).isEqualTo("SRTP_AEAD_AES_128_GCM");
        if (hasSctp) {
            assertThat(relay.path("sctp").path("role").asText()).isEqualTo(isInitiator ? "SERVER" : "CLIENT");
            assertThat(relay.path("webSockets")).isEmpty();
            assertThat(relay.path("channel"))
                    .isEqualTo(JSON.readTree(
                            "{\"id\":0,\"label\":\"default\",\"protocol\":\"http://jitsi.org/protocols/colibri\"}"));
        } else {
            assertThat(relay.path("webSockets")).hasSize(1);
            assertThat(relay.path("channel").path("path").asText())
                    .contains("/colibri-relay-ws/", isInitiator ? "/jvb-a" : "/jvb-b");
        }
        if (isInitiator) {
            assertThat(relay.path("withheldChecks").asInt())
                    .as("the peer, on a shared port, waited for the bridge's checks")
                    .isNotNegative();
        } else {
            assertThat(say("hear", "kind", "ServerHello", "limit_s", hasSctp ? 0 : LIMIT_S)
                            .isNull())
                    .as("the accepting side of a WebSocket greets")
                    .isEqualTo(hasSctp);
        }
        say("say", "message", wish(720));
        assertThat(say("await_packets", "ssrc", ssrc(joined, "camera", "audio"), "more", 20)
                        .asInt())
                .isGreaterThanOrEqualTo(20);
        assertThat(say("await_packets", "ssrc", ssrc(joined, "camera", "video"), "more", 20)
                        .asInt())
                .isGreaterThanOrEqualTo(20);
        JsonNode closed = say("expire");
        if (hasSctp) {
            assertThat(closed.isNull()).isTrue();
        } else {
            assertThat(closed).isEqualTo(JSON.readTree("{\"code\":1001,\"reason\":\"relay_closed\"}"));
        }
        leave();
    }

    private static Map<String, Object> wish(int heightPx) {
        return Map.of(
                "colibriClass",
                "AddReceiver",
                "bridgeId",
                "jvb-b",
                "sourceName",
                CAMERA + "-v0",
                "videoConstraints",
                Map.of("maxHeight", heightPx, "maxFrameRate", -1.0));
    }

    @Test
    void mediaMessagesAndFeedbackGoBothWays() throws Exception {
        String meeting = "relay-" + ++conferences;
        JsonNode joined = join(meeting, true, true);
        JsonNode relay = joined.path("relay");
        say("attend", "endpoint", LISTENER);
        viewer.call(
                "play",
                Map.of(
                        "bridge",
                        url(),
                        "meeting",
                        meeting,
                        "endpoint",
                        VIEWER,
                        "setup",
                        "active",
                        "remote",
                        relay,
                        "rtx",
                        true,
                        "strict",
                        true));

        // From the peer to the viewer: pictures of the highest encoding under the first one's SSRC, sound with its
        // level.
        JsonNode wished = say("hear", "kind", "AddReceiver", "where", Map.of("sourceName", REMOTE + "-v0"));
        assertThat(wished.path("bridgeId").asText()).isEqualTo("jvb-a");
        assertThat(wished.path("videoConstraints").path("maxHeight").asInt()).isNotZero();
        say("withhold", "every", 25);
        JsonNode seen = viewer.watch(
                Map.of("framesDecoded", FRAMES, "audioFrames", 50, "audioLevels", 20),
                Map.of("keyFrames", 1, "senderReports", 1));
        say("withhold", "every", 0);
        assertThat(seen.path("misread").asInt()).isZero();
        assertThat(seen.path("audioPeak").asInt()).isGreaterThan(1000);
        assertThat(say("await_count", "name", "nacksReceived", "least", 1).asInt())
                .as("lost packets are requested on the link")
                .isPositive();
        assertThat(say("await_count", "name", "repeated", "least", 1).asInt()).isPositive();
        assertThat(say("await_count", "name", "plisReceived", "least", 1).asInt())
                .as("key frames are requested on the link")
                .isPositive();
        assertThat(viewer.call(
                                "ask_for_key_frame",
                                Map.of("ssrc", relay.path("video").asLong(), "limit_s", LIMIT_S))
                        .asInt())
                .isPositive();

        // From the camera to the peer: as it is wanted, unchanged but for header extensions.
        long video = ssrc(joined, "camera", "video");
        say("say", "message", wish(0));
        assertThat(say("await_quiet", "ssrc", video, "quiet_s", 0.5).asBoolean())
                .as("what is not wanted is not sent")
                .isTrue();
        int keyFrames = say("figures").path("keyFrames").asInt();
        say("say", "message", wish(720));
        assertThat(say("await_packets", "ssrc", video, "more", FRAMES).asInt()).isGreaterThanOrEqualTo(FRAMES);
        assertThat(say("figures").path("keyFrames").asInt())
                .as("what is wanted again begins with a key frame")
                .isGreaterThan(keyFrames);
        assertThat(say("ask_for_key_frame", "ssrc", video).asInt()).isPositive();
        say("lose", "every", 10);
        assertThat(say("await_packets", "ssrc", video, "more", 60).asInt()).isGreaterThanOrEqualTo(60);
        say("lose", "every", 0);
        say("await_packets", "ssrc", video, "more", FRAMES);
        JsonNode figures = say("figures");
        JsonNode picture = figures.path("streams").path(Long.toString(video));
        assertThat(picture.path("dropped").asInt()).isPositive();
        assertThat(picture.path("recovered").asInt())
                .as("sent again as RTX of the relay's payload type: %s", picture)
                .isGreaterThanOrEqualTo(picture.path("dropped").asInt() - 2);
        assertThat(picture.path("payloadTypes")).isEqualTo(JSON.readTree("[100]"));
        JsonNode sound = figures.path("streams").path(Long.toString(ssrc(joined, "camera", "audio")));
        assertThat(sound.path("missing").asInt()).as("%s", sound).isZero();
        assertThat(figures.path("levels").asInt()).isPositive();
        assertThat(figures.path("numbers").asInt())
                .as("the description has the extension")
                .isPositive();
        assertThat(figures.path("sendTimes").asInt())
                .as("send times end at each bridge")
                .isZero();
        assertThat(figures.path("senderReports").asInt()).isPositive();
        assertThat(figures.path("receiverReports").asInt()).isPositive();

        // Messages of participants, both ways, and who speaks for whom.
        say(
                "say",
                "message",
                Map.of("colibriClass", "EndpointMessage", "from", REMOTE, "to", "", "msgPayload", Map.of("n", 1)));
        assertThat(say("endpoint_hears", "kind", "EndpointMessage", "where", Map.of("from", REMOTE))
                        .path("msgPayload")
                        .path("n")
                        .asInt())
                .isEqualTo(1);
        say(
                "endpoint_says",
                "message",
                Map.of("colibriClass", "EndpointMessage", "to", REMOTE, "msgPayload", Map.of("n", 2)));
        assertThat(say("hear", "kind", "EndpointMessage", "where", Map.of("to", REMOTE))
                        .path("from")
                        .asText())
                .isEqualTo(LISTENER);

        // The peer sends receiver reports only: a round trip is known, and nothing is estimated or limited.
        JsonNode link = relayOf(meeting);
        assertThat(link.path("rtt_ms").asDouble()).isPositive();
        assertThat(link.has("bandwidth_estimate_bps")).isFalse();
        assertThat(link.path("left_out")).isEmpty();
        assertThat(link.path("remote_endpoints").toString()).contains(REMOTE);
        assertThat(say("expire").isNull()).isTrue();
        leave();
    }
}
