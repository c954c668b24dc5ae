package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.conference.TestBridge.FakeChannel;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.RelayPolicy;
import org.starbridge.media.api.ForwardingTable;

/** A bridge with an endpoint "aa" whose conference has relays to other bridges. */
abstract class RelayFixture {
    static final int AUDIO_A = 11;
    static final int VIDEO_A = 21;
    static final int AUDIO_B = 111;
    static final int VIDEO_B = 121;

    final TestBridge bridge = new TestBridge(new TestConfig()
            .relay(new RelayPolicy("jvb-a", List.of("wss://relay.example"), "0.1-test"))
            .build());

    @BeforeEach
    void join() {
        bridge.with("aa");
        bridge.declare("aa", audio("aa", AUDIO_A), video("aa", VIDEO_A));
    }

    static MediaSource audio(String id, int ssrc) {
        return TestBridge.source(MediaKind.AUDIO, id + "-a0", ssrc);
    }

    /** Three encodings. */
    static MediaSource video(String id, int ssrc) {
        return TestBridge.grouped(
                TestBridge.source(MediaKind.VIDEO, id + "-v0", ssrc, ssrc + 1, ssrc + 2),
                new SsrcGroup("SIM", List.of((long) ssrc, ssrc + 1L, ssrc + 2L)));
    }

    static EndpointModify announcing(String id, MediaSource... sources) {
        return EndpointModify.builder(id)
                .create(true)
                .statsId("Bob")
                .sources(List.of(sources))
                .build();
    }

    static RelayModify creating(String id, @Nullable String meshId, EndpointModify... endpoints) {
        return new RelayModify(
                id,
                true,
                false,
                meshId,
                List.of(TestBridge.audio(), TestBridge.video()),
                new Transport(true, true, false, null, null),
                null,
                List.of(endpoints));
    }

    static RelayModify updating(String id, @Nullable Transport transport, EndpointModify... endpoints) {
        return new RelayModify(id, false, false, null, List.of(), transport, null, List.of(endpoints));
    }

    static RelayModify expiring(String id) {
        return new RelayModify(id, false, true, null, List.of(), null, null, null);
    }

    RelayModified modify(RelayModify relay) {
        List<RelayModified> answers = bridge.colibri
                .handle(new ConferenceModify(
                        TestBridge.MEETING, null, false, false, true, List.of(), List.of(relay), null))
                .relays();
        assertThat(answers).hasSize(1);
        return answers.getFirst();
    }

    RelayModified withRelay(String id, String meshId, String participant, int audio, int video) {
        return modify(
                creating(id, meshId, announcing(participant, audio(participant, audio), video(participant, video))));
    }

    ForwardingTable.Transport table(String id) {
        return bridge.media.transport(id);
    }

    /** The channel of a relay, open, after the time in which the other bridge says what it wants. */
    Channel open(String relayId, RelayModified answer) {
        IceUdpTransport ice = Objects.requireNonNull(
                Objects.requireNonNull(answer.transport()).iceUdp());
        URI url = URI.create(ice.webSockets().getFirst());
        String[] path = url.getPath().split("/");
        assertThat(path).containsExactly("", "colibri-relay-ws", "jvb1", path[3], relayId);
        String password = url.getQuery().substring("pwd=".length());
        assertThat(bridge.conferences.relayChannel(path[3], relayId, "wrong")).isEmpty();
        ChannelSlot slot =
                bridge.conferences.relayChannel(path[3], relayId, password).orElseThrow();
        Channel channel = new Channel(slot);
        slot.onOpen(channel.socket);
        return channel;
    }

    void settle() {
        for (int i = 0; i < 10 && !bridge.later.isEmpty(); i++) {
            bridge.nowNs.addAndGet(1_000_000_000);
            new ArrayList<>(bridge.later).forEach(task -> {
                bridge.later.remove(task);
                task.run();
            });
        }
    }

    static final class Channel {
        final FakeChannel socket = new FakeChannel();
        final ChannelSlot slot;

        Channel(ChannelSlot slot) {
            this.slot = slot;
        }

        void say(String json) {
            slot.onText(socket, json);
        }
    }

    ChannelSlot slot(String endpointId) {
        String id = bridge.conferences.snapshot().getFirst().id();
        return bridge.conferences
                .channel(id, endpointId, bridge.passwordOf(endpointId))
                .orElseThrow();
    }

    FakeChannel client(String endpointId) {
        FakeChannel client = new FakeChannel();
        slot(endpointId).onOpen(client);
        return client;
    }
}
