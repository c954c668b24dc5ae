package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.control.conference.TestBridge.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.conference.TestConfig.Addresses;
import org.starbridge.control.environment.ConferenceCounter;

/**
 * What a Jitsi bridge and two clients said to each other, played to this one: after each of the clients' messages it
 * says the same. The recording has one line for each message, {@code ->} to the bridge and {@code <-} from it, with the
 * time in seconds.
 *
 * <p>Differences that are meant: {@code VideoSourcesMap} is not compared, because these endpoints do not ask for
 * rewritten SSRCs here; repetitions count once; and the last endpoint gets a message that nothing is forwarded to it
 * any more, which the recorded bridge forgets.
 */
class TranscriptTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long STEP_NS = Duration.ofMillis(100).toNanos();
    private static final String FIRST = "aaaa0001";
    private static final String SECOND = "bbbb0002";

    private final TestBridge bridge = new TestBridge(
            new TestConfig().heights(0, 180).hiding(Addresses.LOOPBACK).build());
    private final long startNs = bridge.nowNs.get();
    private final Map<String, TestBridge.FakeChannel> channels = new HashMap<>();
    private final Map<String, ChannelSlot> slots = new HashMap<>();
    private long checkedAtNs = startNs;

    private record Line(long atNs, String endpoint, String direction, JsonNode message) {
        boolean isFromBridge() {
            return direction.equals("<-");
        }

        boolean isEnd() {
            return direction.equals("closed") && message.asText().equals("1001 endpoint closed");
        }
    }

    private record Told(String endpoint, JsonNode message) {}

    @Test
    void saysWhatTheRecordedBridgeSaid() throws Exception {
        bridge.with(FIRST, SECOND);
        List<Line> lines = transcript();
        open(FIRST);
        open(SECOND);
        declareSources();
        Set<Told> expected = new HashSet<>();
        int compared = 0;
        Line before = lines.getFirst();
        for (Line line : lines) {
            if (line.isFromBridge()) {
                expected.add(new Told(line.endpoint, line.message));
                continue;
            }
            boolean isBeginning = line.atNs < Duration.ofSeconds(3).toNanos();
            boolean isSomething = !isBeginning && (line.direction.equals("->") || line.direction.equals("reconnected"));
            boolean isEnd =
                    line.direction.equals("closed") && !line.message.asText().startsWith("None");
            if (isSomething || isEnd) {
                runUntil(line.atNs - STEP_NS);
                compare(before, expected);
                expected.clear();
                compared++;
                before = line;
            }
            play(line);
        }
        compare(before, Set.of());
        assertThat(compared).isEqualTo(17);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED))
                .as("without receiver, of no class, no JSON, no object")
                .isEqualTo(4);
    }

    private void play(Line line) {
        switch (line.direction) {
            case "connected" -> {}
            case "reconnected" -> open(line.endpoint);
            case "->" -> {
                String text = line.message.isTextual() ? line.message.asText() : line.message.toString();
                Objects.requireNonNull(slots.get(line.endpoint)).onText(channel(line.endpoint), text);
            }
            case "closed" -> {
                if (line.isEnd()) {
                    bridge.update(EndpointModify.expiring(line.endpoint));
                    assertThat(channel(line.endpoint).closed)
                            .last()
                            .satisfies(reason -> assertThat(reason.code() + " " + reason.text())
                                    .isEqualTo(line.message.asText()));
                }
            }
            default -> throw new IllegalStateException("direction " + line.direction);
        }
    }

    private void compare(Line after, Set<Told> expected) throws IOException {
        Set<Told> wanted = new HashSet<>(expected);
        wanted.removeIf(told -> colibriClass(told).equals("VideoSourcesMap"));
        Set<Told> said = new HashSet<>();
        for (Map.Entry<String, TestBridge.FakeChannel> entry : channels.entrySet()) {
            for (String text : entry.getValue().sent) {
                said.add(new Told(entry.getKey(), MAPPER.readTree(text)));
            }
            entry.getValue().sent.clear();
        }
        if (after.direction.equals("closed")) {
            said.removeIf(told -> colibriClass(told).equals("ForwardedSources"));
        }
        assertThat(said).as("after %s", after).isEqualTo(wanted);
    }

    private static String colibriClass(Told told) {
        return told.message.path("colibriClass").asText();
    }

    private void open(String endpoint) {
        TestBridge.FakeChannel channel = bridge.open(endpoint);
        channels.put(endpoint, channel);
        slots.put(endpoint, bridge.slot(endpoint));
        assertThat(channel.sent).first().isEqualTo("{\"colibriClass\":\"ServerHello\"}");
    }

    private TestBridge.FakeChannel channel(String endpoint) {
        return Objects.requireNonNull(channels.get(endpoint));
    }

    private void declareSources() {
        bridge.declare(FIRST, source(MediaKind.AUDIO, "aaaa0001-a0", 10), source(MediaKind.VIDEO, "aaaa0001-v0", 11));
        bridge.declare(SECOND, source(MediaKind.AUDIO, "bbbb0002-a0", 20), source(MediaKind.VIDEO, "bbbb0002-v0", 21));
    }

    private void runUntil(long atNs) {
        while (bridge.nowNs.get() - startNs < atNs) {
            bridge.nowNs.addAndGet(STEP_NS);
            if (bridge.nowNs.get() - checkedAtNs >= 5 * STEP_NS) {
                checkedAtNs = bridge.nowNs.get();
                bridge.conferences.checkConnectivity(checkedAtNs);
            }
            while (!bridge.later.isEmpty()) {
                bridge.later.remove().run();
            }
        }
    }

    private static List<Line> transcript() throws IOException {
        List<Line> lines = new ArrayList<>();
        try (InputStream in = TranscriptTest.class.getResourceAsStream("bridge-channel-transcript.jsonl")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            for (String each : text.lines().toList()) {
                JsonNode line = MAPPER.readTree(each);
                lines.add(new Line(
                        (long) (line.path("t").asDouble() * 1e9),
                        line.path("ep").asText(),
                        line.path("dir").asText(),
                        line.path("msg")));
            }
        }
        // What an endpoint's end caused was written down before that end.
        lines.sort(Comparator.comparingLong(Line::atNs).thenComparing(line -> !line.isEnd()));
        return lines;
    }
}
