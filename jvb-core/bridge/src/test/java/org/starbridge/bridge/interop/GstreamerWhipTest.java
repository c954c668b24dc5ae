package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** GStreamer's webrtcbin publishes by WHIP and watches by WHEP, with offers of its own. */
@Tag("gstreamer")
@EnabledIf(value = "org.starbridge.bridge.interop.Gstreamer#isHereOrRequired", disabledReason = Gstreamer.MISSING)
@Timeout(90)
@TestInstance(Lifecycle.PER_CLASS)
class GstreamerWhipTest {
    private static final int FRAMES = 20;

    @AutoClose
    private Bridge bridge;

    @AutoClose
    private PeerProcess publisher;

    @AutoClose
    private PeerProcess viewer;

    @BeforeAll
    void start() throws Exception {
        publisher = Gstreamer.start();
        viewer = Gstreamer.start();
        bridge = FreePorts.bridge();
    }

    private void watch() throws Exception {
        JsonNode seen = viewer.call("watch", Map.of("frames", FRAMES, "audio", 2 * FRAMES));
        assertThat(seen.path("isEnough").asBoolean()).as("%s", seen).isTrue();
        assertThat(seen.path("size").toString()).isEqualTo("[320,240]");
    }

    /** Its packets name no sections: payload types tell them apart. */
    @Test
    void anOfferNeedsNoSsrcs() throws Exception {
        String server = "http://127.0.0.1:" + bridge.publicPort();
        publisher.call("whip", Map.of("url", server + "/whip/unnamed", "codec", "VP8", "without", "a=ssrc"));
        viewer.call("whep", Map.of("url", server + "/whep/unnamed", "codec", "VP8"));
        watch();
        assertThat(viewer.call("end_session", Map.of()).asInt()).isEqualTo(200);
        assertThat(publisher.call("end_session", Map.of()).asInt()).isEqualTo(200);
    }

    /** And again after the publisher has gone and come back: nothing is negotiated again. */
    @ParameterizedTest
    @ValueSource(strings = {"VP8", "H264"})
    void whatIsPublishedIsSeen(String codec) throws Exception {
        String room = codec.toLowerCase(Locale.ROOT);
        String server = "http://127.0.0.1:" + bridge.publicPort();
        Map<String, String> publish = Map.of("url", server + "/whip/" + room + "?name=one", "codec", codec);
        publisher.call("whip", publish);
        viewer.call("whep", Map.of("url", server + "/whep/" + room + "?source=one", "codec", codec));
        watch();

        assertThat(publisher.call("end_session", Map.of()).asInt()).isEqualTo(200);
        publisher.call("whip", publish);
        watch();

        assertThat(viewer.call("end_session", Map.of()).asInt()).isEqualTo(200);
        assertThat(publisher.call("end_session", Map.of()).asInt()).isEqualTo(200);
    }
}
