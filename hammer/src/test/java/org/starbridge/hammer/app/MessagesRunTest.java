package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Endpoints of the Hammer talk to each other through the bridge, or to the bridge, over real sockets. */
@Timeout(120)
class MessagesRunTest {
    @RegisterExtension
    static final SharedBridge SHARED = new SharedBridge();

    @ParameterizedTest(name = "over {0} to {2}, media: {1}")
    @CsvSource({"sctp, none, next", "ws, audio, next", "sctp, none, bridge", "ws, none, bridge"})
    void everyMessageArrives(String channel, String kinds, String whom) throws Exception {
        JsonNode json = HammerRun.against(
                        SHARED.bridge(),
                        "--senders 2 --receivers 2 --seconds 1 --warmup 0 --messages 15 --messages-to " + whom
                                + " --kinds " + kinds + " --bridge-channel " + channel)
                .succeeded();
        JsonNode messages = json.get("messages");
        assertThat(messages.get("senders").asInt()).isEqualTo(4);
        assertThat(messages.get("sent").asInt()).isPositive();
        assertThat(messages.get("arrived")).isEqualTo(messages.get("sent"));
        if (whom.equals("bridge")) {
            assertThat(messages.at("/atBridge/said").asInt())
                    .isGreaterThanOrEqualTo(messages.get("sent").asInt());
            assertThat(messages.at("/atBridge/heard")).isEqualTo(messages.at("/atBridge/said"));
        }
        String counted = channel.equals("sctp")
                ? "total_data_channel_messages_received"
                : "total_colibri_web_socket_messages_received";
        assertThat(json.at("/bridgeStats/difference/" + counted).asInt()).isPositive();
        assertThat(json.get("packetsSent").asLong() > 0).isEqualTo(kinds.equals("audio"));
    }
}
