package org.starbridge.bridge.whip;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.http.route.Router;
import org.starbridge.bridge.whip.access.AccessConfig;
import org.starbridge.bridge.whip.access.JwtConfig;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.fuzz.Input;
import org.starbridge.fuzz.Requests;
import org.starbridge.sdp.TrickleFragment;

/** Requests to the resources of the public server, several to one room. */
final class WhipResourcesFuzzTest {
    private static final int MAX_SESSIONS = 3;
    private static final int MAX_REQUESTS = 4;
    private static final WhipConfig CONFIG = new WhipConfig(
            true,
            false,
            new AccessConfig(true, List.of(), JwtConfig.NONE, false),
            List.of(),
            List.of("stun:stun.example.org:3478"),
            List.of(),
            false,
            MAX_SESSIONS,
            MAX_SESSIONS);
    private static final byte[] OFFER = corpus("description/obs-publish");
    private static final byte[] WATCH = new String(OFFER, StandardCharsets.UTF_8)
            .replace("a=sendonly", "a=recvonly")
            .getBytes(StandardCharsets.UTF_8);
    private static final byte[] FRAGMENT = corpus("fragment/trickle");

    private static byte[] corpus(String name) {
        try (InputStream in = Objects.requireNonNull(
                WhipResourcesFuzzTest.class.getResourceAsStream("/org/starbridge/sdp/SdpFuzzTestInputs/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("\n", "\r\n")
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each request is answered; what was created can be deleted; there are never more sessions than allowed. */
    @FuzzTest
    void requests(byte[] data) throws IOException {
        Input in = new Input(data);
        TestBridge bridge = TestBridge.embedded();
        WhipResources resources = new WhipResources(
                CONFIG,
                bridge.colibri,
                bridge.conferences,
                new Random(1),
                bridge.nowNs::get,
                InstantSource.system(),
                () -> Admission.OPEN,
                _ -> {});
        List<Route> routes = resources.routes();
        Router router = new Router(routes, WhipResources.NAMES);
        String session = "";
        for (int i = 0; in.hasMore() && i < MAX_REQUESTS; i++) {
            Route route = routes.get(in.below(routes.size()));
            boolean isOfSession = in.flag() && route.template().contains("{session}");
            String path = isOfSession && !session.isEmpty()
                    ? Requests.path(route.template().replace("/{room}/{session}", session.substring(5)), in)
                    : Requests.path(in.flag() ? route.template().replace("{room}", "studio") : route.template(), in);
            if (path.endsWith("/why-not")) { // waits for media workers, of which there are none
                continue;
            }
            String query = Requests.text(in);
            Answer answer = router.answer(Requests.of(route.method(), path, query, headers(route), body(route, in)));
            assertThat(answer.status()).isBetween(200, 503).isNotEqualTo(500);
            if (answer.status() == 201) {
                session = Objects.requireNonNull(answer.headers().get("Location"));
                assertThat(session).matches("/wh[ie]p/.+/[0-9a-f]{32}(/.*)?");
            }
            while (!bridge.later.isEmpty()) {
                bridge.later.remove().run();
            }
            assertThat(resources.sessionCount()).isBetween(0, MAX_SESSIONS);
        }
        resources.sweep();
    }

    private static Map<String, String> headers(Route route) {
        return Map.of(
                "Content-Type",
                route.method().equals("PATCH")
                        ? TrickleFragment.MEDIA_TYPE
                        : route.template().endsWith("}") ? "application/sdp" : Answer.JSON);
    }

    /** What belongs there with a few bytes changed, or any bytes. */
    private static byte[] body(Route route, Input in) {
        int changes = in.below(8);
        if (changes == 7 || !List.of("POST", "PATCH").contains(route.method())) {
            return in.bytes(in.u8());
        }
        byte[] offer = route.template().startsWith("/whep") ? WATCH : OFFER;
        byte[] body = (route.method().equals("PATCH") ? FRAGMENT : offer).clone();
        for (int i = 0; i < changes; i++) {
            body[in.u16() % body.length] = (byte) in.u8();
        }
        return body;
    }
}
