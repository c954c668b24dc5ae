package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.whip.WhipResources;
import org.starbridge.control.conference.TestBridge;

/** A whole bridge, held against the description of it that it serves. */
@Timeout(120)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OpenApiTest {
    private static final String ENDPOINT =
            "{\"endpoints\":[{\"id\":\"1a2b3c4d\",\"create\":true,\"stats-id\":\"Ann-x7\","
                    + "\"capabilities\":[\"source-names\"],\"medias\":[{\"type\":\"audio\",\"payload-types\":"
                    + "[{\"id\":111,\"name\":\"opus\",\"clockrate\":48000,\"channels\":2}]}],\"transport\":{}}]}";

    /** No process listens on this port. */
    private static final String XMPP = "{\"id\":\"a\",\"hostname\":\"127.0.0.1\",\"port\":\"1\",\"username\":\"jvb\","
            + "\"password\":\"x\",\"muc_jids\":\"brewery@rooms.example\",\"muc_nickname\":\"jvb\"}";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static Bridge bridge;
    private static OpenApiDescription description;

    @BeforeAll
    static void startBridge(@TempDir Path recordings) throws Exception {
        bridge = FreePorts.bridge(
                "videobridge.rest.shutdown.enabled",
                "true",
                "starbridge.recording.enabled",
                "true",
                "starbridge.recording.directory",
                recordings.toString(),
                "starbridge.black-box.enabled",
                "true",
                "starbridge.black-box.directory",
                recordings.resolve("logs").toString(),
                "starbridge.media.workers",
                "1");
        description = new OpenApiDescription(
                CLIENT.send(HttpRequest.newBuilder(uri("/openapi.yaml")).build(), BodyHandlers.ofString())
                        .body());
        assertThat(Json.tree(send("GET", "/openapi.json", "").body())).isEqualTo(description.document());
    }

    @AfterAll
    static void stop() {
        CLIENT.shutdownNow();
        bridge.close();
    }

    @Test
    @Order(1)
    void describesEveryRouteAndNothingElse() {
        List<Route> routes = RestRoutes.all(
                ServedBridge.everything(),
                ServedBridge.sources(TestBridge.embedded(), () -> HealthStatus.HEALTHY, new FakeOperator()));
        assertThat(description.operations())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                routes.stream().map(route -> route.method() + " " + route.template()),
                                FEATURES.stream())
                        .filter(operation -> !operation.endsWith(".js") && !operation.endsWith(".css"))
                        .toList());
    }

    /** Routes that are not those of RestRoutes. */
    private static final List<String> FEATURES = List.of(
            "GET /",
            "GET /recordings",
            "POST /recordings/{room}",
            "DELETE /recordings/{room}",
            "POST /debug/{conferenceId}/record");

    private static final Pattern ROUTE =
            Pattern.compile("Route\\s*\\.(?:of\\(\\s*\"([A-Z]+)\"\\s*,|(get|post)\\()\\s*\"(/[^\"]*)\"");

    /** A route that any package adds is described by one of the servers. */
    @Test
    void describesRoutesOfAllPackages() throws Exception {
        List<String> described = new ArrayList<>(description.operations());
        described.addAll(OpenApiDescription.of(WhipResources.class).operations());
        int found = 0;
        try (Stream<Path> sources = Files.walk(Path.of(System.getProperty("basedir", "."), "src/main/java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                Matcher route = ROUTE.matcher(Files.readString(source));
                while (route.find()) {
                    String method = route.group(1) == null ? route.group(2).toUpperCase(Locale.ROOT) : route.group(1);
                    assertThat(described).contains(method + " " + route.group(3));
                    found++;
                }
            }
        }
        assertThat(found).isGreaterThan(20);
    }

    /** In order: the conference m1 is made, used and ended. */
    @ParameterizedTest
    @Order(2)
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            GET   | /about/health  | | 200
            GET   | /about/version | | 200
            GET   | /metrics       | | 200
            GET   | /openapi.yaml  | | 200
            GET   | /openapi.json  | | 200
            GET   | /api           | | 200
            GET   | /              | | 200
            GET   | /debug         | | 200
            GET   | /recordings    | | 200
            POST  | /recordings/m1 | | 404
            DELETE| /recordings/m1 | | 404
            POST  | /recordings/%20 | | 400
            DELETE| /recordings/%20 | | 400
            GET   | /colibri/stats | | 200
            GET   | /colibri/v2/conferences    | | 200
            GET   | /colibri/v2/conferences/m1 | | 404
            PATCH | /colibri/v2/conferences/m1 | {} | 404
            POST  | /colibri/v2/conferences    | {"meeting-id":"m1"} | 404
            POST  | /colibri/v2/conferences    | {"meeting-id":"m1","create":true,"name":"a@b.example"} | 200
            POST  | /colibri/v2/conferences    | {"meeting-id":"m1","create":true} | 409
            POST  | /colibri/v2/conferences    | {"meeting-id":"m1" | 400
            POST  | /colibri/v2/conferences    | {"create":true} | 400
            POST  | /colibri/v2/conferences    | {"meeting-id":"a/b","create":true} | 400
            POST  | /colibri/v2/conferences    | TEXT | 415
            PATCH | /colibri/v2/conferences/m1 | ENDPOINT | 200
            PATCH | /colibri/v2/conferences/m1 | ENDPOINT | 409
            PATCH | /colibri/v2/conferences/m1 | TEXT | 415
            PATCH | /colibri/v2/conferences/m1 | {"meeting-id":"m2"} | 400
            PATCH | /colibri/v2/conferences/m1 | {"endpoints":[{"id":"e9","sources":[]}]} | 400
            PATCH | /colibri/v2/conferences/m1 | {"endpoints":[{"id":"1a2b3c4d","force-mute":{}}]} | 200
            PUT   | /colibri/v2/conferences    | {} | 405
            DELETE| /colibri/v2/conferences/m1 | {} | 405
            GET   | /colibri/v2/conferences    | | 200
            GET   | /colibri/v2/conferences/m1 | | 200
            GET   | /colibri/v2/conferences/m1/dominant-speaker-identification | | 200
            GET   | /colibri/v2/conferences/m9/dominant-speaker-identification | | 404
            GET   | /colibri/v2/conferences/%00/dominant-speaker-identification | | 400
            GET   | /debug?full=true | | 200
            POST  | /recordings/m1   | | 200
            GET   | /recordings      | | 200
            DELETE| /recordings/m1   | | 200
            GET   | /debug/0123      | | 200
            GET   | /debug/CONFERENCE?view=brief | | 200
            GET   | /debug/%00       | | 400
            GET   | /debug/%20       | | 400
            GET   | /debug/a%23b     | | 400
            GET   | /debug/a%3Fb     | | 400
            GET   | /debug/a%20b     | | 200
            GET   | /debug/%C3%A9    | | 200
            GET   | /debug/x/%3B     | | 400
            GET   | /colibri/v2/conferences/%2e%2e%2f | | 400
            GET   | /debug/0123/4    | | 200
            GET   | /debug/0123/%00  | | 400
            GET   | /debug/0123/4/5  | | 404
            GET   | /debug/stats/jvb/queue-stats   | | 200
            GET   | /debug/stats/jvb/pool-stats    | | 200
            GET   | /debug/stats/jvb/transit-stats | | 200
            GET   | /debug/stats/jvb/all           | | 200
            GET   | /debug/stats/jvb/nothing       | | 404
            GET   | /debug/stats/jvb/%00           | | 400
            GET   | /debug/features/jvb/queue-stats         | | 200
            GET   | /debug/features/jvb/nothing             | | 404
            GET   | /debug/features/jvb/%20                 | | 400
            POST  | /debug/features/jvb/queue-stats/true    | | 200
            POST  | /debug/features/jvb/queue-stats/false   | | 400
            POST  | /debug/features/jvb/queue-stats/perhaps | | 400
            POST  | /debug/features/jvb/node-tracing/false  | | 200
            POST  | /debug/features/jvb/node-tracing/true   | | 400
            POST  | /debug/features/jvb/nothing/true        | | 404
            POST  | /debug/features/endpoint/0/1/pcap-dump/true | | 403
            POST  | /debug/features/endpoint/0/%20/pcap-dump/true | | 400
            POST  | /debug/features/endpoint/0/1/sctp-pcap-dump/true | | 403
            POST  | /debug/features/endpoint/0/1/bandwidth-trace/true | | 404
            GET   | /debug/CONFERENCE/1a2b3c4d/bandwidth-trace  | | 200
            GET   | /debug/CONFERENCE/nobody/bandwidth-trace    | | 404
            POST  | /debug/nobody/record      | | 404
            POST  | /debug/%20/record         | | 400
            POST  | /debug/CONFERENCE/record  | | 200
            GET   | /debug/CONFERENCE/1a2b3c4d/why-not  | | 200
            GET   | /debug/CONFERENCE/nobody/why-not    | | 404
            GET   | /debug/CONFERENCE/%20/why-not       | | 400
            GET   | /debug/CONFERENCE/%20/bandwidth-trace       | | 400
            POST  | /debug/features/endpoint/CONFERENCE/1a2b3c4d/bandwidth-trace/true  | | 200
            POST  | /debug/features/endpoint/CONFERENCE/1a2b3c4d/bandwidth-trace/false | | 200
            GET   | /nothing         | | 404
            PATCH | /colibri/v2/conferences/m1 | {"expire":true} | 200
            GET   | /colibri/muc-client/list   | | 200
            POST  | /colibri/muc-client/add    | {"id":"a","hostname":"127.0.0.1"} | 400
            POST  | /colibri/muc-client/add    | {"hostname":"127.0.0.1"} | 400
            POST  | /colibri/muc-client/add    | XMPP | 200
            POST  | /colibri/muc-client/remove | {"id":"b"} | 400
            POST  | /colibri/muc-client/remove | {"id":"a"} | 200
            GET   | /colibri/drain         | | 200
            POST  | /colibri/drain/enable  | | 200
            POST  | /colibri/drain/disable | | 200
            POST  | /colibri/shutdown | {} | 400
            POST  | /colibri/shutdown | {"graceful-shutdown":"soon"} | 400
            POST  | /colibri/shutdown | {"graceful-shutdown":"true"} | 200
            """)
    void answersAsDescribed(String method, String template, String body, int status) throws Exception {
        String path = template.contains("CONFERENCE") ? template.replace("CONFERENCE", conferenceId()) : template;
        HttpResponse<String> answer = send(method, path, bodyOf(body));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        description.judge(method, path, answer);
    }

    /** The bridge-local id of the only one. */
    private static String conferenceId() throws Exception {
        return Json.tree(send("GET", "/debug", "").body())
                .get("conferences")
                .fieldNames()
                .next();
    }

    /** Before anything is looked at, so any path will do. */
    @Test
    @Order(3)
    void refusesForeignPagesAsDescribed() throws Exception {
        for (String operation : description.operations()) {
            String method = operation.substring(0, operation.indexOf(' '));
            String path = operation.substring(method.length() + 1).replaceAll("\\{[^}]+}", "x");
            HttpRequest.Builder page = HttpRequest.newBuilder(uri(path))
                    .method(method, BodyPublishers.noBody())
                    .header("Origin", "https://evil.example");
            description.judge(method, path, CLIENT.send(page.build(), BodyHandlers.ofString()));
            if (!path.equals("/about/health")) {
                judgeUnderForeignName(method, path);
            }
            if (!method.equals("GET")) {
                description.judge(method, path, send(method, path, "TEXT"));
            }
        }
    }

    private static void judgeUnderForeignName(String method, String path) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), bridge.privatePort())) {
            socket.getOutputStream()
                    .write((method + " " + path + " HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
            String type = path.startsWith("/colibri/v2/") ? "application/json" : "application/problem+json";
            HttpHeaders headers = HttpHeaders.of(Map.of("Content-Type", List.of(type)), (_, _) -> true);
            description.judge(method, path, Integer.parseInt(answer.substring(9, 12)), headers, body);
        }
    }

    /**
     * A bridge without dashboard answers {@code GET / 404}, which PrivateHttpServerTest judges; only one with several
     * media workers refuses to write a log with 409.
     */
    @Test
    @Order(4)
    void everyOutcomeThatAClientCanCauseWasSeen() {
        assertThat(description.seen)
                .containsAll(description.outcomes().stream()
                        .filter(outcome -> !outcome.matches(".* (413|429|500|503)|GET / 404|POST .*/record 409"))
                        .toList());
    }

    @Test
    @Order(5)
    void metricsInEachFormatAreAsDescribed() throws Exception {
        for (String accept : List.of("text/plain", "application/openmetrics-text", "application/json")) {
            HttpResponse<String> answer = CLIENT.send(
                    HttpRequest.newBuilder(uri("/metrics"))
                            .header("Accept", accept)
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith(accept));
            description.judge("GET", "/metrics", answer);
        }
    }

    @Test
    @Order(6)
    void debugHasTheFieldsThatToolsRead() throws Exception {
        JsonNode debug = new ObjectMapper().readTree(send("GET", "/debug", "").body());
        assertThat(debug.path("time").asLong()).isGreaterThan(1_700_000_000_000L);
        assertThat(debug.at("/load_management/state").asText())
                .isIn("NOT_OVERLOADED", "OVERLOADED"); // as the machine is
        assertThat(debug.at("/health/success").asBoolean()).isTrue();
        assertThat(debug.at("/health/message").isNull()).isTrue();
    }

    private static String bodyOf(@Nullable String word) {
        return switch (word) {
            case null -> "";
            case "ENDPOINT" -> ENDPOINT;
            case "XMPP" -> XMPP;
            default -> word;
        };
    }

    private static HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Content-Type", body.equals("TEXT") ? "text/plain" : "application/json");
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + bridge.privatePort() + path);
    }
}
