package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.app.Main;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;

/**
 * A bridge's process ends during a conference and another one takes its place: what a focus sees, through a real
 * Prosody.
 */
@Timeout(120)
class RestartTest {
    private static final String NICKNAME = "jvb-1";
    private static final String MEETING = "a meeting";

    /** What docs/deploy.md promises, from the moment at which the new process is healthy. */
    private static final Duration REACHABLE_WITHIN = Duration.ofSeconds(5);

    @TempDir
    Path folder;

    private final List<BridgeProcess> processes = new ArrayList<>();

    /** A bridge as a process of its own, the port of its private HTTP server, and what it logs. */
    private record BridgeProcess(Process process, int port, List<String> log) {
        static BridgeProcess start(Prosody prosody) throws IOException {
            int port = Prosody.freePort();
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Dvideobridge.ice.udp.port=0",
                    "-Dvideobridge.http-servers.private.port=" + port,
                    "-Dvideobridge.http-servers.public.port=0"));
            prosody.client(NICKNAME)
                    .forEach((key, value) ->
                            command.add("-Dvideobridge.apis.xmpp-client.configs.shard." + key + "=" + value));
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            List<String> log = new CopyOnWriteArrayList<>();
            Thread.ofVirtual().start(() -> {
                try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                    lines.lines().forEach(log::add);
                } catch (IOException | UncheckedIOException _) {
                    // it was killed
                }
            });
            return new BridgeProcess(process, port, log);
        }

        void awaitHealthy() throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/about/health"))
                    .build();
            try (HttpClient http = HttpClient.newHttpClient()) {
                Prosody.await("the bridge to be healthy; its log: " + log, () -> {
                    try {
                        return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
                    } catch (ConnectException _) {
                        return false;
                    }
                });
            }
        }

        void awaitRoom() throws Exception {
            Prosody.await("the bridge to be in its room; its log: " + log, () -> {
                assertThat(process.isAlive()).as("log: %s", log).isTrue();
                return log.stream().anyMatch(line -> line.contains(" has joined " + Prosody.ROOM));
            });
        }

        /**
         * It entered its room at the first attempt, so it has waited for nothing: a client that fails says so, and
         * waits before it tries again. How long a start takes is the machine's business and is not looked at.
         */
        void assertEnteredAtOnce() {
            assertThat(log)
                    .as("no attempt failed, and the server did not keep the resource for the dead session")
                    .noneMatch(line ->
                            line.contains(" has not joined its rooms yet") || line.contains(" has another session"))
                    .filteredOn(line -> line.contains(" has joined " + Prosody.ROOM))
                    .hasSize(1);
        }

        void awaitEnd() throws InterruptedException {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
        }
    }

    private BridgeProcess startBridge(Prosody prosody) throws Exception {
        BridgeProcess bridge = BridgeProcess.start(prosody);
        processes.add(bridge);
        bridge.awaitRoom();
        return bridge;
    }

    @AfterEach
    void endProcesses() {
        processes.forEach(bridge -> bridge.process().destroyForcibly());
    }

    private static void assertServes(ScriptedFocus focus) throws Exception {
        EndpointModify endpoint = EndpointModify.builder("1a2b3c4d")
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(true, false, false, null, null))
                .build();
        assertThat(focus.ask(NICKNAME, ConferenceModify.creating(MEETING, null, List.of(endpoint)))
                        .attribute("type"))
                .as("a conference is made: this bridge does not know it yet")
                .isEqualTo("result");
    }

    /** The server keeps the dead session for ten minutes where it can be resumed; a focus must not be sent there. */
    @ParameterizedTest
    @ValueSource(strings = {"600", "none"})
    void aBridgeThatWasKilledIsReachableWhenItIsBack(String hibernation) throws Exception {
        try (Prosody prosody = Prosody.start(folder, hibernation);
                ScriptedFocus focus = ScriptedFocus.join(prosody, "focus")) {
            BridgeProcess killed = startBridge(prosody);
            focus.awaitBridge(NICKNAME);
            assertServes(focus);

            killed.process().destroyForcibly();
            killed.awaitEnd();
            BridgeProcess next = BridgeProcess.start(prosody);
            processes.add(next);
            next.awaitHealthy();
            long healthyNs = System.nanoTime();
            Prosody.await(
                    "the focus to see the new bridge; the log: " + next.log(),
                    () -> focus.sightings(NICKNAME).equals(List.of("here", "gone", "here")));

            assertServes(focus);
            assertThat(Duration.ofNanos(System.nanoTime() - healthyNs))
                    .as("reachable again after it is healthy")
                    .isLessThan(REACHABLE_WITHIN);
            next.awaitRoom();
            next.assertEnteredAtOnce();
            assertThat(focus.sightings(NICKNAME))
                    .as("the focus knows that the conferences of the first one are lost")
                    .containsExactly("here", "gone", "here");
        }
    }

    @Test
    void aBridgeThatIsEndedSaysGoodbyeAndTheNextOneServes() throws Exception {
        try (Prosody prosody = Prosody.start(folder, "600");
                ScriptedFocus focus = ScriptedFocus.join(prosody, "focus")) {
            BridgeProcess ended = startBridge(prosody);
            focus.awaitBridge(NICKNAME);
            assertServes(focus);

            ended.process().toHandle().destroy(); // SIGTERM
            ended.awaitEnd();
            BridgeProcess next = startBridge(prosody);
            focus.awaitBridge(NICKNAME);

            assertServes(focus);
            next.assertEnteredAtOnce();
            assertThat(focus.sightings(NICKNAME)).containsExactly("here", "shutting down", "gone", "here");
        }
    }
}
