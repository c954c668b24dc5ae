package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceState;

/**
 * An ICE restart as a focus drives it, RFC 8445 section 9 with a second agent of ours: control, workers and network.
 */
class IceRestartTest {
    private static final long SEED = 20261121;
    private static final long SECOND_NS = 1_000_000_000;

    private static WholeBridge meeting() {
        WholeBridge bridge = new WholeBridge(SEED, 2);
        bridge.create("room");
        bridge.join("room", "ann");
        bridge.join("room", "bob");
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(SECOND_NS);
        return bridge;
    }

    private static SimulatedClient client(WholeBridge bridge, String id) {
        return bridge.clients.values().stream()
                .filter(each -> WholeBridge.endpointId(each).equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static @Nullable Transport update(WholeBridge bridge, String id, Transport transport) {
        EndpointModify request = EndpointModify.builder(id).transport(transport).build();
        return bridge.colibri
                .handle(ConferenceModify.updating("room", List.of(request)))
                .endpoints()
                .getFirst()
                .transport();
    }

    /** The bridge's side of a restart. */
    private static IceUdpTransport restart(WholeBridge bridge, String id) {
        Transport answer = update(bridge, id, new Transport(false, false, true, null, null));
        return Objects.requireNonNull(
                Objects.requireNonNull(answer, "no transport").iceUdp());
    }

    private static void answer(WholeBridge bridge, String id, int generation, IceCredentials credentials) {
        Transport answered = update(
                bridge,
                id,
                Transport.of(new IceUdpTransport(
                        credentials.ufrag(),
                        credentials.password(),
                        generation,
                        true,
                        List.of(),
                        List.of(),
                        List.of())));
        assertThat(answered).isNull();
    }

    private static void begin(WholeBridge bridge, SimulatedClient client, IceUdpTransport offer) {
        client.restartIce();
        client.start(
                bridge.clock.nowNs(),
                new IceCredentials(Objects.requireNonNull(offer.ufrag()), Objects.requireNonNull(offer.pwd())));
    }

    private static void assertTheyHearEachOther(WholeBridge bridge) {
        SimulatedClient ann = client(bridge, "ann");
        SimulatedClient bob = client(bridge, "bob");
        int annHeard = heard(bob, ann);
        int bobHeard = heard(ann, bob);
        for (int i = 0; i < 10; i++) {
            for (SimulatedClient each : List.of(ann, bob)) {
                SentStream stream = WholeBridge.stream(each, SimulatedBridge.OPUS);
                each.send(stream, new byte[] {1, 2, 3, (byte) i}, true);
            }
            bridge.run(20_000_000);
        }
        bridge.run(100_000_000);
        assertThat(heard(bob, ann)).isEqualTo(annHeard + 10);
        assertThat(heard(ann, bob)).isEqualTo(bobHeard + 10);
    }

    private static int heard(SimulatedClient from, SimulatedClient by) {
        GotStream got = by.got.get(WholeBridge.stream(from, SimulatedBridge.OPUS).ssrc);
        return got == null ? 0 : got.order.size();
    }

    private static int ufrags(WholeBridge bridge) {
        return bridge.workers.footprint().ufrags();
    }

    private static int tuples(WholeBridge bridge) {
        return bridge.workers.footprint().workers().stream()
                .mapToInt(TableSizes.Tables::tuples)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mediaFollowsTheClientAndTheOldAgentEnds(boolean isElsewhere) {
        try (WholeBridge bridge = meeting()) {
            SimulatedClient ann = client(bridge, "ann");
            int tuplesBefore = tuples(bridge);
            String before = ann.ice.localCredentials().ufrag();
            IceUdpTransport offer = restart(bridge, "ann");
            assertThat(offer.iceGeneration()).isEqualTo(1);
            assertThat(offer.candidates()).isNotEmpty();
            assertTheyHearEachOther(bridge); // nothing has changed yet
            if (isElsewhere) {
                bridge.rebind(ann);
            }

            begin(bridge, ann, offer);
            answer(bridge, "ann", 1, ann.ice.localCredentials());

            assertThat(bridge.runUntil(() -> ann.ice.state() == IceState.CONNECTED, 10 * SECOND_NS))
                    .isTrue();
            assertThat(ann.ice.localCredentials().ufrag()).isNotEqualTo(before);
            assertThat(bridge.runUntil(
                            () -> bridge.counters.get(ConferenceCounter.ICE_RESTARTS_SUCCEEDED) == 1, 10 * SECOND_NS))
                    .isTrue();
            assertTheyHearEachOther(bridge);
            bridge.run(60 * SECOND_NS); // beyond the old agent's end and the consent of its pair
            assertTheyHearEachOther(bridge);
            assertThat(ufrags(bridge))
                    .as("ann's first, which names her route, and second; bob's")
                    .isEqualTo(3);
            assertThat(tuples(bridge)).isEqualTo(tuplesBefore);
            assertThat(bridge.conferences.snapshot("room").orElseThrow().endpoints())
                    .allSatisfy(endpoint -> assertThat(endpoint.iceState()).isEqualTo(IceState.CONNECTED));
            assertThat(bridge.faults).isEmpty();
        }
    }

    @Test
    void aRestartThatNobodyAnswersIsGivenUpAndAllIsAsBefore() {
        try (WholeBridge bridge = meeting()) {
            IceUdpTransport offer = restart(bridge, "ann");
            assertThat(restart(bridge, "ann").ufrag())
                    .as("asked again before the answer")
                    .isEqualTo(offer.ufrag());
            bridge.run(SECOND_NS);
            assertThat(ufrags(bridge)).isEqualTo(3);

            bridge.run(25 * SECOND_NS);

            assertThat(ufrags(bridge)).isEqualTo(2);
            assertThat(bridge.counters.get(ConferenceCounter.ICE_RESTARTS_FAILED))
                    .isEqualTo(1);
            answer(bridge, "ann", 1, IceCredentials.random(bridge.random)); // too late: ignored
            assertTheyHearEachOther(bridge);
            IceUdpTransport second = restart(bridge, "ann");
            assertThat(second.iceGeneration()).isEqualTo(2);
            assertThat(second.ufrag()).isNotEqualTo(offer.ufrag());
        }
    }

    @Test
    void oneAnsweredRestartGivesWayToTheNext() {
        try (WholeBridge bridge = meeting()) {
            SimulatedClient ann = client(bridge, "ann");
            restart(bridge, "ann");
            answer(bridge, "ann", 1, IceCredentials.random(bridge.random)); // of a client that has gone on meanwhile
            bridge.run(SECOND_NS);

            IceUdpTransport second = restart(bridge, "ann");
            begin(bridge, ann, second);
            answer(bridge, "ann", 2, ann.ice.localCredentials());

            assertThat(second.iceGeneration()).isEqualTo(2);
            assertThat(bridge.runUntil(
                            () -> bridge.counters.get(ConferenceCounter.ICE_RESTARTS_SUCCEEDED) == 1, 10 * SECOND_NS))
                    .isTrue();
            assertThat(bridge.counters.get(ConferenceCounter.ICE_RESTARTS_SUPERSEDED))
                    .isEqualTo(1);
            bridge.run(10 * SECOND_NS);
            assertTheyHearEachOther(bridge);
        }
    }

    @Test
    void credentialsWithoutAGenerationDoNotTouchTheRestart() {
        try (WholeBridge bridge = meeting()) {
            SimulatedClient ann = client(bridge, "ann");
            IceUdpTransport offer = restart(bridge, "ann");
            IceCredentials stray = IceCredentials.random(bridge.random);
            update(
                    bridge,
                    "ann",
                    Transport.of(new IceUdpTransport(
                            stray.ufrag(), stray.password(), null, true, List.of(), List.of(), List.of())));
            assertThat(restart(bridge, "ann").ufrag()).isEqualTo(offer.ufrag());
            bridge.run(SECOND_NS);
            assertTheyHearEachOther(bridge);

            begin(bridge, ann, offer);
            answer(bridge, "ann", 1, ann.ice.localCredentials());

            assertThat(bridge.runUntil(
                            () -> bridge.counters.get(ConferenceCounter.ICE_RESTARTS_SUCCEEDED) == 1, 10 * SECOND_NS))
                    .isTrue();
            assertTheyHearEachOther(bridge);
        }
    }

    @Test
    void manyRestartsLeaveNothingBehind() {
        try (WholeBridge bridge = meeting()) {
            SimulatedClient ann = client(bridge, "ann");
            for (int i = 1; i <= 20; i++) {
                int round = i;
                IceUdpTransport offer = restart(bridge, "ann");
                bridge.rebind(ann);
                begin(bridge, ann, offer);
                answer(bridge, "ann", round, ann.ice.localCredentials());
                assertThat(bridge.runUntil(
                                () -> bridge.counters.get(ConferenceCounter.ICE_RESTARTS_SUCCEEDED) == round,
                                10 * SECOND_NS))
                        .as("round %d of %s", round, bridge)
                        .isTrue();
                assertTheyHearEachOther(bridge);
            }
            bridge.run(5 * SECOND_NS);
            assertThat(ufrags(bridge)).isEqualTo(3);

            bridge.leave("room", ann);
            bridge.run(SECOND_NS);

            assertThat(ufrags(bridge)).isEqualTo(1);
            assertThat(bridge.faults).isEmpty();
        }
    }
}
