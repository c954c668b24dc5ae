package org.starbridge.bridge.webhook;

import java.net.URI;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.starbridge.bridge.webhook.delivery.DeliveryQueue.Outcome;
import org.starbridge.bridge.webhook.delivery.Message;

/** Tries whether a receiver takes an event. Waits for it. */
public final class ReceiverTrial {
    private ReceiverTrial() {}

    /**
     * Sends a signed event of the type {@code test}.
     *
     * @return why it is not taken, as a sentence without a full stop; empty if it is
     */
    public static Optional<String> problem(WebhookConfig config, URI url) {
        InstantSource clock = InstantSource.system();
        String id = "test-" + HexFormat.of().toHexDigits(clock.instant().getEpochSecond());
        Message message = new Message(id, EventBodies.test(id, clock.instant()));
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
                WebhookRequests requests = new WebhookRequests(config, clock, executor, UnaryOperator.identity())) {
            Attempt attempt;
            try {
                attempt = Attempt.of(requests.send(url, message).join(), null);
            } catch (CompletionException e) {
                attempt = Attempt.of(null, e);
            }
            return attempt.outcome() == Outcome.DELIVERED ? Optional.empty() : Optional.of(attempt.sentence());
        }
    }
}
