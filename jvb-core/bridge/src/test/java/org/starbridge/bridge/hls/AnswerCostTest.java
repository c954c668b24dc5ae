package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpTester;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.config.reader.NamePatterns;
import org.starbridge.bridge.hls.SimulatedRoom.Sender;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.whip.access.AccessConfig;
import org.starbridge.bridge.whip.access.JwtConfig;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.transport.counters.SharedCounters;

/** Bytes that an answer allocates, without sockets: about the same on every machine. */
@Timeout(60)
class AnswerCostTest {
    private static final int REQUESTS = 400;
    /** Measured: 3400 to 4100. Jetty takes most of it. */
    private static final long PLAYLIST_BYTES = 5_500;
    /** Measured: 2800 to 3200. */
    private static final long PART_BYTES = 4_200;

    private static final Pattern PART = Pattern.compile("#EXT-X-PART:.*URI=\"([^\"]+)\"");

    private final TestBridge bridge = TestBridge.embedded().with("aa", "bb");
    private final SimulatedRoom room = new SimulatedRoom(bridge.conferenceId());

    private static HlsConfig config() {
        HlsConfig usual = HlsConfig.DEFAULT;
        return new HlsConfig(
                true,
                NamePatterns.ALL,
                usual.permanentRooms(),
                usual.segment(),
                usual.part(),
                usual.window(),
                usual.maxMegabytes(),
                20,
                usual.maxWaiting(),
                usual.idleTimeout(),
                usual.transcode());
    }

    @Test
    void anAnswerAllocatesLittle() throws Exception {
        try (HlsService service = HlsService.start(
                config(),
                new HlsService.HlsAccess(
                        new AccessConfig(true, List.of(), JwtConfig.NONE, false),
                        "127.0.0.1",
                        new AllowedCallers(List.of("*"), List.of("*")),
                        System::nanoTime),
                room.media,
                bridge.conferences,
                new SecureRandom())) {
            Server server = new Server();
            LocalConnector connector = new LocalConnector(server);
            server.addConnector(connector);
            server.setHandler(service.handler(new SharedCounters<>(HttpCounter.class)));
            server.start();
            String index = playable(connector);
            String video = "/hls/standup/"
                    + index.lines()
                            .filter(line -> line.endsWith("video-0.m3u8"))
                            .findFirst()
                            .orElseThrow();
            String playlist = get(connector, video);
            Matcher parts = PART.matcher(playlist);
            assertThat(parts.find()).as(playlist).isTrue();
            String part = video.replace("video-0.m3u8", parts.group(1));
            long ofPlaylist = bytesPerAnswer(connector, video + "?_HLS_msn=0&_HLS_part=0");
            long ofPart = bytesPerAnswer(connector, part);
            assertThat(ofPlaylist).isBetween(500L, PLAYLIST_BYTES);
            assertThat(ofPart).isBetween(500L, PART_BYTES);
            room.senders.clear();
            room.publish();
            server.stop();
        } finally {
            room.close();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip | true",
                "gzip, deflate, br | true",
                "deflate,gzip | true",
                "br;q=1.0, gzip;q=0.5 | true",
                "gzip;q=0 | false",
                "br, x-gzip | false",
                "gzipped | false",
                "identity | false",
                " | false"
            })
    void aCompressedAnswerIsForThoseWhoTakeIt(@Nullable String accepted, boolean isCompressed) {
        HttpFields.Mutable headers = HttpFields.build();
        if (accepted != null) {
            headers.add(HttpHeader.ACCEPT_ENCODING, accepted);
        }
        assertThat(Exchange.takesGzip(headers)).isEqualTo(isCompressed);
    }

    private String playable(LocalConnector connector) throws Exception {
        room.nowNs = System.nanoTime() / 40_000_000 * 40_000_000;
        Sender sender = room.join("aa", 1);
        AtomicReference<String> index = new AtomicReference<>("");
        Thread viewer = Thread.startVirtualThread(() -> {
            try {
                index.set(get(connector, "/hls/standup/index.m3u8"));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertThat(sender.isTapped.await(30, TimeUnit.SECONDS)).isTrue();
        do {
            for (int i = 0; i < 100; i++) {
                room.send(100);
            }
        } while (!viewer.join(Duration.ofSeconds(2)));
        return index.get();
    }

    private static String get(LocalConnector connector, String target) throws Exception {
        HttpTester.Response answer = HttpTester.parseResponse(
                connector.getResponse("GET " + target + " HTTP/1.1\r\nHost: b\r\n\r\n", 30, TimeUnit.SECONDS));
        assertThat(answer.getStatus()).as(answer.getContent()).isEqualTo(200);
        return answer.getContent();
    }

    /** Of several rounds the least: what the machine does beside is in the others. */
    private static long bytesPerAnswer(LocalConnector connector, String target) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        String head = "GET " + target + " HTTP/1.1\r\nHost: b\r\nAccept-Encoding: gzip, deflate, br\r\n";
        String requests = (head + "\r\n").repeat(REQUESTS - 1) + head + "Connection: close\r\n\r\n";
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getTotalThreadAllocatedBytes();
            LocalConnector.LocalEndPoint end = connector.connect();
            end.addInput(requests);
            end.waitUntilClosedOrIdleFor(30, TimeUnit.SECONDS);
            int sent = end.takeOutput().remaining();
            long allocated = threads.getTotalThreadAllocatedBytes() - before - 3L * sent;
            least = Math.min(least, allocated / REQUESTS);
        }
        return least;
    }
}
