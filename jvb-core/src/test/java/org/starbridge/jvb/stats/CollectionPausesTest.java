package org.starbridge.jvb.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** With this process's own collector and threads. */
class CollectionPausesTest {
    private static final long LIMIT_NS = 60_000_000_000L;

    @Test
    void aWholeCollectionIsSeenAsAPause() {
        try (CollectionPauses pauses = CollectionPauses.watch()) {
            assertThat(pauses.longestMs()).isZero();
            long endNs = System.nanoTime() + LIMIT_NS;
            while (pauses.longestMs() == 0 && System.nanoTime() < endNs) {
                System.gc(); // of a heap full of tests: it takes more than a millisecond, and is told a moment later
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(pauses.longestMs()).isPositive();
        }
    }

    @Test
    void aCollectionWithSeveralPausesIsOne() {
        assertThat(List.of("ZGC Minor Cycles", "ZGC Minor Pauses", "ZGC Major Cycles", "ZGC Major Pauses", "Copy"))
                .filteredOn(CollectionPauses::countsCollections)
                .containsExactly("ZGC Minor Cycles", "ZGC Major Cycles", "Copy");
    }

    @Test
    void whatAThreadAllocatedStaysCountedWhenItIsGarbage() {
        long self = Thread.currentThread().threadId();
        long before = JvmFigures.allocatedBytes(self);
        int bytes = 0;
        for (int i = 0; i < 100; i++) {
            bytes += new byte[10_000].length;
        }
        assertThat(bytes).isEqualTo(1_000_000);
        assertThat(JvmFigures.allocatedBytes(self) - before).isGreaterThanOrEqualTo(1_000_000);
        assertThat(JvmFigures.allocatedBytes()).isZero();
    }
}
