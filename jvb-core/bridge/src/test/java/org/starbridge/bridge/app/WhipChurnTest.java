package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.testkit.EveryThirdDay;

/** A thousand publishers and viewers come and go by HTTP on a real media plane. */
@Timeout(60)
@EveryThirdDay(day = 2)
class WhipChurnTest {
    private static final int ROUNDS = 10;
    private static final int VIEWERS = 99;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newHttpClient();

    private static String offer(String name) throws IOException {
        return Files.readString(Path.of("..", "..", "lib", "sdp", "src", "test", "resources", "offers", name + ".sdp"));
    }

    private HttpResponse<String> request(String method, URI uri, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/sdp")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private URI join(URI server, String path, String offer) throws Exception {
        HttpResponse<String> answer = request("POST", server.resolve(path), offer);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return server.resolve(answer.headers().firstValue("Location").orElseThrow());
    }

    private double metric(Bridge bridge, String name) throws Exception {
        URI metrics = URI.create("http://127.0.0.1:" + bridge.privatePort() + "/metrics");
        String text = request("GET", metrics, "").body();
        Matcher line = Pattern.compile("(?m)^jitsi_jvb_" + name + " (\\S+)$").matcher(text);
        assertThat(line.find()).as(name).isTrue();
        return Double.parseDouble(line.group(1));
    }

    /** Endpoints are released by their workers, a moment after the answer. */
    private void awaitAtMost(Bridge bridge, String name, double most) throws Exception {
        long limitNs = System.nanoTime() + LIMIT.toNanos();
        while (metric(bridge, name) > most && System.nanoTime() < limitNs) {
            Thread.onSpinWait();
        }
        assertThat(metric(bridge, name)).as(name).isLessThanOrEqualTo(most);
    }

    private void round(Bridge bridge, int viewers) throws Exception {
        URI server = URI.create("http://127.0.0.1:" + bridge.publicPort());
        List<URI> sessions = new ArrayList<>();
        sessions.add(join(server, "/whip/studio", offer("obs-publish")));
        for (int i = 0; i < viewers; i++) {
            sessions.add(join(server, "/whep/studio", offer("chromium-watch")));
        }
        for (URI session : sessions) {
            assertThat(request("DELETE", session, "").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void nothingIsLeftOfAThousandSessions() throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            round(bridge, VIEWERS); // what is allocated once
            awaitAtMost(bridge, "current_endpoints", 0);
            double nativeBytes = metric(bridge, "native_memory_bytes");
            for (int round = 0; round < ROUNDS; round++) {
                round(bridge, VIEWERS);
            }
            awaitAtMost(bridge, "current_endpoints", 0);
            awaitAtMost(bridge, "conferences", 0);
            awaitAtMost(bridge, "cipher_contexts", 0);
            awaitAtMost(bridge, "native_memory_bytes", nativeBytes);
            assertThat(metric(bridge, "whep_viewers_created_total")).isEqualTo((ROUNDS + 1) * VIEWERS);
            assertThat(metric(bridge, "whip_sessions_lost_total")).isZero();
        }
    }
}
