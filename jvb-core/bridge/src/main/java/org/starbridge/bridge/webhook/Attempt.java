package org.starbridge.bridge.webhook;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.webhook.delivery.DeliveryQueue.Outcome;

/**
 * The end of an attempt to deliver an event.
 *
 * @param sentence why it was not delivered, without a part of the URL
 */
record Attempt(Outcome outcome, String sentence) {
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY_REQUESTS = 429;

    static Attempt of(@Nullable Integer status, @Nullable Throwable failure) {
        if (status == null) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            return new Attempt(
                    Outcome.FAILED,
                    cause == null ? "no answer" : cause.getClass().getSimpleName());
        }
        return new Attempt(outcome(status), "status " + status);
    }

    private static Outcome outcome(int status) {
        if (status >= 200 && status < 300) {
            return Outcome.DELIVERED;
        }
        boolean isPassing =
                status >= 500 || status == REQUEST_TIMEOUT || status == TOO_EARLY || status == TOO_MANY_REQUESTS;
        return isPassing ? Outcome.FAILED : Outcome.REFUSED;
    }
}
