package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/**
 * Pion, a WebRTC stack in Go, publishes by WHIP and watches by WHEP. Skipped where scripts/pion has not built it,
 * unless {@code STARBRIDGE_REQUIRE_PION} is true.
 */
@Tag("pion")
@EnabledIf(value = "isHereOrRequired", disabledReason = "no Pion client: scripts/pion builds it")
@Timeout(90)
class PionWhipTest {
    private static final int FRAMES = 100;
    private static final Path CLIENT =
            Path.of("..", "..", "target", "pion", "client").toAbsolutePath().normalize();

    static boolean isHereOrRequired() {
        return Files.isExecutable(CLIENT) || Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_PION"));
    }

    private static PeerProcess start() throws IOException {
        assertThat(CLIENT).as("the client that scripts/pion builds").isExecutable();
        return PeerProcess.start("pion", CLIENT.toString());
    }

    private static JsonNode watch(PeerProcess viewer) throws Exception {
        JsonNode seen = viewer.call("watch", Map.of("frames", FRAMES, "audio", FRAMES));
        assertThat(seen.path("isEnough").asBoolean()).as("%s", seen).isTrue();
        return seen;
    }

    /** Through ICE restarts of both sides, and after the publisher has gone and come back. */
    @Test
    void whatIsPublishedIsSeen() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                PeerProcess publisher = start();
                PeerProcess viewer = start()) {
            String server = "http://127.0.0.1:" + bridge.publicPort();
            publisher.call("whip", Map.of("url", server + "/whip/studio?name=pion"));
            viewer.call("whep", Map.of("url", server + "/whep/studio?source=pion"));
            assertThat(watch(viewer).path("outOfOrder").asInt()).isZero();

            viewer.call("restart", Map.of());
            watch(viewer);
            publisher.call("restart", Map.of());
            watch(viewer);

            assertThat(publisher.call("end_session", Map.of()).asInt()).isEqualTo(200);
            publisher.call("whip", Map.of("url", server + "/whip/studio?name=pion"));
            watch(viewer);
            assertThat(viewer.call("end_session", Map.of()).asInt()).isEqualTo(200);
            assertThat(publisher.call("end_session", Map.of()).asInt()).isEqualTo(200);
        }
    }
}
