package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.testkit.DailyShare;

/** A browser publishes, the bridge records, the browser plays the files. */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(120)
@SuppressWarnings("try") // ends in the middle of a test, too
class ChromiumRecordingTest {
    private static final int LONG_BYTES = 30_000;

    private static final String PLAY = """
            (async (url) => {
                const video = document.createElement('video');
                video.muted = true;
                video.src = URL.createObjectURL(new Blob([await (await fetch(url)).arrayBuffer()]));
                const end = await new Promise((resolve) => {
                    video.onended = () => resolve('ended');
                    video.onerror = () => resolve(video.error.message);
                    video.play();
                });
                return {end, width: video.videoWidth, height: video.videoHeight, seconds: video.currentTime,
                    frames: video.getVideoPlaybackQuality().totalVideoFrames};
            })""";

    @TempDir
    Path directory;

    private List<Path> files(String part) throws Exception {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().contains(part)).toList();
        }
    }

    private static double number(Map<String, Object> played, String name) {
        return ((Number) java.util.Objects.requireNonNull(played.get(name), name)).doubleValue();
    }

    static List<String> codecs() {
        return DailyShare.of("ChromiumRecordingTest", 1, List.of("VP8", "VP9", "AV1", "H264"));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void whatABrowserPublishedItPlays(String codec) throws Exception {
        try (Bridge bridge = FreePorts.bridge(
                        "starbridge.recording.enabled",
                        "true",
                        "starbridge.recording.directory",
                        directory.toString());
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            browser.call("(async () => { $('kind').value = 'pattern'; })");
            browser.page().offerOnly(codec);
            browser.call("publish");
            URI recordings = URI.create("http://127.0.0.1:" + bridge.privatePort() + "/recordings/demo");
            assertThat(ask(recordings, "POST")).isEqualTo(200);
            while (files("-v0-0-").stream().noneMatch(file -> file.toFile().length() > LONG_BYTES)) {
                Thread.sleep(50);
            }
            assertThat(ask(recordings, "DELETE")).isEqualTo(200);
            browser.call("(async () => close('you'))");
            bridge.close();

            Path file = files("-v0-0-").getFirst();
            try (PageServer pages = new PageServer(
                    0, Map.of("video", file, "page", Files.writeString(directory.resolve("page"), "")))) {
                browser.visit(pages.url("page"));
                Map<String, Object> played = browser.call(PLAY, pages.url("video"));
                assertThat(played).containsEntry("end", "ended");
                assertThat(number(played, "frames")).isGreaterThan(5);
                assertThat(number(played, "seconds")).isPositive();
                assertThat(number(played, "width") / number(played, "height")).isBetween(1.0, 2.0);
            }
            assertThat(Files.readString(files("events.jsonl").getFirst()))
                    .contains("\"codec\":\"" + codec + "\"", "\"event\":\"clock\"", "\"event\":\"end\"");
        }
    }

    private static int ask(URI uri, String method) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(uri)
                                    .method(method, BodyPublishers.noBody())
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
