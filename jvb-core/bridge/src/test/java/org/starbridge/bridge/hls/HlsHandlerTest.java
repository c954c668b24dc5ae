package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.http.HttpTester;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.config.reader.NamePatterns;
import org.starbridge.bridge.hls.SimulatedRoom.Sender;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.whip.access.AccessConfig;
import org.starbridge.bridge.whip.access.AccessToken;
import org.starbridge.bridge.whip.access.JwtConfig;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.transport.counters.SharedCounters;

/** HLS by HTTP, without sockets: rooms, tokens, limits, and why there is no playlist. */
@Timeout(60)
class HlsHandlerTest {
    private static final AccessConfig OPEN = new AccessConfig(true, List.of(), JwtConfig.NONE, false);
    private static final String INDEX = "/hls/standup/index.m3u8";

    private final TestBridge bridge = TestBridge.embedded().with("aa", "bb");
    private final SimulatedRoom room = new SimulatedRoom(bridge.conferenceId());
    private @Nullable HlsService service;
    private @Nullable Server server;
    private @Nullable LocalConnector connector;

    private void start(HlsConfig config, AccessConfig access) throws Exception {
        HlsService started = HlsService.start(
                config,
                new HlsService.HlsAccess(
                        access, "127.0.0.1", new AllowedCallers(List.of("*"), List.of("*")), System::nanoTime),
                room.media,
                bridge.conferences,
                new SecureRandom());
        Server serving = new Server();
        LocalConnector local = new LocalConnector(serving);
        serving.addConnector(local);
        serving.setHandler(started.handler(new SharedCounters<>(HttpCounter.class)));
        serving.start();
        service = started;
        server = serving;
        connector = local;
    }

    private static HlsConfig config(boolean isEnabled, NamePatterns rooms, int maxPrograms) {
        HlsConfig usual = HlsConfig.DEFAULT;
        return new HlsConfig(
                isEnabled,
                rooms,
                usual.permanentRooms(),
                usual.segment(),
                usual.part(),
                usual.window(),
                usual.maxMegabytes(),
                maxPrograms,
                usual.maxWaiting(),
                usual.idleTimeout(),
                usual.transcode());
    }

    private void start() throws Exception {
        start(config(true, NamePatterns.ALL, 20), OPEN);
    }

    private HlsService service() {
        return Objects.requireNonNull(service);
    }

    @AfterEach
    void close() throws Exception {
        room.senders.clear();
        room.publish();
        if (service != null) {
            service.close();
        }
        if (server != null) {
            server.stop();
        }
        room.close();
    }

    private HttpTester.Response request(String method, String target, String... headers) throws Exception {
        String text = method + " " + target + " HTTP/1.1\r\nHost: bridge.example\r\n"
                + String.join(
                        "", List.of(headers).stream().map(each -> each + "\r\n").toList()) + "\r\n";
        return HttpTester.parseResponse(Objects.requireNonNull(connector).getResponse(text, 30, TimeUnit.SECONDS));
    }

    private HttpTester.Response get(String target) throws Exception {
        return request("GET", target);
    }

    private long count(HlsCounter counter) {
        return Objects.requireNonNull(service().counters()).get(counter);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /hls/unknown/index.m3u8, 404, no publisher",
        "GET, /hls/standup/index.m3u8?source=cc, 404, no source with this name",
        "GET, /hls/standup/other.m3u8, 404, no such path",
        "GET, /hls/standup, 404, no such path",
        "GET, /hls/standup/0123/audio.m3u8, 404, this program has ended",
        "GET, /hls/a%20b/index.m3u8, 400, 'room:'",
        "POST, /hls/standup/index.m3u8, 405, expected GET or HEAD"
    })
    void refusalsSayWhatIsWrong(String method, String target, int status, String words) throws Exception {
        start();
        HttpTester.Response answer = request(method, target);
        assertThat(answer.getStatus()).as(answer.getContent()).isEqualTo(status);
        assertThat(answer.getContent()).contains(words);
        assertThat(answer.get("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.get("Cache-Control")).isEqualTo("no-store");
        assertThat(count(HlsCounter.REFUSED)).isEqualTo(1);
        assertThat(service().programCount()).isZero();
    }

    @Test
    void aTokenInTheQueryCountsAsOneInTheHeader() throws Exception {
        start(
                config(true, NamePatterns.ALL, 20),
                new AccessConfig(
                        false,
                        List.of(new AccessToken("secret-of-viewers", List.of(), List.of("*"))),
                        JwtConfig.NONE,
                        false));
        String unknown = "/hls/unknown/index.m3u8";
        assertThat(get(unknown).getStatus()).isEqualTo(401);
        assertThat(get(unknown).get("WWW-Authenticate")).contains("Bearer");
        assertThat(get(unknown + "?token=wrong").getStatus()).isEqualTo(401);
        assertThat(get(unknown + "?token=secret-of-viewers").getStatus()).isEqualTo(404);
        assertThat(request("GET", unknown, "Authorization: Bearer secret-of-viewers")
                        .getStatus())
                .isEqualTo(404);
    }

    /** RFC 6750 section 2.3, where the configuration allows it. */
    @ParameterizedTest
    @CsvSource({"true, 404", "false, 401"})
    void anAccessTokenInTheQueryCountsIfThatIsAllowed(boolean isAllowed, int status) throws Exception {
        AccessToken token = new AccessToken("secret-of-viewers", List.of(), List.of("*"));
        start(config(true, NamePatterns.ALL, 20), new AccessConfig(false, List.of(token), JwtConfig.NONE, isAllowed));
        assertThat(get("/hls/unknown/index.m3u8?access_token=secret-of-viewers").getStatus())
                .isEqualTo(status);
    }

    @Test
    void roomsAndProgramsAreLimited() throws Exception {
        start(config(true, new NamePatterns(List.of("standup")), 1), OPEN);
        room.join("aa", 0);
        assertThat(get("/hls/other/index.m3u8").getContent()).contains("the room is not served");
        playable(0);
        assertThat(get(INDEX).getStatus()).isEqualTo(200);
        HttpTester.Response another = get(INDEX + "?source=bb");
        assertThat(another.getStatus()).isEqualTo(503);
        assertThat(another.getContent()).contains("starbridge.hls.max-programs");
        assertThat(another.get("Retry-After")).isEqualTo("10");
        assertThat(service().programCount()).isEqualTo(1);
    }

    /** The program has begun, and its sender has sent ten seconds of media. */
    private void playable(int encodings) throws Exception {
        room.nowNs = System.nanoTime() / 40_000_000 * 40_000_000;
        Sender sender = encodings > 0
                ? room.join("aa", encodings)
                : room.senders.values().iterator().next();
        Thread viewer = Thread.startVirtualThread(() -> {
            try {
                get(INDEX);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertThat(sender.isTapped.await(30, TimeUnit.SECONDS)).isTrue();
        // The program may begin after the first of them.
        do {
            for (int i = 0; i < 100; i++) {
                room.send(100);
            }
        } while (!viewer.join(Duration.ofSeconds(2)));
    }

    @Test
    void aRoomIsServedWithItsMedia() throws Exception {
        start();
        playable(1);
        HttpTester.Response index = get(INDEX);
        assertThat(index.getStatus()).as(index.getContent()).isEqualTo(200);
        assertThat(index.get("Content-Type")).isEqualTo("application/vnd.apple.mpegurl");
        assertThat(index.get("Cache-Control")).isEqualTo("no-store");
        String video = index.getContent()
                .lines()
                .filter(line -> line.endsWith("video-0.m3u8"))
                .findFirst()
                .orElseThrow();
        HttpTester.Response playlist = get("/hls/standup/" + video);
        assertThat(playlist.getContent()).startsWith("#EXTM3U").contains("video-0.0.m4s");
        HttpTester.Response same = request("GET", "/hls/standup/" + video, "If-None-Match: " + playlist.get("ETag"));
        assertThat(same.getStatus()).isIn(200, 304);
        HttpTester.Response zipped = request("GET", "/hls/standup/" + video, "Accept-Encoding: gzip");
        assertThat(zipped.get("Content-Encoding")).isEqualTo("gzip");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.getContentBytes())).readAllBytes())
                .startsWith("#EXTM3U".getBytes(StandardCharsets.UTF_8));
        String segment = "/hls/standup/" + video.replace("m3u8", "0.m4s");
        byte[] whole = get(segment).getContentBytes();
        assertThat(new String(whole, 4, 4, StandardCharsets.ISO_8859_1)).isEqualTo("moof");
        HttpTester.Response head = request("HEAD", segment);
        assertThat(head.getStatus()).isEqualTo(200);
        assertThat(head.getLongField("Content-Length")).isEqualTo(whole.length);
        assertThat(count(HlsCounter.PROGRAMS)).isEqualTo(1);
        assertThat(service().programCount()).isEqualTo(1);
        assertThat(service().waitingCount()).isZero();
        assertThat(service().connectionCount()).isPositive();
        assertThat(Objects.requireNonNull(service().transcoders()).isEnabled()).isFalse();
        assertThat(get("/hls/another/" + video).getStatus())
                .as("of another room")
                .isEqualTo(404);
    }

    @Test
    void videoThatHlsCannotHaveIs409() throws Exception {
        start();
        room.nowNs = System.nanoTime() / 40_000_000 * 40_000_000;
        Sender sender = room.join("aa", 1);
        sender.isVp8 = true;
        AtomicInteger waiting = new AtomicInteger();
        Thread media = Thread.startVirtualThread(() -> {
            try {
                sender.isTapped.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            long endNs = System.nanoTime() + 10_000_000_000L;
            while (service().waitingCount() == 0 && System.nanoTime() < endNs) {
                LockSupport.parkNanos(1_000_000);
            }
            waiting.set(service().waitingCount());
            room.send(40);
        });
        HttpTester.Response answer = get(INDEX);
        media.join();
        assertThat(waiting).as("requests that waited for media").hasValue(1);
        assertThat(service().waitingCount()).isZero();
        assertThat(answer.getStatus()).isEqualTo(409);
        assertThat(answer.getContent()).contains("publish H.264, VP9 or AV1");
    }

    @Test
    void aRoomThatHasEndedSendsNoMedia() throws Exception {
        start();
        HttpTester.Response answer = get(INDEX);
        assertThat(answer.getStatus()).isEqualTo(503);
        assertThat(answer.getContent()).contains("the room sends no media");
        assertThat(answer.get("Retry-After")).isEqualTo("2");
    }

    @Test
    void withoutHlsThereIsNothing() throws Exception {
        start(config(false, NamePatterns.ALL, 20), OPEN);
        assertThat(get(INDEX).getStatus()).isEqualTo(404);
        assertThat(service().counters()).isNull();
        assertThat(service().transcoders()).isNull();
        assertThat(List.of(
                        service().programCount(),
                        service().waitingCount(),
                        service().connectionCount()))
                .containsOnly(0);
    }

    @Test
    void requestsOfHlsHaveTheirOwnLimits() {
        assertThat(HlsService.limitsOf("/whip/room")).isNotEqualTo(HlsService.limitsOf(INDEX));
        assertThat(HlsService.limitsOf(INDEX)).isNotEqualTo(HlsService.limitsOf("/hls/standup/1/audio.m3u8"));
        assertThat(HlsService.limitsOf("/hls/standup/1/audio.m3u8"))
                .isNotEqualTo(HlsService.limitsOf("/whip/room"))
                .isNotNull();
    }
}
