package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What graceful_shutdown.sh of Jitsi Videobridge's packages does: it asks for a graceful shutdown at http://localhost,
 * looks how many participants are left until none is, and waits for the end of the process.
 */
@Timeout(60)
class GracefulShutdownScriptTest {
    private static final String CONFERENCES = "/colibri/v2/conferences";

    @AutoClose
    private final Bridge bridge = bridge();

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    private static Bridge bridge() {
        try {
            return FreePorts.bridge(
                    "videobridge.rest.shutdown.enabled", "true",
                    "videobridge.shutdown.shutting-down-delay", "10 ms",
                    "videobridge.stats.interval", "50 ms");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void endsTheBridgeWhenTheLastParticipantHasLeft() throws Exception {
        send("POST", CONFERENCES, """
                {"meeting-id":"m","create":true,"endpoints":[{"id":"1a2b3c4d","create":true,
                 "capabilities":["source-names"],"transport":{"ice-controlling":true}}]}""", 200);
        awaitParticipants(1);

        send("POST", "/colibri/shutdown", "{ \"graceful-shutdown\": \"true\" }", 200);

        assertThat(send("POST", CONFERENCES, "{\"meeting-id\":\"m2\",\"create\":true}", 503))
                .contains("graceful_shutdown");
        assertThat(participants()).isEqualTo(1);
        assertThat(bridge.ended().getCount()).isEqualTo(1);

        send("PATCH", CONFERENCES + "/m", "{\"endpoints\":[{\"id\":\"1a2b3c4d\",\"expire\":true}]}", 200);
        awaitParticipants(0);
        assertThat(bridge.ended().await(30, TimeUnit.SECONDS)).isTrue();
    }

    private void awaitParticipants(int count) throws Exception {
        while (participants() != count) {
            TimeUnit.MILLISECONDS.sleep(5); // as the script does, but for 10 s
        }
    }

    /** As {@code jq '.participants - .octo_endpoints'}. */
    private int participants() throws Exception {
        JsonNode stats = JsonMapper.builder().build().readTree(send("GET", "/colibri/stats", "", 200));
        assertThat(stats.path("participants").isInt()).isTrue();
        assertThat(stats.path("octo_endpoints").isInt()).isTrue();
        return stats.path("participants").intValue()
                - stats.path("octo_endpoints").intValue();
    }

    private String send(String method, String path, String body, int status) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + bridge.privatePort() + path))
                        .header("Content-Type", "application/json")
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }
}
