package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketOrderTest {
    private static final long MS = 1_000_000;
    private static final long LOST = -1;

    private final PacketOrder order = new PacketOrder();
    private final long[] added = new long[PacketOrder.SPAN];

    /** Adds a packet; returns the numbers that are next now, {@link #LOST} for one that is given up. */
    private List<Long> add(long number, long nowNs) {
        int index = order.add(number, nowNs);
        if (index == PacketOrder.NONE) {
            return List.of();
        }
        added[index] = number;
        List<Long> next = new ArrayList<>();
        for (int i = order.poll(); i != PacketOrder.NONE; i = order.poll()) {
            next.add(i == PacketOrder.LOST ? LOST : added[i]);
        }
        return next;
    }

    @Test
    void beginsWithTheFirstPacketThatComes() {
        assertThat(order.isEmpty()).isTrue();
        assertThat(add(500, 0)).containsExactly(500L);
        assertThat(order.isEmpty()).isFalse();
        assertThat(add(499, 0)).isEmpty();
        assertThat(add(501, 0)).containsExactly(501L);
    }

    @Test
    void waitsForWhatIsMissing() {
        add(500, 0);
        assertThat(add(502, MS)).isEmpty();
        assertThat(add(504, 2 * MS)).isEmpty();
        assertThat(add(501, 100 * MS)).containsExactly(501L, 502L);
        assertThat(add(503, 500 * MS)).containsExactly(503L, 504L);
    }

    @Test
    void givesUpAfterSomeTime() {
        add(500, 0);
        add(503, 0);
        assertThat(add(504, PacketOrder.PATIENCE_NS)).isEmpty();
        assertThat(add(505, PacketOrder.PATIENCE_NS + 1)).containsExactly(LOST, LOST, 503L, 504L, 505L);
        assertThat(add(501, PacketOrder.PATIENCE_NS + 2)).as("too late").isEmpty();
    }

    @Test
    void givesUpAfterManyPackets() {
        add(500, 0);
        for (int i = 0; i < PacketOrder.PATIENCE; i++) {
            assertThat(add(502 + i, 0)).as("packet %d", i).isEmpty();
        }
        assertThat(add(502 + PacketOrder.PATIENCE, 0))
                .hasSize(PacketOrder.PATIENCE + 2)
                .startsWith(LOST, 502L);
    }
}
