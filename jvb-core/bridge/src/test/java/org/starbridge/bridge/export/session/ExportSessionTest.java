package org.starbridge.bridge.export.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.control.export.AudioFormat;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.ExportedAudio;
import org.starbridge.transport.counters.SharedCounters;

/** One export on a clock that the test moves, towards a service that the test is. */
class ExportSessionTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AudioFormat OPUS = new AudioFormat("opus", 48_000, 2, Map.of());
    private static final AudioFormat PCMU = new AudioFormat("pcmu", 8_000, 1, Map.of());
    private static final ExportSpec ALL = spec(null, Set.of(), Set.of());

    private final SharedCounters<ExportCounter> counters = new SharedCounters<>(ExportCounter.class);
    private final List<Long> attempts = new ArrayList<>();
    private final List<String> cancelled = new ArrayList<>();
    private FakeConnection connection = new FakeConnection();
    private long nowNs = 1_000_000_000_000L;
    private long number;
    private final List<WebhookEvent> webhooks = new ArrayList<>();
    private ExportSession session = session(ALL, ReconnectPolicy.DEFAULT);

    private static ExportSpec spec(ExportSpec.@Nullable Ping ping, Set<String> exports, Set<String> requests) {
        return new ExportSpec(
                "x",
                URI.create("wss://stt.example/t?key=secret"),
                "transcriber",
                Map.of("X-Key", "secret"),
                ping,
                exports,
                requests);
    }

    private ExportSession session(ExportSpec spec, ReconnectPolicy policy) {
        return new ExportSession(
                "conference",
                spec,
                policy,
                (_, attempt) -> {
                    number = attempt;
                    attempts.add(nowNs);
                    return () -> cancelled.add("cancelled " + attempt);
                },
                new ServerIdentity("1.0", null),
                new ExportCounts(counters),
                webhooks::add,
                nowNs);
    }

    private static final class FakeConnection implements Connection {
        final List<String> sent = new ArrayList<>();
        final List<Integer> closed = new ArrayList<>();
        int flushes;
        boolean isStalled;
        boolean isAborted;

        @Override
        public boolean isWritable() {
            return !isStalled;
        }

        @Override
        public void send(String text) {
            sent.add(text);
        }

        @Override
        public void flush() {
            flushes++;
        }

        @Override
        public void close(int code, String reason) {
            closed.add(code);
        }

        @Override
        public void look(long nowNs) {}

        @Override
        public void abort() {
            isAborted = true;
        }

        /** The events since the last call. */
        List<JsonNode> take() {
            List<JsonNode> events = new ArrayList<>();
            for (String text : sent) {
                try {
                    events.add(JSON.readTree(text));
                } catch (JsonProcessingException e) {
                    throw new AssertionError(text, e);
                }
            }
            sent.clear();
            return events;
        }

        List<String> takeNames() {
            return take().stream().map(event -> event.path("event").asText()).toList();
        }
    }

    private void open() {
        session.poll(nowNs);
        connection = new FakeConnection();
        session.onOpen(number, connection, nowNs);
    }

    private void pass(Duration time) {
        long endNs = nowNs + time.toNanos();
        while (nowNs < endNs) {
            nowNs += Math.min(10_000_000, endNs - nowNs);
            session.poll(nowNs);
        }
    }

    private void hear(String source, int ssrc, AudioFormat format, long extSeq, int timestamp) {
        session.onAudio(
                new AudioPacket(
                        new ExportedAudio.Source(source, "ab12cd34", false),
                        new AudioPacket.StreamKey(1, ssrc),
                        format,
                        extSeq,
                        timestamp,
                        -1,
                        false,
                        new byte[] {1, 2, 3}),
                nowNs);
        session.poll(nowNs);
    }

    private static long media(JsonNode event, String field) {
        return event.path("media").path(field).asLong();
    }

    private List<Long> secondsBetweenAttempts() {
        List<Long> seconds = new ArrayList<>();
        for (int i = 1; i < attempts.size(); i++) {
            seconds.add(Math.round((attempts.get(i) - attempts.get(i - 1)) / 1e9));
        }
        return seconds;
    }

    @Test
    void t01ListsAreToldBeforeTheInfo() {
        open();
        assertThat(connection.takeNames()).containsExactly("info");
        session = session(spec(null, Set.of("a"), Set.of()), ReconnectPolicy.DEFAULT);
        open();
        assertThat(connection.takeNames()).containsExactly("sources", "info");
    }

    @Test
    void t02NumbersAreOneRowOverAllSenders() {
        open();
        connection.take();
        hear("a", 1, OPUS, 10, 0);
        hear("b", 2, OPUS, 20, 0);
        hear("a", 1, OPUS, 11, 960);
        List<JsonNode> events = connection.take();
        assertThat(events.stream().map(event -> event.path("event").asText()))
                .containsExactly("start", "media", "start", "media", "media");
        assertThat(events.stream().map(event -> event.path("sequenceNumber").asText()))
                .containsExactly("1", "2", "3", "4", "5");
        assertThat(events.get(1).path("media").has("audioLevel")).isFalse();
        assertThat(events.get(1).path("media").has("vad")).isFalse();
    }

    @Test
    void allThatWaitsGoesInOneWrite() {
        open();
        connection.take();
        connection.flushes = 0;
        connection.isStalled = true;
        for (int i = 0; i < 40; i++) {
            hear("a", 1, OPUS, i, i * 960);
        }
        session.change(spec(null, Set.of("a"), Set.of()), nowNs);
        assertThat(connection.flushes).isZero();
        connection.isStalled = false;
        session.poll(nowNs);
        assertThat(connection.takeNames()).hasSize(42).startsWith("sources", "start", "media");
        assertThat(connection.flushes).isEqualTo(1);
        session.poll(nowNs);
        assertThat(connection.flushes).as("nothing waits").isEqualTo(1);
    }

    @Test
    void t03NumbersGoOnOverTheirWrapsOnOneAxis() {
        open();
        connection.take();
        nowNs += 2_500_000_000L;
        hear("a", 1, OPUS, 65_535, (int) 4_294_967_000L);
        hear("a", 1, OPUS, 65_536, 664);
        nowNs += 1_500_000_000L;
        hear("b", 2, OPUS, 7, 12_345);
        hear("a", 1, OPUS, 65_538, 2_584);
        hear("a", 1, OPUS, 65_537, 1_624);
        List<JsonNode> events = connection.take().stream()
                .filter(event -> event.path("event").asText().equals("media"))
                .toList();
        assertThat(events.stream().map(event -> media(event, "chunk")))
                .containsExactly(65_535L, 65_536L, 7L, 65_538L, 65_537L);
        assertThat(events.stream().map(event -> media(event, "timestamp")))
                .containsExactly(120_000L, 120_960L, 192_000L, 122_880L, 121_920L);
        assertThat(events.getFirst().path("media").path("chunk").isTextual()).isTrue();
    }

    @Test
    void t03APacketBeforeTheFirstHasSmallerNumbers() {
        open();
        connection.take();
        hear("a", 1, OPUS, 3, 960);
        hear("a", 1, OPUS, 2, 0);
        List<JsonNode> events = connection.take();
        assertThat(media(events.get(2), "chunk")).isEqualTo(2);
        assertThat(media(events.get(2), "timestamp")).isEqualTo(-960);
    }

    @Test
    void t05AnotherFormatIsAnnouncedEachTime() {
        open();
        connection.take();
        hear("a", 1, OPUS, 10, 0);
        hear("a", 1, PCMU, 11, 160);
        hear("a", 1, OPUS, 12, 1920);
        List<JsonNode> starts = connection.take().stream()
                .filter(event -> event.path("event").asText().equals("start"))
                .toList();
        assertThat(starts).hasSize(3);
        assertThat(starts.stream()
                        .map(event -> event.path("start")
                                .path("mediaFormat")
                                .path("encoding")
                                .asText()))
                .containsExactly("opus", "pcmu", "opus");
        assertThat(starts)
                .allMatch(event -> event.path("start").path("tag").asText().equals("a"));
    }

    @Test
    void t06APauseIsNoGapOfChunks() {
        open();
        connection.take();
        hear("a", 1, OPUS, 10, 0);
        hear("a", 1, OPUS, 11, 48_000);
        List<JsonNode> events = connection.take();
        assertThat(media(events.get(2), "chunk") - media(events.get(1), "chunk"))
                .isEqualTo(1);
        assertThat(media(events.get(2), "timestamp") - media(events.get(1), "timestamp"))
                .isEqualTo(48_000);
    }

    @Test
    void t08OtherListsAreToldOnTheOpenConnection() {
        open();
        connection.take();
        session.change(spec(null, Set.of("b"), Set.of()), nowNs);
        hear("a", 1, OPUS, 10, 0);
        hear("b", 2, OPUS, 10, 0);
        assertThat(connection.takeNames()).containsExactly("sources", "start", "media");
        session.change(ALL, nowNs);
        hear("a", 1, OPUS, 11, 0);
        assertThat(connection.take().getFirst().toString())
                .isEqualTo("{\"event\":\"sources\",\"exports\":[],\"requests\":[]}");
        assertThat(attempts).hasSize(1);
    }

    @Test
    void t08AudioThatWaitsIsDroppedWhenItIsUnlisted() {
        open();
        connection.take();
        connection.isStalled = true;
        hear("a", 1, OPUS, 10, 0);
        session.change(spec(null, Set.of("b"), Set.of()), nowNs);
        connection.isStalled = false;
        session.poll(nowNs);
        assertThat(connection.takeNames()).containsExactly("sources");
    }

    @Test
    void t08AnotherPlaceIsAnotherConnection() {
        open();
        ExportSpec elsewhere = new ExportSpec(
                "x", URI.create("wss://other.example/"), "transcriber", Map.of(), null, Set.of(), Set.of());
        session.change(elsewhere, nowNs);
        session.poll(nowNs);
        assertThat(connection.closed).containsExactly(1000);
        assertThat(attempts).hasSize(2);
        assertThat(counters.get(ExportCounter.WEBSOCKET_FAILURES)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1000, 1011})
    void t09AttemptsAreMadeAfterDoubledTimes(int code) {
        open();
        for (int i = 0; i < 9; i++) {
            session.onEnd(number, code, "test", nowNs);
            session.onEnd(number, code, "the same incident", nowNs);
            int before = attempts.size();
            while (attempts.size() == before) {
                pass(Duration.ofMillis(100));
            }
        }
        assertThat(secondsBetweenAttempts()).containsExactly(0L, 1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
        assertThat(counters.get(ExportCounter.WEBSOCKET_FAILURES)).isEqualTo(code == 0 ? 9 : 0);
        assertThat(counters.get(ExportCounter.WEBSOCKET_INTERNAL_ERRORS)).isEqualTo(code == 1011 ? 9 : 0);
        assertThat(counters.get(ExportCounter.STARTS)).isEqualTo(1);
    }

    @Test
    void t09AConnectionThatLastedBeginsTheRowAgain() {
        open();
        session.onEnd(number, 0, "test", nowNs);
        open();
        pass(Duration.ofSeconds(5));
        session.onEnd(number, 0, "test", nowNs);
        assertThat(session.report(nowNs).reconnectAttempts()).isEqualTo(2);
        pass(Duration.ofMillis(1_100));
        open();
        pass(Duration.ofSeconds(31));
        session.onEnd(number, 0, "test", nowNs);
        int before = attempts.size();
        session.poll(nowNs);
        assertThat(attempts).hasSize(before + 1);
    }

    @Test
    void t09AfterAReconnectionEverythingBeginsAgain() {
        open();
        hear("a", 1, OPUS, 10, 0);
        session.onEnd(number, 0, "test", nowNs);
        hear("a", 1, OPUS, 11, 960);
        open();
        hear("a", 1, OPUS, 12, 1920);
        List<JsonNode> events = connection.take();
        assertThat(events.stream().map(event -> event.path("event").asText()))
                .containsExactly("info", "start", "media");
        assertThat(events.get(1).path("sequenceNumber").asText()).isEqualTo("1");
        assertThat(media(events.get(2), "chunk")).isEqualTo(12);
    }

    @Test
    void t09ALimitOfAttemptsEndsThem() {
        session = session(
                ALL,
                new ReconnectPolicy(
                        OptionalInt.of(2), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1)));
        attempts.clear();
        session.poll(nowNs);
        for (int i = 0; i < 5; i++) {
            session.onEnd(number, 0, "test", nowNs);
            pass(Duration.ofSeconds(2));
        }
        assertThat(attempts).hasSize(3);
        assertThat(session.report(nowNs).hasGivenUp()).isTrue();
        session.stop(nowNs);
        assertThat(session.isOver()).isTrue();
    }

    @Test
    void t10PingsGrowOverConnectionsAndNeedTheirAnswer() {
        session = session(spec(new ExportSpec.Ping(10_000, 3_000), Set.of(), Set.of()), ReconnectPolicy.DEFAULT);
        open();
        connection.take();
        pass(Duration.ofMillis(9_900));
        assertThat(connection.take()).isEmpty();
        pass(Duration.ofMillis(200));
        assertThat(connection.take().toString()).isEqualTo("[{\"event\":\"ping\",\"id\":1}]");
        session.onPong(number, 1, nowNs);
        pass(Duration.ofSeconds(10));
        assertThat(connection.take().toString()).isEqualTo("[{\"event\":\"ping\",\"id\":2}]");
        session.onPong(number, 1, nowNs);
        pass(Duration.ofMillis(3_100));
        assertThat(connection.closed).containsExactly(1000);
        assertThat(counters.get(ExportCounter.PING_TIMEOUTS)).isEqualTo(1);
        open();
        pass(Duration.ofMillis(10_100));
        assertThat(connection.sent).last().isEqualTo("{\"event\":\"ping\",\"id\":3}");
    }

    @Test
    void t10WithoutPingNoneIsSent() {
        open();
        connection.take();
        pass(Duration.ofMinutes(5));
        assertThat(connection.take()).isEmpty();
    }

    @Test
    void t14AnEndIsToldAndTheConnectionDropped() {
        open();
        connection.take();
        connection.isStalled = true;
        hear("a", 1, OPUS, 10, 0);
        session.stop(nowNs);
        connection.isStalled = false;
        session.poll(nowNs);
        assertThat(connection.takeNames()).containsExactly("session-end");
        assertThat(connection.closed).containsExactly(1001);
        pass(Duration.ofMillis(1_100));
        assertThat(connection.isAborted).isTrue();
        assertThat(session.isOver()).isTrue();
        pass(Duration.ofSeconds(60));
        assertThat(attempts).hasSize(1);
    }

    @Test
    void t14AnEndDuringAHandshakeOrAPauseIsOneAtOnce() {
        session.poll(nowNs);
        session.stop(nowNs);
        assertThat(session.isOver()).isTrue();
        assertThat(cancelled).containsExactly("cancelled 1");
        FakeConnection late = new FakeConnection();
        session.onOpen(1, late, nowNs);
        assertThat(late.isAborted).isTrue();
        assertThat(late.sent).isEmpty();

        session = session(ALL, ReconnectPolicy.DEFAULT);
        attempts.clear();
        session.poll(nowNs);
        session.onEnd(number, 0, "test", nowNs);
        session.stop(nowNs);
        pass(Duration.ofSeconds(60));
        assertThat(attempts).hasSize(1);
    }

    @Test
    void t15OfAServiceThatReadsNothingTheOldestWaitsInVain() {
        open();
        connection.take();
        connection.isStalled = true;
        for (int i = 0; i < 3_000; i++) {
            hear("a", 1, OPUS, i, i * 960);
        }
        assertThat(session.report(nowNs).queueSize()).isEqualTo(Outbox.MAX_PACKETS);
        assertThat(counters.get(ExportCounter.PACKETS_DROPPED)).isEqualTo(3_000 - Outbox.MAX_PACKETS);
        connection.isStalled = false;
        session.poll(nowNs);
        List<JsonNode> events = connection.take();
        assertThat(events).hasSize(Outbox.MAX_PACKETS + 1);
        assertThat(media(events.get(1), "chunk")).isEqualTo(3_000 - Outbox.MAX_PACKETS);
        assertThat(events.getLast().path("sequenceNumber").asText())
                .as("numbers have no gaps")
                .isEqualTo(Integer.toString(Outbox.MAX_PACKETS + 1));
    }

    @Test
    void t15NoSecretIsInTheTextOfAnExport() {
        assertThat(ALL.toString()).contains("stt.example/t").doesNotContain("secret");
    }

    @Test
    void webhooksHearABeginAFailureAndAnEndOnce() {
        session = session(spec(null, Set.of(), Set.of()), ReconnectPolicy.DEFAULT);
        session.poll(nowNs);
        session.onEnd(number, 0, "status 401", nowNs);
        pass(Duration.ofSeconds(1));
        session.onEnd(number, 0, "status 401", nowNs);
        pass(Duration.ofSeconds(3));
        open();
        session.stop(nowNs);

        String place = "wss://stt.example/t";
        assertThat(webhooks)
                .containsExactly(
                        new WebhookEvent.ExportFailed("conference", "x", place, "status 401"),
                        new WebhookEvent.ExportBegan("conference", "x", place),
                        new WebhookEvent.ExportEnded("conference", "x", place));
    }
}
