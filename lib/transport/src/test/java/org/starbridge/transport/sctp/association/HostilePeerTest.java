package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketBytes;

/** Peers, and those who pretend to be one. Everything they send is refused for a reason that is counted. */
final class HostilePeerTest {
    private VirtualLink link;
    private VirtualLink.Peer victim;
    private int tag;
    private long tsn;

    @BeforeEach
    void connect() {
        link = VirtualLink.connected(1);
        victim = link.b;
        link.run(Duration.ofSeconds(1));
        tag = Forger.tag(link.a.sent.getLast());
        tsn = Forger.chunks(link.a.sent, Chunk.Init.class).getFirst().initialTsn() & 0xFFFF_FFFFL;
        victim.sent.clear();
    }

    private void attack(byte[]... chunks) {
        victim.receive(Forger.packet(tag, chunks));
    }

    private void assertOnly(SctpDropReason reason, long count) {
        assertThat(victim.count(reason)).isEqualTo(count);
        assertThat(victim.host.counts().total()).isEqualTo(count);
        assertThat(victim.association.state()).isEqualTo(SctpState.ESTABLISHED);
    }

    private void assertAborted(SctpDropReason reason) {
        assertThat(victim.count(reason)).isEqualTo(1);
        assertThat(victim.ends).containsExactly(SctpEnd.PROTOCOL_VIOLATION);
        assertThat(Forger.chunks(victim.sent, Chunk.Abort.class)).hasSize(1);
        assertThat(victim.host.receiveBytesHeld()).isZero();
        assertThat(victim.association.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void forgedTags() {
        Random random = new Random(4711);
        for (int i = 0; i < 1000; i++) {
            int forged = random.nextInt();
            victim.receive(Forger.packet(forged, Forger.message(tsn, 0, 0, 10)));
            victim.receive(Forger.packet(forged, ChunkWriter.empty(Chunk.ABORT, 0)));
            victim.receive(Forger.packet(forged, ChunkWriter.empty(Chunk.ABORT, Chunk.FLAG_T)));
        }
        victim.receive(Forger.packet(0, ChunkWriter.empty(Chunk.ABORT, 0)));
        assertOnly(SctpDropReason.WRONG_TAG, 3001);
        assertThat(victim.received).isEmpty();
        assertThat(victim.sent).isEmpty();
    }

    @Test
    void wrongPortsAndChecksums() {
        byte[] packet = Forger.packet(tag, Forger.message(tsn, 0, 0, 10));
        byte[] broken = packet.clone();
        broken[20] ^= 1;
        victim.receive(broken);
        assertOnly(SctpDropReason.BAD_CHECKSUM, 1);
        byte[] elsewhere = packet.clone();
        elsewhere[1] ^= 1;
        victim.receive(Forger.sealed(elsewhere));
        assertThat(victim.count(SctpDropReason.WRONG_PORT)).isEqualTo(1);
    }

    @Test
    void lyingLengths() {
        byte[] packet = Forger.packet(tag, Forger.message(tsn, 0, 0, 10));
        int refused = 0;
        for (int length = 0; length < 200; length++) {
            byte[] lying = packet.clone();
            PacketBytes.put16(lying, PacketBytes.HEADER_BYTES + 2, length);
            boolean isTrue = length >= 17 && length <= 28;
            refused += isTrue ? 0 : 1;
            if (!isTrue && length != 16) {
                victim.receive(Forger.sealed(lying));
            }
        }
        assertThat(victim.count(SctpDropReason.MALFORMED)).isEqualTo(refused - 1);
        for (int length = 0; length < packet.length; length++) {
            victim.receive(java.util.Arrays.copyOf(packet, length));
        }
        assertThat(victim.received).isEmpty();
        assertThat(victim.association.state()).isEqualTo(SctpState.ESTABLISHED);
    }

    @Test
    void sacksForWhatWasNeverSent() {
        victim.send(0, new byte[5000]);
        long sent = Forger.chunks(victim.sent, Chunk.Data.class).getLast().tsn();
        attack(ChunkWriter.sack(sent + 1, 100_000, new int[0], new int[0]));
        attack(ChunkWriter.sack(sent - 3, 100_000, new int[] {2, 60_000}, new int[0]));
        assertOnly(SctpDropReason.SACK_FOR_UNSENT, 2);
        attack(ChunkWriter.sack(sent - 3, 100_000, new int[] {3, 2}, new int[0]));
        attack(ChunkWriter.sack(sent - 3, 100_000, new int[] {2, 3, 3, 3}, new int[0]));
        attack(ChunkWriter.sack(sent - 3, 100_000, new int[] {0, 3}, new int[0]));
        assertThat(victim.count(SctpDropReason.MALFORMED)).isEqualTo(3);
        link.run(Duration.ofSeconds(5));
        assertThat(victim.association.bufferedBytes()).isZero();
    }

    @Test
    void dataFarAhead() {
        attack(Forger.message(tsn + 4096, 0, 5000, 10), Forger.message(tsn + 0x7FFF_FF00L, 0, 1, 10));
        assertOnly(SctpDropReason.TSN_OUT_OF_WINDOW, 2);
        assertThat(victim.association.heldBytes()).isZero();
    }

    @Test
    void dataForAStreamThatWasNotNegotiated() {
        attack(Forger.message(tsn, 1024, 0, 10), Forger.message(tsn + 1, 65535, 0, 10));
        assertOnly(SctpDropReason.NO_SUCH_STREAM, 2);
        attack(Forger.message(tsn + 2, 0, 0, 10));
        assertThat(victim.received).hasSize(1);
    }

    @Test
    void duplicatesAreToldAndNotDelivered() {
        for (int i = 0; i < 100; i++) {
            attack(Forger.message(tsn, 0, 0, 10));
        }
        assertOnly(SctpDropReason.DUPLICATE_DATA, 99);
        assertThat(victim.received).hasSize(1);
    }

    @Test
    void emptyDataEndTheAssociation() {
        attack(Forger.message(tsn, 0, 0, 0));
        assertAborted(SctpDropReason.EMPTY_DATA);
    }

    @Test
    void fragmentsOfAnotherMessageInTheMiddleEndTheAssociation() {
        attack(Forger.data(Chunk.FLAG_BEGIN, tsn, 0, 0, 100), Forger.data(0, tsn + 1, 1, 0, 100));
        assertAborted(SctpDropReason.FRAGMENT_CONFLICT);
    }

    @Test
    void aMessageThatBeginsInTheMiddleOfAnotherEndsTheAssociation() {
        attack(Forger.data(Chunk.FLAG_BEGIN, tsn, 0, 0, 100), Forger.message(tsn + 1, 0, 1, 100));
        assertAborted(SctpDropReason.FRAGMENT_CONFLICT);
    }

    @Test
    void twoBeginningsInARowEndTheAssociationInWhicheverOrderTheyCome() {
        attack(Forger.data(Chunk.FLAG_BEGIN, tsn + 1, 0, 1, 100));
        attack(Forger.data(Chunk.FLAG_BEGIN, tsn, 0, 0, 100));
        assertAborted(SctpDropReason.FRAGMENT_CONFLICT);
    }

    @Test
    void fragmentsThatAreOutOfStepEndTheAssociation() {
        attack(Forger.data(0, tsn + 2, 0, 0, 100), Forger.data(Chunk.FLAG_END, tsn + 1, 0, 0, 100));
        assertAborted(SctpDropReason.FRAGMENT_CONFLICT);
    }

    @Test
    void oversizeMessagesAreNotKept() {
        int fragments = 400;
        long at = tsn;
        for (int i = 0; i < fragments; i++) {
            int flags = (i == 0 ? Chunk.FLAG_BEGIN : 0) | (i == fragments - 1 ? Chunk.FLAG_END : 0);
            attack(Forger.data(flags, at++, 0, 0, 1132));
            assertThat(victim.association.heldBytes()).isLessThan(300 << 10);
        }
        assertOnly(SctpDropReason.MESSAGE_TOO_LARGE, 1);
        assertThat(victim.received).isEmpty();
        assertThat(victim.association.heldBytes()).isZero();
        attack(Forger.message(at, 0, 1, 10));
        assertThat(victim.received).as("the next of the stream").hasSize(1);
    }

    @Test
    void messagesThatMissTheirTurnDoNotFillTheMemory() {
        for (int i = 1; i < 4000; i++) {
            attack(Forger.message(tsn + i, 0, i, 1100));
        }
        assertThat(victim.association.heldBytes()).isLessThanOrEqualTo(512 << 10);
        assertThat(victim.count(SctpDropReason.RECEIVE_MEMORY_FULL)).isPositive();
        attack(Forger.message(tsn, 0, 0, 1100));
        assertThat(victim.association.heldBytes()).isZero();
        assertThat(victim.host.receiveBytesHeld()).isZero();
        assertThat(victim.received).hasSizeGreaterThan(400);
    }

    @Test
    void halfMessagesThatUseUpTheMemoryOfAllAreGivenUpInTime() {
        link = VirtualLink.connected(new VirtualLink(1, SctpConfig.defaults().withTotalReceiveBytes(60_000)));
        link.a.send(0, new byte[200_000]);
        link.a.send(0, new byte[60_000]);
        link.run(Duration.ofSeconds(8));
        assertThat(link.b.received).isEmpty();
        assertThat(link.b.host.receiveBytesHeld()).isLessThanOrEqualTo(60_000);
        link.run(Duration.ofSeconds(40));
        assertThat(link.b.count(SctpDropReason.MESSAGE_STALLED)).isEqualTo(1);
        assertThat(link.b.received).hasSize(1);
        assertThat(link.b.received.getFirst().payload()).hasSize(60_000);
        assertThat(link.b.host.receiveBytesHeld()).isZero();
    }

    @Test
    void tinyFragmentsDoNotFillTheMemory() {
        for (int i = 1; i < 4000; i++) {
            attack(Forger.data(0, tsn + 2L * i, 0, 0, 1));
            attack(Forger.data(0, tsn + 2L * i + 1, 0, 0, 1));
        }
        assertThat(victim.association.heldBytes()).isLessThanOrEqualTo(512 << 10);
        assertThat(victim.association.state()).isEqualTo(SctpState.ESTABLISHED);
    }

    @Test
    void aMessageThatWasThereBeforeIsNotDeliveredAgain() {
        attack(Forger.message(tsn, 0, 0, 10));
        attack(Forger.message(tsn + 1, 0, 0, 10));
        attack(Forger.message(tsn + 2, 0, 0xFFFF, 10));
        assertOnly(SctpDropReason.STALE_SSN, 2);
        assertThat(victim.received).hasSize(1);
    }

    @Test
    void forwardTsnFarAhead() {
        attack(ChunkWriter.forwardTsn(tsn + 100_000, new int[0]));
        assertOnly(SctpDropReason.BAD_FORWARD_TSN, 1);
        attack(Forger.data(Chunk.FLAG_BEGIN, tsn, 3, 0, 100), ChunkWriter.forwardTsn(tsn + 10, new int[] {3, 7, 5000, 1
        }));
        assertThat(victim.association.heldBytes()).isZero();
        attack(Forger.message(tsn + 11, 3, 8, 10));
        assertThat(victim.received).hasSize(1);
    }

    @Test
    void unknownChunksAreSkippedOrReportedAsTheirTypeSays() {
        attack(ChunkWriter.withValue(0x3F, new byte[4]), Forger.message(tsn, 0, 0, 10));
        assertThat(victim.received).as("stops").isEmpty();
        attack(ChunkWriter.withValue(0xBF, new byte[4]), Forger.message(tsn, 0, 0, 10));
        assertThat(victim.received).as("skips").hasSize(1);
        assertThat(Forger.chunks(victim.sent, Chunk.Complaint.class)).isEmpty();
        attack(ChunkWriter.withValue(0xFF, new byte[4]), Forger.message(tsn + 1, 0, 1, 10));
        attack(ChunkWriter.withValue(0x7F, new byte[4]), Forger.message(tsn + 2, 0, 2, 10));
        assertThat(victim.received).as("skips and reports, stops and reports").hasSize(2);
        assertThat(Forger.chunks(victim.sent, Chunk.Complaint.class)).hasSize(2);
        assertOnly(SctpDropReason.UNKNOWN_CHUNK, 4);
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOSED", "COOKIE_WAIT", "COOKIE_ECHOED", "ESTABLISHED", "SHUTDOWN_SENT"})
    void chunksThatBelongIntoAnotherState(SctpState state) {
        VirtualLink fresh = new VirtualLink(7);
        VirtualLink.Peer target = fresh.a;
        if (state != SctpState.CLOSED) {
            target.connect();
        }
        if (state != SctpState.CLOSED && state != SctpState.COOKIE_WAIT) {
            fresh.runUntil(() -> target.association.state() == SctpState.COOKIE_ECHOED, Duration.ofSeconds(1));
        }
        if (state == SctpState.ESTABLISHED || state == SctpState.SHUTDOWN_SENT) {
            fresh.runUntil(() -> target.connected > 0, Duration.ofSeconds(1));
        }
        if (state == SctpState.SHUTDOWN_SENT) {
            target.association.shutdown(fresh.nowNs, target);
        }
        fresh.dropFlights();
        assertThat(target.association.state()).isEqualTo(state);
        int ours = state == SctpState.CLOSED
                ? 1
                : Forger.chunks(target.sent, Chunk.Init.class).getFirst().tag();
        for (byte[] chunk : new byte[][] {
            ChunkWriter.empty(Chunk.COOKIE_ACK, 0).clone(),
            ChunkWriter.empty(Chunk.SHUTDOWN_COMPLETE, 0),
            ChunkWriter.withValue(Chunk.HEARTBEAT_ACK, new byte[12]),
            ChunkWriter.withValue(Chunk.COOKIE_ECHO, new byte[80]),
            ChunkWriter.cause(Chunk.ERROR, 0, 1, new byte[4]),
            ChunkWriter.reconfigResponse(1, 1)
        }) {
            if (state == SctpState.COOKIE_ECHOED && chunk[0] == Chunk.COOKIE_ACK) {
                continue; // That one belongs here.
            }
            target.receive(Forger.packet(ours, chunk));
            assertThat(target.association.state()).isEqualTo(state);
        }
    }

    @Test
    void everyByteFlippedIsNeverAnException() {
        VirtualLink traffic = VirtualLink.connected(3);
        traffic.conditions(0.2, 0.1, Duration.ofMillis(10));
        for (int i = 0; i < 10; i++) {
            traffic.a.send(i, new byte[3000]);
            traffic.a.send(i, new Reliability(true, 0, Long.MAX_VALUE), new byte[3000]);
        }
        traffic.a.reset(1, 2);
        traffic.run(Duration.ofSeconds(10));
        Random random = new Random(3);
        for (byte[] packet : traffic.a.sent) {
            for (int i = 0; i < 30; i++) {
                byte[] flipped = packet.clone();
                flipped[random.nextInt(Math.min(80, flipped.length))] ^= (byte) (1 << random.nextInt(8));
                traffic.b.receive(Forger.sealed(flipped));
            }
            if (traffic.b.association.state() == SctpState.CLOSED) {
                traffic = VirtualLink.connected(traffic.random.nextLong());
            }
        }
        assertThat(traffic.b.association.heldBytes()).isLessThan(1 << 20);
    }
}
