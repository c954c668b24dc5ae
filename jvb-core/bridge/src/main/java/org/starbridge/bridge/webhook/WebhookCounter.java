package org.starbridge.bridge.webhook;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** What webhooks did since the start, and how the statistics show it. */
public enum WebhookCounter implements Counter {
    DELIVERED("delivered", "Webhook requests that a receiver took."),
    RETRIES("retries", "Webhook requests that failed and are repeated later."),
    FAILED("failed", "Webhook events that a receiver refused, or that were given up after the last attempt."),
    DROPPED("dropped", "Webhook events that were dropped because too many waited: the oldest of a receiver.");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    WebhookCounter(String name, String help) {
        descriptor = CounterDescriptor.total("webhooks_" + name, help);
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
