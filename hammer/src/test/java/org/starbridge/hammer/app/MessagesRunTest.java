package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** Endpoints of the Hammer talk to each other through the bridge, or to the bridge, over real sockets. */
@Timeout(120)
class MessagesRunTest {
    @TempDir
    private Path folder;

    private static Bridge bridge;

    @BeforeAll
    static void start() throws Exception {
        bridge = FreePorts.bridge();
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    @ParameterizedTest(name = "over {0} to {2}, media: {1}")
    @CsvSource({"sctp, none, next", "ws, audio, next", "sctp, none, bridge", "ws, none, bridge"})
    void everyMessageArrives(String channel, String kinds, String whom) throws Exception {
        Path report = folder.resolve("report.json");
        String line = "--senders 2 --receivers 2 --seconds 1 --warmup 0 --messages 15 --messages-to " + whom
                + " --kinds "
                + kinds + " --bridge-channel " + channel + " --quiet --json " + report + " --bridge http://127.0.0.1:"
                + bridge.privatePort();
        int exit = Main.commandLine().execute(line.split(" "));
        JsonNode json = new ObjectMapper().readTree(report.toFile());
        assertThat(exit).as(json::toPrettyString).isEqualTo(Main.OK);
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
