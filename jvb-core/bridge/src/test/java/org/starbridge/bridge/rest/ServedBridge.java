package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.starbridge.bridge.capture.CaptureConfig;
import org.starbridge.bridge.capture.Captures;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.HttpLimits;
import org.starbridge.bridge.observation.ConferenceObserver;
import org.starbridge.bridge.observation.FocusLog;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.control.conference.PacketCaptures;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.transport.counters.SharedCounters;

/** The control side of a bridge behind its private HTTP server, and a client that asks it. */
final class ServedBridge implements AutoCloseable {
    static final String CONFERENCES = "/colibri/v2/conferences";
    static final String MEETING = CONFERENCES + "/" + TestBridge.MEETING;
    static final String CREATE = """
            {"meeting-id":"%s","name":"standup@conference.example","create":true,
             "endpoints":[{"id":"1a2b3c4d","create":true,"stats-id":"Ann-x7","capabilities":["source-names"],
               "medias":[{"type":"audio","payload-types":[{"id":111,"name":"opus","clockrate":48000,"channels":2}]}],
               "transport":{"ice-controlling":true}}]}""".formatted(TestBridge.MEETING);

    static final OpenApiDescription DESCRIPTION = OpenApiDescription.of(AboutRoutes.class);

    final SharedCounters<HttpCounter> counters = new SharedCounters<>(HttpCounter.class);
    /** What the bridge says of itself; a test may put another one. */
    volatile Supplier<HealthStatus> health = () -> HealthStatus.HEALTHY;

    /** What an operator asked for. */
    final FakeOperator operator = new FakeOperator();

    final TestBridge bridge = TestBridge.embedded();
    private final HttpClient client = HttpClient.newHttpClient();
    private final PrivateHttpServer server;

    ServedBridge(RestConfig config) {
        try {
            server = PrivateHttpServer.start(config, counters, sources(bridge, () -> health.get(), operator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All routes and the default limits, on loopback. */
    static RestConfig everything() {
        return new RestConfig(
                HttpAddress.plain("127.0.0.1", 0),
                true,
                true,
                true,
                true,
                true,
                true,
                true,
                HttpLimits.DEFAULT,
                AllowedCallers.NONE);
    }

    /** All routes, the default limits, and {@link #CREATE} done. */
    static ServedBridge withConference() {
        ServedBridge served = new ServedBridge(everything());
        try {
            assertThat(served.post(CONFERENCES, CREATE).statusCode()).isEqualTo(200);
        } catch (Exception | AssertionError e) {
            served.close();
            throw new IllegalStateException("the conference could not be made", e);
        }
        return served;
    }

    /** The bridge's control side as the routes see it, and sources that record what they were asked. */
    static RestSources sources(TestBridge bridge, Supplier<HealthStatus> health, FakeOperator operator) {
        return new RestSources(
                ColibriRequests.untraced(bridge.colibri),
                bridge.conferences,
                health,
                new VersionInfo("JVB", "1.2", "Linux"),
                () -> Map.of("conferences", bridge.conferences.count()),
                accept -> new MetricsScrape.Rendered("text/plain; version=0.0.4", "accept " + accept),
                () -> Map.of("drain", false),
                operator,
                operator,
                new Captures(CaptureConfig.DEFAULT, new PacketCaptures(bridge.conferences)),
                new RestSources.Insight(new ConferenceObserver(), new FocusLog(InstantSource.system())),
                List.of());
    }

    /** Asks, and holds the answer against this and against the description that the server serves. */
    void expect(String method, String path, String contentType, String body, int status, String contains)
            throws Exception {
        HttpResponse<String> answer = send(method, path, contentType, body);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(contains);
        assertThat(answer.headers().firstValue("Server")).isEmpty();
        if (!path.startsWith("/debug")) { // the rest of it is the application's
            DESCRIPTION.judge(method, path, answer);
        }
        if (status >= 400) {
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValue(path.startsWith("/colibri/v2/") ? "application/json" : "application/problem+json");
        }
    }

    HttpResponse<String> get(String path) throws Exception {
        return send("GET", path, "", "");
    }

    HttpResponse<String> post(String path, String body) throws Exception {
        return send("POST", path, "application/json", body);
    }

    HttpResponse<String> send(String method, String path, String contentType, String body) throws Exception {
        HttpRequest.Builder request = request(path)
                .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!contentType.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        return send(request.build());
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request, BodyHandlers.ofString());
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    /** Sends a head that no HTTP client would, and nothing else; the whole answer. */
    String sendRaw(String head) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream()
                    .write((head.replace("\n", "\r\n") + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A connection for what no HTTP client would send. */
    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(30_000);
        return socket;
    }

    @Override
    public void close() {
        client.shutdownNow();
        server.close();
    }
}
