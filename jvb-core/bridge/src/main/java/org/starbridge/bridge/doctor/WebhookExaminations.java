package org.starbridge.bridge.doctor;

import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import org.starbridge.bridge.webhook.ReceiverTrial;
import org.starbridge.bridge.webhook.WebhookConfig;

/** Check that receivers of webhooks accept a signed event. */
final class WebhookExaminations {
    private final WebhookConfig config;

    WebhookExaminations(WebhookConfig config) {
        this.config = config;
    }

    List<Examination> all() {
        return IntStream.range(0, config.urls().size())
                .mapToObj(number -> new Examination(
                        "webhook receiver " + number,
                        () -> look(number, config.urls().get(number))))
                .toList();
    }

    private Finding look(int number, URI url) {
        return ReceiverTrial.problem(config, url)
                .map(problem -> Finding.warning(
                        "it does not accept events: " + problem,
                        "check starbridge.webhooks.urls[" + number + "] and secret, and the receiver"))
                .orElseGet(() -> Finding.ok("the receiver accepts events"));
    }
}
