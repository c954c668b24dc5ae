package org.starbridge.bridge.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.starbridge.bridge.http.route.Json;

/** Examination of which focus the bridge serves that runs on this machine, by its {@code /debug}. */
final class FocusExamination {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int QUIET_SECONDS = 600;

    private final URI debug;

    /** @param privatePort of the private HTTP server */
    FocusExamination(int privatePort) {
        debug = URI.create("http://127.0.0.1:" + privatePort + "/debug");
    }

    Examination get() {
        return new Examination("focus", this::look);
    }

    private Finding look() throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(debug).timeout(PATIENCE).build();
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            return answer.statusCode() == 200
                    ? judge(Json.tree(answer.body()))
                    : Finding.ok("not known: " + debug + " answers with status " + answer.statusCode());
        } catch (IOException e) {
            return Finding.ok("not known: no bridge answers at " + debug);
        }
    }

    /** Judges the answer of {@code /debug}. */
    static Finding judge(JsonNode answer) {
        JsonNode last = answer.path("focuses").path(0);
        if (last.isMissingNode()) {
            return Finding.warning(
                    "the running bridge has had no request",
                    "nothing if no meeting took place; otherwise see whether the focus and the bridge are in the same"
                            + " room of the XMPP server (jitsi_jvb_mucs_joined)");
        }
        long secondsAgo = last.path("seconds_ago").asLong();
        String found = last.path("focus").asText() + " sent its last request " + secondsAgo + " s ago, for "
                + last.path("conference").asText() + "; answer: "
                + last.path("answer").asText();
        boolean isRefused = !last.path("answer").asText().equals("ok");
        if (isRefused) {
            return Finding.warning(
                    found,
                    "read the answer; " + last.path("refused").asLong() + " of "
                            + last.path("requests").asLong() + " requests were refused");
        }
        return secondsAgo > QUIET_SECONDS ? Finding.ok(found + "; quiet since then") : Finding.ok(found);
    }
}
