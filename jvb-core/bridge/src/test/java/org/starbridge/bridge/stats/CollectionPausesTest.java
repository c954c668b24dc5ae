package org.starbridge.bridge.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.transport.platform.CollectionEvents;

/** With this process's own collector and threads. */
class CollectionPausesTest {
    @Test
    void theLongestPauseStays() {
        try (CollectionPauses pauses = CollectionPauses.watch()) {
            pauses.onPause(100_000_003);
            pauses.onPause(100_000_007);
            pauses.onPause(100_000_005);
            assertThat(pauses.longestMs()).isEqualTo(100_000_007);
        }
    }

    @Test
    @Timeout(60)
    void aCollectionIsReported() throws Exception {
        CompletableFuture<Long> reportedMs = new CompletableFuture<>();
        try (CollectionEvents _ = CollectionEvents.listen(
                CollectionPauses::stopsThreads,
                collection -> reportedMs.complete(collection.getGcInfo().getDuration()))) {
            System.gc();
            assertThat(reportedMs.get()).isNotNegative();
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
