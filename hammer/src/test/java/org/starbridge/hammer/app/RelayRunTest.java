package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.testkit.DailyShare;

/** Conferences over several bridges that are joined by relays, over real sockets. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class RelayRunTest {
    @TempDir
    private Path folder;

    private final List<Bridge> bridges = new ArrayList<>();

    @AfterEach
    void close() {
        bridges.forEach(Bridge::close);
    }

    private void start(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            bridges.add(FreePorts.bridge(
                    "videobridge.relay.enabled",
                    "true",
                    "videobridge.relay.region",
                    "region-" + i,
                    "videobridge.relay.relay-id",
                    "bridge-" + i,
                    "starbridge.media.workers",
                    "1"));
        }
    }

    private static String url(Bridge bridge) {
        return "http://127.0.0.1:" + bridge.privatePort();
    }

    private JsonNode run(String... options) throws Exception {
        Path report = folder.resolve("report.json");
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--verify", "--quiet", "--json", report.toString(), "--bridge", url(bridges.getFirst())));
        for (Bridge bridge : bridges.subList(1, bridges.size())) {
            all.addAll(List.of("--relay-bridge", url(bridge)));
        }
        int exit = Main.commandLine().execute(all.toArray(String[]::new));
        JsonNode json = new ObjectMapper().readTree(report.toFile());
        HammerRun.assertSucceeded(exit, json);
        return json;
    }

    private static void assertWhole(JsonNode report, int couples) {
        assertThat(report.get("couplesExpected").asInt()).isEqualTo(couples);
        assertThat(report.get("couplesReceived").asInt()).isEqualTo(couples);
        assertThat(report.get("packetsLost").asLong()).isZero();
        assertThat(report.get("contentErrors").asLong()).isZero();
        assertThat(report.get("packetsReceived").asLong())
                .isEqualTo(report.get("packetsExpected").asLong())
                .isPositive();
    }

    static List<Arguments> topologies() {
        return DailyShare.of(
                "RelayRunTest",
                1,
                List.of(
                        Arguments.of(2, "mesh", "sctp"),
                        Arguments.of(3, "star", "websocket"),
                        Arguments.of(2, "mesh", "websocket"),
                        Arguments.of(3, "star", "sctp"),
                        Arguments.of(3, "mesh", "websocket")));
    }

    @ParameterizedTest(name = "{0} bridges, {1}, {2}")
    @MethodSource("topologies")
    void everyPacketArrivesOnceAcrossBridges(int count, String topology, String channel) throws Exception {
        start(count);
        JsonNode report = run("-k", "6", "--seconds", "2", "--relay-topology", topology, "--relay-channel", channel);
        assertWhole(report, 30);
    }

    /** Two bridges of visitors behind one of the core, each in a mesh of its own. */
    @Test
    void visitorsGetEverythingAndOthersDoNotLearnOfThem() throws Exception {
        start(3);
        JsonNode report = run("--senders", "2", "--receivers", "4", "--seconds", "2", "--relay-topology", "visitors");
        assertWhole(report, 2 + 2 * 4);
        for (int i = 0; i < 3; i++) {
            JsonNode stats = stats(bridges.get(i));
            assertThat(stats.get("total_visitors").asInt()).as("bridge %d", i).isEqualTo(i == 0 ? 0 : 2);
            assertThat(stats.get("total_relays").asInt()).isEqualTo(i == 0 ? 2 : 1);
        }
    }

    private static JsonNode stats(Bridge bridge) throws Exception {
        try (Colibri2Client client = new Colibri2Client(URI.create(url(bridge)))) {
            return client.stats();
        }
    }

    /** Losses are repaired between the bridges; endpoints never ask their senders' bridges. */
    @Test
    void whatIsLostBetweenBridgesIsRepaired() throws Exception {
        start(2);
        JsonNode report =
                run("-k", "4", "--seconds", "3", "--kinds", "video", "--rtx", "--relay-link", "loss=2%,delay=5");
        assertWhole(report, 12);
        assertThat(report.at("/relays/droppedBetweenBridges").asInt()).isPositive();
    }

    @Test
    void encodingsAreChosenAtTheLastBridge() throws Exception {
        start(2);
        JsonNode report = run("-k", "4", "--seconds", "3", "--simulcast", "--ssrc-rewriting");
        assertThat(report.get("contentErrors").asLong()).isZero();
        assertThat(stats(bridges.getFirst()).get("total_relays").asLong()).isEqualTo(1);
    }
}
