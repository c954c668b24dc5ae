package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.testkit.EveryThirdDay;
import org.starbridge.testkit.PlaylistValidator;

/** aiortc publishes by WHIP, the bridge serves HLS, FFmpeg's libraries decode what a player would load. */
@Tag("aiortc")
@EnabledIf(value = "org.starbridge.bridge.interop.Aiortc#isHereOrRequired", disabledReason = Aiortc.MISSING)
@Timeout(60)
@SuppressWarnings("try") // ends in the middle of a test, too
class AiortcHlsTest {
    private static final String TOKEN = "0123456789abcdef-watch";
    private static final int MAX_SEGMENTS = 10;
    /** Amplitudes; a tone is sent with 0.24. */
    private static final double LOUD = 0.1;

    private static final double QUIET = 0.01;
    private static final String ORIGIN = "https://player.example";

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private Aiortc publisher;
    private String base = "";

    @BeforeEach
    void start() throws Exception {
        publisher = Aiortc.start();
    }

    @AfterEach
    void stop() throws Exception {
        publisher.close();
    }

    private void publish(Bridge bridge, String codec) throws Exception {
        base = "http://127.0.0.1:" + bridge.publicPort();
        publisher.call("whip", Map.of("url", base + "/whip/studio?name=one", "codec", codec));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).header("Origin", ORIGIN);
    }

    private HttpResponse<byte[]> get(String path) throws Exception {
        return http.send(request(path).build(), BodyHandlers.ofByteArray());
    }

    /** The multivariant playlist, asked for again while there is no media yet, as a player does. */
    private HttpResponse<byte[]> index() throws Exception {
        HttpResponse<byte[]> response = get("/hls/studio/index.m3u8");
        while (response.statusCode() == 503) {
            Thread.sleep(200);
            response = get("/hls/studio/index.m3u8");
        }
        return response;
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static String find(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }

    @Test
    void aPlayerGetsSegmentsAndPartsThatCanBeDecoded() throws Exception {
        try (Bridge bridge = FreePorts.bridge(
                "starbridge.whip.allowed-origins.0", "*", "starbridge.hls.segment-duration", "2 seconds")) {
            base = "http://127.0.0.1:" + bridge.publicPort();
            assertThat(get("/hls/studio/index.m3u8").statusCode()).isEqualTo(404);
            publish(bridge, "H264");
            HttpResponse<byte[]> index = index();
            assertThat(index.statusCode()).as(text(index)).isEqualTo(200);
            assertThat(text(index)).contains("CODECS=\"avc1.", "RESOLUTION=320x240");
            assertThat(index.headers().firstValue("Access-Control-Allow-Origin"))
                    .contains("*");
            String folder = "/hls/studio/" + find("\n([0-9a-f]{32})/video-0.m3u8", text(index)) + "/";

            String first = text(get(folder + "video-0.m3u8"));
            assertThat(PlaylistValidator.violations(first, "", false)).as(first).isEmpty();
            Matcher hint = Pattern.compile("PRELOAD-HINT:TYPE=PART,URI=\"(video-0\\.(\\d+)\\.(\\d+)\\.m4s)\"")
                    .matcher(first);
            assertThat(hint.find()).isTrue();
            CompletableFuture<HttpResponse<byte[]>> hinted =
                    http.sendAsync(request(folder + hint.group(1)).build(), BodyHandlers.ofByteArray());
            String next = text(get(folder + "video-0.m3u8?_HLS_msn=" + hint.group(2) + "&_HLS_part=" + hint.group(3)));
            assertThat(PlaylistValidator.violations(next, first, false))
                    .as(next)
                    .isEmpty();
            assertThat(next).isNotEqualTo(first);
            assertThat(hinted.get(20, TimeUnit.SECONDS).statusCode()).isIn(200, 404); // the segment may end there

            String later = text(get(folder + "video-0.m3u8?_HLS_msn=" + (Integer.parseInt(hint.group(2)) + 1)));
            assertThat(PlaylistValidator.violations(later, next, false))
                    .as(later)
                    .isEmpty();
            JsonNode video = decoded(folder, "video-0", Integer.parseInt(hint.group(2)));
            assertThat(video.path("codec").asText()).isEqualTo("h264");
            assertThat(video.path("frames").asInt()).isGreaterThan(5);
            assertThat(video.path("missing").asInt()).isZero();
            assertThat(video.path("ordered").asBoolean()).isTrue();
            JsonNode audio = decoded(folder, "audio", 0);
            assertThat(audio.path("codec").asText()).contains("opus");

            assertThat(get(folder + "video-0.m3u8?_HLS_msn=1000000").statusCode())
                    .isEqualTo(400);
            assertThat(get(folder + "video-0.m3u8?_HLS_part=1").statusCode()).isEqualTo(400);
            assertThat(get(folder + "video-0.m3u8?_HLS_msn=x").statusCode()).isEqualTo(400);
            assertThat(get(folder + "video-0.99999.m4s").statusCode()).isEqualTo(404);
            assertThat(get(folder + "video-0.99999.3.m4s").statusCode()).isEqualTo(404);
            assertThat(get(folder + "video-7.m3u8").statusCode()).isEqualTo(404);
            assertThat(get("/hls/studio/" + "0".repeat(32) + "/video-0.m3u8").statusCode())
                    .isEqualTo(404);
            assertThat(get("/hls/studio/index.m3u8?source=other").statusCode()).isEqualTo(404);
            assertThat(get("/hls/studio/index.m3u8?source=one").statusCode()).isEqualTo(200);

            HttpResponse<byte[]> segment = get(folder + "video-0.0.m4s");
            assertThat(segment.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
            publisher.call("end_session", Map.of());
            String ended = text(get(
                    folder + "video-0.m3u8?_HLS_msn=" + (Integer.parseInt(find("MEDIA-SEQUENCE:(\\d+)", later)) + 2)));
            while (!ended.contains("#EXT-X-ENDLIST")) {
                ended = text(get(folder + "video-0.m3u8"));
            }
            String tag =
                    get(folder + "video-0.m3u8").headers().firstValue("ETag").orElseThrow();
            HttpRequest again = request(folder + "video-0.m3u8")
                    .header("If-None-Match", "\"other\", " + tag)
                    .build();
            assertThat(http.send(again, BodyHandlers.discarding()).statusCode()).isEqualTo(304);
        }
    }

    /** The last whole segment of a playlist that is no gap; a transcoder on a busy machine leaves gaps. */
    private int last(String folder, String rendition) throws Exception {
        Pattern segment = Pattern.compile(rendition + "\\.(\\d+)\\.m4s");
        while (true) {
            int last = -1;
            boolean isGap = false;
            for (String line : text(get(folder + rendition + ".m3u8")).lines().toList()) {
                Matcher uri = segment.matcher(line);
                if (uri.matches()) {
                    last = isGap ? last : Integer.parseInt(uri.group(1));
                    isGap = false;
                }
                isGap |= line.equals("#EXT-X-GAP");
            }
            if (last >= 0) {
                return last;
            }
            Thread.sleep(200);
        }
    }

    /** What a player that begins with a segment has. */
    private JsonNode decoded(String folder, String rendition, int segment) throws Exception {
        return publisher.call("read_file", Map.of("path", file(folder, rendition, segment)));
    }

    private String file(String folder, String rendition, int segment) throws Exception {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (String name : List.of(rendition + ".0.init.mp4", rendition + "." + segment + ".m4s")) {
            HttpResponse<byte[]> response = get(folder + name);
            assertThat(response.statusCode()).as(name).isEqualTo(200);
            whole.writeBytes(response.body());
        }
        return Files.write(directory.resolve(rendition + ".mp4"), whole.toByteArray())
                .toString();
    }

    @Test
    void tokensAreThoseOfWhep() throws Exception {
        try (Bridge bridge = FreePorts.bridge(
                "starbridge.whip.open",
                "false",
                "starbridge.whip.tokens.0.token",
                TOKEN,
                "starbridge.whip.tokens.0.publish.0",
                "other",
                "starbridge.whip.tokens.0.watch.0",
                "studio")) {
            base = "http://127.0.0.1:" + bridge.publicPort();
            assertThat(get("/hls/studio/index.m3u8").statusCode()).isEqualTo(403); // the page
            HttpRequest plain = HttpRequest.newBuilder(URI.create(base + "/hls/studio/index.m3u8"))
                    .build();
            assertThat(http.send(plain, BodyHandlers.discarding()).statusCode()).isEqualTo(401);
            for (String room : List.of("studio", "other")) {
                int expected = room.equals("studio") ? 404 : 403;
                URI named = URI.create(base + "/hls/" + room + "/index.m3u8?token=" + TOKEN);
                assertThat(http.send(HttpRequest.newBuilder(named).build(), BodyHandlers.discarding())
                                .statusCode())
                        .isEqualTo(expected);
            }
            HttpRequest bearer = HttpRequest.newBuilder(URI.create(base + "/hls/studio/index.m3u8"))
                    .header("Authorization", "Bearer " + TOKEN)
                    .build();
            assertThat(http.send(bearer, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    @EnabledIf("hasFfmpegOrNeedsIt")
    void vp8IsTranscodedIfTheConfigurationSaysSo() throws Exception {
        try (Bridge bridge = FreePorts.bridge(
                "starbridge.whip.allowed-origins.0",
                "*",
                "starbridge.hls.segment-duration",
                "2 seconds",
                "starbridge.hls.transcode.enabled",
                "true",
                "starbridge.hls.transcode.height",
                "180")) {
            publish(bridge, "VP8");
            HttpResponse<byte[]> index = index();
            assertThat(index.statusCode()).as(text(index)).isEqualTo(200);
            assertThat(text(index)).contains("CODECS=\"avc1.4d", "mp4a.40.2\"", "RESOLUTION=320x180");
            String folder = "/hls/studio/" + find("\n([0-9a-f]{32})/video-0.m3u8", text(index)) + "/";
            String playlist = text(get(folder + "video-0.m3u8?_HLS_msn=2"));
            assertThat(PlaylistValidator.violations(playlist, "", false))
                    .as(playlist)
                    .isEmpty();
            JsonNode video = decoded(folder, "video-0", last(folder, "video-0"));
            assertThat(video.path("codec").asText()).isEqualTo("h264");
            assertThat(video.path("frames").asInt()).isGreaterThan(20);
            JsonNode audio = decoded(folder, "audio", last(folder, "audio"));
            assertThat(audio.path("codec").asText()).isEqualTo("aac");
            assertThat(audio.path("frames").asInt()).isGreaterThan(50);
            publisher.call("end_session", Map.of());
        }
    }

    @Test
    @EnabledIf("hasFfmpegOrNeedsIt")
    void soundBecomesAacBesidePicturesThatAreNotTranscoded() throws Exception {
        try (Bridge bridge = FreePorts.bridge(
                "starbridge.whip.allowed-origins.0",
                "*",
                "starbridge.hls.segment-duration",
                "1 second",
                "starbridge.hls.transcode.enabled",
                "true",
                "starbridge.hls.transcode.aac",
                "true")) {
            publish(bridge, "H264");
            HttpResponse<byte[]> index = index();
            assertThat(text(index)).contains("CODECS=\"avc1.", "mp4a.40.2\"", "RESOLUTION=320x240");
            String folder = "/hls/studio/" + find("\n([0-9a-f]{32})/video-0.m3u8", text(index)) + "/";
            String playlist = text(get(folder + "audio.m3u8?_HLS_msn=2"));
            assertThat(PlaylistValidator.violations(playlist, "", false))
                    .as(playlist)
                    .isEmpty();
            JsonNode audio = decoded(folder, "audio", last(folder, "audio"));
            assertThat(audio.path("codec").asText()).isEqualTo("aac");
            assertThat(audio.path("frames").asInt())
                    .as("47 in a whole segment; a busy publisher leaves gaps")
                    .isGreaterThan(10);
            JsonNode video = decoded(folder, "video-0", last(folder, "video-0"));
            assertThat(video.path("codec").asText()).isEqualTo("h264");
            assertThat(video.path("missing").asInt()).isZero();
            publisher.call("end_session", Map.of());
        }
    }

    private Map<String, Double> tones(String folder, long segment) throws Exception {
        JsonNode read = publisher.call(
                "read_tones",
                Map.of("path", file(folder, "audio", Math.toIntExact(segment)), "hertz", List.of(500, 1250, 2000)));
        Map<String, Double> amplitudes = new java.util.TreeMap<>();
        read.path("amplitudes")
                .properties()
                .forEach(each -> amplitudes.put(each.getKey(), each.getValue().asDouble()));
        assertThat(amplitudes.get("2000")).as("%s", amplitudes).isLessThan(QUIET);
        return amplitudes;
    }

    /**
     * Goes on, segment by segment, until the sound has the first tone, and the second one or not; all playlists are
     * right. A busy publisher leaves silence, so a single segment may lack the first tone.
     */
    private String untilSecondTone(boolean isWanted, String folder, String playlist) throws Exception {
        String before = playlist;
        List<Map<String, Double>> heard = new ArrayList<>();
        for (int i = 0; i < MAX_SEGMENTS; i++) {
            long growing = Long.parseLong(find("PRELOAD-HINT:TYPE=PART,URI=\"audio\\.(\\d+)\\.", before));
            String now = text(get(folder + "audio.m3u8?_HLS_msn=" + growing));
            assertThat(PlaylistValidator.violations(now, before, false)).as(now).isEmpty();
            assertThat(now).doesNotContain("#EXT-X-GAP");
            before = now;
            Map<String, Double> amplitudes = tones(folder, growing);
            double second = amplitudes.getOrDefault("1250", 0.0);
            heard.add(amplitudes);
            if (amplitudes.getOrDefault("500", 0.0) > LOUD && (isWanted ? second > LOUD : second < QUIET)) {
                return now;
            }
        }
        throw new AssertionError(
                "no segment with the first tone and " + (isWanted ? "" : "without ") + "the second: " + heard);
    }

    /** Two publishers come and go, and FFmpeg starts, which takes a minute on a busy machine. */
    @Test
    @Timeout(180)
    @EnabledIf("hasFfmpegOrNeedsIt")
    @EveryThirdDay(day = 2)
    void theSoundOfARoomIsThatOfAllWhoAreInIt() throws Exception {
        try (Bridge bridge = FreePorts.bridge(
                        "starbridge.whip.allowed-origins.0",
                        "*",
                        "starbridge.hls.segment-duration",
                        "1 second",
                        "starbridge.hls.transcode.enabled",
                        "true",
                        "starbridge.hls.transcode.mix-audio",
                        "true");
                Aiortc second = Aiortc.start()) {
            publish(bridge, "H264");
            HttpResponse<byte[]> index = index();
            assertThat(text(index)).contains("CODECS=\"avc1.", "mp4a.40.2\"");
            String folder = "/hls/studio/" + find("\n([0-9a-f]{32})/video-0.m3u8", text(index)) + "/";
            String playlist = untilSecondTone(false, folder, text(get(folder + "audio.m3u8?_HLS_msn=1")));
            Map<String, Object> offer = Map.of("url", base + "/whip/studio?name=two", "codec", "H264", "hertz", 1250);
            for (int visit = 0; visit < 2; visit++) {
                second.call("whip", offer);
                playlist = untilSecondTone(true, folder, playlist);
                second.call("end_session", Map.of());
                second.call("leave", Map.of());
                playlist = untilSecondTone(false, folder, playlist);
            }
            publisher.call("end_session", Map.of());
        }
    }

    static boolean hasFfmpegOrNeedsIt() {
        return Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_FFMPEG"))
                || Stream.of(System.getenv("PATH").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "ffmpeg")));
    }

    @Test
    void aRoomWithVp8SaysWhy() throws Exception {
        try (Bridge bridge = FreePorts.bridge("starbridge.whip.allowed-origins.0", "*")) {
            publish(bridge, "VP8");
            HttpResponse<byte[]> index = index();
            assertThat(index.statusCode()).isEqualTo(409);
            assertThat(text(index)).contains("VP8");
            publisher.call("end_session", Map.of());
        }
    }
}
