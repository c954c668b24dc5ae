package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.http.route.Json;

/**
 * Requests that another bridge got over REST, in that order: ours must give equivalent answers, ids, credentials,
 * addresses and ports aside. Where it means to differ, the table says how; docs/conformance.md says why.
 */
@Timeout(120)
class CapturedRequestsTest {
    /** The status of ours, where it is another one. */
    private static final Map<String, Integer> OTHER_STATUS = Map.ofEntries(
            Map.entry("03-metrics-text", 200),
            Map.entry("06-create-conf-again-conflict", 409),
            Map.entry("13-get-conference", 200),
            Map.entry("14-get-conferences", 200),
            Map.entry("29-err-dup-endpoint-create", 409),
            Map.entry("31-err-no-create", 404));

    /** The captured bridge does not read {@code ice-restart} in JSON, and has other queues and pools. */
    private static final Set<String> OTHER_ANSWER = Set.of(
            "12-patch-ice-restart",
            "20-debug-debug_stats_jvb_pool-stats",
            "21-debug-debug_stats_jvb_queue-stats",
            "22-debug-debug_stats_jvb_transit-stats",
            "23-debug-debug_stats_jvb_node-stats",
            "24-debug-debug_stats_jvb_task-pool-stats",
            "25-debug-debug_stats_jvb_xmpp-delay-stats");

    /** Values that differ from bridge to bridge and from run to run. */
    private static final Set<String> OWN_VALUES = Set.of(
            "ufrag",
            "pwd",
            "ip",
            "port",
            "priority",
            "foundation",
            "id of a candidate",
            "fingerprint",
            "ssrc",
            "os",
            "version");

    @Test
    void everyRequestIsAnsweredLikeTheCapturedBridgeDid() throws Exception {
        int asked = 0;
        try (Bridge bridge = FreePorts.bridge("videobridge.sctp.enabled", "false")) { // as it was there
            for (Path file : captured()) {
                String name = file.getFileName().toString().replace(".json", "");
                JsonNode exchange = Json.tree(Files.readString(file));
                HttpResponse<String> answer;
                try (HttpClient client =
                        HttpClient.newHttpClient()) { // no connection that an earlier answer may have ended
                    answer = client.send(request(bridge.privatePort(), exchange), BodyHandlers.ofString());
                } catch (IOException e) {
                    throw new AssertionError(name, e);
                }
                judge(name, exchange, answer);
                asked++;
            }
        }
        assertThat(asked).isEqualTo(50);
    }

    private static void judge(String name, JsonNode exchange, HttpResponse<String> answer) {
        int captured = exchange.path("status").asInt();
        assertThat(answer.statusCode())
                .as("%s: %s", name, answer.body())
                .isEqualTo(OTHER_STATUS.getOrDefault(name, captured));
        if (OTHER_STATUS.containsKey(name)) {
            assertThat(captured).as("%s differs", name).isNotEqualTo(answer.statusCode());
            return;
        }
        if (OTHER_ANSWER.contains(name)) {
            return;
        }
        if (exchange.has("keys")) {
            Set<String> missing = new TreeSet<>();
            exchange.path("keys").forEach(key -> missing.add(key.asText()));
            Json.tree(answer.body()).fieldNames().forEachRemaining(missing::remove);
            assertThat(missing).as("%s: %s", name, answer.body()).isEmpty();
        } else if (exchange.has("answer")) {
            assertThat(normal("", Json.tree(answer.body()))).as(name).isEqualTo(normal("", exchange.path("answer")));
        }
    }

    private static HttpRequest request(int port, JsonNode exchange) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + exchange.path("path").asText()));
        JsonNode body = exchange.path("body");
        if (exchange.has("type")) {
            request.header("Content-Type", exchange.path("type").asText());
        }
        return request.method(
                        exchange.path("method").asText(),
                        exchange.has("body")
                                ? BodyPublishers.ofString(body.isTextual() ? body.asText() : body.toString())
                                : BodyPublishers.noBody())
                .build();
    }

    /** As text, without values of its own, in one order; several candidates or URLs of one kind count as one. */
    private static String normal(String key, JsonNode node) {
        if (node.isObject()) {
            Map<String, String> fields = new TreeMap<>();
            node.properties().forEach(field -> {
                boolean isCandidateId =
                        key.equals("candidates") && field.getKey().equals("id");
                String name = isCandidateId ? "id of a candidate" : field.getKey();
                fields.put(field.getKey(), OWN_VALUES.contains(name) ? "…" : normal(field.getKey(), field.getValue()));
            });
            return fields.toString();
        }
        if (node.isArray()) {
            List<String> entries = new ArrayList<>();
            node.forEach(entry -> entries.add(key.equals("web-sockets") ? "…" : normal(key, entry)));
            boolean isSet = Set.of("candidates", "web-sockets", "fingerprints").contains(key);
            return (isSet ? new TreeSet<>(entries) : entries).toString();
        }
        return node.toString();
    }

    private static List<Path> captured() throws Exception {
        Path folder = Path.of(Objects.requireNonNull(CapturedRequestsTest.class.getResource("/captured/rest"))
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }
}
