package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SendResult;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketBytes;

/** RFC 6525. */
final class StreamResetTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aStreamBeginsAnewOverALossyLine(long seed) {
        VirtualLink link = VirtualLink.connected(seed);
        link.conditions(seed == 1 ? 0 : 0.3, 0.1, Duration.ofMillis(20));
        for (int round = 1; round <= 20; round++) {
            int expected = round * 5;
            for (int i = 0; i < 5; i++) {
                assertThat(link.a.send(4, new byte[2000])).isEqualTo(SendResult.ACCEPTED);
            }
            assertThat(link.a.reset(4)).isTrue();
            assertThat(link.a.send(4, new byte[1])).isEqualTo(SendResult.NO_SUCH_STREAM);
            assertThat(link.a.send(5, new byte[1])).isEqualTo(SendResult.ACCEPTED);
            int done = round;
            link.runUntil(() -> link.a.outgoingResets.size() == done, Duration.ofMinutes(10));
            assertThat(link.b.incomingResets).hasSize(round);
            assertThat(link.b.received.stream().filter(message -> message.streamId() == 4))
                    .hasSize(expected);
        }
        link.a.sent.clear();
        link.a.send(4, new byte[1]);
        assertThat(Forger.chunks(link.a.sent, Chunk.Data.class).getLast().ssn()).isZero();
    }

    @Test
    void thePeerMayAskForAReset() {
        VirtualLink link = VirtualLink.connected(1);
        link.a.send(3, new byte[1]);
        link.run(Duration.ofSeconds(1));
        int number = Forger.chunks(link.b.sent, Chunk.Init.class).getFirst().initialTsn();
        byte[] wish = ChunkWriter.outgoingReset(number, 0, 0, new int[0]);
        byte[] incoming = java.util.Arrays.copyOf(wish, 16);
        PacketBytes.put16(incoming, 2, 14);
        PacketBytes.put16(incoming, 4, 14);
        PacketBytes.put16(incoming, 6, 10);
        PacketBytes.put16(incoming, 12, 3);
        link.a.receive(Forger.packet(Forger.tag(link.b.sent.getLast()), incoming));
        link.run(Duration.ofSeconds(2));
        assertThat(link.b.incomingResets).containsExactly(new int[] {3});
        assertThat(link.a.outgoingResets).containsExactly(new int[] {3});
    }

    @Test
    void aRequestOutOfTurnIsRefused() {
        VirtualLink link = VirtualLink.connected(1);
        int tag = Forger.tag(link.a.sent.getLast());
        int number = Forger.chunks(link.a.sent, Chunk.Init.class).getFirst().initialTsn();
        link.b.sent.clear();
        link.b.receive(Forger.packet(tag, ChunkWriter.outgoingReset(number + 7, 0, number - 1, new int[] {1})));
        assertThat(link.b.count(SctpDropReason.BAD_RECONFIG)).isEqualTo(1);
        assertThat(link.b.incomingResets).isEmpty();
        byte[] good = Forger.packet(tag, ChunkWriter.outgoingReset(number, 0, number - 1, new int[] {1}));
        link.b.receive(good);
        link.b.receive(good.clone());
        assertThat(link.b.incomingResets).as("performed once, answered twice").hasSize(1);
        assertThat(Forger.chunks(link.b.sent, Chunk.Reconfig.class)).hasSize(3);
    }
}
