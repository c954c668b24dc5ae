package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** Firefox publishes by WHIP, and another page of Firefox watches by WHEP. */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(180)
class FirefoxTest {
    private static final int FRAMES = 30;
    private static final int LIMIT_MS = 30_000;

    /** The second publisher takes the place of the first one under the SSRC that the viewer has. */
    @Test
    void whatFirefoxPublishesItSeesOneCameraAfterTheOther() throws Exception {
        String script = Files.readString(PeerProcess.script("whip.js"));
        try (Firefox firefox = Firefox.start();
                Bridge bridge = FreePorts.bridge()) {
            String url = "http://127.0.0.1:" + bridge.publicPort() + "/?room=none";
            for (String codec : new String[] {"VP8", "VP9"}) {
                String room = "'" + codec + "'";
                String viewer = firefox.open(url, script);
                for (int camera = 0; camera < 2; camera++) {
                    String publisher = firefox.open(url, script);
                    firefox.call(publisher, "peer.publish(" + room + ", '" + codec + "')");
                    if (camera == 0) {
                        firefox.call(viewer, "peer.watch(" + room + ")");
                    }
                    JsonNode seen = firefox.call(viewer, "peer.seen(" + FRAMES + ", " + LIMIT_MS + ")");
                    assertThat(seen.path("frames").asInt()).as("%s", seen).isGreaterThanOrEqualTo(FRAMES);
                    assertThat(seen.path("codec").asText()).isEqualTo("video/" + codec);
                    assertThat(seen.path("height").asInt()).as("%s", seen).isPositive();
                    firefox.call(publisher, "peer.leave('publisher')");
                }
                firefox.call(viewer, "peer.leave('viewer')");
            }
        }
    }
}
