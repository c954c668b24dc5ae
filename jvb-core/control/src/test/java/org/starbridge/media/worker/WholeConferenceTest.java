package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.muted;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/** Whole conferences without threads, under virtual time; the IV ledger fails any run that breaks the nonce rule. */
class WholeConferenceTest {
    private static final long SEED = 20261121;
    private static final long TICK_NS = 20_000_000;

    private static void join(SimulatedBridge bridge, int count) {
        for (int i = 0; i < count; i++) {
            SimulatedClient client = bridge.join("c" + i, audio(1000 + i), video(2000 + i));
            client.addStream(1000 + i, OPUS, 100 + 7 * i);
            client.addStream(2000 + i, VP8, 65000 + 61 * i);
        }
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100_000_000);
    }

    /** Everybody sends one audio and three video packets each 20 ms. */
    private static void talk(SimulatedBridge bridge, int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            for (SimulatedClient client : bridge.clients.values()) {
                for (SentStream stream : client.sent.values()) {
                    int packets = stream.payloadType == OPUS ? 1 : 3;
                    for (int i = 0; i < packets; i++) {
                        byte[] payload = new byte[60 + bridge.random.nextInt(900)];
                        bridge.random.nextBytes(payload);
                        WholeBridge.makeKeyFrame(payload);
                        client.send(stream, payload, i == packets - 1);
                    }
                }
            }
            bridge.run(TICK_NS);
        }
        bridge.run(1_000_000_000);
    }

    private static GotStream got(SimulatedClient client, int ssrc) {
        return Objects.requireNonNull(client.got.get(ssrc), client.name + " got nothing of " + ssrc);
    }

    private static void assertPayloadsAreAsSent(SimulatedClient from, SentStream stream, SimulatedClient to) {
        Map<Integer, byte[]> received = Objects.requireNonNull(to.payloads.get(stream.ssrc));
        received.forEach((timestamp, payload) -> assertThat(payload)
                .as("%s to %s, ssrc %d, timestamp %d", from.name, to.name, stream.ssrc, timestamp)
                .isEqualTo(stream.payloadByTimestamp.get(timestamp)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyPacketReachesEverybodyElseOnceAndInOrder(int workers) {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, workers)) {
            join(bridge, 5);
            talk(bridge, 300);
            for (SimulatedClient from : bridge.clients.values()) {
                for (SentStream stream : from.sent.values()) {
                    for (SimulatedClient to : bridge.clients.values()) {
                        if (to == from) {
                            assertThat(to.got).doesNotContainKey(stream.ssrc);
                            continue;
                        }
                        GotStream got = got(to, stream.ssrc);
                        assertThat(got.order).hasSize(stream.payloadByTimestamp.size());
                        for (int i = 1; i < got.order.size(); i++) {
                            assertThat(got.order.get(i)).isEqualTo(got.order.get(i - 1) + 1);
                        }
                        assertPayloadsAreAsSent(from, stream, to);
                    }
                }
                assertThat(from.failures).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, SEED})
    void lossReorderingAndDuplicationNeitherBreakAStreamNorDoubleAPacket(long seed) {
        try (SimulatedBridge bridge = new SimulatedBridge(seed, 2)) {
            join(bridge, 4);
            bridge.network.conditions(new Conditions(0.1, 0.1, 5_000_000, 30_000_000));
            talk(bridge, 500);
            for (SimulatedClient from : bridge.clients.values()) {
                assertThat(from.failures).as("seed %d", seed).isZero();
                for (SentStream stream : from.sent.values()) {
                    for (SimulatedClient to : bridge.clients.values()) {
                        if (to == from) {
                            continue;
                        }
                        GotStream got = got(to, stream.ssrc);
                        assertThat(got.timestampByExtSeq).hasSameSizeAs(got.order);
                        assertThat(got.timestampByExtSeq.values()).doesNotHaveDuplicates();
                        // Two lossy hops at 10 % leave about 81 %.
                        assertThat((double) got.order.size() / stream.payloadByTimestamp.size())
                                .as("seed %d", seed)
                                .isBetween(0.74, 0.88);
                        assertPayloadsAreAsSent(from, stream, to);
                    }
                }
            }
        }
    }

    @Test
    void twoRunsFromOneSeedAreEqual() {
        assertThat(fingerprintOfARun(7)).isEqualTo(fingerprintOfARun(7)).isNotEqualTo(fingerprintOfARun(8));
    }

    private static String fingerprintOfARun(long seed) {
        try (SimulatedBridge bridge = new SimulatedBridge(seed, 2)) {
            join(bridge, 3);
            bridge.network.conditions(new Conditions(0.05, 0.02, 5_000_000, 30_000_000));
            talk(bridge, 50);
            StringBuilder run = new StringBuilder();
            bridge.clients
                    .values()
                    .forEach(client -> client.got.forEach((ssrc, stream) ->
                            run.append(ssrc).append(stream.order).append(';')));
            return run.append(bridge.network.sent()).toString();
        }
    }

    @Test
    void ipv4AndIpv6ClientsMeetOnOnePort() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            SimulatedClient four = bridge.join("four", audio(1004));
            four.addStream(1004, OPUS, 1);
            SimulatedClient six = bridge.joinOverIpv6("six", audio(1006));
            six.addStream(1006, OPUS, 1);
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100_000_000);
            talk(bridge, 50);
            assertThat(got(four, 1006).order).hasSize(50);
            assertThat(got(six, 1004).order).hasSize(50);
        }
    }

    @Test
    void aJoinerAfterTheSourcesWrapBeginsAtRolloverZero() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 2); // video of c0 starts at 65000 and wraps after 536 packets
            talk(bridge, 400);
            SimulatedClient joiner = bridge.join("late");
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100_000_000);
            talk(bridge, 100);
            assertThat(joiner.failures).isZero();
            assertThat(got(joiner, 2000).order).hasSize(300);
            assertThat(got(joiner, 1000).order).hasSize(100);
        }
    }

    @Test
    void aStreamResumesInSequenceAfterSeventyThousandUnsentPackets() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 1)) {
            join(bridge, 2);
            talk(bridge, 10);
            SimulatedClient sender = Objects.requireNonNull(bridge.clients.get("c0"));
            SimulatedClient receiver = Objects.requireNonNull(bridge.clients.get("c1"));
            SentStream audio = Objects.requireNonNull(sender.sent.get(1000));
            int before = got(receiver, 1000).order.size();

            bridge.declare("c0", muted(audio(1000)), video(2000));
            bridge.run(TICK_NS);
            for (int i = 0; i < 70_000; i++) {
                sender.send(audio, new byte[] {1, 2, 3}, false);
                if (i % 64 == 0) {
                    bridge.run(1_000_000);
                }
            }
            bridge.run(100_000_000);
            assertThat(got(receiver, 1000).order).hasSize(before);

            bridge.declare("c0", audio(1000), video(2000));
            bridge.run(TICK_NS);
            talk(bridge, 20);
            assertThat(receiver.failures).isZero();
            GotStream got = got(receiver, 1000);
            assertThat(got.order).hasSize(before + 20);
            assertThat(got.order.getLast() - got.order.getFirst()).isEqualTo(before + 20 - 1);
        }
    }

    @Test
    void aSourceThatLeavesAndComesBackWithALowerSequenceContinuesAbove() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 2);
            talk(bridge, 50);
            SimulatedClient receiver = Objects.requireNonNull(bridge.clients.get("c1"));
            long highest = got(receiver, 1000).order.getLast();
            int before = got(receiver, 1000).order.size();

            bridge.leave("c0");
            SimulatedClient again = bridge.join("c0-again", audio(1000), video(2000));
            again.addStream(1000, OPUS, 3); // lower than before
            again.addStream(2000, VP8, 3);
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100_000_000);
            talk(bridge, 50);

            assertThat(receiver.failures).isZero();
            GotStream got = got(receiver, 1000);
            assertThat(got.duplicates).isZero();
            assertThat(got.order).hasSize(before + 50);
            assertThat(got.order.get(before)).isEqualTo(highest + 1);
        }
    }

    @Test
    void keyFrameRequestsOfAllReceiversAreMergedIntoOne() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 5);
            talk(bridge, 10);
            SimulatedClient source = Objects.requireNonNull(bridge.clients.get("c0"));
            assertThat(source.keyFrameRequests)
                    .as("for the receivers that joined")
                    .contains(2000);
            bridge.run(1_000_000_000);
            source.keyFrameRequests.clear();
            for (int round = 0; round < 10; round++) {
                bridge.clients.values().stream()
                        .filter(client -> client != source)
                        .forEach(client -> client.requestKeyFrame(2000));
                bridge.run(10_000_000);
            }
            bridge.run(150_000_000);
            assertThat(source.keyFrameRequests)
                    .isNotEmpty()
                    .hasSizeLessThanOrEqualTo(2)
                    .containsOnly(2000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoseMuteIsLiftedIsAskedForAKeyFrame(int workers) {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, workers)) {
            join(bridge, 3);
            talk(bridge, 10);
            bridge.run(1_000_000_000);
            SimulatedClient source = Objects.requireNonNull(bridge.clients.get("c0"));
            bridge.declare("c0", audio(1000), muted(video(2000)));
            bridge.run(1_000_000_000);
            source.keyFrameRequests.clear();
            bridge.declare("c0", muted(audio(1000)), muted(video(2000)));
            bridge.run(1_000_000_000);
            assertThat(source.keyFrameRequests).as("of what stays muted").isEmpty();
            bridge.declare("c0", audio(1000), video(2000));
            bridge.run(200_000_000); // before it is asked again
            assertThat(source.keyFrameRequests).containsExactly(2000);
        }
    }

    @Test
    void senderReportsCarryTheBridgesOwnCountsAndReceiverReportsComeFromTheBridge() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 3);
            talk(bridge, 25);
            SimulatedClient source = Objects.requireNonNull(bridge.clients.get("c0"));
            SimulatedClient receiver = Objects.requireNonNull(bridge.clients.get("c1"));
            source.sendSenderReport(Objects.requireNonNull(source.sent.get(1000)), 0x1234_5678_9ABC_DEF0L);
            bridge.run(1_500_000_000);
            assertThat(receiver.senderReportCounts).containsExactly(25L);
            assertThat(source.reportedSsrcs).isNotEmpty().isSubsetOf(1000, 2000);
        }
    }

    @Test
    void undeclaredSsrcsAreDroppedAndCounted() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 1)) {
            join(bridge, 2);
            SimulatedClient sender = Objects.requireNonNull(bridge.clients.get("c0"));
            SentStream undeclared = sender.addStream(1001, OPUS, 5); // c1's audio
            sender.sent.remove(1001);
            for (int i = 0; i < 7; i++) {
                sender.send(undeclared, new byte[] {1}, false);
            }
            bridge.run(1_100_000_000);
            assertThat(bridge.workers.stats().droppedByReason()).containsEntry("unknown_ssrc", 7L);
        }
    }

    @Test
    void randomDatagramsChangeNothing() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 3);
            SimulatedClient attacker = Objects.requireNonNull(bridge.clients.get("c0"));
            for (int i = 0; i < 20_000; i++) {
                byte[] datagram = new byte[bridge.random.nextInt(200)];
                bridge.random.nextBytes(datagram);
                if (datagram.length > 0) {
                    datagram[0] = (byte) (bridge.random.nextInt(4) == 0 ? 0x80 : datagram[0]);
                }
                attacker.sendRaw(datagram);
                if (i % 50 == 0) {
                    bridge.run(1_000_000);
                }
            }
            talk(bridge, 20);
            SimulatedClient other = Objects.requireNonNull(bridge.clients.get("c1"));
            assertThat(got(other, 1002).order).hasSize(20);
            assertThat(got(other, 1000).order).hasSize(20);
            assertThat(bridge.workers.workers())
                    .allSatisfy(worker -> assertThat(worker.snapshot().faults()).isZero());
        }
    }

    @Test
    void nothingOfAnExpiredEndpointIsForwardedAndItsMemoryIsGone() {
        try (SimulatedBridge bridge = new SimulatedBridge(SEED, 2)) {
            join(bridge, 3);
            talk(bridge, 5);
            bridge.leave("c2");
            talk(bridge, 5);
            bridge.run(1_100_000_000);
            assertThat(bridge.workers.stats().endpoints()).isEqualTo(2);
            SimulatedClient one = Objects.requireNonNull(bridge.clients.get("c1"));
            assertThat(got(one, 1002).order).hasSize(5);
            assertThat(got(one, 1000).order).hasSize(10);
        }
    }
}
