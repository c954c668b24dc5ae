package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.LocalConnector.LocalEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.transport.counters.SharedCounters;

/** Bodies that come slowly, late or not at all, in virtual time. */
@Timeout(30)
class ArrivingBodiesTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    private final SharedCounters<HttpCounter> counters = new SharedCounters<>(HttpCounter.class);
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private ArrivingBodies arriving = start(limits(100, 1000, 3, 10));

    private static HttpLimits limits(int maxBodyBytes, int maxArrivingBytes, int arrivingRequests, int places) {
        ClientShare share = new ClientShare(places, arrivingRequests, 10, 10, 10, TrustedProxies.NONE);
        return new HttpLimits(
                maxBodyBytes,
                1000,
                1000,
                places,
                maxArrivingBytes,
                10,
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                share);
    }

    private ArrivingBodies start(HttpLimits limits) {
        ArrivingBodies bodies = new ArrivingBodies(limits, counters, () -> 0);
        server.setHandler(new RequestLimiter(new Echo(), limits, _ -> RequestLimits.ALL, bodies, counters, () -> 0));
        server.addConnector(connector);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return bodies;
    }

    private void restart(HttpLimits limits) throws Exception {
        server.stop();
        arriving = start(limits);
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private LocalEndPoint post(int lengthBytes, String beginning) {
        return connector.executeRequest(
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + lengthBytes + "\r\n\r\n" + beginning);
    }

    /** It is read on another thread. */
    private LocalEndPoint arrived(int lengthBytes, String beginning) {
        long before = arriving.heldBytes();
        LocalEndPoint client = post(lengthBytes, beginning);
        while (arriving.heldBytes() < before + beginning.length()) {
            Thread.onSpinWait();
        }
        return client;
    }

    private static String answer(LocalEndPoint client) throws Exception {
        return Objects.requireNonNullElse(client.getResponse(false, 10, TimeUnit.SECONDS), "no answer");
    }

    @Test
    void aRequestTakesAPlaceWhenItIsComplete() throws Exception {
        restart(limits(100, 1000, 3, 2));
        LocalEndPoint slow = arrived(10, "12345");
        arrived(10, "1");
        arrived(10, "1");
        assertThat(connector.getResponse(GET)).as("both places are free").startsWith("HTTP/1.1 200 ");
        assertThat(arriving.heldBytes()).isEqualTo(7);
        slow.addInput("67890");
        assertThat(answer(slow)).startsWith("HTTP/1.1 200 ").endsWith("10 1234567890");
        assertThat(arriving.heldBytes()).isEqualTo(2);
    }

    @Test
    void aBodyThatTricklesIsRefusedAfterSomeSeconds() throws Exception {
        LocalEndPoint slow = arrived(90, "1");
        LocalEndPoint quick = arrived(90, "1".repeat(80));
        arriving.sweep(5 * SECOND_NS);
        assertThat(counters.get(HttpCounter.SLOW_BODIES)).isZero();
        arriving.sweep(5 * SECOND_NS + 1);
        assertThat(answer(slow)).startsWith("HTTP/1.1 408 ").contains("starbridge.http.min-body-rate");
        assertThat(counters.get(HttpCounter.SLOW_BODIES)).isEqualTo(1);

        arriving.sweep(8 * SECOND_NS);
        quick.addInput("1".repeat(10));
        assertThat(answer(quick)).as("10 bytes a second").startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aBodyHasToArriveWithinTheTimeOfARequest() throws Exception {
        restart(limits(10_000, 100_000, 3, 10));
        LocalEndPoint late = arrived(10_000, "1".repeat(9_000));
        arriving.sweep(20 * SECOND_NS);
        assertThat(counters.get(HttpCounter.SLOW_BODIES)).isZero();
        arriving.sweep(20 * SECOND_NS + 1);
        assertThat(answer(late)).startsWith("HTTP/1.1 408 ").contains("starbridge.http.request-timeout");
    }

    @Test
    void aClientHasAShareOfThoseThatArrive() throws Exception {
        for (int i = 0; i < 3; i++) {
            arrived(10, "1");
        }
        assertThat(answer(post(10, "1")))
                .startsWith("HTTP/1.1 429 ")
                .contains("Retry-After: 1", "max-arriving-requests-per-address");
        assertThat(counters.get(HttpCounter.SHARE_USED)).isEqualTo(1);
        assertThat(connector.getResponse(GET)).as("without a body").startsWith("HTTP/1.1 200 ");
    }

    @Test
    void bodiesThatArriveHaveALimitOfBytesTogether() throws Exception {
        restart(limits(100, 100, 3, 10));
        LocalEndPoint first = arrived(90, "1".repeat(80));
        assertThat(answer(post(90, "1".repeat(80)))).startsWith("HTTP/1.1 503 ").contains("max-arriving-size");
        first.addInput("1".repeat(10));
        assertThat(answer(first)).startsWith("HTTP/1.1 200 ");
        assertThat(answer(post(90, "1".repeat(90)))).as("their memory is free").startsWith("HTTP/1.1 200 ");
    }

    /** Up to four times as much is read, so that its sender sees the answer. */
    @Test
    void ofABodyThatIsTooLongTheLengthIsLeft() throws Exception {
        LocalEndPoint tooLong = post(150, "1".repeat(100));
        tooLong.addInput("1".repeat(50));
        assertThat(answer(tooLong)).endsWith("150 ");
        assertThat(answer(connector.executeRequest("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "96\r\n" + "1".repeat(150) + "\r\n0\r\n\r\n")))
                .endsWith("150 ");
        assertThat(answer(post(10_000, "1".repeat(500)))).endsWith("10000 ");
    }

    /** The length that the request has for its handler, and its body. */
    private static final class Echo extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String body = new String(Content.Source.asInputStream(request).readAllBytes(), StandardCharsets.US_ASCII);
            Content.Sink.write(response, true, request.getLength() + " " + body, callback);
            return true;
        }
    }
}
