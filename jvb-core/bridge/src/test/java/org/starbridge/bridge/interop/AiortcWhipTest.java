package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** aiortc publishes by WHIP and watches by WHEP, with offers of its own. */
@Tag("aiortc")
@EnabledIf(value = "org.starbridge.bridge.interop.Aiortc#isHereOrRequired", disabledReason = Aiortc.MISSING)
@Timeout(90)
@TestInstance(Lifecycle.PER_CLASS)
class AiortcWhipTest {
    private static final int FRAMES = 20;

    @AutoClose
    private Bridge bridge;

    @AutoClose
    private Aiortc publisher;

    @AutoClose
    private Aiortc viewer;

    @BeforeAll
    void start() throws Exception {
        publisher = Aiortc.start();
        viewer = Aiortc.start();
        bridge = FreePorts.bridge();
    }

    @AfterEach
    void leave() throws Exception {
        viewer.call("leave", Map.of());
        publisher.call("leave", Map.of());
    }

    private String url(String path) {
        return "http://127.0.0.1:" + bridge.publicPort() + path;
    }

    @Test
    void whatIsPublishedIsSeen() throws Exception {
        publisher.call("whip", Map.of("url", url("/whip/studio")));
        viewer.call("whep", Map.of("url", url("/whep/studio")));
        JsonNode seen = viewer.watch(Map.of("framesDecoded", FRAMES, "audioFrames", 2 * FRAMES));
        assertThat(seen.path("misread").asInt())
                .as("pictures that are not what was sent")
                .isZero();
        assertThat(seen.path("audioPeak").asInt()).isBetween(5000, 6500);
        assertThat(seen.path("packetsLost").asInt()).isZero();
        assertThat(seen.path("role").asText()).isEqualTo("client");

        assertThat(viewer.call("end_session", Map.of()).asInt()).isEqualTo(200);
        assertThat(publisher.call("end_session", Map.of()).asInt()).isEqualTo(200);
    }

    /** The viewer stays connected, and nothing is negotiated again. */
    @Test
    void aPublisherThatComesBackIsSeenAgain() throws Exception {
        publisher.call("whip", Map.of("url", url("/whip/stage?name=one")));
        viewer.call("whep", Map.of("url", url("/whep/stage?source=one")));
        viewer.watch(Map.of("framesDecoded", FRAMES));

        publisher.call("end_session", Map.of());
        publisher.call("leave", Map.of());
        publisher.call("whip", Map.of("url", url("/whip/stage?name=one")));
        viewer.watch(Map.of("framesDecoded", 2 * FRAMES, "audioFrames", FRAMES));

        viewer.call("end_session", Map.of());
        publisher.call("end_session", Map.of());
    }

    /** Its packets name their sections. */
    @Test
    void anOfferNeedsNoSsrcs() throws Exception {
        publisher.call("whip", Map.of("url", url("/whip/unnamed"), "without", "a=ssrc"));
        viewer.call("whep", Map.of("url", url("/whep/unnamed")));
        JsonNode seen = viewer.watch(Map.of("framesDecoded", FRAMES, "audioFrames", 2 * FRAMES));
        assertThat(seen.path("misread").asInt()).isZero();
        viewer.call("end_session", Map.of());
        publisher.call("end_session", Map.of());
    }

    /** It does not end its session, and sends under other SSRCs. The viewer stays connected. */
    @Test
    void aPublisherThatVanishesHasItsNameAgainAtOnce() throws Exception {
        publisher.call("whip", Map.of("url", url("/whip/stage-2?name=one")));
        viewer.call("whep", Map.of("url", url("/whep/stage-2?source=one")));
        viewer.watch(Map.of("framesDecoded", FRAMES));

        publisher.call("vanish", Map.of());
        try (Aiortc again = Aiortc.start()) {
            again.call("whip", Map.of("url", url("/whip/stage-2?name=one")));
            viewer.watch(Map.of("framesDecoded", 2 * FRAMES, "audioFrames", FRAMES));
            assertThat(again.call("end_session", Map.of()).asInt()).isEqualTo(200);
            assertThatThrownBy(() -> publisher.call("end_session", Map.of()))
                    .as("its former session has ended")
                    .hasMessageContaining("404");
            again.call("leave", Map.of());
        }
        viewer.call("end_session", Map.of());
    }

    /** A participant to which a focus has announced the sources of a publisher, as Jicofo would have to. */
    @Test
    void aParticipantOfAConferenceSeesAPublisher() throws Exception {
        publisher.call("whip", Map.of("url", url("/whip/mixed-2?name=whip0001")));
        viewer.call(
                "play",
                Map.of(
                        "bridge",
                        "http://127.0.0.1:" + bridge.privatePort(),
                        "meeting",
                        "mixed-2",
                        "endpoint",
                        "bbbb0001",
                        "setup",
                        "active",
                        "remote",
                        publisher.call("sent", Map.of())));
        JsonNode seen = viewer.watch(Map.of("framesDecoded", FRAMES, "audioFrames", 2 * FRAMES));
        assertThat(seen.path("misread").asInt()).isZero();
        publisher.call("end_session", Map.of());
    }

    /** A participant that a focus has invited, with payload types of its own. */
    @Test
    void aParticipantOfAConferenceIsSeen() throws Exception {
        publisher.call(
                "publish",
                Map.of(
                        "bridge",
                        "http://127.0.0.1:" + bridge.privatePort(),
                        "meeting",
                        "mixed",
                        "endpoint",
                        "aaaa0001",
                        "setup",
                        "active"));
        viewer.call("whep", Map.of("url", url("/whep/mixed?source=aaaa0001")));
        JsonNode seen = viewer.watch(Map.of("framesDecoded", FRAMES, "audioFrames", 2 * FRAMES));
        assertThat(seen.path("misread").asInt()).isZero();
        viewer.call("end_session", Map.of());
    }
}
