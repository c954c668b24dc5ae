package org.starbridge.transport.sctp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an association that has nothing to do costs. */
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

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
