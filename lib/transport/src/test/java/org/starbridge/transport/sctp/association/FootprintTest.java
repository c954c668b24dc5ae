package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SendResult;
import org.starbridge.transport.sctp.packet.Chunk;

/**
 * What associations take of the heap: nearly nothing when idle, and no more than is accounted for when they hold much.
 */
final class FootprintTest {
    private static final int PAIRS = 1000;

    @Test
    void anIdleAssociationTakesLittleMemory() {
        List<SctpAssociation> associations = new ArrayList<>();
        long before = usedBytes();
        for (int i = 0; i < PAIRS; i++) {
            VirtualLink link = VirtualLink.connected(i);
            link.a.send(0, new byte[5000]);
            link.b.send(0, new byte[5000]);
            link.run(Duration.ofSeconds(5));
            assertThat(link.b.received).hasSize(1);
            associations.add(link.a.association);
            associations.add(link.b.association);
        }
        long perAssociation = (usedBytes() - before) / associations.size();
        // Hosts and dice of the test are in it; a few hundred bytes are the association's own.
        assertThat(perAssociation).isLessThan(8 << 10);
        assertThat(associations).hasSize(2 * PAIRS);
    }

    /** One-byte fragments with holes between them: the most records for the fewest bytes. */
    @Test
    void whatIsHeldTakesNoMoreThanIsAccountedFor() {
        List<SctpAssociation> associations = new ArrayList<>();
        long held = 0;
        long before = usedBytes();
        for (int i = 0; i < 40; i++) {
            VirtualLink link = VirtualLink.connected(i);
            int tag = Forger.tag(link.a.sent.getLast());
            long tsn = Forger.chunks(link.a.sent, Chunk.Init.class).getFirst().initialTsn() & 0xFFFF_FFFFL;
            for (int j = 1; j < 2000; j++) {
                link.b.receive(Forger.packet(tag, Forger.data(0, tsn + 2L * j, 0, 0, 1)));
            }
            held += link.b.association.heldBytes();
            associations.add(link.b.association);
        }
        assertThat(held).isGreaterThan(40L * 300_000);
        assertThat(usedBytes() - before).isLessThan(held + 40L * (8 << 10));
        assertThat(associations).hasSize(40);
    }

    @Test
    void manyAssociationsShareABoundAndEachHasSomethingOfItsOwn() {
        SctpHost host = new SctpHost(SctpConfig.defaults().withTotalReceiveBytes(2 << 20), new byte[16]);
        List<VirtualLink> links = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            VirtualLink link = VirtualLink.connected(new VirtualLink(i, host));
            links.add(link);
            int tag = Forger.tag(link.a.sent.getLast());
            long tsn = Forger.chunks(link.a.sent, Chunk.Init.class).getFirst().initialTsn() & 0xFFFF_FFFFL;
            // Messages whose predecessor never comes.
            for (int j = 1; j < 500; j++) {
                link.b.receive(Forger.packet(tag, Forger.message(tsn + j, 0, j, 1100)));
            }
            assertThat(link.b.association.heldBytes())
                    .isBetween(1, host.config().buffers().receiveBytes());
            assertThat(host.receiveBytesHeld()).isLessThanOrEqualTo(2 << 20);
        }
        assertThat(host.receiveBytesHeld()).isGreaterThan((2 << 20) - 2000);
        assertThat(host.counts().count(SctpDropReason.RECEIVE_MEMORY_FULL)).isPositive();
        VirtualLink late = VirtualLink.connected(new VirtualLink(99, host));
        assertThat(late.a.send(0, new byte[10_000])).isEqualTo(SendResult.ACCEPTED);
        late.run(Duration.ofSeconds(5));
        assertThat(late.b.received).as("while the others use up what is shared").hasSize(1);
        for (VirtualLink link : links) {
            link.b.association.abort(link.b);
        }
        assertThat(host.receiveBytesHeld()).isZero();
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
