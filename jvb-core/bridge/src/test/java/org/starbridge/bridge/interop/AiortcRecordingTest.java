package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** aiortc publishes by WHIP, the bridge records, FFmpeg's libraries decode the files. */
@Tag("aiortc")
@EnabledIf(value = "org.starbridge.bridge.interop.Aiortc#isHereOrRequired", disabledReason = Aiortc.MISSING)
@Timeout(90)
@SuppressWarnings("try") // ends in the middle of a test, too
class AiortcRecordingTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONG_BYTES = 60_000;

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private Aiortc publisher;

    @BeforeEach
    void start() throws Exception {
        publisher = Aiortc.start();
    }

    @AfterEach
    void stop() throws Exception {
        publisher.close();
    }

    private Bridge bridge(String... more) throws Exception {
        List<String> settings = new ArrayList<>(List.of(
                "starbridge.recording.enabled", "true", "starbridge.recording.directory", directory.toString()));
        settings.addAll(List.of(more));
        return FreePorts.bridge(settings.toArray(String[]::new));
    }

    private void publish(Bridge bridge, String codec) throws Exception {
        publisher.call(
                "whip",
                Map.of("url", "http://127.0.0.1:" + bridge.publicPort() + "/whip/studio?name=one", "codec", codec));
    }

    private HttpResponse<String> ask(Bridge bridge, String method, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + bridge.privatePort() + "/recordings" + path))
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    /** Waits until a file whose name begins so is longer than so many bytes. */
    private Path file(String begin, int leastBytes) throws Exception {
        while (true) {
            try (var files = Files.walk(directory)) {
                for (Path file : files.toList()) {
                    if (String.valueOf(file.getFileName()).startsWith(begin) && Files.size(file) > leastBytes) {
                        return file;
                    }
                }
            }
            Thread.sleep(20);
        }
    }

    private JsonNode read(Path file) throws Exception {
        return publisher.call("read_file", Map.of("path", file.toString()));
    }

    @ParameterizedTest
    @CsvSource({"VP8, libvpx, webm", "H264, h264, mkv"})
    void aRecordingIsPlayable(String codec, String decoder, String extension) throws Exception {
        try (Bridge bridge = bridge()) {
            assertThat(ask(bridge, "POST", "/studio").statusCode()).isEqualTo(404);
            publish(bridge, codec);
            JsonNode started = JSON.readTree(ask(bridge, "POST", "/studio").body());
            assertThat(started.path("meetingId").asText()).isEqualTo("studio");
            Path video = file("one-one-v0-0", LONG_BYTES);
            Path audio = file("one-one-a0-0", 1000);
            assertThat(ask(bridge, "DELETE", "/studio").statusCode()).isEqualTo(200);
            while (!ask(bridge, "GET", "").body().contains("\"end\":\"stopped\"")) {
                Thread.sleep(20);
            }
            assertThat(ask(bridge, "DELETE", "/studio").statusCode()).isEqualTo(404);
            publisher.call("end_session", Map.of());
            bridge.close();

            assertThat(String.valueOf(video.getFileName())).endsWith(extension);
            JsonNode seen = read(video);
            assertThat(seen.path("codec").asText()).isIn(decoder, decoder.replace("lib", ""), "vp8");
            assertThat(seen.path("frames").asInt()).isGreaterThan(10);
            assertThat(seen.path("missing").asInt()).as("%s", seen).isZero();
            assertThat(seen.path("ordered").asBoolean()).isTrue();
            assertThat(seen.path("duration").asLong() / 1e6)
                    .isGreaterThanOrEqualTo(seen.path("last").asDouble());
            JsonNode heard = read(audio);
            assertThat(heard.path("codec").asText()).contains("opus");
            assertThat(heard.path("frames").asInt()).isGreaterThan(50);
            assertThat(heard.path("ordered").asBoolean()).isTrue();

            List<JsonNode> events = new ArrayList<>();
            for (String line : Files.readAllLines(file("events", 0))) {
                events.add(JSON.readTree(line));
            }
            assertThat(events)
                    .extracting(event -> event.path("event").asText())
                    .startsWith("start", "join")
                    .contains("file")
                    .doesNotContain("gap")
                    .endsWith("end");
        }
    }

    @Test
    void whatTheBridgeMissesIsInTheFile() throws Exception {
        try (Bridge bridge = bridge()) {
            publisher.call(
                    "publish",
                    Map.of(
                            "bridge",
                            "http://127.0.0.1:" + bridge.privatePort(),
                            "meeting",
                            "lossy",
                            "endpoint",
                            "aaaa0001",
                            "setup",
                            "active",
                            "rtx",
                            true));
            publisher.call("lose_sent", Map.of("every", 10));
            assertThat(ask(bridge, "POST", "/lossy").statusCode()).isEqualTo(200);
            Path video = file("aaaa0001-", LONG_BYTES);
            // what is lost just before the end has no time to be repeated
            publisher.call("lose_sent", Map.of("every", 0));
            file("aaaa0001-", (int) Files.size(video) + LONG_BYTES);
            bridge.close();
            JsonNode seen = read(video);
            assertThat(seen.path("frames").asInt()).isGreaterThan(10);
            String events = Files.readString(file("events", 0));
            assertThat(events).doesNotContain("\"gap\"");
            assertThat(seen.path("missing").asInt()).as("%s%n%s", seen, events).isZero();
        }
    }

    /** Media goes on when the recording ends. */
    @Test
    void aFullDirectoryEndsTheRecording() throws Exception {
        Files.write(directory.resolve("older"), new byte[(1 << 20) - 30_000]);
        try (Bridge bridge = bridge("starbridge.recording.max-size-mb", "1");
                Aiortc viewer = Aiortc.start()) {
            publish(bridge, "VP8");
            viewer.call("whep", Map.of("url", "http://127.0.0.1:" + bridge.publicPort() + "/whep/studio"));
            assertThat(ask(bridge, "POST", "/studio").statusCode()).isEqualTo(200);
            while (!ask(bridge, "GET", "").body().contains("max-size-mb")) {
                Thread.sleep(20);
            }
            JsonNode seen = viewer.call(
                    "watch", Map.of("limit_s", 15, "growth", Map.of("framesDecoded", 20), "least", Map.of()));
            assertThat(seen.path("now").path("misread").asInt()).isZero();
            assertThat(seen.path("now").path("packetsLost").asInt()).isZero();
            viewer.call("leave", Map.of());
        }
    }

    /** A process that is killed leaves this: a file that is not ended. */
    @Test
    void aFileIsPlayableWhileItIsWritten() throws Exception {
        try (Bridge bridge = bridge("starbridge.recording.rooms.0", "stu*")) {
            publish(bridge, "VP8");
            Path video = file("one-one-v0-0", LONG_BYTES);
            Path cut = directory.resolve("cut.webm");
            byte[] bytes = Files.readAllBytes(video);
            Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length - 100));
            JsonNode seen = read(cut);
            assertThat(seen.path("frames").asInt()).isGreaterThan(5);
            assertThat(seen.path("missing").asInt()).isZero();
        }
    }
}
