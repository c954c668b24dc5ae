package org.starbridge.bridge.webhook;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.webhook.delivery.RetryPolicy;
import org.starbridge.bridge.webhook.delivery.Signature;

/**
 * Webhooks. The keys are those below {@code starbridge.webhooks}.
 *
 * @param urls receivers; none
 * @param secret signs each request; required with a URL
 * @param queueSize events that wait for one receiver; 1000
 * @param timeout of one request; 10 s
 * @param retry when a request is repeated: 12 attempts, after 1, 2, 4 … 60 s
 */
public record WebhookConfig(List<URI> urls, String secret, int queueSize, Duration timeout, RetryPolicy retry) {
    private static final String AT = "starbridge.webhooks.";
    private static final int MIN_SECRET = 16;
    private static final int MAX_URLS = 16;

    /** As documented. */
    public static final WebhookConfig DEFAULT = new WebhookConfig(
            List.of(),
            "",
            1000,
            Duration.ofSeconds(10),
            new RetryPolicy(12, Duration.ofSeconds(1), Duration.ofSeconds(60)));

    public WebhookConfig {
        urls = List.copyOf(urls);
        if (urls.size() > MAX_URLS) {
            throw new ConfigException(AT + "urls", urls.size() + " URLs", "at most " + MAX_URLS);
        }
        if (!urls.isEmpty() && secret.length() < MIN_SECRET) {
            throw new ConfigException(
                    AT + "secret", "a secret of " + secret.length() + " characters", MIN_SECRET + " or more");
        }
        try {
            var _ = new Signature(secret.isEmpty() ? "none" : secret);
        } catch (IllegalArgumentException _) {
            throw new ConfigException(AT + "secret", "a secret of another form", "Base64 after whsec_");
        }
        ConfigException.requireRange(AT + "queue-size", queueSize, 1, 1_000_000);
        ConfigException.requireRange(AT + "max-attempts", retry.maxAttempts(), 1, 1_000);
    }

    /** Reads it. */
    public static WebhookConfig read(ConfigReader in) {
        return new WebhookConfig(
                in.texts(AT + "urls").stream().map(WebhookConfig::url).toList(),
                in.text(AT + "secret"),
                in.integer(AT + "queue-size"),
                in.positiveDuration(AT + "timeout"),
                new RetryPolicy(
                        in.integer(AT + "max-attempts"),
                        in.positiveDuration(AT + "base-delay"),
                        in.positiveDuration(AT + "max-delay")));
    }

    private static URI url(String text) {
        try {
            URI url = URI.create(text);
            boolean isHttp = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (isHttp && url.getHost() != null && url.getUserInfo() == null) {
                return url;
            }
        } catch (IllegalArgumentException _) {
            // the same sentence says it
        }
        throw new ConfigException(
                AT + "urls", "a URL that cannot be used", "https://host/path or http://host/path, without a password");
    }
}
