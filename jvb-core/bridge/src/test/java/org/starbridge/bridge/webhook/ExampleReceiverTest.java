package org.starbridge.bridge.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.webhook.delivery.RetryPolicy;

/** The receiver that docs/webhooks.md shows takes signed events, and no others. */
@Timeout(60)
class ExampleReceiverTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "webhooks.md");

    @TempDir
    private Path directory;

    private static String example() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("```python\n") + "```python\n".length();
        return page.substring(begin, page.indexOf("```", begin));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        }
    }

    private static Webhooks webhooks(int port, String secret) {
        return new Webhooks(
                new WebhookConfig(
                        List.of(URI.create("http://127.0.0.1:" + port + "/")),
                        secret,
                        10,
                        Duration.ofSeconds(5),
                        new RetryPolicy(400, Duration.ofMillis(50), Duration.ofMillis(50))),
                null,
                new SecureRandom());
    }

    @Test
    void itTakesSignedEventsOnly() throws Exception {
        assumeTrue(hasPython());
        int port = freePort();
        Path script = Files.writeString(directory.resolve("receiver.py"), example());
        ProcessBuilder builder = new ProcessBuilder("python3", "-u", script.toString(), Integer.toString(port))
                .redirectError(directory.resolve("errors").toFile());
        builder.environment().put("WEBHOOK_SECRET", "0123456789abcdef");
        Process receiver = builder.start();
        try (Webhooks webhooks = webhooks(port, "0123456789abcdef");
                Webhooks strangers = webhooks(port, "0123456789abcdeg");
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(receiver.getInputStream(), StandardCharsets.UTF_8))) {
            webhooks.accept(new WebhookEvent.PublisherBegan("c1", "ann"));
            assertThat(lines.readLine()).contains("publisher.began", "ann");
            strangers.accept(new WebhookEvent.PublisherBegan("c1", "eve"));
            while (strangers.counters().get(WebhookCounter.FAILED) == 0) {
                Thread.onSpinWait();
            }
            webhooks.accept(new WebhookEvent.PublisherEnded("c1", "ann"));
            assertThat(lines.readLine()).contains("publisher.ended");
        } finally {
            receiver.destroy();
        }
    }
}
