package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.AudioSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoSourcesMap;
import org.starbridge.colibri.channel.MalformedMessageException;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.selection.SlotLimits;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/** From the capability in the request that creates an endpoint to the messages and media that its client gets. */
class RewrittenConferenceTest {
    private static final long MS = 1_000_000;
    private static final String MEETING = "m";
    private static final byte[] KEY_FRAME = {0x10, 0x00, 0x00, 0x00, (byte) 0x9D, 0x01, 0x2A, 0x10, 0x00, 0x10, 0x00};

    /** A client whose SSRCs are rewritten: what it was told, and what came. */
    private static final class Viewer implements BridgeChannel {
        final Map<Integer, String> sourceBySsrc = new HashMap<>();
        final Set<String> told = new HashSet<>();
        final Map<Integer, Set<String>> came = new HashMap<>();
        final List<String> early = new ArrayList<>();

        Viewer(SimulatedClient client) {
            client.watcher = (ssrc, _, _, _, payload) -> {
                String source = new String(
                        payload, KEY_FRAME.length, payload.length - KEY_FRAME.length, StandardCharsets.US_ASCII);
                came.computeIfAbsent(ssrc, _ -> new HashSet<>()).add(source);
                if (!told.contains(ssrc + " " + source)) {
                    early.add(ssrc + " " + source);
                }
            };
        }

        @Override
        public boolean send(ChannelText text) {
            String json = text.toString();
            try {
                BridgeChannelMessage message = BridgeChannelJson.parse(json);
                if (message instanceof VideoSourcesMap(var video)) {
                    video.forEach(each -> learn(each.ssrc(), each.source()));
                } else if (message instanceof AudioSourcesMap(var audio)) {
                    audio.forEach(each -> learn(each.ssrc(), each.source()));
                }
            } catch (MalformedMessageException e) {
                throw new AssertionError(json, e);
            }
            return true;
        }

        private void learn(long ssrc, String source) {
            sourceBySsrc.put((int) ssrc, source);
            told.add((int) ssrc + " " + source);
        }

        @Override
        public void close(CloseReason reason) {}
    }

    private static ConferenceConfig config(SlotLimits limits) {
        return new TestConfig().wishInterval(Duration.ZERO).slots(limits).build();
    }

    private static void send(WholeBridge bridge, int ticks) {
        for (int i = 0; i < ticks; i++) {
            for (SimulatedClient client : bridge.clients.values()) {
                for (SentStream stream : client.sent.values()) {
                    String source = WholeBridge.endpointId(client)
                            + (stream.payloadType == SimulatedBridge.OPUS ? "-a0" : "-v0");
                    byte[] name = source.getBytes(StandardCharsets.US_ASCII);
                    byte[] payload = Arrays.copyOf(KEY_FRAME, KEY_FRAME.length + name.length);
                    System.arraycopy(name, 0, payload, KEY_FRAME.length, name.length);
                    client.send(stream, payload, true);
                }
            }
            bridge.run(20 * MS);
        }
    }

    @Test
    void whatComesUnderAnSsrcIsWhatTheClientWasToldBefore() {
        try (WholeBridge bridge = new WholeBridge(1, 2, config(new SlotLimits(2, 2)), SpeechSettings.defaults())) {
            bridge.create(MEETING);
            for (String id : new String[] {"aaaa0001", "bbbb0002", "cccc0003"}) {
                bridge.join(MEETING, id);
            }
            bridge.capabilities.add(Capabilities.SSRC_REWRITING);
            SimulatedClient client = bridge.join(MEETING, "dddd0004");
            bridge.capabilities.remove(Capabilities.SSRC_REWRITING);
            Viewer viewer = new Viewer(client);
            String conferenceId =
                    bridge.conferences.snapshot(MEETING).orElseThrow().id();
            ChannelSlot channel = bridge.conferences
                    .channel(conferenceId, "dddd0004", Objects.requireNonNull(bridge.passwords.get("dddd0004")))
                    .orElseThrow();
            channel.onOpen(viewer);
            assertThat(bridge.connectAll()).isTrue();
            send(bridge, 10);
            String[] wishes = {"bbbb0002", "cccc0003", "aaaa0001", "cccc0003"};
            for (String stage : wishes) {
                channel.onText(
                        viewer,
                        "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":1,\"onStageSources\":[\"" + stage
                                + "-v0\"]}");
                send(bridge, 5);
                viewer.came.clear();
                send(bridge, 10);
                assertThat(viewer.came.values())
                        .as("on stage, and the audio of two")
                        .contains(Set.of(stage + "-v0"))
                        .hasSize(3);
                viewer.came.forEach((ssrc, sources) ->
                        assertThat(sources).containsExactly(Objects.requireNonNull(viewer.sourceBySsrc.get(ssrc))));
            }
            SimulatedClient gone = bridge.clients.values().stream()
                    .filter(each -> WholeBridge.endpointId(each).equals("aaaa0001"))
                    .findFirst()
                    .orElseThrow();
            bridge.leave(MEETING, gone);
            bridge.join(MEETING, "eeee0005");
            assertThat(bridge.connectAll()).isTrue();
            send(bridge, 20);
            assertThat(viewer.sourceBySsrc).as("no further SSRCs").hasSize(4);
            assertThat(client.got).hasSizeLessThanOrEqualTo(4);
            assertThat(viewer.early).as("nothing before it was told").isEmpty();
            assertThat(client.failures).isZero();
            assertThat(bridge.faults).isEmpty();
        }
    }
}
