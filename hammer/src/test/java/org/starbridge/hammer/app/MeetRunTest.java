package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.xmpp.Prosody;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.meet.ScriptedFocus;

/** Participants of a room, a focus, an XMPP server and a bridge: the whole chain, over real sockets. */
@Timeout(180)
class MeetRunTest {
    private static final String BRIDGE = "jvb-meet";

    @TempDir
    private static Path folder;

    private static @Nullable Prosody started;
    private static @Nullable Bridge bridge;

    @BeforeAll
    static void start() throws Exception {
        Prosody prosody = Prosody.start(folder);
        started = prosody;
        Map<String, String> settings = new HashMap<>();
        prosody.client(BRIDGE)
                .forEach((key, value) -> settings.put("videobridge.apis.xmpp-client.configs.shard." + key, value));
        bridge = Bridge.start(FreePorts.config(settings));
    }

    @AfterAll
    static void stop() {
        if (bridge != null) {
            bridge.close();
        }
        if (started != null) {
            started.close();
        }
    }

    private static Prosody prosody() {
        return Objects.requireNonNull(started);
    }

    private static String url() {
        return "http://127.0.0.1:" + Objects.requireNonNull(bridge).privatePort();
    }

    private static JsonNode run(ScriptedFocus focus, String room, String more) throws Exception {
        Path report = folder.resolve(room + ".json");
        StringWriter errors = new StringWriter();
        String line = "--meet 127.0.0.1:" + prosody().port() + " --meet-any-certificate --meet-room " + room
                + " --meet-focus " + focus.address() + " -k 3 --seconds 1 --warmup 0 --verify --quiet --json " + report
                + " " + more;
        int exit = Main.commandLine().setErr(new PrintWriter(errors, true)).execute(line.split(" "));
        assertThat(exit)
                .as("%s\n%s\n%s", errors, focus.done(), focus.failures())
                .isIn(Main.OK, Main.UNTRUSTED);
        JsonNode json = new ObjectMapper().readTree(report.toFile());
        assertThat(json.get("couplesReceived").asInt()).isEqualTo(6);
        assertThat(json.get("packetsLost").asLong()).isZero();
        assertThat(json.get("contentErrors").asLong()).isZero();
        assertThat(json.get("warnings")).as(json.get("warnings").toString()).isEmpty();
        return json;
    }

    private static void awaitEnd(ScriptedFocus focus) throws Exception {
        Prosody.await(
                "all to have left; so far: " + focus.done(), () -> Collections.frequency(focus.done(), "left") == 3);
        try (Colibri2Client client = new Colibri2Client(URI.create(url()))) {
            Prosody.await(
                    "the conference to end",
                    () -> client.stats().path("conferences").asInt(-1) == 0);
        }
        assertThat(focus.failures()).isEmpty();
    }

    @Test
    void threeMeetWithAWebSocketEach() throws Exception {
        try (ScriptedFocus focus = new ScriptedFocus(prosody(), "three@muc.meet.jitsi", BRIDGE)) {
            JsonNode json = run(focus, "three", "--bridge-channel ws --bridge " + url());

            assertThat(json.at("/bridgeStats/difference/total_packets_sent").asLong())
                    .isPositive();
            awaitEnd(focus);
            assertThat(focus.done()).containsOnly("invited", "session-accept", "transport-info", "left");
        }
    }

    @Test
    void threeMeetWithADataChannelEachAndAddTheirSourcesLater() throws Exception {
        try (ScriptedFocus focus = new ScriptedFocus(prosody(), "later@muc.meet.jitsi", BRIDGE)) {
            run(focus, "later", "--meet-source-add --rtx");

            awaitEnd(focus);
            assertThat(focus.done())
                    .containsOnly(
                            "invited with a data channel",
                            "session-accept",
                            "transport-info",
                            "source-add",
                            "source-remove",
                            "left");
        }
    }

    @Test
    void whoIsNotThereIsNamed() {
        StringWriter errors = new StringWriter();
        String line = "--meet 127.0.0.1:" + prosody().port() + " --meet-any-certificate -k 2 --quiet";

        int exit = Main.commandLine().setErr(new PrintWriter(errors, true)).execute(line.split(" "));

        assertThat(exit).isEqualTo(Main.FAILED);
        assertThat(errors.toString()).contains("the focus focus.meet.jitsi refuses the conference hammer-");
    }
}
