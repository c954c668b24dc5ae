package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SsrcTableTest {
    @Test
    void agreesWithAHashMap() {
        for (long seed = 1; seed <= 30; seed++) {
            Random random = new Random(seed);
            int maxEntries = 1 + random.nextInt(200);
            SsrcTable<Integer> table = new SsrcTable<>(maxEntries);
            Map<Integer, Integer> model = new HashMap<>();
            for (int i = 0; i < 2000; i++) {
                int ssrc = random.nextBoolean() ? random.nextInt(300) : random.nextInt();
                assertThat(table.find(ssrc)).as("seed %d", seed).isEqualTo(model.get(ssrc));
                assertThat(table.isFull()).isEqualTo(model.size() == maxEntries);
                if (table.isFull()) {
                    table.removeIf(value -> value % 3 != 0);
                    model.values().removeIf(value -> value % 3 != 0);
                }
                if (!table.isFull() && !model.containsKey(ssrc)) {
                    table.add(ssrc, i);
                    model.put(ssrc, i);
                }
            }
            model.forEach((ssrc, value) -> assertThat(table.find(ssrc)).isEqualTo(value));
        }
    }

    @Test
    void refusesAnAbsurdBound() {
        assertThatThrownBy(() -> new SsrcTable<Integer>(0)).hasMessageContaining("0 streams");
        assertThatThrownBy(() -> new SsrcTable<Integer>(2_000_000)).hasMessageContaining("2000000 streams");
    }
}
