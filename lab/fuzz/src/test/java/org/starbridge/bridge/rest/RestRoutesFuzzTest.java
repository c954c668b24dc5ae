package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.starbridge.bridge.capture.CaptureConfig;
import org.starbridge.bridge.capture.Captures;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpLimits;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.http.route.Router;
import org.starbridge.bridge.http.route.VariableRule;
import org.starbridge.bridge.observation.ConferenceObserver;
import org.starbridge.bridge.observation.FocusLog;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.control.conference.PacketCaptures;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.request.PathSegments;
import org.starbridge.fuzz.Input;
import org.starbridge.fuzz.Requests;

/** Requests to the resources of the private server. */
final class RestRoutesFuzzTest {
    private static final RestConfig CONFIG = new RestConfig(
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
    private static final int MAX_REQUESTS = 3;
    private static final String CREATE = """
            {"meeting-id":"%s","name":"standup@conference.example","create":true,
             "endpoints":[{"id":"1a2b3c4d","create":true,"stats-id":"Ann-x7","capabilities":["source-names"],
               "medias":[{"type":"audio","payload-types":[{"id":111,"name":"opus","clockrate":48000,"channels":2}]}],
               "transport":{"ice-controlling":true}}]}""".formatted(TestBridge.MEETING);

    /** Each request to a bridge with a conference is answered; an error is a sentence in JSON. */
    @FuzzTest
    void requests(byte[] data) throws IOException {
        Input in = new Input(data);
        TestBridge bridge = TestBridge.embedded();
        List<Route> routes = routes(sources(bridge));
        Router router = new Router(routes, new VariableRule(PathSegments::canBe, PathSegments.EXPECTED));
        router.answer(
                Requests.of("POST", "/colibri/v2/conferences", "", json(), CREATE.getBytes(StandardCharsets.UTF_8)));
        for (int i = 0; in.hasMore() && i < MAX_REQUESTS; i++) {
            Route route = routes.get(in.below(routes.size()));
            String path = path(route, in);
            if (path.endsWith("/why-not")) { // waits for media workers, of which there are none
                continue;
            }
            String query = Requests.text(in);
            byte[] body = in.bytes(in.u8() * 2);
            Answer answer = router.answer(Requests.of(route.method(), path, query, json(), body));
            assertThat(answer.status()).isBetween(200, 503).isNotEqualTo(500);
            if (answer.status() >= 400) {
                assertThat(Json.tree(answer.body()).has("error")
                                || Json.tree(answer.body()).has("detail"))
                        .as(answer.body())
                        .isTrue();
            }
        }
        while (!bridge.later.isEmpty()) {
            bridge.later.remove().run();
        }
    }

    /** All but those of {@link AboutRoutes}, which read no input and take long to describe themselves. */
    private static List<Route> routes(RestSources sources) {
        return Stream.of(
                        new OperatorRoutes(sources).table(CONFIG),
                        new DebugRoutes(sources).table(CONFIG),
                        new ConferenceRoutes(sources).table(CONFIG))
                .flatMap(List::stream)
                .toList();
    }

    /** A variable is mostly the name of the conference or its endpoint. */
    private static String path(Route route, Input in) {
        int named = in.u8();
        String template = route.template();
        if ((named & 1) != 0) {
            template =
                    template.replace("{meetingId}", TestBridge.MEETING).replace("{conferenceId}", TestBridge.MEETING);
        }
        return Requests.path((named & 2) != 0 ? template.replace("{endpointId}", "1a2b3c4d") : template, in);
    }

    private static Map<String, String> json() {
        return Map.of("Content-Type", Answer.JSON);
    }

    private static RestSources sources(TestBridge bridge) {
        IdleOperator operator = new IdleOperator();
        return new RestSources(
                ColibriRequests.untraced(bridge.colibri),
                bridge.conferences,
                () -> HealthStatus.HEALTHY,
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

    /** An operator's switches without effect. */
    private static final class IdleOperator implements MucClientControl, LifecycleControl {
        @Override
        public void add(String id, Map<String, String> properties) {
            if (!properties.containsKey("hostname")) {
                throw new IllegalArgumentException("XMPP client " + id + " lacks hostname");
            }
        }

        @Override
        public boolean remove(String id) {
            return id.isEmpty();
        }

        @Override
        public List<String> ids() {
            return List.of();
        }

        @Override
        public boolean isDraining() {
            return false;
        }

        @Override
        public void drain(boolean isDraining) {}

        @Override
        public void shutDownGracefully() {}

        @Override
        public void shutDownNow() {}
    }
}
