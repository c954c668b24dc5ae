package org.starbridge.hammer.whip;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;

/** The requests of WHIP and WHEP: offers are posted, sessions deleted. Blocking; any thread. */
final class WhipClient implements AutoCloseable {
    private static final int CREATED = 201;
    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;
    private static final int MAX_QUOTED = 300;
    private static final long RETRY_MS = 250;
    private static final String SDP = "application/sdp";

    private final HttpClient http;
    private final @Nullable String token;
    private final Duration timeout;

    /** Session that a server created: the answer, and the session's URL, null if the server did not say. */
    record Created(String answer, @Nullable URI session) {}

    /** @param timeout of each request, and of waiting for a publisher */
    WhipClient(@Nullable String token, Duration timeout) {
        this.token = token;
        this.timeout = timeout;
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
    }

    /**
     * Posts an offer. A server that says that there is nothing to watch yet is asked again until the timeout.
     *
     * @throws IOException if it can't be asked
     * @throws LoadTestException if it refuses
     */
    Created post(URI url, String offer) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + timeout.toNanos();
        HttpRequest request = request(url)
                .header("Content-Type", SDP)
                .POST(HttpRequest.BodyPublishers.ofString(offer))
                .build();
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        while (isEarly(response.statusCode()) && System.nanoTime() < deadlineNs) {
            Thread.sleep(RETRY_MS);
            response = http.send(request, BodyHandlers.ofString());
        }
        if (response.statusCode() != CREATED) {
            throw new LoadTestException("POST " + url + " was answered with " + response.statusCode()
                    + " instead of 201: " + quoted(response.body()));
        }
        URI session =
                response.headers().firstValue("Location").map(url::resolve).orElse(null);
        return new Created(response.body(), session);
    }

    private static boolean isEarly(int status) {
        return status == CONFLICT || status == UNAVAILABLE;
    }

    /** Ends a session; what the server answers makes no difference. */
    void delete(URI session) throws IOException, InterruptedException {
        http.send(request(session).DELETE().build(), BodyHandlers.discarding());
    }

    private HttpRequest.Builder request(URI url) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(timeout);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private static String quoted(String body) {
        String text = body.strip();
        return text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + " …";
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
