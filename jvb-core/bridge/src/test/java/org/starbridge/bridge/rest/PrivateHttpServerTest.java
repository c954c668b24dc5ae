package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.bridge.rest.ServedBridge.CONFERENCES;
import static org.starbridge.bridge.rest.ServedBridge.CREATE;
import static org.starbridge.bridge.rest.ServedBridge.MEETING;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpLimits;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.media.api.BandwidthEstimate;

/** The private server around its routes: paths, methods, what is switched off, and what it says of itself. */
class PrivateHttpServerTest {
    @AutoClose
    private final ServedBridge served = ServedBridge.withConference();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            /colibri/conferences | 404 | no such path
            /nope                | 404 | no such path
            /                    | 404 | no such path
            /about/version       | 200 | {"name":"JVB","version":"1.2","os":"Linux"}
            /colibri/stats       | 200 | {"conferences":1}
            /debug               | 200 | "endpoints":{"1a2b3c4d":"Ann-x7"}
            /debug               | 200 | "endpointsInLastNOrder":["1a2b3c4d"]
            /debug?full=true     | 200 | "is_connected":false
            /debug?x=1&full=true | 200 | "is_connected":false
            /debug/0123          | 200 | "conferences":{"0123":"null"}
            """)
    void answers(String path, int status, String contains) throws Exception {
        served.expect("GET", path, "", "", status, contains);
    }

    @ParameterizedTest
    @MethodSource("wrongMethods")
    void namesTheMethodsThatWouldDo(String method, String path, String allow) throws Exception {
        HttpResponse<String> answer = served.send(method, path, "application/json", "{}");
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
        assertThat(served.get("/about/health").body()).isEmpty();
        served.health = () -> new HealthStatus(HealthStatus.Verdict.SOFT_FAILURE, "no check yet");
        assertThat(served.get("/about/health").statusCode()).isEqualTo(503);
        served.health = () -> new HealthStatus(HealthStatus.Verdict.HARD_FAILURE, "no public address");
        assertThat(served.get("/about/health").statusCode()).isEqualTo(500);
        assertThat(served.get("/about/health").body()).contains("\"detail\":\"no public address\"");
    }

    @Test
    void rendersMetricsInTheFormatThatIsAskedFor() throws Exception {
        HttpRequest request = served.request("/metrics")
                .header("Accept", "text/plain;q=0.5")
                .header("Accept", "*/*;q=0.1")
                .build();
        HttpResponse<String> answer = served.send(request);
        assertThat(answer.body()).isEqualTo("accept text/plain;q=0.5, */*;q=0.1");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4");
        assertThat(served.get("/metrics").body()).isEqualTo("accept ");
    }

    @Test
    void findsAConferenceWhoseMeetingIdIsEscapedInThePath() throws Exception {
        assertThat(served.post(CONFERENCES, "{\"meeting-id\":\"a +\u00e9\",\"create\":true}")
                        .statusCode())
                .isEqualTo(200);
        served.expect("GET", CONFERENCES + "/a%20+%C3%A9", "", "", 200, "\"meeting-id\":\"a +\u00e9\"");
        served.expect("PATCH", CONFERENCES + "/a%20%2b%c3%a9", "application/json", "{\"expire\":true}", 200, "{}");
        assertThat(served.get("/debug/a%20b").body()).contains("\"conferences\":{\"a b\":\"null\"}");
    }

    @Test
    void recordsNoPacketsOfAnyEndpointAndSaysSo() throws Exception {
        String id = Json.tree(served.get("/debug").body())
                .path("conferences")
                .fieldNames()
                .next();
        String endpoint = "/debug/features/endpoint/" + id + "/1a2b3c4d/";
        served.expect("POST", endpoint + "pcap-dump/true", "", "", 403, "packet captures are disabled");
        served.expect("POST", endpoint + "pcap-dump/perhaps", "", "", 400, "expected true or false");
        served.expect("POST", endpoint + "no-dump/true", "", "", 404, "no such path");
    }

    @Test
    void theTraceOfABandwidthEstimatorIsStartedReadAndStopped() throws Exception {
        String id = served.bridge.conferences.snapshot().getFirst().id();
        String flag = "/debug/features/endpoint/" + id + "/1a2b3c4d/bandwidth-trace/";
        String trace = "/debug/" + id + "/1a2b3c4d/bandwidth-trace";
        served.expect("GET", trace, "", "", 200, "");
        assertThat(served.get(trace).body()).isEmpty();
        served.expect("POST", flag + "true", "", "", 200, "");
        served.expect("GET", trace, "", "", 200, "F,1");
        served.expect("POST", flag + "maybe", "", "", 400, "expected true or false");
        served.expect("POST", flag + "false", "", "", 200, "");
        assertThat(served.get(trace).body()).isEmpty();
        served.expect("GET", "/debug/" + id + "/nobody/bandwidth-trace", "", "", 404, "");
        served.expect("POST", "/debug/features/endpoint/0123/x/bandwidth-trace/true", "", "", 404, "");
    }

    @Test
    void whyAReceiverGetsALayerSaysWhatBoundTheEstimate() throws Exception {
        served.bridge.media.endpoint("1a2b3c4d").bandwidth = BandwidthEstimate.NONE;
        String id = served.bridge.conferences.snapshot().getFirst().id();
        JsonNode endpoint = Json.tree(served.get("/debug/" + id + "/1a2b3c4d").body())
                .at("/conferences/" + id + "/endpoints/1a2b3c4d");
        assertThat(endpoint.at("/bandwidth_estimate/target_bps").asLong()).isEqualTo(-1);
        assertThat(endpoint.at("/bandwidth_estimate/reason").asText()).isEqualTo("start");
        assertThat(endpoint.at("/bandwidth_probing/latest_bwe").asLong()).isEqualTo(-1);
    }

    @Test
    void switchesOfFeaturesStayAsTheyAre() throws Exception {
        served.expect("GET", "/debug/features/jvb/queue-stats", "", "", 200, "true");
        served.expect("POST", "/debug/features/jvb/queue-stats/false", "", "", 400, "always collected");
        served.expect("GET", "/debug/features/jvb/node-tracing", "", "", 200, "false");
        served.expect("POST", "/debug/features/jvb/node-tracing/true", "", "", 400, "not supported by this bridge");
    }

    @Test
    void addressesOfIpVersion6AreToldFromThePort() {
        assertThat(HttpAddress.plain("::1", 8080)).hasToString("[::1]:8080");
        assertThat(HttpAddress.plain("127.0.0.1", 8080)).hasToString("127.0.0.1:8080");
    }

    @Test
    void answers404ForWhatIsSwitchedOff() throws Exception {
        RestConfig nothing = new RestConfig(
                HttpAddress.plain("127.0.0.1", 0),
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                HttpLimits.DEFAULT,
                AllowedCallers.NONE);
        try (ServedBridge silent = new ServedBridge(nothing)) {
            for (String path :
                    List.of("/about/health", "/about/version", "/metrics", "/debug", "/colibri/stats", CONFERENCES)) {
                assertThat(silent.get(path).statusCode()).as(path).isEqualTo(404);
            }
            assertThat(silent.post(CONFERENCES, CREATE).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void hidesWhatWentWrongInside() throws Exception {
        served.health = () -> {
            throw new IllegalStateException("a secret");
        };
        HttpResponse<String> answer = served.get("/about/health");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body())
                .matches("\\{.*\"detail\":\"unexpected failure [0-9a-f]{8}, see the bridge's log\".*}");
        assertThat(answer.body()).doesNotContain("Exception", "secret", "org.starbridge");
    }

    @Test
    void answersWhatIsNoHttpWithoutSayingWhoItIs() throws Exception {
        try (Socket socket = served.connect()) {
            socket.getOutputStream()
                    .write("GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            try (InputStream in = socket.getInputStream()) {
                String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                assertThat(answer).startsWith("HTTP/1.1 400").doesNotContainIgnoringCase("jetty");
            }
        }
    }
}
