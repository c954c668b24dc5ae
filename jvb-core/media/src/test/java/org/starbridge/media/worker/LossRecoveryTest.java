package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.rtx;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * Whole conferences on networks that lose, double and reorder, under virtual time: what is asked for in time comes,
 * once. The IV ledger fails any run that breaks the nonce rule.
 */
class LossRecoveryTest {
    private static final long SEED = 20261121;
    private static final long TICK_NS = 20_000_000;
    /** Without key frames: they would end the wait for what came before them. */
    private static final String OPAQUE = "opaque";

    private static final int RTX_OFFSET = 1000; // of video 2000 is 3000

    private static SimulatedClient join(SimulatedBridge bridge, int number) {
        return join(bridge, "c" + number, number, 65000 + 61 * number);
    }

    private static SimulatedClient join(SimulatedBridge bridge, String name, int number, int firstSequence) {
        int media = 2000 + number;
        boolean withRtx = bridge.recovery == Recovery.NACK_AND_RTX;
        SimulatedClient client = withRtx
                ? bridge.join(name, audio(1000 + number), video(media), rtx(media + RTX_OFFSET, media))
                : bridge.join(name, audio(1000 + number), video(media));
        client.addStream(1000 + number, OPUS, 100 + 7 * number);
        client.addStream(media, VP8, firstSequence).rtxSsrc = withRtx ? media + RTX_OFFSET : 0;
        for (int i = 0; i < 10; i++) {
            client.mediaByRtxSsrc.put(2000 + i + RTX_OFFSET, 2000 + i);
        }
        client.recovery.start(bridge.clock.nowNs());
        return client;
    }

    private static SimulatedBridge conference(long seed, int workers, Recovery recovery, int members) {
        SimulatedBridge bridge = new SimulatedBridge(seed, workers);
        bridge.recovery = recovery;
        bridge.videoCodec = OPAQUE;
        for (int i = 0; i < members; i++) {
            join(bridge, i);
        }
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100_000_000);
        return bridge;
    }

    private static final Conditions GOOD = new Conditions(0, 0, 5_000_000, 0);

    /**
     * Everybody sends one audio and three video packets each 20 ms. The first ones come through, since nothing older
     * than the first goes out, and the last ones, so that every gap is seen.
     */
    private static void talk(SimulatedBridge bridge, int ticks, Conditions conditions) {
        bridge.network.conditions(GOOD);
        bridge.clients.values().forEach(client -> speak(bridge, client));
        bridge.run(TICK_NS);
        bridge.network.conditions(conditions);
        for (int tick = 0; tick < ticks; tick++) {
            bridge.clients.values().forEach(client -> speak(bridge, client));
            bridge.run(TICK_NS);
        }
        bridge.run(300_000_000);
        bridge.network.conditions(GOOD);
        bridge.clients.values().forEach(client -> speak(bridge, client));
        bridge.run(1_500_000_000);
    }

    private static void speak(SimulatedBridge bridge, SimulatedClient client) {
        for (SentStream stream : client.sent.values()) {
            int packets = stream.payloadType == OPUS ? 1 : 3;
            for (int i = 0; i < packets; i++) {
                byte[] payload = new byte[60 + bridge.random.nextInt(900)];
                bridge.random.nextBytes(payload);
                client.send(stream, payload, i == packets - 1);
            }
        }
    }

    private static SimulatedClient client(SimulatedBridge bridge, String name) {
        return Objects.requireNonNull(bridge.clients.get(name));
    }

    private static GotStream got(SimulatedClient client, int ssrc) {
        return Objects.requireNonNull(client.got.get(ssrc), client.name + " got nothing of " + ssrc);
    }

    private static void assertAllVideoArrived(SimulatedBridge bridge, String as) {
        for (SimulatedClient from : bridge.clients.values()) {
            assertThat(from.failures).as(as).isZero();
            for (SentStream stream : from.sent.values()) {
                for (SimulatedClient to : bridge.clients.values()) {
                    if (to == from || stream.payloadType == OPUS) {
                        continue;
                    }
                    Map<Integer, byte[]> received = Objects.requireNonNull(to.payloads.get(stream.ssrc));
                    assertThat(received.keySet())
                            .as("%s, %s to %s", as, from.name, to.name)
                            .containsExactlyInAnyOrderElementsOf(stream.payloadByTimestamp.keySet());
                    received.forEach((timestamp, payload) -> assertThat(payload)
                            .as("%s, %s to %s, timestamp %d", as, from.name, to.name, timestamp)
                            .isEqualTo(stream.payloadByTimestamp.get(timestamp)));
                    assertThat(got(to, stream.ssrc).timestampByExtSeq.values())
                            .as(as)
                            .doesNotHaveDuplicates();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, NACK, 0.01", "2, 2, NACK, 0.05", "3, 3, NACK, 0.1",
        "4, 1, NACK_AND_RTX, 0.01", "5, 2, NACK_AND_RTX, 0.05", "6, 3, NACK_AND_RTX, 0.1"
    })
    void whatIsLostReorderedOrDoubledArrivesOnce(long seed, int workers, Recovery recovery, double loss) {
        try (SimulatedBridge bridge = conference(seed, workers, recovery, 4)) {
            talk(bridge, 150, new Conditions(loss, loss, 5_000_000, 30_000_000));
            String as = "seed " + seed;
            assertAllVideoArrived(bridge, as);
            for (SimulatedClient client : bridge.clients.values()) {
                assertThat(client.recovery.askedByBridge).as(as).isPositive();
                int lost = (int) (3 * 150 * 3 * loss); // three senders, one hop
                if (recovery == Recovery.NACK_AND_RTX) {
                    assertThat(client.recovery.recovered).as(as).isBetween(lost / 2, 2 * lost);
                }
            }
        }
    }

    @Test
    void withoutLossNobodyAsksForAnything() {
        try (SimulatedBridge bridge = conference(SEED, 2, Recovery.NACK_AND_RTX, 3)) {
            talk(bridge, 100, new Conditions(0, 0, 5_000_000, 4_000_000));
            assertAllVideoArrived(bridge, "no loss");
            for (SimulatedClient client : bridge.clients.values()) {
                assertThat(client.recovery.askedByBridge).isZero();
                assertThat(client.recovery.recovered).isZero();
            }
        }
    }

    private static long counted(SimulatedBridge bridge, MediaCounter counter) {
        bridge.run(1_100_000_000); // the figures are a second old
        return bridge.workers.stats().count(counter);
    }

    @ParameterizedTest
    @EnumSource(names = {"NACK", "NACK_AND_RTX"})
    void whoLeavesJoinsLateOrComesBackWithOtherNumbersIsRecoveredToo(Recovery recovery) {
        Conditions bad = new Conditions(0.05, 0.02, 5_000_000, 10_000_000);
        try (SimulatedBridge bridge = conference(7, 2, recovery, 3)) {
            talk(bridge, 60, bad);
            assertAllVideoArrived(bridge, "before");
            long highest = got(client(bridge, "c1"), 2000).highest;

            bridge.leave("c0");
            bridge.clients.values().forEach(SimulatedClient::forgetWhatCame);
            SimulatedClient late = join(bridge, 5);
            SimulatedClient again = join(bridge, "c0-again", 0, 3); // lower than before
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100_000_000);
            bridge.clients.values().forEach(client -> client.sent.values().forEach(SentStream::forget));
            talk(bridge, 60, bad);
            assertAllVideoArrived(bridge, "after");
            assertThat(got(client(bridge, "c1"), 2000).timestampByExtSeq.firstKey())
                    .isGreaterThan(highest);
            assertThat(late.recovery.askedByBridge + again.recovery.askedByBridge)
                    .isPositive();
        }
    }

    @Test
    void aNackFloodCostsNoMoreThanItsShare() {
        try (SimulatedBridge bridge = conference(SEED, 2, Recovery.NACK_AND_RTX, 3)) {
            talk(bridge, 50, GOOD);
            SimulatedClient flooder = client(bridge, "c1");
            long before = bridge.workers.stats().count(MediaCounter.BYTES_SENT);
            for (int round = 0; round < 400; round++) {
                speak(bridge, client(bridge, "c0"));
                bridge.run(5_000_000);
                flooder.recovery.request(2000, got(flooder, 2000).highest - 100, 100);
                bridge.run(5_000_000);
            }
            bridge.run(1_100_000_000);
            long sent = bridge.workers.stats().count(MediaCounter.BYTES_SENT) - before;
            // 400 rounds of four packets of about 530 bytes, to two receivers; one of them may ask for half as much
            // again.
            assertThat(sent).isLessThan((long) (400 * 4 * 560 * 2.5) + (256 << 10));
            assertThat(counted(bridge, MediaCounter.PACKETS_RETRANSMITTED)).isBetween(500L, 1600L);
            assertThat(counted(bridge, MediaCounter.RETRANSMISSIONS_REFUSED)).isGreaterThan(30_000);
            assertThat(got(client(bridge, "c2"), 2000).order)
                    .as("the other receiver")
                    .hasSize(3 * 52 + 3 * 400);
        }
    }

    @Test
    void whatWasNeverSentOrIsForgottenIsCountedAndNotAnswered() {
        try (SimulatedBridge bridge = conference(SEED, 1, Recovery.NACK, 2)) {
            talk(bridge, 10, GOOD);
            SimulatedClient receiver = client(bridge, "c1");
            GotStream got = got(receiver, 2000);
            long before = counted(bridge, MediaCounter.RETRANSMISSIONS_NOT_CACHED);
            receiver.recovery.request(2000, got.highest, 5); // older than a second, and four that were never sent
            receiver.recovery.request(2000, got.timestampByExtSeq.firstKey() - 3, 3);
            receiver.recovery.request(4711, 1, 1); // no such stream
            assertThat(counted(bridge, MediaCounter.RETRANSMISSIONS_NOT_CACHED) - before)
                    .isEqualTo(9);
            assertThat(counted(bridge, MediaCounter.PACKETS_RETRANSMITTED)).isZero();
            assertThat(got.duplicates).isZero();
        }
    }

    @Test
    void nacksAreCountedAndOfOneAtMost512NumbersAreAnswered() {
        try (SimulatedBridge bridge = conference(SEED, 1, Recovery.NACK, 2)) {
            talk(bridge, 1, GOOD);
            SimulatedClient receiver = client(bridge, "c1");
            long nacks = counted(bridge, MediaCounter.NACKS_RECEIVED);
            long refused = counted(bridge, MediaCounter.RETRANSMISSIONS_REFUSED);
            long notCached = counted(bridge, MediaCounter.RETRANSMISSIONS_NOT_CACHED);
            receiver.recovery.request(2000, got(receiver, 2000).highest + 1, 600); // never sent: 512 are looked up
            assertThat(counted(bridge, MediaCounter.NACKS_RECEIVED) - nacks).isEqualTo(1);
            assertThat(counted(bridge, MediaCounter.RETRANSMISSIONS_NOT_CACHED) - notCached)
                    .isEqualTo(512);
            assertThat(counted(bridge, MediaCounter.RETRANSMISSIONS_REFUSED) - refused)
                    .isEqualTo(600 - 512);
        }
    }

    @Test
    void aNackForWhatTheRingHasOverwrittenIsNotAnswered() {
        try (SimulatedBridge bridge = conference(SEED, 2, Recovery.NACK, 2)) {
            talk(bridge, 1, GOOD);
            SimulatedClient source = client(bridge, "c0");
            SimulatedClient receiver = client(bridge, "c1");
            long first = source.nextIndexOf(2000);
            for (int i = 0; i < 700; i++) { // 1.4 MB in 0.7 s through a ring of 1 MiB
                byte[] payload = new byte[1100];
                source.send(Objects.requireNonNull(source.sent.get(2000)), payload, true);
                source.send(Objects.requireNonNull(source.sent.get(1000)), new byte[900], true);
                bridge.run(1_000_000);
            }
            bridge.run(20_000_000);
            long sequence = got(receiver, 2000).highest - 699;
            assertThat(source.nextIndexOf(2000) - first).isEqualTo(700);
            receiver.recovery.request(2000, sequence, 1);
            receiver.recovery.request(2000, sequence + 690, 1);
            assertThat(counted(bridge, MediaCounter.RETRANSMISSIONS_NOT_CACHED)).isEqualTo(1);
            assertThat(counted(bridge, MediaCounter.PACKETS_RETRANSMITTED)).isEqualTo(1);
            assertThat(got(receiver, 2000).duplicates)
                    .as("bit for bit the first one")
                    .isEqualTo(1);
        }
    }

    @Test
    void aRetransmissionUnderAnSsrcWithoutAGroupIsDroppedAndCounted() {
        try (SimulatedBridge bridge = conference(SEED, 1, Recovery.NACK_AND_RTX, 2)) {
            bridge.declare("c0", audio(1000), video(2000), video(3000));
            bridge.run(TICK_NS);
            SimulatedClient source = client(bridge, "c0");
            talk(bridge, 5, GOOD);
            for (int i = 1; i <= 4; i++) {
                source.recovery.sendAgain(Objects.requireNonNull(source.sent.get(2000)), source.nextIndexOf(2000) - i);
            }
            bridge.run(1_100_000_000);
            assertThat(bridge.workers.stats().droppedByReason()).containsEntry("retransmission_of_nothing", 4L);
            assertThat(client(bridge, "c1").got).doesNotContainKey(3000);
        }
    }

    @Test
    void aRetransmissionOfWhatCameIsDroppedAndPaddingIsOnlyCounted() {
        try (SimulatedBridge bridge = conference(SEED, 1, Recovery.NACK_AND_RTX, 2)) {
            talk(bridge, 5, GOOD);
            SimulatedClient source = client(bridge, "c0");
            SentStream video = Objects.requireNonNull(source.sent.get(2000));
            source.recovery.sendAgain(video, video.nextIndex - 1);
            source.recovery.sendAgain(video, video.nextIndex - 2);
            source.recovery.sendPadding(video, 200);
            source.recovery.sendPadding(video, 1);
            bridge.run(1_100_000_000);
            assertThat(bridge.workers.stats().droppedByReason())
                    .containsEntry("duplicate", 2L)
                    .containsEntry("retransmission_of_nothing", 0L);
            assertThat(got(client(bridge, "c1"), 2000).duplicates).isZero();
        }
    }
}
