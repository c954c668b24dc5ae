package org.starbridge.bridge.webhook;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of webhooks since the start, with their names in the statistics. */
public enum WebhookCounter implements Counter {
    DELIVERED("delivered", "Webhook requests accepted by a receiver."),
    RETRIES("retries", "Webhook requests that failed and are retried."),
    FAILED("failed", "Webhook events that a receiver refused, or whose last attempt failed."),
    DROPPED("dropped", "Webhook events dropped because a receiver's queue was full.");

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
