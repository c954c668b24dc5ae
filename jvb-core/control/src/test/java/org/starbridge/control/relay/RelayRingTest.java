package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.conference.TestBridge.FakeChannel;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.RelayPolicy;
import org.starbridge.media.api.ForwardingTable;

/**
 * Three bridges, each linked to the others, with right and with wrong mesh ids and announcements: no message and no
 * packet goes round. Each bridge has one participant, which sends audio and video. What bridges send each other waits
 * in a queue, which has to run dry.
 */
class RelayRingTest {
    private static final int BRIDGES = 3;
    private static final int MAX_STEPS = 10_000;

    private final List<TestBridge> bridges = new ArrayList<>();
    private final List<FakeChannel> clients = new ArrayList<>();
    private final Map<List<Integer>, ChannelSlot> slots = new HashMap<>();
    private final Map<List<Integer>, FakeChannel> sockets = new HashMap<>();
    private final ArrayDeque<Runnable> underWay = new ArrayDeque<>();

    private static String participant(int bridge) {
        return "p" + bridge;
    }

    private static int audio(int bridge) {
        return 100 + bridge;
    }

    private static int video(int bridge) {
        return 200 + 10 * bridge;
    }

    /** As both ends name it, by the two numbers; {@code meshes} has one for 0-1, 1-2 and 2-0. */
    private static String mesh(String meshes, int one, int other) {
        int link = one + other == 1 ? 0 : one + other == 3 ? 1 : 2;
        return meshes.split(" ", -1)[link];
    }

    /** @param circular whether each participant is also announced behind the bridge where it is not, as in a ring */
    private void link(String meshes, boolean circular) {
        for (int i = 0; i < BRIDGES; i++) {
            TestBridge bridge = new TestBridge(new TestConfig()
                    .relay(new RelayPolicy("jvb" + i, List.of("wss://relay.example"), "0.1-test"))
                    .build());
            bridge.with(participant(i));
            bridge.declare(
                    participant(i),
                    RelayFixture.audio(participant(i), audio(i)),
                    RelayFixture.video(participant(i), video(i)));
            bridges.add(bridge);
        }
        for (int i = 0; i < BRIDGES; i++) {
            for (int j = 0; j < BRIDGES; j++) {
                if (i != j) {
                    connect(meshes, i, j, circular);
                }
            }
        }
        sockets.forEach(
                (link, socket) -> Objects.requireNonNull(slots.get(link)).onOpen(socket));
        for (int i = 0; i < BRIDGES; i++) {
            FakeChannel client = new FakeChannel();
            bridges.get(i).slot(participant(i)).onOpen(client);
            clients.add(client);
        }
        settle();
        clients.forEach(client -> client.sent.clear());
    }

    private void connect(String meshes, int at, int to, boolean circular) {
        List<EndpointModify> behind = new ArrayList<>();
        for (int who = 0; who < BRIDGES; who++) {
            // in a ring a participant is behind the bridge before, also at its own bridge
            if (circular ? to == (at + 2) % BRIDGES : who == to) {
                behind.add(RelayFixture.announcing(
                        participant(who),
                        RelayFixture.audio(participant(who), audio(who)),
                        RelayFixture.video(participant(who), video(who))));
            }
        }
        RelayModify request =
                RelayFixture.creating("jvb" + to, mesh(meshes, at, to), behind.toArray(EndpointModify[]::new));
        TestBridge bridge = bridges.get(at);
        RelayModified answer = bridge.colibri
                .handle(new ConferenceModify(
                        TestBridge.MEETING, null, false, false, true, List.of(), List.of(request), null))
                .relays()
                .getFirst();
        URI url = URI.create(Objects.requireNonNull(
                        Objects.requireNonNull(answer.transport()).iceUdp())
                .webSockets()
                .getFirst());
        slots.put(
                List.of(at, to),
                bridge.conferences
                        .relayChannel(
                                url.getPath().split("/", -1)[3],
                                "jvb" + to,
                                url.getQuery().substring("pwd=".length()))
                        .orElseThrow());
        FakeChannel socket = new FakeChannel();
        socket.onSend = text -> underWay.add(() -> Objects.requireNonNull(slots.get(List.of(to, at)))
                .onText(Objects.requireNonNull(sockets.get(List.of(to, at))), text));
        sockets.put(List.of(at, to), socket);
    }

    /** Delivers what bridges sent each other, and what that makes them send. */
    private int settle() {
        int steps = 0;
        while (!underWay.isEmpty() && steps < MAX_STEPS) {
            underWay.removeFirst().run();
            steps++;
        }
        assertThat(underWay).as("messages under way after %s steps", steps).isEmpty();
        return steps;
    }

    private void say(int at, String json) {
        bridges.get(at).slot(participant(at)).onText(clients.get(at), json);
    }

    @ParameterizedTest
    @CsvSource({
        "0 0 0, false",
        "0 1 2, false",
        "0 0 1, false",
        "0 1 1, false",
        "1 0 1, false",
        "0 0 0, true",
        "0 1 2, true",
        "0 0 1, true",
        "0 1 1, true",
        "1 0 1, true"
    })
    void noMessageGoesRound(String meshes, boolean circular) {
        link(meshes, circular);
        for (int from = 0; from < BRIDGES; from++) {
            clients.forEach(client -> client.sent.clear());
            say(from, "{\"colibriClass\":\"EndpointMessage\",\"to\":\"\",\"msgPayload\":\"mark\"}");
            assertThat(settle()).as("messages between bridges").isLessThanOrEqualTo(4);
            for (int i = 0; i < BRIDGES; i++) {
                long heard = clients.get(i).sent.stream()
                        .filter(text -> text.contains("mark"))
                        .count();
                if (circular) {
                    assertThat(heard).as("%s hears %s", i, from).isLessThanOrEqualTo(i == from ? 0 : 1);
                } else {
                    assertThat(heard).as("%s hears %s", i, from).isEqualTo(i == from ? 0 : 1);
                }
            }
            say(from, "{\"colibriClass\":\"EndpointStats\",\"bitrate\":{\"download\":1}}");
            assertThat(settle()).isLessThanOrEqualTo(4);
            say(
                    from,
                    "{\"colibriClass\":\"SourceVideoTypeMessage\",\"videoType\":\"desktop\",\"sourceName\":\""
                            + participant(from) + "-v0\"}");
            settle();
        }
    }

    /** Follows each SSRC from its bridge over all links whose table carries it to all that take it. */
    @ParameterizedTest
    @CsvSource({
        "0 0 0, false",
        "0 1 2, false",
        "0 0 1, false",
        "0 1 1, false",
        "1 0 1, false",
        "0 0 0, true",
        "0 1 2, true",
        "0 0 1, true",
        "0 1 1, true",
        "1 0 1, true"
    })
    void noPacketGoesRound(String meshes, boolean circular) {
        link(meshes, circular);
        for (int from = 0; from < BRIDGES; from++) {
            for (int ssrc : new int[] {audio(from), video(from)}) {
                Set<Integer> reached = new TreeSet<>(Set.of(from));
                ArrayDeque<List<Integer>> hops = new ArrayDeque<>();
                Set<List<Integer>> seen = new java.util.HashSet<>();
                hops.add(List.of(from, -1));
                while (!hops.isEmpty()) {
                    List<Integer> hop = hops.removeFirst();
                    int at = hop.getFirst();
                    for (int to = 0; to < BRIDGES; to++) {
                        if (to != at && carries(at, to, ssrc) && takes(to, at, ssrc)) {
                            String context = "SSRC " + ssrc + " from " + from + " over " + at + " to " + to;
                            assertThat(to).as(context).isNotEqualTo(from);
                            assertThat(seen.add(List.of(at, to)))
                                    .as(context + ", again")
                                    .isTrue();
                            assertThat(reached.add(to)).as(context + ", twice").isTrue();
                            hops.add(List.of(to, at));
                        }
                    }
                }
                if (!circular) {
                    assertThat(reached).hasSize(BRIDGES);
                }
            }
        }
    }

    private ForwardingTable.Transport link(int at, int to) {
        return bridges.get(at).media.transport("jvb" + to);
    }

    private boolean carries(int at, int to, int ssrc) {
        return link(at, to).receivedStreams().contains(ssrc);
    }

    private boolean takes(int at, int from, int ssrc) {
        return link(at, from).streams().stream().anyMatch(stream -> stream.ssrc() == ssrc);
    }
}
