package org.starbridge.hammer.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Asks bridges which video sources they do not send, and why, by their {@code /debug}. A bridge that does not answer,
 * or answers something else, says nothing. Blocking.
 */
public final class WithheldVideo {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    /** Each endpoint is a request. */
    private static final int MOST_ENDPOINTS = 50;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http;
    private final List<String> sentences = new ArrayList<>();

    private WithheldVideo(HttpClient http) {
        this.http = http;
    }

    /**
     * A sentence for each receiver and source, empty if there is none.
     *
     * @param bridges the URLs of private servers
     */
    public static List<String> of(List<URI> bridges) throws InterruptedException {
        HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
        try {
            WithheldVideo withheld = new WithheldVideo(http);
            for (URI bridge : bridges) {
                withheld.ask(bridge);
            }
            return withheld.sentences;
        } finally {
            http.shutdownNow();
        }
    }

    private void ask(URI bridge) throws InterruptedException {
        for (String conference : get(bridge, "/debug")
                .path("conferences")
                .propertyStream()
                .map(Map.Entry::getKey)
                .toList()) {
            String path = "/debug/" + conference;
            JsonNode whole = get(bridge, path).path("conferences").path(conference);
            for (Map.Entry<String, JsonNode> relay : whole.path("relays").properties()) {
                add(bridge, "the bridge " + relay.getKey(), relay.getValue().path("why"));
            }
            List<String> endpoints = whole.path("endpoints")
                    .propertyStream()
                    .map(Map.Entry::getKey)
                    .toList();
            for (String endpoint : endpoints.stream().limit(MOST_ENDPOINTS).toList()) {
                JsonNode view = get(bridge, path + "/" + endpoint)
                        .path("conferences")
                        .path(conference)
                        .path("endpoints")
                        .path(endpoint);
                add(
                        bridge,
                        "endpoint " + endpoint,
                        view.path("bitrate_controller").path("why"));
            }
        }
    }

    private void add(URI bridge, String receiver, JsonNode why) {
        for (Map.Entry<String, JsonNode> source : why.path("sources").properties()) {
            JsonNode reason = source.getValue();
            if (reason.path("target").isEmpty()) {
                sentences.add(String.format(
                        Locale.ROOT,
                        "bridge at %s, receiver %s: no video of %s is sent: %s%s",
                        bridge.getAuthority(),
                        receiver,
                        source.getKey(),
                        reason.path("reason").asText("unknown"),
                        reason.path("available_bps").isNumber()
                                ? String.format(
                                        Locale.ROOT,
                                        " (%d bit/s available, %d needed; %s)",
                                        reason.path("available_bps").asLong(),
                                        reason.path("needed_bps").asLong(),
                                        reason.path("estimate_reason").asText("–"))
                                : ""));
            }
        }
    }

    private JsonNode get(URI bridge, String path) throws InterruptedException {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(bridge.resolve(path))
                            .timeout(TIMEOUT)
                            .build(),
                    BodyHandlers.ofString());
            return answer.statusCode() == 200 ? JSON.readTree(answer.body()) : JSON.missingNode();
        } catch (IOException _) {
            return JSON.missingNode();
        }
    }
}
