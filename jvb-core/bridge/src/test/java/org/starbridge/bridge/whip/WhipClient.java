package org.starbridge.bridge.whip;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Router;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.bridge.whip.access.AccessConfig;
import org.starbridge.bridge.whip.access.JwtConfig;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.sdp.SdpReader;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.TrickleFragment;
import org.starbridge.sdp.text.SdpException;

/** Requests to the resources of a bridge on a fake media plane. */
final class WhipClient {
    static final String SDP = "application/sdp";

    final TestBridge bridge = TestBridge.embedded();
    final WhipResources resources;
    Admission admission = Admission.OPEN;
    final Map<String, String> headers = new HashMap<>();
    final List<WebhookEvent> events = new ArrayList<>();
    String address = "192.0.2.7";
    private final Router router;

    WhipClient(WhipConfig config) {
        resources = new WhipResources(
                config,
                bridge.colibri,
                bridge.conferences,
                new Random(1),
                bridge.nowNs::get,
                InstantSource.system(),
                () -> admission,
                events::add);
        router = new Router(resources.routes(), WhipResources.NAMES);
    }

    static WhipConfig open() {
        AccessConfig anybody = new AccessConfig(true, List.of(), JwtConfig.NONE, false);
        return new WhipConfig(
                true, false, anybody, List.of(), List.of("stun:stun.example.org:3478"), List.of(), false, 3, 3);
    }

    static String offer(String client) {
        Path file = Path.of("..", "..", "lib", "sdp", "src", "test", "resources", "offers", client + ".sdp");
        try {
            return Files.readString(file).replace("\n", "\r\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With the headers of this client; what the conference puts off is done when it returns. */
    Answer request(String method, String url, String type, String body) {
        return request(method, url, type, body, () -> {});
    }

    private Answer request(String method, String url, String type, String body, Runnable meanwhile) {
        int question = url.indexOf('?');
        String path = question < 0 ? url : url.substring(0, question);
        Map<String, String> all = new HashMap<>(headers);
        if (!type.isEmpty()) {
            all.put("Content-Type", type);
        }
        try {
            Answer answer = router.answer(new HttpRequest(
                    method,
                    path,
                    List.of(path.substring(1).split("/", -1)),
                    Map.of(),
                    question < 0 ? "" : url.substring(question + 1),
                    name -> all.containsKey(name) ? List.of(all.get(name)) : List.of(),
                    address,
                    !body.isEmpty(),
                    () -> {
                        meanwhile.run();
                        return body.getBytes(StandardCharsets.UTF_8);
                    }));
            while (!bridge.later.isEmpty()) {
                bridge.later.remove().run();
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Answer post(String url, String offer) {
        return request("POST", url, SDP, offer);
    }

    /** The same; while its body is on its way, something else happens. */
    Answer post(String url, String offer, Runnable meanwhile) {
        return request("POST", url, SDP, offer, meanwhile);
    }

    Answer patch(Answer session, String fragment) {
        return request("PATCH", location(session), TrickleFragment.MEDIA_TYPE, fragment);
    }

    Answer delete(Answer session) {
        return request("DELETE", location(session), "", "");
    }

    static String location(Answer session) {
        return String.valueOf(session.headers().get("Location"));
    }

    static SessionDescription sdp(Answer answer) throws SdpException {
        return SdpReader.read(answer.body(), SdpLimits.DEFAULT);
    }
}
