package org.starbridge.bridge.webhook;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.starbridge.bridge.webhook.delivery.Message;
import org.starbridge.bridge.webhook.delivery.Signature;

/** Signed requests to receivers. Redirects are not followed; certificates and host names are verified. Any thread. */
final class WebhookRequests implements AutoCloseable {
    private final HttpClient http;
    private final Signature signature;
    private final Duration timeout;
    private final InstantSource wallClock;

    WebhookRequests(
            WebhookConfig config,
            InstantSource wallClock,
            Executor executor,
            UnaryOperator<HttpClient.Builder> clientSettings) {
        signature = new Signature(config.secret());
        timeout = config.timeout();
        this.wallClock = wallClock;
        http = clientSettings
                .apply(HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(timeout)
                        .executor(executor))
                .build();
    }

    /** Sends a message; the status of the answer, or an exception. */
    CompletableFuture<Integer> send(URI url, Message message) {
        long seconds = wallClock.instant().getEpochSecond();
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("User-Agent", "starbridge")
                .header("webhook-id", message.id())
                .header("webhook-timestamp", Long.toString(seconds))
                .header("webhook-signature", signature.of(message.id(), seconds, message.body()))
                .POST(HttpRequest.BodyPublishers.ofString(message.body()))
                .build();
        CompletableFuture<HttpResponse<Void>> exchange =
                http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        return exchange.copy() // of a future that has ended an exchange cannot be cancelled
                .orTimeout(2 * timeout.toMillis(), TimeUnit.MILLISECONDS) // a body may never end
                .whenComplete((_, _) -> exchange.cancel(true))
                .thenApply(HttpResponse::statusCode);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
