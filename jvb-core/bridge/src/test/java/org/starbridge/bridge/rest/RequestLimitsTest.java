package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.bridge.rest.ServedBridge.CONFERENCES;
import static org.starbridge.bridge.rest.ServedBridge.DESCRIPTION;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.HttpLimits;

/** What is too much for the private server, too long for it, or too slow. */
@Timeout(120)
class RequestLimitsTest {
    private ServedBridge served = new ServedBridge(ServedBridge.everything());

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void refusesABodyThatIsTooLargeHoweverItComes() throws Exception {
        limit(100, 1000, 256);
        String body = "{\"meeting-id\":\"" + "m".repeat(100) + "\"}";

        assertThat(served.post(CONFERENCES, body).statusCode()).isEqualTo(413);
        HttpRequest chunked = served.request(CONFERENCES)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
        assertThat(served.send(chunked).statusCode()).isEqualTo(413);
    }

    @Test
    void tellsTheSenderOfALargeBodyWhatIsWrongWithIt() throws Exception {
        HttpResponse<String> answer = served.post(CONFERENCES, "x".repeat(5 << 20));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("4194304", "starbridge.http.max-body-size", "fewer endpoints");
        DESCRIPTION.judge("POST", CONFERENCES, answer);
        assertThat(served.counters.get(HttpCounter.TOO_LARGE)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 5242880\r\n", "Transfer-Encoding: chunked\r\n"})
    void letsTheSenderOfALargeBodyFinishBeforeItAnswers(String framing) throws Exception {
        boolean isChunked = framing.startsWith("Transfer");
        String piece = "x".repeat(0x10000);
        try (Socket socket = served.connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(ascii("POST " + CONFERENCES + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + framing + "Connection: close\r\n\r\n"));
            // answered at once and closed, the connection would be reset long before the end
            for (int i = 0; i < 80; i++) {
                out.write(ascii(isChunked ? "10000\r\n" + piece + "\r\n" : piece));
            }
            out.write(ascii(isChunked ? "0\r\n\r\n" : ""));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 413 ")
                    .contains("starbridge.http.max-body-size");
        }
    }

    @Test
    void doesNotInviteALargeBody() throws Exception {
        try (Socket socket = served.connect()) {
            socket.getOutputStream()
                    .write(ascii(
                            "POST " + CONFERENCES + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 5242880\r\nExpect: 100-continue\r\n\r\n"));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void answersALongHeaderAs431() throws Exception {
        HttpResponse<String> answer = served.send(served.request("/about/version")
                .header("X-Long", "x".repeat(10_000))
                .build());
        assertThat(answer.statusCode()).isEqualTo(431);
        assertThat(answer.body()).contains("\"status\":431");
    }

    @Test
    void refusesARequestBeyondTheRateButNeverItsHealth() throws Exception {
        limit(100, 1, 256);
        HttpResponse<String> answer = served.get("/colibri/stats");
        for (int i = 0; i < 1000 && answer.statusCode() == 200; i++) {
            answer = served.get("/colibri/stats");
        }
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        DESCRIPTION.judge("GET", "/colibri/stats", answer);
        assertThat(served.counters.get(HttpCounter.RATE_LIMITED)).isEqualTo(1);
        assertThat(served.get("/about/health").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesABodyThatTricklesWhichTakesNoPlaceMeanwhile() throws Exception {
        limit(100, 1000, 1);
        try (Socket slow = served.connect()) {
            slow.getOutputStream()
                    .write(ascii(
                            "POST " + CONFERENCES + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 50\r\n\r\n{"));
            while (served.counters.get(HttpCounter.REQUESTS) == 0) { // else ours may come first
                Thread.sleep(1);
            }
            assertThat(served.get("/colibri/stats").statusCode()).isEqualTo(200);
            String answer = new String(slow.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 408 ").contains("starbridge.http.request-timeout");
            assertThat(served.counters.get(HttpCounter.SLOW_BODIES)).isEqualTo(1);
        }
    }

    @Test
    void cutsOffWhoLetsTheHeaderTrickleAlsoAfterARequest() throws Exception {
        limit(100, 1000, 10);
        try (Socket slow = served.connect()) {
            slow.getOutputStream().write(ascii("GET /about/version HTTP/1.1\r\nHost: localhost\r\n\r\nGET /about"));
            assertThat(slow.getInputStream().read())
                    .as("the first one is answered")
                    .isEqualTo('H');
            assertThat(trickle(slow)).isTrue();
            assertThat(served.counters.get(HttpCounter.SLOW_CLIENTS)).isEqualTo(1);
        }
    }

    /** Sends a byte now and then until the other side has had enough; whether it has. */
    private static boolean trickle(Socket socket) throws Exception {
        socket.setSoTimeout(50);
        for (int i = 0; i < 600; i++) {
            try {
                socket.getOutputStream().write('a');
                if (socket.getInputStream().read() < 0) {
                    return true;
                }
            } catch (SocketTimeoutException _) {
                // it still waits
            } catch (SocketException _) {
                return true;
            }
        }
        return false;
    }

    private void limit(int maxBodyBytes, int requestsPerSecond, int maxConcurrentRequests) {
        served.close();
        served = new ServedBridge(new RestConfig(
                HttpAddress.plain("127.0.0.1", 0),
                true,
                true,
                true,
                true,
                true,
                true,
                true,
                new HttpLimits(
                        maxBodyBytes,
                        requestsPerSecond,
                        requestsPerSecond,
                        maxConcurrentRequests,
                        100,
                        Duration.ofMillis(500),
                        Duration.ofSeconds(30)),
                AllowedCallers.NONE));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
