package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.EchoBridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.colibri.Sctp;

/** The bridge channel over a data channel of aiortc, which has an SCTP of its own. */
@Tag("aiortc")
@EnabledIf(value = "org.starbridge.bridge.interop.Aiortc#isHereOrRequired", disabledReason = Aiortc.MISSING)
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
class AiortcDataChannelTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LIMIT_S = 40;
    private static final double LOSS = 0.05;
    private static final List<Integer> LENGTHS = List.of(0, 1, 2, 1131, 1132, 1133, 2500, 16_000, 65_536, 1);
    private static final List<Integer> BINARY_LENGTHS = List.of(0, 1, 20_000);
    private static final int LONG_NAMES = 64;

    @AutoClose
    private Bridge bridge;

    @AutoClose
    private EchoBridge echo;

    @AutoClose
    private PeerProcess client;

    @BeforeAll
    void start() throws Exception {
        client = Aiortc.start("channel_client.py");
        bridge = FreePorts.bridge();
        echo = new EchoBridge(FreePorts.config());
    }

    @AfterEach
    void leave() throws Exception {
        client.call("leave", Map.of());
    }

    private JsonNode talk(Bridge to, String meeting, boolean isOpener, double loss) throws Exception {
        return client.call(
                "talk",
                Map.of(
                        "bridge",
                        url(to),
                        "meeting",
                        meeting,
                        "endpoint",
                        "aaaa0001",
                        "loss",
                        loss,
                        "opener",
                        isOpener));
    }

    @Test
    void theBridgeChannelSaysEverythingAgainWhenItIsReopened() throws Exception {
        JsonNode sctp = talk(bridge, "data-1", true, LOSS);
        assertThat(sctp.path("port").asInt()).isEqualTo(5000);
        assertThat(sctp.path("role").asText()).isEqualTo("SERVER");
        JsonNode first = client.call("hear", Map.of("kind", "ForwardedSources", "limit_s", LIMIT_S));
        assertThat(first.path("forwardedSources")).isEmpty();
        assertThat(greet(List.of(1, 1133, 16_000))).isEqualTo(3);

        declareSources("data-1", "bbbb0002");
        int names = 0;
        int lengthBytes = 0;
        while (names < LONG_NAMES) {
            JsonNode forwarded = client.call("hear", Map.of("kind", "ForwardedSources", "limit_s", LIMIT_S));
            names = forwarded.path("forwardedSources").size();
            lengthBytes = forwarded.toString().length();
        }
        assertThat(lengthBytes).as("of one message from the bridge").isGreaterThan(6_000);

        assertThat(client.call("reopen", Map.of("limit_s", LIMIT_S))).hasSize(2);
        assertThat(client.call("hear", Map.of("kind", "ForwardedSources", "limit_s", LIMIT_S))
                        .path("forwardedSources"))
                .as("said again over the new one")
                .hasSize(LONG_NAMES);
        client.call("say", Map.of("text", "no JSON"));
        client.call("say", Map.of("text", ""));
        client.call("say_bytes", Map.of("length", 1000));
        assertThat(greet(List.of(10))).isEqualTo(1);

        JsonNode stats = get("/colibri/stats");
        assertThat(stats.required("total_data_channel_messages_received").asLong())
                .isEqualTo(7);
        assertThat(stats.required("total_data_channel_messages_sent").asLong()).isGreaterThanOrEqualTo(7);
        for (String reason : List.of("malformed", "bad_checksum", "wrong_tag", "fragment_conflict", "bad_cookie")) {
            assertThat(stats.required("total_sctp_refused_" + reason).asLong())
                    .as(reason)
                    .isZero();
        }
    }

    @Test
    void messagesOfAnyLengthComeBackAsTheyWere() throws Exception {
        echo.role(Sctp.Role.SERVER);
        talk(echo.bridge(), "echo", true, LOSS);
        assertEchoes(LENGTHS);
        client.call("reopen", Map.of("limit_s", LIMIT_S));
        assertEchoes(List.of(1, 10_000));
    }

    /** As a relay's client does; aiortc begins the association as well. */
    @Test
    void theBridgeMayBeTheOneThatBeginsAndOpens() throws Exception {
        echo.role(Sctp.Role.CLIENT);
        talk(echo.bridge(), "opens", false, 0);
        JsonNode channel = client.call("describe", Map.of());
        assertThat(channel.path("label").asText()).isEqualTo("default");
        assertThat(channel.path("protocol").asText()).isEqualTo("http://jitsi.org/protocols/colibri");
        assertEchoes(List.of(1, 10_000));
    }

    private void assertEchoes(List<Integer> lengths) throws Exception {
        assertThat(client.call("echo", Map.of("lengths", lengths, "limit_s", LIMIT_S))
                        .asInt())
                .isEqualTo(lengths.size());
        JsonNode answers = client.call(
                "echo_bytes", Map.of("lengths", BINARY_LENGTHS, "expected", EchoBridge.NOT_TEXT, "limit_s", LIMIT_S));
        assertThat(answers.asInt()).isEqualTo(BINARY_LENGTHS.size());
    }

    private int greet(List<Integer> lengths) throws Exception {
        return client.call("greet", Map.of("lengths", lengths, "limit_s", LIMIT_S))
                .asInt();
    }

    /** An endpoint whose sources make a long message. */
    private void declareSources(String meeting, String endpoint) throws Exception {
        ArrayNode sources = JSON.createArrayNode();
        for (int i = 0; i < LONG_NAMES; i++) {
            String name = endpoint + "-v" + i + "-" + "n".repeat(100);
            ObjectNode source = sources.addObject().put("type", "video").put("id", name);
            source.putArray("sources").addObject().put("ssrc", 1000 + i).put("name", name);
        }
        ObjectNode body = JSON.createObjectNode();
        ObjectNode wish =
                body.putArray("endpoints").addObject().put("id", endpoint).put("create", true);
        wish.putArray("capabilities").add("source-names");
        wish.putObject("transport").put("ice-controlling", true);
        wish.set("sources", sources);
        HttpRequest request = HttpRequest.newBuilder(URI.create(url(bridge) + "/colibri/v2/conferences/" + meeting))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(body.toString()))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            var answer = http.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
    }

    private JsonNode get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url(bridge) + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
        }
    }

    private static String url(Bridge of) {
        return "http://127.0.0.1:" + of.privatePort();
    }
}
