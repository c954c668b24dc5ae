package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** FFmpeg's WHIP muxer publishes: it is the DTLS server, has a certificate on P-224, and offers no candidates. */
@Tag("aiortc")
@EnabledIf(value = "org.starbridge.bridge.interop.Aiortc#isHereOrRequired", disabledReason = Aiortc.MISSING)
@Timeout(90)
class FfmpegWhipTest {
    private static final int FRAMES = 20;
    private static final int LIMIT_S = 20;

    @Test
    void whatFfmpegPublishesIsSeen() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                PeerProcess publisher = Aiortc.start("ffmpeg_publisher.py");
                Aiortc viewer = Aiortc.start()) {
            String server = "http://127.0.0.1:" + bridge.publicPort();
            JsonNode version =
                    publisher.call("publish", Map.of("url", server + "/whip/studio?name=ffmpeg", "limit_s", LIMIT_S));
            assertThat(version.asText()).as("older ones have no WHIP muxer").matches("([89]|[1-9][0-9]+)\\..*");
            viewer.call("whep", Map.of("url", server + "/whep/studio"));

            JsonNode seen = viewer.watch(Map.of("framesDecoded", FRAMES, "audioFrames", 2 * FRAMES));
            assertThat(seen.path("misread").asInt()).as("pictures out of order").isZero();
            assertThat(seen.path("audioPeak").asInt()).isGreaterThan(1000);

            publisher.call("end", Map.of());
            viewer.call("end_session", Map.of());
            viewer.call("leave", Map.of());
        }
    }
}
