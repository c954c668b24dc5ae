package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.starbridge.colibri.client.Colibri2Client;

/** One publisher by WHIP and viewers by WHEP, over real sockets. */
@Timeout(120)
class WhipRunTest {
    @RegisterExtension
    static final SharedBridge SHARED = new SharedBridge();

    private JsonNode run(String options) throws Exception {
        return HammerRun.of(
                        options + " --whip http://127.0.0.1:" + SHARED.bridge().publicPort() + "/whip/stage")
                .succeeded();
    }

    @Test
    void viewersGetAllThatThePublisherSends() throws Exception {
        JsonNode json = run("--senders 1 --receivers 3 --seconds 2 --verify");
        assertThat(json.get("couplesReceived").asInt()).as(json::toPrettyString).isEqualTo(3);
        assertThat(json.get("packetsReceived").asLong()).isPositive();
        assertThat(json.get("packetsLost").asLong()).isZero();
        assertThat(json.get("contentErrors").asLong()).isZero();
        assertThat(json.at("/ssrcRewriting/mapped").asInt()).isEqualTo(2 * 3);
        try (Colibri2Client client = new Colibri2Client(
                URI.create("http://127.0.0.1:" + SHARED.bridge().privatePort()))) {
            assertThat(client.stats().get("conferences").asInt())
                    .as("all sessions were deleted")
                    .isZero();
        }
    }

    @Test
    void soundAloneIsEnough() throws Exception {
        JsonNode json = run("--senders 1 --receivers 2 --seconds 1 --kinds audio");
        assertThat(json.get("packetsReceived").asLong()).isPositive();
        assertThat(json.get("packetsLost").asLong()).isZero();
    }
}
