package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.transcode.Transcoders;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MediaPlane;
import org.starbridge.recording.hls.Program;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Answers for the files of a program of sound: segments 0 to 2 of a second, which players need to begin, 3 of 4 s, and
 * the parts 0 to 2 of 4, half a second each.
 */
@Timeout(60)
class ProgramFilesTest {
    private static final long MS = 1_000_000;
    private static final byte[] OPUS_20_MS = {(byte) 0xF8, (byte) 0xFF, (byte) 0xFE};
    private static final int MAX_WAITING = 3;

    private final HlsConfig config = config();
    private final SharedCounters<HlsCounter> counters = new SharedCounters<>(HlsCounter.class);
    private final Program media = new Program(config.timing(), 0, 0);
    private final RunningPrograms running = new RunningPrograms();
    private final ProgramFiles files = new ProgramFiles(running, config, counters);
    private final LiveProgram program = new LiveProgram(
            "id",
            new LiveProgram.Subject("conference", "room", ""),
            media,
            System.nanoTime(),
            new LiveProgram.Shared(counters, Transcoders.start(config.transcode())));
    private final LinkedBlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private long audioNs;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answer(int status, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private static HlsConfig config() {
        HlsConfig usual = HlsConfig.DEFAULT;
        return new HlsConfig(
                true,
                usual.rooms(),
                usual.permanentRooms(),
                usual.segment(),
                usual.part(),
                usual.window(),
                usual.maxMegabytes(),
                usual.maxPrograms(),
                MAX_WAITING,
                usual.idleTimeout(),
                usual.transcode());
    }

    @BeforeEach
    void fourSegmentsAndThreeParts() {
        running.add(program);
        sound(8700);
    }

    private void sound(long ms) {
        for (long endNs = audioNs + ms * MS; audioNs < endNs; audioNs += 20 * MS) {
            media.onAudio(audioNs, OPUS_20_MS);
        }
        poll(0);
    }

    /** Takes in nothing, and answers what waits; so many seconds later. */
    private void poll(long afterS) {
        ForwardingTable table = new ForwardingTable(
                "conference",
                1,
                List.of(new ForwardingTable.Transport(
                        1, Map.of(), Map.of(), false, List.of(), Set.of(), Map.of(), Map.of())));
        MediaPlane plane = (MediaPlane) Proxy.newProxyInstance(
                MediaPlane.class.getClassLoader(), new Class<?>[] {MediaPlane.class}, (_, _, _) -> null);
        ObservedMediaPlane observed = new ObservedMediaPlane(plane);
        observed.publish(table);
        program.poll(observed, System.nanoTime() + TimeUnit.SECONDS.toNanos(afterS));
    }

    private Exchange exchange(String path, String... query) {
        Map<String, String> directives = new HashMap<>();
        for (int i = 0; i < query.length; i += 2) {
            directives.put(query[i], query[i + 1]);
        }
        HttpFields.Mutable headers = HttpFields.build();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int[] status = new int[1];
        Request request = (Request) Proxy.newProxyInstance(
                Request.class.getClassLoader(),
                new Class<?>[] {Request.class},
                (_, method, _) -> switch (method.getName()) {
                    case "getMethod" -> "GET";
                    case "getHeaders" -> HttpFields.EMPTY;
                    case "getHttpURI" -> HttpURI.from("/hls/" + path);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        Response response = (Response) Proxy.newProxyInstance(
                Response.class.getClassLoader(), new Class<?>[] {Response.class}, (_, method, arguments) -> {
                    switch (method.getName()) {
                        case "getHeaders" -> {
                            return headers;
                        }
                        case "setStatus" -> status[0] = (int) arguments[0];
                        case "write" -> {
                            ByteBuffer bytes = (ByteBuffer) arguments[1];
                            if (bytes != null) {
                                byte[] copy = new byte[bytes.remaining()];
                                bytes.get(copy);
                                body.writeBytes(copy);
                            }
                            if ((boolean) arguments[0]) {
                                Map<String, String> fields = new HashMap<>();
                                headers.forEach(field -> fields.put(field.getName(), field.getValue()));
                                answers.add(new Answer(status[0], fields, body.toByteArray()));
                            }
                            ((Callback) arguments[2]).succeeded();
                        }
                        default -> throw new UnsupportedOperationException(method.getName());
                    }
                    return null;
                });
        return new Exchange(request, response, Callback.NOOP, List.of(path.split("/", -1)), directives, true);
    }

    private void ask(String path, String... query) throws RefusalException {
        files.answer(exchange(path, query));
    }

    private Answer answered() throws InterruptedException {
        return Objects.requireNonNull(answers.poll(30, TimeUnit.SECONDS), "no answer");
    }

    private void assertRefused(int status, String path, String... query) {
        assertThatThrownBy(() -> ask(path, query))
                .isInstanceOfSatisfying(
                        RefusalException.class,
                        e -> assertThat(e.status()).as("%s", e.getMessage()).isEqualTo(status));
        assertThat(program.waitingCount()).isZero();
    }

    private long count(HlsCounter counter) {
        return counters.get(counter);
    }

    @Test
    void aPlaylistIsAsItIsNow() throws Exception {
        ask("room/id/audio.m3u8");
        Answer answer = answered();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text())
                .startsWith("#EXTM3U")
                .contains("audio.3.m4s", "audio.4.2.m4s")
                .doesNotContain("audio.4.m4s", "ENDLIST");
        assertThat(answer.headers())
                .containsEntry(HttpHeader.CACHE_CONTROL.asString(), "max-age=1")
                .containsEntry(HttpHeader.CONTENT_TYPE.asString(), "application/vnd.apple.mpegurl");
        assertThat(count(HlsCounter.PLAYLISTS)).isEqualTo(1);
        assertThat(count(HlsCounter.MEDIA)).isZero();
    }

    /** Each digit of a number counts. */
    @ParameterizedTest
    @ValueSource(strings = {"audio.10.m4s", "audio.30.m4s", "audio.100000000.m4s", "audio.0.10.m4s", "audio.4.20.m4s"})
    void aNumberWithMoreDigitsIsAnotherOne(String file) {
        assertRefused(404, "room/id/" + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"YES", "v2", "no", ""})
    void aDeltaIsAnotherVersion(String skip) throws Exception {
        ask("room/id/audio.m3u8");
        String tag = Objects.requireNonNull(answered().headers().get("ETag"));
        ask("room/id/audio.m3u8", "_HLS_skip", skip);
        boolean isDelta = skip.equals("YES") || skip.equals("v2");
        assertThat(answered().headers().get("ETag"))
                .isEqualTo(isDelta ? tag.substring(0, tag.length() - 1) + "d\"" : tag);
    }

    @Test
    void mediaAreServedAndKept() throws Exception {
        long bytes = 0;
        for (String file :
                List.of("audio.0.init.mp4", "audio.0.m4s", "audio.3.m4s", "audio.3.3.m4s", "audio.4.0.m4s")) {
            ask("room/id/" + file);
            Answer answer = answered();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).as(file).isNotEmpty();
            assertThat(answer.headers())
                    .containsEntry(HttpHeader.CACHE_CONTROL.asString(), "max-age=30, immutable")
                    .containsEntry(
                            HttpHeader.CONTENT_TYPE.asString(),
                            file.endsWith("mp4") ? "video/mp4" : "video/iso.segment");
            bytes += answer.body().length;
        }
        assertThat(count(HlsCounter.MEDIA)).isEqualTo(5);
        assertThat(count(HlsCounter.MEDIA_BYTES)).isEqualTo(bytes);
        assertThat(count(HlsCounter.PLAYLISTS)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "other/id/audio.m3u8",
                "room/other/audio.m3u8",
                "room/id/video-0.m3u8",
                "room/id/audio",
                "room/id/audio.txt",
                "room/id/audio.1.init.txt",
                "room/id/audio.1.exit.mp4",
                "room/id/audio.1.init.mp4",
                "room/id/audio.7.m4s",
                "room/id/audio.4.m4s", // it grows
                "room/id/audio.x.m4s",
                "room/id/audio..m4s",
                "room/id/audio.-1.m4s",
                "room/id/audio./.m4s",
                "room/id/audio.:.m4s",
                "room/id/audio.0000000001.m4s", // ten digits
                "room/id/audio.1.99.m4s",
                "room/id/audio.1.x.m4s",
                "room/id/audio.1.2.3.m4s",
            })
    void whatThereIsNotIs404(String path) {
        assertRefused(404, path);
    }

    @ParameterizedTest
    @CsvSource({"x, 0", "'', 0", "-1, 0", "1000000000, 0", "1, x", "1, ''"})
    void directivesAreNumbers(String segment, String part) {
        assertRefused(400, "room/id/audio.m3u8", "_HLS_msn", segment, "_HLS_part", part);
    }

    @Test
    void aPartWithoutItsSegmentIsRefused() {
        assertRefused(400, "room/id/audio.m3u8", "_HLS_part", "0");
    }

    /** The newest segment is 4: two more may be waited for. */
    @ParameterizedTest
    @CsvSource({"6, true", "7, false", "999999999, false"})
    void noRequestWaitsForMoreThanTwoSegmentsAhead(String segment, boolean mayWait) throws Exception {
        if (!mayWait) {
            assertRefused(400, "room/id/audio.m3u8", "_HLS_msn", segment);
            return;
        }
        ask("room/id/audio.m3u8", "_HLS_msn", segment);
        assertThat(program.waitingCount()).isEqualTo(1);
        assertThat(answers).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"3, -1", "3, 0", "4, 2", "0, 999", "3, 8"})
    void whatIsThereIsAnsweredAtOnce(String segment, int part) throws Exception {
        if (part < 0) {
            ask("room/id/audio.m3u8", "_HLS_msn", segment);
        } else {
            ask("room/id/audio.m3u8", "_HLS_msn", segment, "_HLS_part", String.valueOf(part));
        }
        assertThat(program.waitingCount()).isZero();
        assertThat(answered().headers()).containsEntry(HttpHeader.CACHE_CONTROL.asString(), "max-age=30");
    }

    @Test
    void aPlaylistIsAnsweredWhenItHasWhatIsWaitedFor() throws Exception {
        ask("room/id/audio.m3u8", "_HLS_msn", "4", "_HLS_part", "4");
        poll(0);
        assertThat(program.waitingCount()).isEqualTo(1);
        sound(1000);
        Answer answer = answered();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains("audio.4.4.m4s");
        assertThat(program.waitingCount()).isZero();
        assertThat(count(HlsCounter.TIMED_OUT)).isZero();
    }

    /** Three target durations of 5 s. */
    @Test
    void aPlaylistThatDoesNotComeInTimeIs503() throws Exception {
        ask("room/id/audio.m3u8", "_HLS_msn", "6");
        poll(14);
        assertThat(answers).isEmpty();
        assertThat(program.waitingCount()).isEqualTo(1);
        poll(16);
        Answer answer = answered();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.headers()).containsEntry(HttpHeader.RETRY_AFTER.asString(), "1");
        assertThat(count(HlsCounter.TIMED_OUT)).isEqualTo(1);
    }

    @Test
    void aPartThatIsHintedAtIsWaitedFor() throws Exception {
        ask("room/id/audio.4.3.m4s");
        assertThat(program.waitingCount()).isEqualTo(1);
        sound(600);
        Answer answer = answered();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isNotEmpty();
        ask("room/id/audio.4.4.m4s");
        poll(16);
        assertThat(answered().status()).as("it did not come").isEqualTo(404);
    }

    @Test
    void noMoreWaitThanAreConfigured() throws Exception {
        for (int i = 0; i < MAX_WAITING; i++) {
            ask("room/id/audio.m3u8", "_HLS_msn", "6");
        }
        assertThatThrownBy(() -> ask("room/id/audio.4.3.m4s")).isInstanceOfSatisfying(RefusalException.class, e -> {
            assertThat(e.status()).isEqualTo(503);
            assertThat(e.retryAfterSeconds()).isEqualTo(1);
            assertThat(e).hasMessageContaining("starbridge.hls.max-waiting-requests");
        });
        assertThat(count(HlsCounter.BUSY)).isEqualTo(1);
        assertThat(program.waitingCount()).isEqualTo(MAX_WAITING);
        ask("room/id/audio.m3u8", "_HLS_msn", "1");
        assertThat(answered().status()).as("one that does not wait").isEqualTo(200);
        List<Integer> statuses = new ArrayList<>();
        poll(16);
        for (int i = 0; i < MAX_WAITING; i++) {
            statuses.add(answered().status());
        }
        assertThat(statuses).containsOnly(503);
        ask("room/id/audio.4.3.m4s");
        assertThat(program.waitingCount()).as("there is room again").isEqualTo(1);
    }

    @Test
    void aRequestKeepsTheProgram() throws Exception {
        long beforeNs = System.nanoTime();
        ask("room/id/audio.m3u8");
        assertThat(program.isIdle(beforeNs + 30_000 * MS, 30_000 * MS)).isFalse();
        assertThat(program.isIdle(System.nanoTime() + 30_001 * MS, 30_000 * MS)).isTrue();
    }

    @Test
    void programsAreFoundByIdOrByWhatTheyShow() {
        assertThat(running.find("id")).isSameAs(program);
        assertThat(running.find("i")).isNull();
        assertThat(running.find("room", "")).isSameAs(program);
        assertThat(running.find("room", "source")).isNull();
        assertThat(running.find("other", "")).isNull();
        program.close();
        media.end(audioNs);
        poll(0);
        assertThat(running.find("room", "")).as("it has ended").isNull();
        assertThat(running.find("id")).isSameAs(program);
    }
}
