package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.transport.udp.UdpIo;

/** One process takes over the conferences of another one, while packets go on. */
class TakeOverTest {
    private static final String MEETING = LoopbackCall.MEETING;
    private static final long PATIENCE_NS = LoopbackCall.PATIENCE_NS;
    private static final int OPUS = LoopbackCall.OPUS;
    private static final Pattern PAYLOAD = Pattern.compile("\"msgPayload\":(\\d+)");

    @TempDir
    Path folder;

    @TempDir
    Path recordings;

    private final LoopbackCall call = new LoopbackCall();
    private final List<Process> processes = new ArrayList<>();
    private final List<LoopbackPeer> peers = call.peers();
    private ChosenPorts ports;
    private int sent;

    @BeforeEach
    void choosePorts() throws IOException {
        assumeThat(UdpIo.probe().io()).isEqualTo(UdpIo.NATIVE);
        ports = ChosenPorts.free();
    }

    @AfterEach
    void close() {
        call.close();
        processes.forEach(Process::destroyForcibly);
    }

    /** A process, and the lines of its log. */
    private record Running(Process process, List<String> log) {
        boolean says(String text) {
            return log.stream().anyMatch(line -> line.contains(text));
        }
    }

    private Running start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dstarbridge.upgrade.directory=" + folder,
                "-Dstarbridge.recording.enabled=true",
                "-Dstarbridge.recording.directory=" + recordings,
                "-Dstarbridge.media.workers=2"));
        ports.settings().forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        processes.add(process);
        List<String> log = new CopyOnWriteArrayList<>();
        Thread.ofPlatform().daemon().start(() -> {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(log::add);
            } catch (IOException | RuntimeException _) {
                // its end
            }
        });
        return new Running(process, log);
    }

    /** An endpoint that never connects. */
    private static EndpointModify absent() {
        return EndpointModify.builder("absent")
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(true, false, false, null, null))
                .build();
    }

    private LoopbackPeer join(Colibri2Client colibri, String id, long ssrc, boolean hasData) throws Exception {
        return call.join(colibri, ports.udp(), id, ssrc, hasData);
    }

    /** The number of times that each packet arrived, by its number. */
    private final Map<Integer, Integer> arrived = new HashMap<>();

    private final List<Integer> sequenceNumbers = new ArrayList<>();

    /** Peers with data channels, by id. */
    private final Map<String, LoopbackPeer> talkers = new LinkedHashMap<>();

    private final Map<String, Integer> said = new HashMap<>();
    private final Map<String, List<Integer>> heard = new HashMap<>();

    /** Each of the two with data channels says something to the other one. */
    private void chat() throws IOException {
        for (Map.Entry<String, LoopbackPeer> talker : talkers.entrySet()) {
            String to = talker.getKey().equals("c") ? "e" : "c";
            int number = said.getOrDefault(talker.getKey(), 0);
            String text =
                    "{\"colibriClass\":\"EndpointMessage\",\"to\":\"%s\",\"msgPayload\":%d}".formatted(to, number);
            if (talkers.size() > 1 && talker.getValue().say(text)) {
                said.put(talker.getKey(), number + 1);
            }
            listen(talker.getKey(), talker.getValue());
        }
    }

    private void listen(String id, LoopbackPeer peer) throws IOException {
        peer.receiveFor(1_000_000);
        for (String text : peer.takeHeard()) {
            Matcher payload = PAYLOAD.matcher(text);
            if (payload.find()) {
                heard.computeIfAbsent(id, _ -> new ArrayList<>()).add(Integer.valueOf(payload.group(1)));
            }
        }
    }

    private void assertEachMessageArrivedOnce() throws IOException {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (heard.values().stream().mapToInt(List::size).sum()
                        < said.values().stream().mapToInt(number -> number).sum()
                && System.nanoTime() < endNs) {
            for (Map.Entry<String, LoopbackPeer> talker : talkers.entrySet()) {
                listen(talker.getKey(), talker.getValue());
            }
        }
        assertThat(said.values()).allMatch(number -> number > 50);
        for (String id : talkers.keySet()) {
            int count = Objects.requireNonNull(said.get(id));
            assertThat(heard.get(id.equals("c") ? "e" : "c"))
                    .as("messages of " + id)
                    .isEqualTo(IntStream.range(0, count).boxed().toList());
        }
    }

    /** The first peer sends a packet, the second one receives. */
    private void talk() throws IOException {
        if (sent % 3 == 0) {
            chat();
        }
        LoopbackPeer speaker = peers.get(0);
        LoopbackPeer listener = peers.get(1);
        byte[] payload = {(byte) (sent >>> 8), (byte) sent, 1, 2, 3, 4, 5, 6};
        speaker.media().send(1001, OPUS, 1000 + sent, 960 * sent, -1, false, payload);
        sent++;
        speaker.receiveFor(1_000_000);
        listener.receiveFor(5_000_000);
        for (LoopbackMedia.Received packet : listener.media().take()) {
            arrived.merge(((packet.payload()[0] & 0xFF) << 8) | (packet.payload()[1] & 0xFF), 1, Integer::sum);
            sequenceNumbers.add(packet.sequenceNumber());
        }
    }

    private void talkUntilItEnds(Process process) throws IOException {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (process.isAlive() && System.nanoTime() < endNs) {
            talk();
        }
        assertThat(process.isAlive()).isFalse();
    }

    private void talkUntilItSays(Running running, String text) throws IOException {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (!running.says(text) && running.process.isAlive() && System.nanoTime() < endNs) {
            talk();
        }
        assertThat(running.log).anyMatch(line -> line.contains(text));
    }

    private String request(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.privateHttp() + path))
                .method(method, BodyPublishers.noBody())
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return answer.body();
        }
    }

    private static void awaitReady(Running running) throws InterruptedException {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (!running.says("ready: ") && running.process.isAlive() && System.nanoTime() < endNs) {
            Thread.sleep(20);
        }
        assertThat(running.log).anyMatch(line -> line.contains("ready: "));
    }

    @Test
    void packetsGoOnWithoutALossWhenAnotherProcessTakesOver() throws Exception {
        Running old = start();
        awaitReady(old);
        try (Colibri2Client colibri =
                new Colibri2Client(URI.create("http://127.0.0.1:" + ports.privateHttp()), Duration.ofSeconds(60))) {
            colibri.send(ConferenceModify.creating(MEETING, "room@conference.test", List.of()));
            join(colibri, "a", 1001, false);
            join(colibri, "b", 1002, false);
            request("POST", "/recordings/" + MEETING);
            for (String id : List.of("c", "e")) {
                assertThat(join(colibri, id, 1003 + talkers.size(), true).openChannel(PATIENCE_NS))
                        .isTrue();
                talkers.put(id, peers.getLast());
            }
            colibri.send(ConferenceModify.updating(MEETING, List.of(absent())));
            for (int i = 0; i < 50; i++) {
                talk();
            }

            Running refused = start("--take-over");
            talkUntilItEnds(refused.process);
            assertThat(refused.process.exitValue()).isEqualTo(1);
            assertThat(refused.log)
                    .anyMatch(line -> line.contains("endpoint absent") && line.contains("is not connected yet"));
            colibri.send(ConferenceModify.updating(MEETING, List.of(EndpointModify.expiring("absent"))));

            Running next = start("--take-over");
            talkUntilItSays(next, "ready: ");
            talkUntilItEnds(old.process);
            assertThat(old.process.exitValue()).isZero();
            assertThat(old.log).anyMatch(line -> line.contains("1 conferences have moved to the new process"));
            assertThat(old.says("an upgrade was rehearsed")).isTrue();
            assertThat(next.says("an upgrade was rehearsed")).isTrue();
            for (int i = 0; i < 100; i++) {
                talk();
            }
            assertEachArrivedOnce();
            assertEachMessageArrivedOnce();

            assertThat(colibri.stats().path("conferences").asInt()).isEqualTo(1);
            assertThat(colibri.stats().path("endpoints").asInt()).isEqualTo(4);
            ConferenceModified answer = colibri.send(ConferenceModify.updating(
                    MEETING,
                    List.of(EndpointModify.builder("b")
                            .transport(new Transport(false, false, true, null, null))
                            .build())));
            assertThat(answer.endpoints().getFirst().transport()).isNotNull();
            assertThat(request("GET", "/recordings"))
                    .as("goes on")
                    .contains(MEETING)
                    .doesNotContain("\"end\"");
            assertThat(recordings.toFile().listFiles())
                    .as("the recording of each process")
                    .hasSize(2)
                    .allSatisfy(each -> assertThat(each.list()).hasSizeGreaterThan(1));
            join(colibri, "d", 1008, false);
            Objects.requireNonNull(talkers.remove("c")).sayGoodbye(PATIENCE_NS);
            talkUntilItSays(next, "connection ended: the peer closed the DTLS session");
            assertThatThrownBy(
                            () -> colibri.send(ConferenceModify.creating(MEETING, "room@conference.test", List.of())))
                    .hasMessageContaining("already");
            next.process.toHandle().destroy();
            assertThat(next.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(folder).isEmptyDirectory();
        }
    }

    private void assertEachArrivedOnce() {
        assertThat(arrived.values()).allMatch(count -> count == 1);
        int last = arrived.keySet().stream().mapToInt(number -> number).max().orElseThrow();
        assertThat(last).isGreaterThan(sent - 10);
        assertThat(IntStream.rangeClosed(5, last).filter(number -> !arrived.containsKey(number)))
                .as("lost of " + last)
                .isEmpty();
        for (int i = 1; i < sequenceNumbers.size(); i++) {
            assertThat(sequenceNumbers.get(i) - sequenceNumbers.get(i - 1)).isEqualTo(1);
        }
    }
}
