package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.muted;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.demux.Route;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.testkit.SimulatedPort;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.ReceiveBatch;

/** Conferences in which an endpoint is hostile, slow, muted, or where a worker hears what another one owns. */
class BadNetworkTest {
    private static final long SEED = 4711;
    private static final long TICK_NS = 20_000_000;

    private static void join(SimulatedBridge bridge, int count) {
        for (int i = 0; i < count; i++) {
            SimulatedClient client = bridge.join("c" + i, audio(1000 + i), video(2000 + i));
            client.addStream(1000 + i, OPUS, 100);
            client.addStream(2000 + i, VP8, 100);
        }
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100_000_000);
    }

    private static SimulatedClient client(SimulatedBridge bridge, String name) {
        return Objects.requireNonNull(bridge.clients.get(name));
    }

    private static SentStream stream(SimulatedClient client, int ssrc) {
        return Objects.requireNonNull(client.sent.get(ssrc));
    }

    private static GotStream got(SimulatedClient client, int ssrc) {
        return Objects.requireNonNull(client.got.get(ssrc), client.name + " got nothing of " + ssrc);
    }

    private static MediaEndpoint endpoint(SimulatedClient client) {
        return Objects.requireNonNull(client.endpoint);
    }

    private static void talk(SimulatedBridge bridge, SimulatedClient client, int ssrc, int packets) {
        for (int i = 0; i < packets; i++) {
            client.send(stream(client, ssrc), new byte[] {(byte) i, 5, 5}, true);
            bridge.run(TICK_NS);
        }
        bridge.run(50_000_000);
    }

    private static long dropped(SimulatedBridge bridge, String reason) {
        bridge.run(1_100_000_000); // the figures are a second old
        return Objects.requireNonNull(bridge.workers.stats().droppedByReason().getOrDefault(reason, 0L));
    }

    @Test
    void whatTheWrongWorkerHearsReachesTheOwner() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 3)) {
            join(bridge, 6);
            int heardByOthers = 0;
            for (int i = 0; i < 6; i++) { // the least loaded worker takes each, so owners are 0, 1, 2, 0, 1, 2
                SimulatedClient client = client(bridge, "c" + i);
                heardByOthers += Math.floorMod(client.port.localAddress().hashCode(), 3) == i % 3 ? 0 : 1;
                talk(bridge, client, 1000 + i, 10);
            }
            assertThat(heardByOthers)
                    .as("clients whose owner does not hear them")
                    .isPositive();
            for (int i = 0; i < 6; i++) {
                for (int j = 0; j < 6; j++) {
                    if (i != j) {
                        assertThat(got(client(bridge, "c" + j), 1000 + i).order).hasSize(10);
                    }
                }
            }
        }
    }

    @Test
    void twoWorkersThatEachTakeTheOtherForTheOwnerDropTheDatagram() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            InetSocketAddress contested = new InetSocketAddress(InetAddress.ofLiteral("203.0.113.9"), 4000);
            SimulatedPort port = bridge.network.open(contested);
            Tuple tuple = new Tuple(SimulatedBridge.ADDRESS, contested);
            bridge.workers.workers().get(0).onLearn(tuple, new Route(901, 1, "one"));
            bridge.workers.workers().get(1).onLearn(tuple, new Route(900, 0, "zero"));
            byte[] datagram = new byte[100];
            datagram[0] = (byte) 0x80;
            port.send(SimulatedBridge.ADDRESS, datagram);
            bridge.clock.advanceTo(bridge.clock.nowNs() + 2_000_000);
            bridge.network.deliver();
            for (int cycle = 0; cycle < 10; cycle++) {
                bridge.workers.workers().forEach(worker -> worker.doWork(bridge.clock.nowNs()));
            }
            assertThat(bridge.workers.workers()).noneMatch(MediaWorker::mayHaveMore);
            assertThat(dropped(bridge, "unknown_address")).isEqualTo(1);
        }
    }

    @Test
    void namingSomebodyElsesAddressAsACandidateDoesNotTakeItFromHim() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 3);
            SimulatedClient victim = client(bridge, "c0");
            long before = dropped(bridge, "unknown_ssrc");
            SimulatedClient thief = bridge.add("thief");
            bridge.clients.remove("thief"); // never answers, so the bridge goes on checking what it named
            endpoint(thief)
                    .remoteTransport(new RemoteTransport(
                            null, List.of(IceCandidate.host(victim.port.localAddress(), 65535)), List.of(), null));
            talk(bridge, victim, 1000, 100);
            assertThat(got(client(bridge, "c2"), 1000).order).hasSize(100);
            assertThat(dropped(bridge, "unknown_ssrc")).isEqualTo(before);
            thief.close();
        }
    }

    @Test
    void aConnectionOverATurnServerIsReported() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 1)) {
            SimulatedClient direct = bridge.join("direct", audio(1000));
            SimulatedClient relayed = bridge.join("relayed", audio(1001));
            IceCandidate candidate =
                    new IceCandidate("r", 1, "udp", 5, relayed.port.localAddress(), IceCandidate.Type.RELAY, "r", 0);
            endpoint(relayed).remoteTransport(new RemoteTransport(null, List.of(candidate), List.of(), null));
            assertThat(bridge.connectAll()).isTrue();

            assertThat(relayed.isRelayed).isTrue();
            assertThat(direct.isRelayed).isFalse();
        }
    }

    @Test
    void aPacketThatOvertakesTheMuteLeavesNoGapAfterIt() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 2); // c0 belongs to worker 0, c1 to worker 1
            SimulatedClient sender = client(bridge, "c1");
            SimulatedClient receiver = client(bridge, "c0");
            talk(bridge, sender, 1001, 5);
            assertThat(got(receiver, 1001).order).hasSize(5);

            // The sender's worker puts a packet into its ring; then the receiver's worker hears of the mute first.
            sender.send(stream(sender, 1001), new byte[] {1}, true);
            bridge.clock.advanceTo(bridge.clock.nowNs() + 1_000_000);
            bridge.network.deliver();
            if (Math.floorMod(sender.port.localAddress().hashCode(), 2) == 0) {
                bridge.workers.workers().get(0).doWork(bridge.clock.nowNs()); // passes it on
            }
            bridge.workers.workers().get(1).doWork(bridge.clock.nowNs());
            bridge.declare("c1", muted(audio(1001)), video(2001));
            bridge.workers.workers().get(0).doWork(bridge.clock.nowNs());
            talk(bridge, sender, 1001, 50);

            bridge.declare("c1", audio(1001), video(2001));
            bridge.run(TICK_NS);
            talk(bridge, sender, 1001, 5);
            GotStream got = got(receiver, 1001);
            assertThat(got.order.getLast() - got.order.getFirst())
                    .as("numbers without a gap: %s", got.order)
                    .isEqualTo(got.order.size() - 1);
            assertThat(got.order).hasSize(10);
        }
    }

    @Test
    void anOlderTableIsIgnored() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 2);
            bridge.workers.publish(new ForwardingTable("conf", 1, List.of()));
            bridge.run(TICK_NS);
            talk(bridge, client(bridge, "c0"), 1000, 5);
            assertThat(got(client(bridge, "c1"), 1000).order).hasSize(5);
        }
    }

    @Test
    void aStreamThatIsNotDeclaredAnyMoreIsNotForwardedAndComesBackWithoutAGap() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 2);
            SimulatedClient sender = client(bridge, "c0");
            SimulatedClient receiver = client(bridge, "c1");
            talk(bridge, sender, 1000, 5);
            bridge.declare("c0", video(2000));
            bridge.run(TICK_NS);
            talk(bridge, sender, 1000, 30);
            assertThat(got(receiver, 1000).order).hasSize(5);
            assertThat(dropped(bridge, "unknown_ssrc")).isEqualTo(30);
            bridge.declare("c0", audio(1000), video(2000));
            bridge.run(TICK_NS);
            talk(bridge, sender, 1000, 5);
            assertThat(got(receiver, 1000).order)
                    .containsExactly(100L, 101L, 102L, 103L, 104L, 105L, 106L, 107L, 108L, 109L);
            assertThat(receiver.failures).isZero();
        }
    }

    @Test
    void theRoundTripComesFromReportsThatNameTheBridgesSenderReport() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 2);
            SimulatedClient sender = client(bridge, "c0");
            SimulatedClient receiver = client(bridge, "c1");
            talk(bridge, sender, 1000, 5);
            long ntp = NtpTime.fromUnixNs(1_700_000_000_000_000_000L);
            sender.sendSenderReport(stream(sender, 1000), ntp);
            bridge.run(300_000_000);
            assertThat(receiver.senderReportCounts).containsExactly(5L);
            receiver.sendReport(1000, 64, ntp, 298_000_000); // it came after 2 ms: 1 to the bridge, 1 to the receiver
            bridge.run(1_200_000_000);
            assertThat(endpoint(receiver).stats().rttMs()).isBetween(1.9, 2.1);
            assertThat(endpoint(receiver).stats().outboundLossFraction()).isPositive();

            receiver.sendReport(1000, 64, ntp + (1L << 32), 0); // names a report that was never sent
            bridge.run(1_200_000_000);
            assertThat(endpoint(receiver).stats().rttMs()).isBetween(1.9, 2.1);
        }
    }

    @Test
    void anEndpointEndsEvenIfItsWorkersQueueIsFull() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 2);
            for (MediaWorker worker : bridge.workers.workers()) {
                boolean taken = true;
                while (taken) {
                    taken = worker.commands().offer(() -> {});
                }
            }
            endpoint(client(bridge, "c0")).expire();
            bridge.run(1_100_000_000);
            assertThat(bridge.workers.stats().endpoints()).isEqualTo(1);
        }
    }

    @Test
    void keyFrameRequestsAreCounted() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 2);
            bridge.run(1_100_000_000);
            long before = bridge.workers.stats().count(MediaCounter.KEY_FRAME_REQUESTS_SENT);
            bridge.clients.values().forEach(client -> client.keyFrameRequests.clear());
            client(bridge, "c0").send(stream(client(bridge, "c0"), 2000), new byte[] {0x10, 0, 0, 0}, true);
            bridge.run(TICK_NS);
            client(bridge, "c1").requestKeyFrame(2000);
            bridge.run(1_100_000_000);
            assertThat(client(bridge, "c0").keyFrameRequests).containsExactly(2000);
            assertThat(bridge.workers.stats().count(MediaCounter.KEY_FRAME_REQUESTS_SENT))
                    .as("and those for the camera that sends nothing")
                    .isEqualTo(
                            before + 1 + client(bridge, "c1").keyFrameRequests.size());
        }
    }

    @Test
    void aRoomOfMoreReceiversThanTheBudgetIsServedInTurnsAndStunInBetween() {
        int receivers = 600;
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 1)) {
            SimulatedClient source = bridge.add("source", audio(1000));
            source.addStream(1000, OPUS, 100);
            for (int i = 0; i < receivers; i++) {
                bridge.add("r" + i);
                if (i % 200 == 0) {
                    bridge.run(1_000_000); // the worker's queue is bounded
                }
            }
            bridge.publish();
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100_000_000);

            MediaWorker worker = bridge.workers.workers().get(0);
            source.send(stream(source, 1000), new byte[] {1, 2, 3}, true);
            source.send(stream(source, 1000), new byte[] {4, 5, 6}, true);
            tick(bridge);
            long before = bridge.network.sent();
            worker.doWork(bridge.clock.nowNs());
            assertThat(bridge.network.sent() - before).isEqualTo(MediaWorker.FAN_OUT_BUDGET);
            assertThat(worker.mayHaveMore()).isTrue();

            SimulatedClient late = bridge.add("late"); // its first check comes in the middle of the fan-out
            late.doWork(bridge.clock.nowNs());
            tick(bridge);
            worker.doWork(bridge.clock.nowNs());
            assertThat(worker.mayHaveMore()).as("176 packets are left").isTrue();
            tick(bridge);
            try (ReceiveBatch batch = new ReceiveBatch(8)) {
                assertThat(late.port.receive(batch)).as("answers to its check").isPositive();
                assertThat(Memory.u8(batch.address(0))).as("STUN").isLessThanOrEqualTo(3);
            }

            bridge.run(10_000_000);
            for (int i = 0; i < receivers; i++) {
                GotStream got = got(client(bridge, "r" + i), 1000);
                assertThat(got.order).as("receiver %d", i).containsExactly(100L, 101L);
                assertThat(got.duplicates).isZero();
            }
        }
    }

    /** The time that a datagram takes. */
    private static void tick(SimulatedBridge bridge) {
        bridge.clock.advanceTo(bridge.clock.nowNs() + 1_000_000);
        bridge.network.deliver();
    }
}
