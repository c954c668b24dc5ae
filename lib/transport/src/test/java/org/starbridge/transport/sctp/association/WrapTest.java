package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SendResult;
import org.starbridge.transport.sctp.packet.PacketBytes;

/** Numbers that go past their end. */
final class WrapTest {
    /** Whose every int is the same, so that both sides begin with that TSN. */
    private static Random dice(int everyInt, long seed) {
        return new Random(seed) {
            @Override
            public int nextInt() {
                return everyInt;
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -2, -100, 0, 1, 0x7FFF_FFFF, 0x7FFF_FFF0, 0x8000_0000, 0x8000_0001})
    void tsnsWrapUnderLossAndReordering(int initialTsn) {
        VirtualLink link = VirtualLink.connected(new VirtualLink(dice(initialTsn, 5), SctpConfig.defaults()));
        link.conditions(0.15, 0.1, Duration.ofMillis(40));
        for (int i = 0; i < 400; i++) {
            assertThat(link.a.send(0, ByteBuffer.allocate(700).putInt(i).array()))
                    .isEqualTo(SendResult.ACCEPTED);
        }
        link.runUntil(() -> link.b.received.size() == 400, Duration.ofHours(1));
        for (int i = 0; i < 400; i++) {
            assertThat(ByteBuffer.wrap(link.b.received.get(i).payload()).getInt())
                    .isEqualTo(i);
        }
        assertThat(link.a.reset(0)).isTrue();
        link.runUntil(() -> !link.b.incomingResets.isEmpty() && !link.a.outgoingResets.isEmpty(), Duration.ofHours(1));
    }

    @Test
    void ssnsWrap() {
        VirtualLink link = VirtualLink.connected(3);
        link.delayNs = 1_000_000;
        link.conditions(0.01, 0, Duration.ofMillis(3));
        int count = 70_000;
        for (int i = 0; i < count; i++) {
            byte[] payload = ByteBuffer.allocate(4).putInt(i).array();
            while (link.a.send(1023, payload) != SendResult.ACCEPTED) {
                int writable = link.a.writable;
                link.runUntil(() -> link.a.writable > writable, Duration.ofHours(1));
            }
        }
        link.runUntil(() -> link.b.received.size() == count, Duration.ofHours(1));
        for (int i = 0; i < count; i++) {
            assertThat(ByteBuffer.wrap(link.b.received.get(i).payload()).getInt())
                    .isEqualTo(i);
        }
    }

    @Test
    void streamIdsEndWhereTheyWereNegotiated() {
        VirtualLink link = VirtualLink.connected(1);
        assertThat(link.a.send(1023, new byte[1])).isEqualTo(SendResult.ACCEPTED);
        assertThat(link.a.send(1024, new byte[1])).isEqualTo(SendResult.NO_SUCH_STREAM);
        assertThat(link.a.send(65535, new byte[1])).isEqualTo(SendResult.NO_SUCH_STREAM);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 0x7FFF_FFFFL, 0xFFFF_FFFFL, 0x1_0000_0000L, 0x1_7FFF_FFFFL, 0x5_0000_0001L})
    void extensionFindsTheNearest(long reference) {
        for (long distance : new long[] {0, 1, -1, 4096, -4096, 0x7FFF_FFFF, -0x7FFF_FFFF}) {
            assertThat(PacketBytes.extend32((int) (reference + distance), reference))
                    .isEqualTo(reference + distance);
        }
    }
}
