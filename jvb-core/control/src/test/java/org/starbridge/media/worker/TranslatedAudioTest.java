package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.export.ExportedAudio;
import org.starbridge.lastn.speech.SpeechSettings;

/** What services send reaches its receivers, through a whole bridge. */
class TranslatedAudioTest {
    private static final long MS = 1_000_000;
    private static final String MEETING = "m";
    private static final String FRENCH = "aaaa0001-a0.fr";
    private static final int SSRC = 90_001;
    private static final byte[] PAYLOAD = {9, 8, 7};

    private final WholeBridge bridge = new WholeBridge(7, 2, new TestConfig().build(), SpeechSettings.defaults());
    private final Map<String, SimulatedClient> clients = new HashMap<>();
    private final Map<String, Channel> channels = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    private static final class Channel implements BridgeChannel {
        final List<String> heard = new ArrayList<>();

        @Override
        public boolean send(ChannelText text) {
            return heard.add(text.toString());
        }

        @Override
        public void close(CloseReason reason) {}
    }

    @BeforeEach
    void join() {
        bridge.create(MEETING);
        for (String id : List.of("aaaa0001", "bbbb0002", "cccc0003")) {
            SimulatedClient client = bridge.join(MEETING, id, 0);
            client.watcher = (ssrc, _, _, _, payload) -> {
                if (ssrc == SSRC && !Arrays.equals(payload, PAYLOAD)) {
                    wrong.add(id);
                }
            };
            clients.put(id, client);
            String conferenceId =
                    bridge.conferences.snapshot(MEETING).orElseThrow().id();
            ChannelSlot slot = bridge.conferences
                    .channel(conferenceId, id, Objects.requireNonNull(bridge.passwords.get(id)))
                    .orElseThrow();
            Channel channel = new Channel();
            channels.put(id, channel);
            slot.onOpen(channel);
        }
        assertThat(bridge.connectAll()).isTrue();
        connect("{'id':'t','create':true,'url':'wss://t.example/translate','protocol':'mediajson',"
                + "'type':'translator','exports':['aaaa0001-a0'],'requests':['" + FRENCH + "']}");
    }

    @AfterEach
    void close() {
        assertThat(bridge.faults).isEmpty();
        assertThat(wrong).as("payloads").isEmpty();
        bridge.close();
    }

    private void connect(String entry) {
        bridge.colibri.handle(Colibri2Json.parseModify(
                ("{'meeting-id':'" + MEETING + "','connects':[" + entry + "]}").replace('\'', '"'), null));
        bridge.run(50 * MS);
    }

    private void declare(boolean isTranslated) {
        List<MediaSource> sources = new ArrayList<>();
        int own = WholeBridge.stream(client("aaaa0001"), SimulatedBridge.OPUS).ssrc;
        sources.add(source("aaaa0001-a0", own, false));
        if (isTranslated) {
            sources.add(source(FRENCH, SSRC, true));
        }
        bridge.colibri.handle(ConferenceModify.updating(
                MEETING,
                List.of(EndpointModify.builder("aaaa0001").sources(sources).build())));
        bridge.run(50 * MS);
    }

    private static MediaSource source(String name, int ssrc, boolean isSynthetic) {
        return new MediaSource(MediaKind.AUDIO, name, isSynthetic, List.of(Source.named(ssrc, name)), List.of());
    }

    private SimulatedClient client(String id) {
        return Objects.requireNonNull(clients.get(id));
    }

    private void say(String id, String json) {
        String conferenceId = bridge.conferences.snapshot(MEETING).orElseThrow().id();
        bridge.conferences
                .channel(conferenceId, id, Objects.requireNonNull(bridge.passwords.get(id)))
                .orElseThrow()
                .onText(Objects.requireNonNull(channels.get(id)), json.replace('\'', '"'));
        bridge.run(100 * MS);
    }

    private void subscribe(String id, String include, String exclude) {
        say(
                id,
                "{'colibriClass':'ReceiverAudioSubscription','all':true,'include':[" + include + "],'exclude':["
                        + exclude + "]}");
    }

    /** Sends packets of the service's; how many of them the bridge took. */
    private int translate(long connection, int chunk, int count) {
        int taken = 0;
        for (int i = 0; i < count; i++) {
            boolean isTaken = bridge.exporter
                    .conference()
                    .onAudio(connection, FRENCH, (chunk + i) & 0xFFFF, (chunk + i) * 960L, PAYLOAD);
            taken += isTaken ? 1 : 0;
            bridge.run(20 * MS);
        }
        return taken;
    }

    private List<Long> numbers(String id) {
        SimulatedClient.GotStream got = client(id).got.get(SSRC);
        return got == null ? List.of() : List.copyOf(got.timestampByExtSeq.keySet());
    }

    private List<Integer> timestamps(String id) {
        SimulatedClient.GotStream got = client(id).got.get(SSRC);
        return got == null ? List.of() : List.copyOf(got.timestampByExtSeq.values());
    }

    @Test
    void t12OnlyThoseWhoIncludeItHearTranslatedAudio() {
        declare(true);
        subscribe("bbbb0002", "'" + FRENCH + "'", "");
        subscribe("cccc0003", "", "");
        assertThat(translate(1, 0, 10)).isEqualTo(10);
        assertThat(numbers("bbbb0002")).hasSize(10);
        assertThat(numbers("cccc0003")).isEmpty();
        assertThat(numbers("aaaa0001")).isEmpty();

        subscribe("bbbb0002", "'" + FRENCH + "'", "'" + FRENCH + "'");
        subscribe("aaaa0001", "'" + FRENCH + "'", "");
        translate(1, 10, 5);
        assertThat(numbers("bbbb0002")).as("exclude wins").hasSize(10);
        assertThat(numbers("aaaa0001")).as("the owner may listen").hasSize(5);
        assertThat(client("bbbb0002").payloadTypesThatCame).contains(SimulatedBridge.OPUS);
    }

    @Test
    void t12BeforeItIsSignalledAndAfterItsEndNobodyHearsIt() {
        subscribe("bbbb0002", "'" + FRENCH + "'", "");
        assertThat(translate(1, 0, 5)).isZero();
        declare(true);
        assertThat(translate(1, 5, 5)).isEqualTo(5);
        declare(false);
        assertThat(translate(1, 10, 5)).isZero();
        assertThat(numbers("bbbb0002")).hasSize(5);
    }

    @Test
    void t12TheOwnersClientCannotSendIt() {
        declare(true);
        subscribe("bbbb0002", "'" + FRENCH + "'", "");
        SimulatedClient.SentStream forged = client("aaaa0001").addStream(SSRC, SimulatedBridge.OPUS, 1);
        for (int i = 0; i < 5; i++) {
            client("aaaa0001").send(forged, PAYLOAD, false);
            bridge.run(20 * MS);
        }
        assertThat(numbers("bbbb0002")).isEmpty();
    }

    @Test
    void t12NumbersGoOnOverConnectionsOfTheService() {
        declare(true);
        subscribe("bbbb0002", "'" + FRENCH + "'", "");
        translate(1, 65_530, 10);
        bridge.run(2_000 * MS);
        translate(2, 0, 10);
        List<Long> numbers = numbers("bbbb0002");
        assertThat(numbers).hasSize(20);
        assertThat(numbers.getLast() - numbers.getFirst()).isEqualTo(19);
        List<Integer> timestamps = timestamps("bbbb0002");
        for (int i = 1; i < timestamps.size(); i++) {
            int step = timestamps.get(i) - timestamps.get(i - 1);
            if (i == 10) {
                assertThat(step).as("the pause").isBetween(90_000, 110_000);
            } else {
                assertThat(step).isEqualTo(960);
            }
        }
    }

    @Test
    void t12NoExportGetsTranslatedAudio() {
        declare(true);
        ExportedAudio audio = bridge.exporter.conference().audio();
        assertThat(audio.transports().stream()
                        .flatMap(transport -> transport.sources().values().stream())
                        .map(ExportedAudio.Source::name))
                .containsExactlyInAnyOrder("aaaa0001-a0", "bbbb0002-a0", "cccc0003-a0");
    }

    @Test
    void t12TheEndOfTheExportEndsIt() {
        declare(true);
        subscribe("bbbb0002", "'" + FRENCH + "'", "");
        translate(1, 0, 5);
        connect(
                "{'id':'t','expire':true,'url':'wss://t.example/translate','protocol':'mediajson','type':'translator'}");
        assertThat(translate(1, 5, 5)).isZero();
    }

    @Test
    void t11AResultReachesEachClientOnce() {
        channels.values().forEach(channel -> channel.heard.clear());
        bridge.exporter
                .conference()
                .onResult(JsonNodeFactory.instance
                        .objectNode()
                        .put("event", "transcription-result")
                        .put("x", 1));
        assertThat(channels.values())
                .allSatisfy(channel -> assertThat(channel.heard)
                        .containsExactly("{\"colibriClass\":\"EndpointMessage\",\"to\":\"\",\"from\":\"transcriber\","
                                + "\"msgPayload\":{\"event\":\"transcription-result\",\"x\":1}}"));
    }

    @Test
    void t13TalkReachesAllClientsWithLow32BitsOfItsTime() {
        channels.values().forEach(channel -> channel.heard.clear());
        assertThat(bridge.exporter.conference().onTalk(1, FRENCH, true, 1)).isFalse();
        declare(true);
        channels.values().forEach(channel -> channel.heard.clear());
        assertThat(bridge.exporter.conference().onTalk(1, FRENCH, true, (1L << 32) + 9_600))
                .isTrue();
        assertThat(bridge.exporter.conference().onTalk(1, FRENCH, false, (1L << 32) + 10_560))
                .isTrue();
        assertThat(channels.values())
                .allSatisfy(channel -> assertThat(channel.heard)
                        .containsExactly(
                                "{\"colibriClass\":\"SyntheticSourceSendingChangeEvent\",\"sourceName\":\"" + FRENCH
                                        + "\",\"sending\":true,\"timestamp\":9600}",
                                "{\"colibriClass\":\"SyntheticSourceSendingChangeEvent\",\"sourceName\":\"" + FRENCH
                                        + "\",\"sending\":false,\"timestamp\":10560}"));
    }
}
