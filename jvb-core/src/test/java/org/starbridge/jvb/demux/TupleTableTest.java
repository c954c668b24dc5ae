package org.starbridge.jvb.demux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TupleTableTest {
    private static final long MAPPED = 0xFFFF_0000_0000L;

    private record Key(long high, long low, int port) {}

    private static Route route(int key) {
        return new Route(key, key % 4, "ufrag" + key);
    }

    private static int countOf(Map<Key, Route> model, Route route) {
        return (int) model.values().stream().filter(route::equals).count();
    }

    /** What the table promises, in the words of a map that remembers the order of puts. */
    private static void put(Map<Key, Route> model, Key key, Route route) {
        if (!route.equals(model.get(key)) && countOf(model, route) >= TupleTable.MAX_TUPLES_PER_ENDPOINT) {
            Key oldest = model.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(route))
                    .findFirst()
                    .orElseThrow()
                    .getKey();
            model.remove(oldest);
        }
        model.remove(key); // a put makes it the youngest
        model.put(key, route);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void doesWhatAMapWithEvictionDoes(long seed) {
        Random random = new Random(seed);
        TupleTable table = new TupleTable();
        Map<Key, Route> model = new LinkedHashMap<>();
        Key[] keys = new Key[600];
        for (int i = 0; i < keys.length; i++) {
            // Neighbours in address and port, as clients behind one address are.
            keys[i] = new Key(i % 7 == 0 ? i : 0, MAPPED | i / 5, 5000 + i % 5);
        }
        for (int step = 0; step < 20_000; step++) {
            Route route = route(random.nextInt(40));
            if (random.nextInt(50) == 0) {
                table.remove(route);
                model.values().removeIf(route::equals);
            } else {
                Key key = keys[random.nextInt(keys.length)];
                table.put(key.high, key.low, key.port, route);
                put(model, key, route);
            }
            assertThat(table.size()).as("seed %d, step %d", seed, step).isEqualTo(model.size());
            Key probe = keys[random.nextInt(keys.length)];
            assertThat(table.find(probe.high, probe.low, probe.port))
                    .as("seed %d, step %d, %s", seed, step, probe)
                    .isEqualTo(model.get(probe));
        }
        for (Key key : keys) {
            assertThat(table.find(key.high, key.low, key.port))
                    .as("seed %d, %s", seed, key)
                    .isEqualTo(model.get(key));
        }
    }

    @Test
    void growsWithoutLosingAnything() {
        TupleTable table = new TupleTable();
        for (int i = 0; i < 3_000; i++) {
            table.put(0, MAPPED | i / 16, i, route(i / 16));
        }
        assertThat(table.size()).isEqualTo(3_000);
        for (int i = 0; i < 3_000; i++) {
            assertThat(table.find(0, MAPPED | i / 16, i)).isEqualTo(route(i / 16));
        }
        assertThat(table.find(0, MAPPED, 3_000)).isNull();
    }

    @Test
    void theOldestAddressOfAnEndpointGoesWhenThereAreTooMany() {
        TupleTable table = new TupleTable();
        for (int port = 1; port <= TupleTable.MAX_TUPLES_PER_ENDPOINT; port++) {
            table.put(0, MAPPED, port, route(1));
        }
        table.put(0, MAPPED, 1, route(1)); // used again: now the youngest
        table.put(0, MAPPED, 100, route(1));
        assertThat(table.size()).isEqualTo(TupleTable.MAX_TUPLES_PER_ENDPOINT);
        assertThat(table.find(0, MAPPED, 1)).isEqualTo(route(1));
        assertThat(table.find(0, MAPPED, 2)).isNull();
        assertThat(table.find(0, MAPPED, 100)).isEqualTo(route(1));
    }

    @Test
    void anAddressBelongsToWhoeverWasAuthenticatedThereLast() {
        TupleTable table = new TupleTable();
        table.put(0, MAPPED, 1, route(1));
        table.put(0, MAPPED, 1, route(2));
        assertThat(table.find(0, MAPPED, 1)).isEqualTo(route(2));
        assertThat(table.size()).isEqualTo(1);
        table.remove(route(1));
        assertThat(table.find(0, MAPPED, 1)).isEqualTo(route(2));
    }

    @Test
    void addressesTakenFromOthersCountToo() {
        TupleTable table = new TupleTable();
        for (int port = 0; port < 40; port++) {
            table.put(0, MAPPED, port, route(1 + port / 10));
        }
        for (int port = 0; port < 40; port++) {
            table.put(0, MAPPED, port, route(9));
        }
        assertThat(table.size()).isEqualTo(TupleTable.MAX_TUPLES_PER_ENDPOINT);
        assertThat(table.find(0, MAPPED, 23)).isNull();
        assertThat(table.find(0, MAPPED, 24)).isEqualTo(route(9));
    }
}
