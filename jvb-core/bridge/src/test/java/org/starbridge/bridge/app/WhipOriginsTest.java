package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages of other origins that publish and watch (RFC 9725 section 4.6). */
@Timeout(60)
class WhipOriginsTest {
    private static final String ORIGIN = "https://player.example.org";

    private static List<String> list(HttpResponse<?> answer, String header) {
        return List.of(answer.headers().firstValue(header).orElseThrow().split(", ", -1));
    }

    private static HttpResponse<String> send(Bridge bridge, String method, Map<String, String> headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + bridge.publicPort() + "/whip/studio"))
                .method(method, BodyPublishers.ofString(method.equals("POST") ? "v=0" : ""));
        headers.forEach(request::header);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }

    @Test
    void anAllowedOriginMayUseAllMethodsAndReadWhatItNeeds() throws Exception {
        try (Bridge bridge = FreePorts.bridge(
                "starbridge.whip.open", "false",
                "starbridge.whip.tokens.0.token", "0123456789abcdef",
                "starbridge.whip.tokens.0.publish.0", "*",
                "starbridge.whip.tokens.0.watch.0", "*",
                "starbridge.whip.allowed-origins.0", ORIGIN)) {
            HttpResponse<String> preflight = send(
                    bridge,
                    "OPTIONS",
                    Map.of(
                            "Origin", ORIGIN,
                            "Access-Control-Request-Method", "PATCH",
                            "Access-Control-Request-Headers", "authorization, if-match"));
            assertThat(preflight.statusCode()).as("it has no token").isEqualTo(204);
            assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue(ORIGIN);
            assertThat(list(preflight, "Access-Control-Allow-Methods")).contains("POST", "PATCH", "DELETE");
            assertThat(list(preflight, "Access-Control-Allow-Headers"))
                    .contains("Authorization", "Content-Type", "If-Match");

            HttpResponse<String> refused =
                    send(bridge, "POST", Map.of("Origin", ORIGIN, "Content-Type", "application/sdp"));
            assertThat(refused.statusCode()).as("no token").isEqualTo(401);
            assertThat(refused.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue(ORIGIN);
            assertThat(list(refused, "Access-Control-Expose-Headers"))
                    .contains("Location", "ETag", "Link", "Accept-Patch", "Retry-After");

            HttpResponse<String> foreign = send(bridge, "POST", Map.of("Origin", "https://evil.example"));
            assertThat(foreign.statusCode()).isEqualTo(403);
            assertThat(foreign.body()).contains("starbridge.whip.allowed-origins");
            assertThat(foreign.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
    }
}
