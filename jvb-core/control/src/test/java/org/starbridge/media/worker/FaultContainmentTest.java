package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.media.api.Fault;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.worker.FaultyParts.Place;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.OutOfNativeMemoryException;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.testkit.IvLedger;
import org.starbridge.transport.srtp.SrtpCrypto;

/** A bug in one conference ends that conference, wherever it shows; the other one does not lose a packet. */
class FaultContainmentTest {
    private static final long SEED = 20261121;
    private static final long SECOND_NS = 1_000_000_000;

    private static WholeBridge bridgeWith(FaultyParts parts, int workers) {
        return new WholeBridge(SEED, workers, new IvLedger(SrtpCrypto.jce()), parts::crypto, parts.keys());
    }

    static Stream<Arguments> bugs() {
        List<Named<Supplier<Throwable>>> kinds = List.of(
                Named.of("exception", () -> new IllegalStateException("a bug, on purpose")),
                Named.of("missing class", () -> new NoClassDefFoundError("a bug, on purpose")),
                Named.of("stack overflow", StackOverflowError::new),
                Named.of("assertion", () -> new AssertionError("a bug, on purpose")));
        List<Arguments> all = new ArrayList<>();
        for (Place place : Place.values()) {
            for (int workers = 1; workers <= 2; workers++) {
                all.add(Arguments.of(place, workers, kinds.get(all.size() % kinds.size())));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void aBugEndsItsConferenceOnly(Place place, int workers, Supplier<Throwable> bug) {
        FaultyParts parts = new FaultyParts(place);
        try (WholeBridge bridge = bridgeWith(parts, workers)) {
            List<SimulatedClient> good = joinThree(bridge, "good");
            assertThat(bridge.connectAll()).isTrue();
            long slabsBefore = Slab.liveBlocks();
            List<SimulatedClient> bad = joinThree(bridge, "bad");
            assertThat(bridge.connectAll()).isTrue();
            talk(bridge, 10);
            String badId = bridge.conferences.snapshot("bad").orElseThrow().id();

            SimulatedClient unlucky = bad.get(1);
            SentStream audio = WholeBridge.stream(unlucky, SimulatedBridge.OPUS);
            parts.arm(bug, audio.ssrc, unlucky.name);
            provoke(bridge, place, unlucky);
            talk(bridge, 50);

            assertThat(parts.thrown).as("the bug was met").isPositive();
            assertThat(bridge.faults)
                    .isNotEmpty()
                    .allSatisfy(fault -> assertThat(fault.conferenceId()).isEqualTo(badId));
            assertThat(bridge.conferences.snapshot("bad")).isEmpty();
            assertThat(bridge.conferences.snapshotById(badId)).isEmpty();
            assertThatThrownBy(() -> bridge.colibri.handle(ConferenceModify.updating("bad", List.of())))
                    .hasMessageContaining("bad");
            boolean wasEndedByControl = place == Place.CLOSE_KEY_AGREEMENT;
            assertThat(bridge.counters.get(ConferenceCounter.CONFERENCES_FAILED))
                    .isEqualTo(wasEndedByControl ? 0 : 1);

            bridge.clients.values().stream()
                    .filter(client -> !good.contains(client))
                    .toList()
                    .forEach(bridge::vanish);
            bridge.run(2 * SECOND_NS);
            assertThat(Slab.liveBlocks()).as("native memory").isEqualTo(slabsBefore);
            assertThat(bridge.workers.stats().endpoints()).isEqualTo(3);
            assertEverythingArrived(good);

            int before = bridge.faults.size();
            parts.disarm();
            List<SimulatedClient> again = joinThree(bridge, "bad");
            assertThat(bridge.connectAll()).isTrue();
            talk(bridge, 10);
            assertEverythingArrived(again);
            assertThat(bridge.faults).hasSize(before);
        }
    }

    private static void provoke(WholeBridge bridge, Place place, SimulatedClient unlucky) {
        switch (place) {
            case OPEN_RTP, SEAL_RTP -> {} // the next packet does
            case OPEN_RTCP, SEAL_RTCP ->
                unlucky.sendSenderReport(WholeBridge.stream(unlucky, SimulatedBridge.OPUS), 0x1234_5678_0000_0000L);
            case MAKE_SEALER, MAKE_KEY_AGREEMENT -> bridge.join("bad", "late");
            case DTLS_DATAGRAM ->
                unlucky.sendRaw(new byte[] {22, (byte) 0xFE, (byte) 0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
            case CLOSE_KEY_AGREEMENT -> bridge.colibri.handle(ConferenceModify.expiring("bad"));
        }
    }

    @Test
    void aMachineThatIsOutOfMemoryIsNoConferencesFault() {
        FaultyParts parts = new FaultyParts(Place.OPEN_RTP);
        try (WholeBridge bridge = bridgeWith(parts, 1)) {
            List<SimulatedClient> three = joinThree(bridge, "room");
            assertThat(bridge.connectAll()).isTrue();
            SentStream audio = WholeBridge.stream(three.get(0), SimulatedBridge.OPUS);
            parts.arm(() -> new OutOfMemoryError("on purpose"), audio.ssrc, three.get(0).name);
            three.get(0).send(audio, new byte[20], true);
            assertThatThrownBy(() -> bridge.run(SECOND_NS)).isInstanceOf(OutOfMemoryError.class);
            assertThat(bridge.faults).isEmpty();
            parts.disarm();
            assertThat(bridge.conferences.snapshot("room")).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MAKE_SEALER", "OPEN_RTP"})
    void nativeMemoryThatIsUsedUpCostsTheEndpointThatWantedIt(Place place) {
        FaultyParts parts = new FaultyParts(place);
        try (WholeBridge bridge = bridgeWith(parts, 2)) {
            List<SimulatedClient> three = joinThree(bridge, "room");
            assertThat(bridge.connectAll()).isTrue();
            long slabs = Slab.liveBlocks();
            SimulatedClient late = bridge.join("room", "late");
            bridge.run(place == Place.OPEN_RTP ? SECOND_NS : 0);
            SentStream audio = WholeBridge.stream(late, SimulatedBridge.OPUS);
            parts.arm(() -> new OutOfNativeMemoryException("a block, on purpose"), audio.ssrc, late.name);
            bridge.run(SECOND_NS);
            late.send(audio, new byte[20], true);
            bridge.run(SECOND_NS);
            assertThat(parts.thrown).isPositive();
            parts.disarm();
            bridge.vanish(late);

            talk(bridge, 10);
            assertEverythingArrived(three);
            assertThat(bridge.faults)
                    .hasSize(1)
                    .allSatisfy(fault -> assertThat(fault.conferenceId()).isNull());
            assertThat(Slab.liveBlocks())
                    .as("what was made before is free again")
                    .isEqualTo(slabs);
            assertThat(bridge.workers.stats().endpoints()).isEqualTo(3);
            bridge.run(180 * SECOND_NS); // control learns by idleness
            assertThat(bridge.conferences.snapshot("room").orElseThrow().endpoints())
                    .hasSize(3);
            bridge.join("room", "late");
            assertThat(bridge.connectAll()).as("recovered").isTrue();
        }
    }

    @Test
    void overTheLimitOfNativeMemoryEndpointsAreRefusedAndThoseThatAreThereGoOn() {
        try (WholeBridge bridge = bridgeWith(new FaultyParts(Place.OPEN_RTP), 2)) {
            List<SimulatedClient> three = joinThree(bridge, "room");
            assertThat(bridge.connectAll()).isTrue();
            TableSizes before = bridge.workers.footprint();
            bridge.nativeMemoryLeftBytes = 0;
            assertThatThrownBy(() -> bridge.join("room", "late"))
                    .hasMessageContaining("overloaded")
                    .hasMessageContaining("native memory");
            talk(bridge, 10);
            assertEverythingArrived(three);
            assertThat(bridge.workers.footprint()).isEqualTo(before);
            bridge.nativeMemoryLeftBytes = 1 << 20;
            bridge.join("room", "late");
            assertThat(bridge.connectAll()).as("recovered").isTrue();
        }
    }

    @Test
    void aFullQueueRefusesARequestAndLeavesNothingHalfDone() {
        try (WholeBridge bridge = bridgeWith(new FaultyParts(Place.OPEN_RTP), 2)) {
            List<SimulatedClient> three = joinThree(bridge, "room");
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(SECOND_NS);
            TableSizes before = bridge.workers.footprint();
            long slabs = Slab.liveBlocks();
            for (MediaWorker worker : bridge.workers.workers()) {
                boolean taken = true;
                while (taken) {
                    taken = worker.commands().offer(() -> {});
                }
            }
            for (int i = 0; i < 10; i++) {
                String id = "late" + i;
                assertThatThrownBy(() -> bridge.join("room", id)).hasMessageContaining("overloaded");
            }
            assertThat(bridge.workers.footprint()).isEqualTo(before);
            bridge.run(SECOND_NS);
            talk(bridge, 10);
            assertEverythingArrived(three);
            assertThat(bridge.workers.footprint()).isEqualTo(before);
            assertThat(Slab.liveBlocks()).isEqualTo(slabs);
            assertThat(bridge.workers.stats().count(MediaCounter.COMMAND_QUEUE_REJECTIONS))
                    .isGreaterThanOrEqualTo(10);
            bridge.join("room", "late0");
            assertThat(bridge.connectAll()).as("recovered").isTrue();
        }
    }

    private static List<SimulatedClient> joinThree(WholeBridge bridge, String meeting) {
        bridge.create(meeting);
        List<SimulatedClient> three = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            three.add(bridge.join(meeting, "e" + i));
        }
        return three;
    }

    /** Everybody sends one packet of each stream each 20 ms. */
    private static void talk(WholeBridge bridge, int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            for (SimulatedClient client : bridge.clients.values()) {
                for (SentStream stream : client.sent.values()) {
                    byte[] payload = new byte[100];
                    bridge.random.nextBytes(payload);
                    WholeBridge.makeKeyFrame(payload);
                    client.send(stream, payload, true);
                }
            }
            bridge.run(20_000_000);
        }
        bridge.run(SECOND_NS);
    }

    private static void assertEverythingArrived(List<SimulatedClient> clients) {
        for (SimulatedClient from : clients) {
            assertThat(from.failures).isZero();
            for (SentStream stream : from.sent.values()) {
                for (SimulatedClient to : clients) {
                    if (to != from) {
                        GotStream got = Objects.requireNonNull(to.got.get(stream.ssrc), () -> to.name + " got nothing");
                        assertThat(got.order).hasSize(stream.payloadByTimestamp.size());
                    }
                }
            }
        }
    }

    @Test
    void aFaultWithoutAConferenceEndsNone() {
        try (WholeBridge bridge = bridgeWith(new FaultyParts(Place.OPEN_RTP), 1)) {
            List<SimulatedClient> three = joinThree(bridge, "room");
            assertThat(bridge.connectAll()).isTrue();
            MediaWorker worker = bridge.workers.workers().get(0);
            worker.commands().post(() -> {
                throw new IllegalStateException("a bug, on purpose");
            });
            talk(bridge, 10);
            assertThat(bridge.faults).extracting(Fault::conferenceId).hasSize(1).containsOnlyNulls();
            assertEverythingArrived(three);
        }
    }
}
