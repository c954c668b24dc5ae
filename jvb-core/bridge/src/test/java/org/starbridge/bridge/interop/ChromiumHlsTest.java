package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.testkit.DailyShare;

/**
 * A browser publishes with simulcast, another page plays the room's HLS with hls.js. For so many seconds as the system
 * property {@code starbridge.hls.seconds} says; then also without a stall, and with less than three seconds of latency
 * from the first picture on; where FFmpeg transcodes, from its sixth second on.
 */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(240)
@SuppressWarnings("try") // ends in the middle of a test, too
class ChromiumHlsTest {
    private static final Logger LOG = LoggerFactory.getLogger(ChromiumHlsTest.class);
    private static final int SECONDS = Integer.getInteger("starbridge.hls.seconds", 0);
    private static final String CODEC = System.getProperty("starbridge.hls.codec", "");
    /** Whether sound is mixed by FFmpeg. */
    private static final boolean IS_MIXED = Boolean.getBoolean("starbridge.hls.mix");

    private static final List<String> CODECS = List.of("H264", "VP9", "AV1", "VP8");
    private static final int CALL_SECONDS = 30;
    private static final double MAX_LATENCY_S = 3;

    /**
     * Plays, or goes on, until so many seconds of media were shown since the first picture. How old the picture is, is
     * measured from the first one on by the date that the playlist gives it; what hls.js reckons, from a second later
     * on: its first value can be a second too much, and its second one is not.
     */
    private static final String PLAY = """
            (async (url, seconds, startSeconds) => {
                if (!window.played) {
                    const video = document.createElement('video');
                    video.muted = true;
                    document.body.append(video);
                    const hls = new Hls({lowLatencyMode: true, maxLiveSyncPlaybackRate: 1.5});
                    window.played = {video, hls, fatal: [], stalls: 0, latency: 0, behind: 0, begin: -1,
                        begun: [], stalledAt: [], least: {audio: 99, video: 99}};
                    const ahead = () => {
                        for (const kind of ['audio', 'video']) {
                            const ranges = played.ranges && played.ranges[kind];
                            const end = ranges && ranges.length > 0 ? ranges.end(ranges.length - 1) : 0;
                            played.ahead[kind] = Math.round(1000 * (end - played.video.currentTime)) / 1000;
                        }
                        return played.ahead;
                    };
                    played.ahead = {};
                    played.look = ahead;
                    hls.on(Hls.Events.BUFFER_APPENDED, (_, data) => played.ranges = data.timeRanges);
                    hls.on(Hls.Events.ERROR, (_, data) => data.fatal && played.fatal.push(data.details));
                    hls.loadSource(url);
                    hls.attachMedia(video);
                    video.play();
                }
                const {video, hls, fatal} = played;
                while (fatal.length === 0 && (played.begin < 0 || video.currentTime < played.begin + seconds)) {
                    if (played.begin < 0 && video.currentTime > 0 && !video.seeking && video.readyState >= 3) {
                        played.begin = video.currentTime;
                        video.addEventListener('waiting', () => {
                            played.stalls++;
                            played.stalledAt.push(JSON.stringify({at: video.currentTime - played.begin, ...played.look()}));
                        });
                    }
                    const behind = hls.playingDate ? (Date.now() - hls.playingDate) / 1000 : 0;
                    if (played.begin >= 0 && played.begun.length < 20) {
                        played.begun.push(Math.round(10 * hls.latency) / 10 + '@' + video.playbackRate
                            + ', captured ' + Math.round(10 * behind) / 10 + ' ago');
                    }
                    if (played.begin >= 0 && video.currentTime >= played.begin + startSeconds) {
                        played.behind = Math.max(played.behind, behind);
                    }
                    if (played.begin >= 0 && video.currentTime >= played.begin + Math.max(1, startSeconds)) {
                        played.latency = Math.max(played.latency, hls.latency);
                    }
                    if (played.begin >= 0) {
                        const now = played.look();
                        played.least.audio = Math.min(played.least.audio, now.audio);
                        played.least.video = Math.min(played.least.video, now.video);
                    }
                    await new Promise((resolve) => setTimeout(resolve, 100));
                }
                return {fatal: fatal.join(), levels: hls.levels.length, stalls: played.stalls,
                    latency: played.latency, behind: played.behind, begun: played.begun.join('; '), leastAhead: JSON.stringify(played.least),
                    stalledAt: played.stalledAt.join(), tracks: hls.audioTracks.length,
                    frames: video.getVideoPlaybackQuality().totalVideoFrames, width: video.videoWidth};
            })""";

    private static final String PLAY_ON_PAGE = """
            (async () => {
                $('play-hls').click();
                const frames = () => hlsPlayer?.video.getVideoPlaybackQuality().totalVideoFrames ?? 0;
                for (let i = 0; i < 300 && !(frames() > 20 && / behind /.test(hlsPlayer.figure.textContent)); i++) {
                    await new Promise((resolve) => setTimeout(resolve, 100));
                }
                const seen = {frames: frames(), caption: hlsPlayer.figure.textContent};
                $('play-hls').click();
                return {...seen, stopped: hlsPlayer === null && !/HLS/.test($('grid').textContent)};
            })""";

    @TempDir
    Path directory;

    private Path resource(String name) throws Exception {
        try (InputStream in = Objects.requireNonNull(ChromiumHlsTest.class.getResourceAsStream(name), name)) {
            Path file = directory.resolve(Objects.requireNonNull(Path.of(name).getFileName()));
            Files.copy(in, file);
            return file;
        }
    }

    /** The codec that is asked for, or all where they play for some seconds; else one of them each day. */
    static List<String> codecs() {
        if (!CODEC.isEmpty()) {
            return List.of(CODEC);
        }
        return SECONDS > 0 ? CODECS : DailyShare.of("ChromiumHlsTest", 1, CODECS);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void hlsJsPlaysWhatABrowserPublishes(String codec) throws Exception {
        assumeTrue(!codec.equals("VP8") || AiortcHlsTest.hasFfmpegOrNeedsIt(), "skipped: VP8 is transcoded by FFmpeg");
        Path player = resource("/META-INF/resources/webjars/hls.js/1.4.12/dist/hls.min.js");
        Path page = Files.writeString(directory.resolve("page.html"), "<body><script src='hls.min.js'></script>");
        boolean isTranscoded = IS_MIXED || codec.equals("VP8");
        int startSeconds = isTranscoded ? 5 : 0;
        try (Bridge bridge = FreePorts.bridge(
                        "starbridge.whip.allowed-origins.0",
                        "*",
                        "starbridge.hls.transcode.enabled",
                        Boolean.toString(isTranscoded),
                        "starbridge.hls.transcode.mix-audio",
                        Boolean.toString(IS_MIXED));
                PageServer pages = new PageServer(0, Map.of("page.html", page, "hls.min.js", player));
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            browser.call("(async () => { $('kind').value = 'pattern'; })");
            browser.page().offerOnly(codec);
            browser.call("publish");
            Chromium.Page viewer = browser.openPage(pages.url("page.html"));
            String url = "http://127.0.0.1:" + bridge.publicPort() + "/hls/demo/index.m3u8";
            Map<String, Object> played = viewer.call(PLAY, url, 3, startSeconds);
            for (int seconds = CALL_SECONDS; seconds <= SECONDS; seconds += CALL_SECONDS) {
                played = viewer.call(PLAY, url, seconds, startSeconds);
            }
            assertThat(played).containsEntry("fatal", "").containsEntry("tracks", 1L);
            assertThat(number(played, "frames")).isGreaterThan(20);
            assertThat(number(played, "levels")).isGreaterThanOrEqualTo(1);
            if (SECONDS > 0) {
                LOG.info("{}: {}", codec, played);
                assertThat(played).containsEntry("stalls", 0L);
                assertThat(number(played, "behind")).isBetween(0.5, MAX_LATENCY_S);
                assertThat(number(played, "latency")).isLessThan(MAX_LATENCY_S);
            }
        }
    }

    @Test
    void thePagePlaysHlsAndSaysHowFarItIsBehind() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            browser.call("(async () => { $('kind').value = 'pattern'; })");
            browser.page().offerOnly("H264");
            browser.call("publish");
            Map<String, Object> played = browser.call(PLAY_ON_PAGE);
            assertThat(number(played, "frames")).isGreaterThan(20);
            assertThat(String.valueOf(played.get("caption"))).matches("HLS · [0-9]{1,2}\\.[0-9] s behind live");
            assertThat(played).containsEntry("stopped", true);
        }
    }

    private static double number(Map<String, Object> played, String name) {
        return ((Number) Objects.requireNonNull(played.get(name), name)).doubleValue();
    }
}
