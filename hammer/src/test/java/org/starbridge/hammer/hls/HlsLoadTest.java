package org.starbridge.hammer.hls;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.hammer.report.Verdict;

/** Viewers over real connections, of a recording that has ended: no time has to pass. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class HlsLoadTest {
    private static final String PLAYLIST = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:2
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:2,
            0.m4s
            #EXTINF:2,
            1.m4s
            #EXT-X-ENDLIST
            """;

    private static final byte[] INIT = box("ftyp", 8, box("moov", 8, new byte[0]));
    private static final byte[] MEDIA = box("moof", 8, box("mdat", 5000, new byte[0]));

    private HttpServer server;
    private boolean wholeSegments;

    private static byte[] box(String type, int size, byte[] behind) {
        byte[] box = new byte[size + behind.length];
        box[2] = (byte) (size >> 8);
        box[3] = (byte) size;
        System.arraycopy(type.getBytes(StandardCharsets.US_ASCII), 0, box, 4, 4);
        System.arraycopy(behind, 0, box, size, behind.length);
        return box;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private HlsLoad load(int viewers) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/room/index.m3u8");
        return HlsLoad.start(new HlsPlan(
                new ViewerOptions(url, null, true, wholeSegments, Long.MAX_VALUE, 1), viewers, 1000, true, false));
    }

    private void serve(String path, int status, byte[] body) {
        server.createContext(path, exchange -> answer(exchange, status, body));
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) {
        try (exchange) {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HlsFigures await(HlsLoad load, long requests) throws InterruptedException {
        HlsFigures figures = load.figures();
        while (figures.requests() < requests) {
            figures = load.figures();
        }
        return figures;
    }

    @Test
    void bytesAndRequestsAreCounted() throws InterruptedException {
        byte[] first = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"opus\"\nvideo.m3u8\n"
                .getBytes(StandardCharsets.UTF_8);
        byte[] playlist = PLAYLIST.getBytes(StandardCharsets.UTF_8);
        serve("/room/index.m3u8", 200, first);
        serve("/room/video.m3u8", 200, playlist);
        serve("/room/init.mp4", 200, INIT);
        serve("/room/0.m4s", 200, MEDIA);
        serve("/room/1.m4s", 200, MEDIA);
        try (HlsLoad load = load(20)) {
            HlsFigures figures = await(load, 20 * 5);
            assertThat(figures.failures()).isEmpty();
            assertThat(figures.findings()).isEmpty();
            assertThat(figures.playing()).isEqualTo(20);
            assertThat(figures.bytes())
                    .isEqualTo(20L * (first.length + playlist.length + INIT.length + 2 * MEDIA.length));
            assertThat(figures.times()).extractingByKey("segment").returns(40L, Times::count);
            assertThat(figures.isRight()).isTrue();
        }
    }

    @Test
    void partsAreIgnoredWhereWholeSegmentsArePlayed() throws InterruptedException {
        String parts = """
                #EXT-X-PART:DURATION=1,URI="0.0.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="0.1.m4s"
                """;
        String playlist = PLAYLIST.replace("#EXT-X-MAP", """
                        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3
                        #EXT-X-PART-INF:PART-TARGET=1
                        #EXT-X-MAP""").replaceFirst("#EXTINF", parts + "#EXTINF");
        serve("/room/index.m3u8", 200, playlist.getBytes(StandardCharsets.UTF_8));
        serve("/room/init.mp4", 200, INIT);
        serve("/room/0.m4s", 200, MEDIA);
        serve("/room/1.m4s", 200, MEDIA);
        wholeSegments = true;
        try (HlsLoad load = load(1)) {
            HlsFigures figures = load.figures();
            while (!figures.times().containsKey("segment")
                    || figures.times().get("segment").count() < 2) {
                figures = load.figures();
            }
            assertThat(figures.failures()).isEmpty();
            assertThat(figures.times()).doesNotContainKeys("part", "hinted part");
        }
    }

    @Test
    void aReportSaysWhatARunCameTo() throws InterruptedException {
        serve("/room/index.m3u8", 200, PLAYLIST.getBytes(StandardCharsets.UTF_8));
        serve("/room/init.mp4", 200, INIT);
        serve("/room/0.m4s", 200, MEDIA);
        serve("/room/1.m4s", 200, MEDIA);
        try (HlsLoad load = load(3)) {
            HlsFigures figures = await(load, 3 * 5);
            assertThat(HlsVerdict.of(figures, List.of()).sentence()).startsWith("Held: 3 viewers, ");
            HlsRun.Use busy = new HlsRun.Use(1.9, 0, 0);
            assertThat(HlsVerdict.saturation(figures, busy, 2)).contains("the Hammer used 1.9 of 2 processors");
            assertThat(HlsVerdict.of(figures, List.of("the Hammer used 1.9 of 2 processors")))
                    .returns(Verdict.Kind.UNTRUSTED, Verdict::kind)
                    .returns(
                            "Not to be trusted: the generator was saturated (the Hammer used 1.9 of 2 processors).",
                            Verdict::sentence);
        }
    }

    @Test
    void aMissingSegmentBreaksARun() throws InterruptedException {
        serve("/room/index.m3u8", 200, PLAYLIST.getBytes(StandardCharsets.UTF_8));
        serve("/room/init.mp4", 200, INIT);
        serve("/room/0.m4s", 410, new byte[0]);
        try (HlsLoad load = load(1)) {
            assertThat(HlsVerdict.of(await(load, 4), List.of()))
                    .returns(Verdict.Kind.BROKE, Verdict::kind)
                    .extracting(Verdict::sentence)
                    .asString()
                    .contains("1 viewers", "the status 410");
        }
    }

    @Test
    void whatIsMissingOrNoMediaIsReported() throws InterruptedException {
        serve("/room/index.m3u8", 200, PLAYLIST.getBytes(StandardCharsets.UTF_8));
        serve("/room/init.mp4", 200, MEDIA);
        serve("/room/0.m4s", 410, new byte[0]);
        try (HlsLoad load = load(1)) {
            HlsFigures figures = await(load, 4);
            assertThat(figures.failures()).containsKey(410);
            assertThat(figures.findings())
                    .containsExactly("/room/init.mp4: expected the boxes ftyp and moov, found [moof, mdat]");
            assertThat(figures.isRight()).isFalse();
        }
    }
}
