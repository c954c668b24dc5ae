package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.api.ApiDescription;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.whip.Admission;
import org.starbridge.bridge.whip.PageRoutes;
import org.starbridge.bridge.whip.WhipResources;
import org.starbridge.control.conference.TestBridge;

/** The public server of a whole bridge, held against the description of it that it serves. */
@Timeout(120)
class PublicApiTest {
    private static final Path OFFERS = Path.of("..", "..", "lib", "sdp", "src", "test", "resources", "offers");
    private static final String SDP = "application/sdp";
    private static final String FRAGMENT = "application/trickle-ice-sdpfrag";

    private final OpenApiDescription description = OpenApiDescription.of(WhipResources.class);
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void answersAsDescribed() throws Exception {
        try (Bridge bridge = FreePorts.bridge("starbridge.hls.enabled", "true");
                client) {
            URI root = URI.create("http://127.0.0.1:" + bridge.publicPort());
            assertThat(description.operations())
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    routes().map(route -> route.method() + " " + route.template()),
                                    Stream.of(
                                            "GET /hls/{room}/index.m3u8",
                                            "GET /hls/{room}/{id}/{file}",
                                            "GET /colibri-ws/{serverId}/{conferenceId}/{endpointId}",
                                            "GET /colibri-relay-ws/{serverId}/{conferenceId}/{relayId}"))
                            .toList());
            assertThat(Json.tree(
                            judged(root, "GET", "/openapi.json", "", "", 200).body()))
                    .isEqualTo(description.document());
            for (String page : List.of("/", "/api", "/openapi.yaml")) {
                judged(root, "GET", page, "", "", 200);
            }
            sessions(root);
            judged(root, "GET", "/hls/none/index.m3u8", "", "", 404);
            judged(root, "GET", "/hls/room/none/x.m4s", "", "", 404);
            judged(root, "GET", "/colibri-ws/default-id/c/e?pwd=x", "", "", 403);
            judged(root, "GET", "/colibri-ws/x/c/e?pwd=x", "", "", 404);
            judged(root, "GET", "/colibri-relay-ws/default-id/c/e?pwd=x", "", "", 403);
        }
    }

    private void sessions(URI root) throws Exception {
        judged(root, "POST", "/whep/room", SDP, offer("chromium-watch"), 409);
        HttpResponse<String> published =
                judged(root, "POST", "/whip/room?name=ann", SDP, offer("chromium-simulcast"), 201);
        String publisher = published.headers().firstValue("Location").orElseThrow();
        String viewer = judged(root, "POST", "/whep/room", SDP, offer("chromium-watch"), 201)
                .headers()
                .firstValue("Location")
                .orElseThrow();
        String stream = judged(root, "POST", viewer + "/sse", "application/json", "[\"active\"]", 201)
                .headers()
                .firstValue("Location")
                .orElseThrow();
        judged(root, "GET", stream, "", "", 200);
        judged(root, "DELETE", stream, "", "", 200);
        judged(root, "GET", stream, "", "", 404);
        judged(root, "POST", viewer + "/layer", "application/json", "{}", 200);
        judged(root, "POST", viewer + "/layer", "application/json", "{", 400);
        judged(root, "GET", "/rooms/room", "", "", 200);
        for (String session : List.of(publisher, viewer)) {
            judged(root, "GET", session, "", "", 204);
            judged(root, "OPTIONS", session, "", "", 204);
            judged(root, "GET", session + "/why-not", "", "", 200);
            judged(root, "PATCH", session, FRAGMENT, "a=candidate:1 1 udp 1 127.0.0.1 9 typ host\r\n", 204);
            judged(root, "PATCH", session, FRAGMENT, "x", 400);
            judged(root, "PATCH", session, "text/plain", "x", 415);
            judged(root, "DELETE", session, "", "", 200);
            judged(root, "DELETE", session, "", "", 404);
        }
        judged(root, "POST", "/whip/room", SDP, "v=0", 400);
        judged(root, "POST", "/whip/room", "text/plain", "v=0", 415);
        judged(root, "OPTIONS", "/whip/room", "", "", 204);
        judged(root, "GET", "/whep/room", "", "", 204);
        judged(root, "GET", "/whep/a%20b", "", "", 400);
    }

    /** What WhipService registers, without the assets of pages. */
    private static Stream<Route> routes() {
        TestBridge bridge = TestBridge.embedded();
        WhipResources resources = new WhipResources(
                FreePorts.config().services().whip(),
                bridge.colibri,
                bridge.conferences,
                new Random(1),
                bridge.nowNs::get,
                InstantSource.system(),
                () -> Admission.OPEN,
                _ -> {});
        return Stream.of(resources.routes(), PageRoutes.table(), ApiDescription.routes(WhipResources.class))
                .flatMap(List::stream)
                .filter(route ->
                        !route.template().endsWith(".js") && !route.template().endsWith(".css"));
    }

    private HttpResponse<String> judged(URI root, String method, String path, String type, String body, int status)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(root.resolve(path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        assertThat(answer.statusCode())
                .as(method + " " + path + " " + answer.body())
                .isEqualTo(status);
        description.judge(method, path, answer);
        return answer;
    }

    private static String offer(String name) throws Exception {
        return Files.readString(OFFERS.resolve(name + ".sdp")).replace("\n", "\r\n");
    }
}
