package org.starbridge.jvb.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.jvb.conference.TestBridge;

class PrivateHttpServerTest {
    private static final String CONFERENCES = "/colibri/v2/conferences";
    private static final String MEETING = CONFERENCES + "/" + TestBridge.MEETING;
    private static final String CREATE = """
            {"meeting-id":"%s","name":"standup@conference.example","create":true,
             "endpoints":[{"id":"1a2b3c4d","create":true,"stats-id":"Ann-x7","capabilities":["source-names"],
               "medias":[{"type":"audio","payload-types":[{"id":111,"name":"opus","clockrate":48000,"channels":2}]}],
               "transport":{"ice-controlling":true}}]}""".formatted(TestBridge.MEETING);

    private static final OpenApiDescription DESCRIPTION = new OpenApiDescription(RestRoutes.OPEN_API);

    private final TestBridge bridge = TestBridge.embedded();
    private final AtomicReference<HealthStatus> health = new AtomicReference<>(HealthStatus.HEALTHY);
    private final FakeOperator operator = new FakeOperator();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpCounters counters = new HttpCounters();
    private volatile boolean isHealthBroken;
    private PrivateHttpServer server = start(RestConfig.everything("127.0.0.1", 0));

    @BeforeEach
    void createConference() throws Exception {
        assertThat(post(CONFERENCES, CREATE).statusCode()).isEqualTo(200);
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        server.close();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void answers(String method, String path, String contentType, String body, int status, String contains)
            throws Exception {
        HttpResponse<String> answer = send(method, path, contentType, body);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(contains);
        assertThat(answer.headers().firstValue("Server")).isEmpty();
        if (!path.startsWith("/debug")) { // the rest of it is the application's
            DESCRIPTION.judge(method, path, answer);
        }
        if (status >= 400) {
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        }
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                json("create again", "POST", CONFERENCES, CREATE, 409, "Conference already exists for ID: "),
                json(
                        "update of an unknown conference by POST",
                        "POST",
                        CONFERENCES,
                        "{\"meeting-id\":\"other-id\"}",
                        404,
                        "Conference not found for ID: other-id"),
                json(
                        "update of an unknown conference by PATCH",
                        "PATCH",
                        CONFERENCES + "/nope",
                        "{}",
                        404,
                        "conference_not_found"),
                json(
                        "update with nothing to answer",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"1a2b3c4d\",\"initial-last-n\":{\"value\":5}}"),
                        200,
                        "{\"endpoints\":[{\"id\":\"1a2b3c4d\"}]}"),
                json(
                        "force-mute of an unknown endpoint",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"deadbeef\",\"force-mute\":{\"audio\":true}}"),
                        200,
                        "{\"endpoints\":[{\"id\":\"deadbeef\"}]}"),
                json(
                        "expiry of an unknown endpoint",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"deadbeef\",\"expire\":true}"),
                        200,
                        "{\"endpoints\":[{\"id\":\"deadbeef\",\"expire\":true}]}"),
                json(
                        "unknown endpoint otherwise",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"deadbeef\",\"sources\":[]}"),
                        400,
                        "unknown_endpoint"),
                json(
                        "create without transport",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"e0\",\"create\":true,\"capabilities\":[\"source-names\"]}"),
                        400,
                        "e0 has no transport"),
                json(
                        "two relays",
                        "PATCH",
                        MEETING,
                        "{\"relays\":[{\"id\":\"r1\"},{\"id\":\"r2\"}]}",
                        400,
                        "feature-not-implemented"),
                json(
                        "header extension id as a string",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"1a2b3c4d\",\"medias\":[{\"type\":\"audio\","
                                + "\"rtp-hdrexts\":[{\"id\":\"1\",\"uri\":\"urn:x\"}]}]}"),
                        400,
                        "rtp-hdrexts"),
                json("no meeting id", "POST", CONFERENCES, "{\"create\":true}", 400, "meeting-id"),
                json(
                        "create without a name",
                        "POST",
                        CONFERENCES,
                        "{\"meeting-id\":\"n\",\"create\":true}",
                        200,
                        "jvb-a0"),
                json(
                        "create and expire at once",
                        "POST",
                        CONFERENCES,
                        "{\"meeting-id\":\"n\",\"create\":true,\"expire\":true}",
                        200,
                        "jvb-v0"),
                json("expire", "PATCH", MEETING, "{\"expire\":true}", 200, "{}"),
                json("truncated JSON", "POST", CONFERENCES, "{\"meeting-id\":", 400, "bad-request"),
                json("JSON that is no object", "POST", CONFERENCES, "[]", 400, "bad-request"),
                json("empty body", "POST", CONFERENCES, "", 400, "bad-request"),
                argumentSet("wrong content type", "POST", CONFERENCES, "text/plain", "{}", 415, "text/plain"),
                argumentSet("no content type", "POST", CONFERENCES, "", "{}", 415, "expected application/json"),
                argumentSet(
                        "content type with parameters",
                        "POST",
                        CONFERENCES,
                        "Application/JSON; charset=utf-8",
                        "{\"meeting-id\":\"n\",\"create\":true}",
                        200,
                        "jvb-a0"),
                get("all conferences", CONFERENCES, 200, "\"meeting-id\":\"" + TestBridge.MEETING),
                get("one conference", MEETING, 200, "\"endpoints\":[{\"id\":\"1a2b3c4d\"}]"),
                get("one unknown conference", CONFERENCES + "/nope", 404, "conference_not_found"),
                get(
                        "dominant speaker",
                        MEETING + "/dominant-speaker-identification",
                        200,
                        "\"dominantEndpoint\":\"null\""),
                get(
                        "dominant speaker of an unknown conference",
                        CONFERENCES + "/nope/dominant-speaker-identification",
                        404,
                        "conference_not_found"),
                get("colibri v1", "/colibri/conferences", 404, "nothing here"),
                get("unknown path", "/nope", 404, "nothing here"),
                get("no path", "/", 404, "nothing here"),
                get("version", "/about/version", 200, "{\"name\":\"JVB\",\"version\":\"1.2\",\"os\":\"Linux\"}"),
                get("stats", "/colibri/stats", 200, "{\"conferences\":1}"),
                get("debug", "/debug", 200, "\"endpoints\":{\"1a2b3c4d\":\"Ann-x7\"}"),
                get("full debug", "/debug?full=true", 200, "\"is_connected\":false"),
                get("debug of an unknown conference", "/debug/0123", 200, "\"conferences\":{\"0123\":\"null\"}"));
    }

    @ParameterizedTest
    @MethodSource("wrongMethods")
    void namesTheMethodsThatWouldDo(String method, String path, String allow) throws Exception {
        HttpResponse<String> answer = send(method, path, "application/json", "{}");
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).hasValue(allow);
    }

    static Stream<Arguments> wrongMethods() {
        return Stream.of(
                Arguments.of("DELETE", MEETING, "GET, HEAD, PATCH"),
                Arguments.of("POST", MEETING, "GET, HEAD, PATCH"),
                Arguments.of("PUT", CONFERENCES, "GET, HEAD, POST"),
                Arguments.of("POST", "/about/health", "GET, HEAD"),
                Arguments.of("DELETE", "/metrics", "GET, HEAD"));
    }

    @Test
    void tellsItsHealth() throws Exception {
        assertThat(get("/about/health").body()).isEmpty();
        health.set(new HealthStatus(HealthStatus.Verdict.SOFT_FAILURE, "no check yet"));
        assertThat(get("/about/health").statusCode()).isEqualTo(503);
        health.set(new HealthStatus(HealthStatus.Verdict.HARD_FAILURE, "no public address"));
        assertThat(get("/about/health").statusCode()).isEqualTo(500);
        assertThat(get("/about/health").body()).isEqualTo("no public address");
    }

    @Test
    void rendersMetricsInTheFormatThatIsAskedFor() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri("/metrics"))
                .header("Accept", "text/plain;q=0.5")
                .header("Accept", "*/*;q=0.1")
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo("accept text/plain;q=0.5, */*;q=0.1");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4");
        assertThat(get("/metrics").body()).isEqualTo("accept ");
    }

    @Test
    void refusesABodyThatIsTooLargeHoweverItComes() throws Exception {
        server.close();
        server = start(limited(100, 1000, 256));
        String body = "{\"meeting-id\":\"" + "m".repeat(100) + "\"}";

        assertThat(post(CONFERENCES, body).statusCode()).isEqualTo(413);
        HttpRequest chunked = HttpRequest.newBuilder(uri(CONFERENCES))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
        assertThat(client.send(chunked, BodyHandlers.ofString()).statusCode()).isEqualTo(413);
    }

    @Test
    void tellsTheSenderOfALargeBodyWhatIsWrongWithIt() throws Exception {
        HttpResponse<String> answer = post(CONFERENCES, "x".repeat(5 << 20));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("4194304", "starbridge.http.max-body-size", "fewer endpoints");
        DESCRIPTION.judge("POST", CONFERENCES, answer);
        assertThat(counters.tooLarge.sum()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 5242880\r\n", "Transfer-Encoding: chunked\r\n"})
    void letsTheSenderOfALargeBodyFinishBeforeItAnswers(String framing) throws Exception {
        boolean isChunked = framing.startsWith("Transfer");
        String piece = "x".repeat(0x10000);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(30_000);
            OutputStream out = socket.getOutputStream();
            out.write(ascii("POST " + CONFERENCES + " HTTP/1.1\r\nHost: bridge\r\nContent-Type: application/json\r\n"
                    + framing + "Connection: close\r\n\r\n"));
            for (int i = 0;
                    i < 80;
                    i++) { // answered at once and closed, the connection would be reset long before the end
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
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(ascii(
                            "POST " + CONFERENCES + " HTTP/1.1\r\nHost: bridge\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 5242880\r\nExpect: 100-continue\r\n\r\n"));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void refusesARequestBeyondTheRateButNeverItsHealth() throws Exception {
        server.close();
        server = start(limited(100, 1, 256));
        HttpResponse<String> answer = get("/colibri/stats");
        for (int i = 0; i < 1000 && answer.statusCode() == 200; i++) {
            answer = get("/colibri/stats");
        }
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        DESCRIPTION.judge("GET", "/colibri/stats", answer);
        assertThat(counters.rateLimited.sum()).isEqualTo(1);
        assertThat(get("/about/health").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesARequestBeyondThoseInProgressAndCutsOffWhoLetsItTrickle() throws Exception {
        server.close();
        server = start(limited(100, 1000, 1));
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            slow.setSoTimeout(30_000);
            slow.getOutputStream()
                    .write(("PATCH " + MEETING + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 50\r\n\r\n{")
                            .getBytes(StandardCharsets.US_ASCII));
            HttpResponse<String> answer = get("/colibri/stats");
            for (int i = 0; i < 1000 && answer.statusCode() == 200 && counters.slowClients.sum() == 0; i++) {
                answer = get("/colibri/stats");
            }
            if (counters.slowClients.sum() == 0) { // else this machine was too slow to meet it in progress
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
                DESCRIPTION.judge("GET", "/colibri/stats", answer);
            }
            assertThat(trickle(slow)).as("cut off").isTrue();
            assertThat(counters.slowClients.sum()).isEqualTo(1);
        }
        HttpResponse<String> after = get("/colibri/stats");
        for (int i = 0; i < 10_000 && after.statusCode() == 503; i++) {
            after = get("/colibri/stats");
        }
        assertThat(after.statusCode()).as("its place is free again").isEqualTo(200);
    }

    @Test
    void cutsOffWhoLetsTheHeaderTrickleAlsoAfterARequest() throws Exception {
        server.close();
        server = start(limited(100, 1000, 10));
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            slow.setSoTimeout(30_000);
            slow.getOutputStream()
                    .write("GET /about/version HTTP/1.1\r\nHost: x\r\n\r\nGET /about"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(slow.getInputStream().read())
                    .as("the first one is answered")
                    .isEqualTo('H');
            assertThat(trickle(slow)).isTrue();
            assertThat(counters.slowClients.sum()).isEqualTo(1);
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

    @Test
    void answersALongHeaderAs431() throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(uri("/about/version"))
                        .header("X-Long", "x".repeat(10_000))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(431);
        assertThat(answer.body()).contains("\"condition\":\"bad-request\"");
    }

    @Test
    void answers404ForWhatIsSwitchedOff() throws Exception {
        server.close();
        server = start(new RestConfig(
                HttpAddress.plain("127.0.0.1", 0),
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                HttpLimits.DEFAULT));
        for (String path :
                new String[] {"/about/health", "/about/version", "/metrics", "/debug", "/colibri/stats", CONFERENCES}) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(404);
        }
        assertThat(post(CONFERENCES, CREATE).statusCode()).isEqualTo(404);
    }

    @Test
    void hidesWhatWentWrongInside() throws Exception {
        isHealthBroken = true;
        HttpResponse<String> answer = get("/about/health");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).matches("\\{\"error\":\\{.*unexpected failure [0-9a-f]{8}, see the bridge's log.*}}");
        assertThat(answer.body()).doesNotContain("Exception", "secret", "org.starbridge");
    }

    @Test
    void answersWhatIsNoHttpWithoutSayingWhoItIs() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream()
                    .write("GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            try (InputStream in = socket.getInputStream()) {
                String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                assertThat(answer).startsWith("HTTP/1.1 400").doesNotContainIgnoringCase("jetty");
            }
        }
    }

    private static RestConfig limited(int maxBodyBytes, int requestsPerSecond, int maxConcurrentRequests) {
        return new RestConfig(
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
                        Duration.ofSeconds(30)));
    }

    private HealthStatus health() {
        if (isHealthBroken) {
            throw new IllegalStateException("a secret");
        }
        return health.get();
    }

    private PrivateHttpServer start(RestConfig config) {
        try {
            return PrivateHttpServer.start(
                    config,
                    counters,
                    new RestSources(
                            bridge.colibri,
                            bridge.conferences,
                            this::health,
                            new VersionInfo("JVB", "1.2", "Linux"),
                            () -> Map.of("conferences", bridge.conferences.count()),
                            accept -> new MetricsScrape.Rendered("text/plain; version=0.0.4", "accept " + accept),
                            () -> Map.of("drain", false),
                            operator,
                            operator));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Arguments json(String name, String method, String path, String body, int status, String contains) {
        return argumentSet(name, method, path, "application/json", body, status, contains);
    }

    private static Arguments get(String name, String path, int status, String contains) {
        return argumentSet(name, "GET", path, "", "", status, contains);
    }

    private static String endpoints(String endpoint) {
        return "{\"endpoints\":[" + endpoint + "]}";
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send("GET", path, "", "");
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send("POST", path, "application/json", body);
    }

    private HttpResponse<String> send(String method, String path, String contentType, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!contentType.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }
}
