package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryUseTest {
    private final List<String> done = new ArrayList<>();
    private int endpoints;
    private final MemoryUse memory = new MemoryUse(
            () -> endpoints,
            bytes -> done.add("heap " + (bytes >> 20)),
            () -> done.add("rings"),
            () -> done.add("collect"),
            () -> done.add("give back"));

    @Test
    void anIdleBridgeBecomesSmallOnce() {
        check(3 * MemoryUse.CHECKS_UNTIL_IDLE);
        assertThat(done).containsExactly("heap 64", "collect", "give back");
    }

    @Test
    void theFirstEndpointGetsItsMemory() {
        check(MemoryUse.CHECKS_UNTIL_IDLE);
        done.clear();
        endpoints = 1;
        check(3);
        assertThat(done).containsExactly("heap 128", "rings");
    }

    @Test
    void anEndpointDuringTheStartNeedsNoOtherLimit() {
        check(1);
        endpoints = 1;
        check(2);
        assertThat(done).containsExactly("rings");
    }

    @Test
    void itBecomesSmallAgainWhenAllHaveLeftForAWhile() {
        endpoints = 2;
        check(1);
        endpoints = 0;
        check(MemoryUse.CHECKS_UNTIL_IDLE - 1);
        endpoints = 1;
        check(1);
        endpoints = 0;
        assertThat(done).containsExactly("rings");
        check(MemoryUse.CHECKS_UNTIL_IDLE);
        assertThat(done).containsExactly("rings", "heap 64", "collect", "give back");
    }

    private void check(int times) {
        for (int i = 0; i < times; i++) {
            memory.check();
        }
    }
}
