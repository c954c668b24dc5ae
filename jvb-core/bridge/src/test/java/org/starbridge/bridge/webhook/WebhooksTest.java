package org.starbridge.bridge.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.export.FarSide;
import org.starbridge.bridge.rest.TestKeys;
import org.starbridge.bridge.webhook.delivery.RetryPolicy;
import org.starbridge.bridge.webhook.delivery.Signature;

/** Webhooks with a real receiver. */
@Timeout(60)
class WebhooksTest {
    private static final String SECRET = "0123456789abcdef";

    private static WebhookConfig config(URI url, int queue) {
        return new WebhookConfig(
                List.of(url),
                SECRET,
                queue,
                Duration.ofSeconds(5),
                new RetryPolicy(100, Duration.ofMillis(1), Duration.ofMillis(50)));
    }

    private static Webhooks webhooks(URI url, int queue) {
        return new Webhooks(config(url, queue), "jvb1", new SecureRandom());
    }

    @Test
    void anEventComesSignedWithTheNamesOfItsConference() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver();
                Webhooks webhooks = webhooks(receiver.url(), 10)) {
            webhooks.accept(new WebhookEvent.RoomBegan("c1", "m1", "room@conference.test"));
            webhooks.accept(new WebhookEvent.ParticipantJoined("c1", "ab12cd34", true));
            webhooks.accept(new WebhookEvent.RecordingReady("m1", "/r/1", "2026-01-01T00:00:00Z", "stopped"));

            WebhookReceiver.Got first = receiver.next();
            assertThat(first.signature())
                    .isEqualTo(new Signature(SECRET).of(first.id(), first.timestamp(), first.body()));
            assertThat(Instant.now().getEpochSecond() - first.timestamp()).isBetween(-1L, 60L);
            JsonNode event = first.json();
            assertThat(event.path("id").asText()).isEqualTo(first.id()).endsWith("-1");
            assertThat(event.path("type").asText()).isEqualTo("room.began");
            assertThat(event.path("bridge").asText()).isEqualTo("jvb1");
            assertThat(Instant.parse(event.path("timestamp").asText())).isBeforeOrEqualTo(Instant.now());
            assertThat(receiver.next("participant.joined").toString())
                    .isEqualTo("{\"room\":\"room@conference.test\",\"meeting_id\":\"m1\",\"conference\":\"c1\","
                            + "\"participant\":\"ab12cd34\",\"visitor\":true}");
            assertThat(receiver.next("recording.ready").path("conference").asText())
                    .isEqualTo("c1");
        }
    }

    @Test
    void aFailedEventIsRepeatedUnderTheSameId() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver();
                Webhooks webhooks = webhooks(receiver.url(), 10)) {
            receiver.status = 503;
            webhooks.accept(new WebhookEvent.PublisherBegan("c1", "ann"));
            String id = receiver.next().id();
            assertThat(receiver.next().id()).isEqualTo(id);
            receiver.status = 200;
            WebhookReceiver.Got last = receiver.next();
            assertThat(last.id()).isEqualTo(id);
            while (webhooks.counters().get(WebhookCounter.DELIVERED) == 0 || webhooks.waiting() > 0) {
                Thread.onSpinWait();
            }
            assertThat(webhooks.counters().get(WebhookCounter.RETRIES)).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void aRedirectIsNotFollowedAndNotRepeated() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver();
                Webhooks webhooks = webhooks(receiver.url(), 10)) {
            receiver.status = 302;
            webhooks.accept(new WebhookEvent.PublisherBegan("c1", "ann"));
            webhooks.accept(new WebhookEvent.PublisherEnded("c1", "ann"));
            receiver.next();
            receiver.next();
            while (webhooks.counters().get(WebhookCounter.FAILED) < 2) {
                Thread.onSpinWait();
            }
            assertThat(receiver.left()).isZero();
        }
    }

    @Test
    void whatWaitsForADeadReceiverIsBounded() throws Exception {
        try (Webhooks webhooks = new Webhooks(
                new WebhookConfig(
                        List.of(URI.create("http://127.0.0.1:1/")),
                        SECRET,
                        5,
                        Duration.ofSeconds(5),
                        new RetryPolicy(5, Duration.ofHours(1), Duration.ofHours(1))),
                null,
                new SecureRandom())) {
            for (int i = 0; i < 200; i++) {
                webhooks.accept(new WebhookEvent.PublisherBegan("c1", "ann" + i));
            }
            while (webhooks.counters().get(WebhookCounter.DROPPED) < 194) {
                Thread.onSpinWait();
            }
            assertThat(webhooks.waiting()).isLessThanOrEqualTo(6);
        }
    }

    @Test
    void aReceiverWithAnotherNameInItsCertificateGetsNothing() throws Exception {
        TestKeys keys = TestKeys.create();
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStore(keys.store());
        tls.setKeyStorePassword(TestKeys.PASSWORD);
        tls.setSniRequired(false);
        var trusting = keys.client(false);
        try (FarSide receiver = FarSide.start(tls);
                Webhooks webhooks = new Webhooks(
                        config(URI.create("https://localhost:" + receiver.port() + "/"), 10),
                        null,
                        new SecureRandom(),
                        http -> http.sslContext(trusting))) {
            webhooks.accept(new WebhookEvent.PublisherBegan("c1", "ann"));
            while (webhooks.counters().get(WebhookCounter.FAILED) == 0) {
                Thread.onSpinWait();
            }
            assertThat(receiver.handshakesLeft()).isZero();
        }
    }

    @Test
    void anAnswerThatNeverEndsIsCutOff() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"));
                Webhooks webhooks = new Webhooks(
                        new WebhookConfig(
                                List.of(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/")),
                                SECRET,
                                5,
                                Duration.ofMillis(500),
                                new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1))),
                        null,
                        new SecureRandom())) {
            webhooks.accept(new WebhookEvent.PublisherBegan("c1", "ann"));
            try (Socket connection = server.accept()) {
                connection.setSoTimeout(20_000);
                connection
                        .getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                try {
                    connection.getInputStream().readAllBytes();
                } catch (SocketTimeoutException e) {
                    throw new AssertionError("it was not cut off", e);
                } catch (SocketException _) {
                    // reset: cut off, too
                }
            }
            assertThat(webhooks.counters().get(WebhookCounter.DELIVERED)).isZero();
        }
    }

    @Test
    void theTrialSendsATestEvent() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            assertThat(ReceiverTrial.problem(config(receiver.url(), 10), receiver.url()))
                    .isEmpty();
            assertThat(receiver.next().json().path("type").asText()).isEqualTo("test");
            receiver.status = 401;
            assertThat(ReceiverTrial.problem(config(receiver.url(), 10), receiver.url()))
                    .contains("status 401");
        }
        assertThat(ReceiverTrial.problem(
                        config(URI.create("http://127.0.0.1:1/"), 10), URI.create("http://127.0.0.1:1/")))
                .contains("ConnectException");
    }
}
