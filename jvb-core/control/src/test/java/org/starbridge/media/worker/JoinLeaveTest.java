package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.testkit.EveryThirdDay;
import org.starbridge.testkit.IvLedger;
import org.starbridge.transport.srtp.SrtpCrypto;

/** Endpoints and conferences in every way of coming and going; what is left afterwards is what was there before. */
class JoinLeaveTest {
    private static final long SEED = 20261121;
    private static final long MILLISECOND_NS = 1_000_000;
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MINUTE_NS = 60 * SECOND_NS;

    /** A meeting that exists, with two who hear each other. */
    private static List<SimulatedClient> two(WholeBridge bridge) {
        bridge.create("room");
        List<SimulatedClient> two = List.of(bridge.join("room", "ann"), bridge.join("room", "bob"));
        assertThat(bridge.connectAll()).isTrue();
        return two;
    }

    private static void say(WholeBridge bridge, SimulatedClient client, int packets) {
        SentStream stream = WholeBridge.stream(client, SimulatedBridge.OPUS);
        for (int i = 0; i < packets; i++) {
            client.send(stream, new byte[] {1, 2, 3, 4, (byte) i}, true);
            bridge.run(20_000_000);
        }
        bridge.run(100_000_000);
    }

    private static int heard(SimulatedClient from, SimulatedClient by) {
        GotStream got = by.got.get(WholeBridge.stream(from, SimulatedBridge.OPUS).ssrc);
        return got == null ? 0 : got.order.size();
    }

    private static List<String> endpoints(WholeBridge bridge) {
        return bridge.conferences.snapshot("room").orElseThrow().endpoints().stream()
                .map(endpoint -> endpoint.id())
                .toList();
    }

    @Test
    void anEndpointThatNeverConnectsExpiresAloneAfterTheTimeout() {
        try (WholeBridge bridge = new WholeBridge(SEED, 2)) {
            List<SimulatedClient> two = two(bridge);
            long slabs = Slab.liveBlocks();
            bridge.colibri.handle(ConferenceModify.updating(
                    "room",
                    List.of(EndpointModify.builder("ghost")
                            .create(true)
                            .capability("source-names")
                            .transport(new Transport(true, false, false, null, null))
                            .build())));
            bridge.run(30 * SECOND_NS);
            assertThat(endpoints(bridge)).containsExactly("ann", "bob", "ghost");
            bridge.run(3 * MINUTE_NS);
            assertThat(endpoints(bridge)).containsExactly("ann", "bob");
            assertThat(bridge.counters.get(ConferenceCounter.IDLE_EXPIRED)).isEqualTo(1);
            assertThat(Slab.liveBlocks()).isEqualTo(slabs);
            say(bridge, two.get(0), 5);
            assertThat(heard(two.get(0), two.get(1))).isEqualTo(5);
        }
    }

    @Test
    void oneWhoLosesConsentGetsNothingMoreAndExpires() {
        try (WholeBridge bridge = new WholeBridge(SEED, 2)) {
            List<SimulatedClient> two = two(bridge);
            bridge.vanish(two.get(1)); // no goodbye
            bridge.run(40 * SECOND_NS); // consent is good for 30 s, RFC 7675
            long before = bridge.workers.stats().count(MediaCounter.PACKETS_SENT);
            bridge.run(2 * SECOND_NS);
            long idle = bridge.workers.stats().count(MediaCounter.PACKETS_SENT) - before;
            say(bridge, two.get(0), 100);
            assertThat(bridge.workers.stats().count(MediaCounter.PACKETS_SENT) - before - idle)
                    .as("nothing of 100 packets went to him")
                    .isLessThan(20);
            bridge.run(3 * MINUTE_NS);
            assertThat(endpoints(bridge)).containsExactly("ann");
            assertThat(bridge.workers.stats().endpoints()).isEqualTo(1);
        }
    }

    @Test
    void oneComesBackUnderTheSameIdAsOftenAsHeLikes() {
        try (WholeBridge bridge = new WholeBridge(SEED, 2)) {
            SimulatedClient ann = two(bridge).get(0);
            long slabs = Slab.liveBlocks();
            for (int i = 0; i < 20; i++) {
                SimulatedClient bob = bridge.clients.values().stream()
                        .filter(client -> client != ann)
                        .findFirst()
                        .orElseThrow();
                assertThatThrownBy(() -> bridge.join("room", "bob")).isInstanceOf(Colibri2Exception.class);
                bridge.leave("room", bob);
                bob = bridge.join("room", "bob");
                assertThat(bridge.connectAll()).isTrue();
                say(bridge, ann, 3);
                say(bridge, bob, 3);
                assertThat(heard(ann, bob)).as("round %d", i).isEqualTo(3);
                assertThat(heard(bob, ann)).as("round %d", i).isEqualTo(3);
            }
            bridge.run(SECOND_NS);
            assertThat(Slab.liveBlocks()).isEqualTo(slabs);
            assertThat(bridge.workers.stats().endpoints()).isEqualTo(2);
        }
    }

    @Test
    void whatExpiresTwiceExpiresOnce() {
        try (WholeBridge bridge = new WholeBridge(SEED, 2)) {
            List<SimulatedClient> two = two(bridge);
            ConferenceModify bobLeaves = ConferenceModify.updating("room", List.of(EndpointModify.expiring("bob")));
            bridge.colibri.handle(bobLeaves);
            bridge.colibri.handle(bobLeaves);
            bridge.vanish(two.get(1));
            bridge.run(2 * SECOND_NS);
            assertThat(bridge.workers.stats().endpoints()).isEqualTo(1);
            bridge.colibri.handle(ConferenceModify.expiring("room"));
            assertThatThrownBy(() -> bridge.colibri.handle(ConferenceModify.expiring("room")))
                    .isInstanceOf(Colibri2Exception.class);
            bridge.conferences.expireAll();
            bridge.run(2 * SECOND_NS);
            assertThat(bridge.counters.get(ConferenceCounter.CONFERENCES_COMPLETED))
                    .isEqualTo(1);
            assertThat(bridge.workers.stats().endpoints()).isZero();
            assertThat(bridge.faults).isEmpty();
        }
    }

    @Test
    void whoIsSentAwayIsToldAndWhoVanishedIsNot() {
        try (WholeBridge bridge = new WholeBridge(SEED, 2)) {
            List<SimulatedClient> two = two(bridge);
            long slabs = Slab.liveBlocks();
            bridge.vanish(two.get(1));
            bridge.run(40 * SECOND_NS); // without consent nothing may be sent, RFC 7675
            long before = bridge.workers.stats().count(MediaCounter.PACKETS_SENT);
            bridge.colibri.handle(ConferenceModify.updating("room", List.of(EndpointModify.expiring("bob"))));
            bridge.run(MILLISECOND_NS);
            assertThat(bridge.workers.stats().count(MediaCounter.PACKETS_SENT)).isEqualTo(before);
            bridge.colibri.handle(ConferenceModify.expiring("room"));
            bridge.run(2 * SECOND_NS);
            assertThat(two.get(0).farewells).isEqualTo(1);
            assertThat(Slab.liveBlocks()).isLessThan(slabs);
            assertThat(bridge.faults).isEmpty();
        }
    }

    @Test
    void aConferenceThatNobodyUsesExpires() {
        try (WholeBridge bridge = new WholeBridge(SEED, 2)) {
            bridge.create("empty");
            bridge.create("abandoned");
            for (int i = 0; i < 5; i++) {
                bridge.vanish(bridge.join("abandoned", "e" + i));
            }
            bridge.run(4 * MINUTE_NS);
            assertThat(bridge.conferences.count()).isZero();
            assertThat(bridge.workers.stats().endpoints()).isZero();
            bridge.create("empty"); // the name is free again
            assertThat(bridge.conferences.count()).isEqualTo(1);
        }
    }

    @Test
    void aPeersGoodbyeEndsItsMediaAtOnceAndItsEndpointInTime() {
        List<KeyAgreement.Listener> listeners = new ArrayList<>();
        IvLedger ledger = new IvLedger(SrtpCrypto.jce());
        try (WholeBridge bridge = new WholeBridge(SEED, 2, ledger, crypto -> crypto, (_, listener) -> {
            listeners.add(listener);
            return new SimulatedKeys(listener);
        })) {
            List<SimulatedClient> two = two(bridge);
            say(bridge, two.get(0), 5);
            say(bridge, two.get(1), 5);
            long slabs = Slab.liveBlocks();
            listeners.get(1).onClosed(); // close_notify from bob, whose browser goes on sending
            say(bridge, two.get(0), 5);
            say(bridge, two.get(1), 5);
            assertThat(heard(two.get(0), two.get(1))).as("bob hears").isEqualTo(5);
            assertThat(heard(two.get(1), two.get(0))).as("ann hears").isEqualTo(5);
            assertThat(bridge.counters.get(ConferenceCounter.CLOSED_BY_PEER)).isEqualTo(1);
            assertThat(bridge.counters.get(ConferenceCounter.DTLS_FAILED)).isZero();
            assertThat(Slab.liveBlocks()).as("no more than before").isLessThanOrEqualTo(slabs);
            listeners.get(1).onClosed(); // once more changes nothing
            listeners.get(1).onFailed("as little as this");
            bridge.run(4 * MINUTE_NS);
            assertThat(bridge.counters.get(ConferenceCounter.CLOSED_BY_PEER)).isEqualTo(1);
            assertThat(endpoints(bridge))
                    .as("bob's consent checks count for nothing")
                    .containsExactly("ann");
            assertThat(bridge.faults).isEmpty();
        }
    }

    /**
     * Ten endpoints in each of 200 conferences, of 900 in long tests; some leave, some vanish, some never come; 1,000
     * more have real handshakes elsewhere.
     */
    @Test
    @EveryThirdDay(day = 2)
    void thousandsOfEndpointsLeaveNothingBehind() {
        int conferences = Boolean.getBoolean("starbridge.test.long") ? 900 : 200;
        long slabsBefore = Slab.liveBlocks();
        long bytesBefore = Slab.liveBytes();
        try (WholeBridge bridge = new WholeBridge(SEED, 3)) {
            long slabs = Slab.liveBlocks();
            long bytes = Slab.liveBytes();
            Deque<String> open = new ArrayDeque<>();
            for (int round = 0; round < conferences; round++) {
                String meeting = "m" + round;
                bridge.create(meeting);
                open.add(meeting);
                List<SimulatedClient> joined = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    SimulatedClient client = bridge.join(meeting, "e" + i);
                    if (bridge.random.nextInt(10) == 0) {
                        bridge.vanish(client); // never connects
                    } else {
                        joined.add(client);
                    }
                }
                bridge.run(150_000_000);
                for (SimulatedClient client : joined) {
                    client.send(WholeBridge.stream(client, SimulatedBridge.OPUS), new byte[40], true);
                }
                bridge.run(20_000_000);
                for (SimulatedClient client : joined) {
                    if (round % 3 == 0) {
                        bridge.vanish(client);
                    } else if (bridge.random.nextBoolean()) {
                        bridge.leave(meeting, client);
                    }
                }
                if (open.size() > 3) {
                    end(bridge, Objects.requireNonNull(open.poll()));
                }
            }
            open.forEach(meeting -> end(bridge, meeting));
            bridge.run(5 * MINUTE_NS);

            assertThat(bridge.counters.get(ConferenceCounter.ENDPOINTS_CREATED)).isEqualTo(10L * conferences);
            assertThat(bridge.counters.get(ConferenceCounter.ICE_SUCCEEDED)).isGreaterThan(8L * conferences);
            assertThat(bridge.conferences.count()).isZero();
            assertThat(bridge.workers.stats().endpoints()).isZero();
            assertThat(Slab.liveBlocks()).isEqualTo(slabs);
            assertThat(Slab.liveBytes()).isEqualTo(bytes);
            assertThat(bridge.faults).isEmpty();
            assertThat(bridge.workers.footprint())
                    .isEqualTo(new TableSizes(0, 0, 0, Collections.nCopies(3, new TableSizes.Tables(0, 0, 0, 0))));
        }
        assertThat(Slab.liveBlocks()).isEqualTo(slabsBefore);
        assertThat(Slab.liveBytes()).isEqualTo(bytesBefore);
    }

    /** Every third meeting is left to its idleness. */
    private static void end(WholeBridge bridge, String meeting) {
        bridge.clients.values().stream()
                .filter(client -> client.name.startsWith(meeting + "/"))
                .toList()
                .forEach(bridge::vanish);
        if (bridge.conferences.contains(meeting) && Integer.parseInt(meeting.substring(1)) % 3 != 0) {
            bridge.colibri.handle(ConferenceModify.expiring(meeting));
        }
    }
}
