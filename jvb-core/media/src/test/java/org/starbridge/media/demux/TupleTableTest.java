package org.starbridge.media.demux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TupleTableTest {
    private static final long MAPPED = 0xFFFF_0000_0000L;
    private static final long LOCAL = MAPPED | 0xC000_0201L;

    private record Key(long high, long low, int port, long localHigh, long localLow) {
        @Nullable
        Route find(TupleTable table) {
            return table.find(high, low, port, localHigh, localLow);
        }

        void put(TupleTable table, Route route) {
            assertThat(table.put(high, low, port, localHigh, localLow, route)).isTrue();
        }

        void remove(TupleTable table, Route route) {
            table.remove(high, low, port, localHigh, localLow, route);
        }
    }

    private static Key v4(int host, int port) {
        return new Key(0, MAPPED | host, port, 0, LOCAL);
    }

    private static Route route(int key) {
        return new Route(key, key % 4, "ufrag" + key);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void doesWhatAMapDoes(long seed) {
        Random random = new Random(seed);
        TupleTable table = new TupleTable();
        Map<Key, Route> model = new HashMap<>();
        Key[] keys = new Key[600];
        for (int i = 0; i < keys.length; i++) {
            // Neighbours in address and port, as clients behind one address are, at two of our addresses.
            keys[i] = new Key(i % 7 == 0 ? i : 0, MAPPED | i / 10, 5000 + i % 5, 0, LOCAL + i / 5 % 2);
        }
        for (int step = 0; step < 20_000; step++) {
            Route route = route(random.nextInt(40));
            Key key = keys[random.nextInt(keys.length)];
            switch (random.nextInt(50)) {
                case 0 -> {
                    table.remove(route);
                    model.values().removeIf(route::equals);
                }
                case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 -> {
                    Route owner = model.getOrDefault(key, route);
                    key.remove(table, owner);
                    model.remove(key);
                }
                case 16, 17, 18 -> {
                    key.remove(table, route); // only if it is that endpoint's
                    model.remove(key, route);
                }
                default -> {
                    key.put(table, route);
                    model.put(key, route);
                }
            }
            assertThat(table.size()).as("seed %d, step %d", seed, step).isEqualTo(model.size());
            Key probe = keys[random.nextInt(keys.length)];
            assertThat(probe.find(table))
                    .as("seed %d, step %d, %s", seed, step, probe)
                    .isEqualTo(model.get(probe));
        }
        for (Key key : keys) {
            assertThat(key.find(table)).as("seed %d, %s", seed, key).isEqualTo(model.get(key));
        }
    }

    @Test
    void growsWithoutLosingAnythingAndShrinksAgain() {
        TupleTable table = new TupleTable();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3_000; i++) {
                v4(i / 16, i).put(table, route(i / 16));
            }
            assertThat(table.size()).isEqualTo(3_000);
            for (int i = 0; i < 3_000; i++) {
                assertThat(v4(i / 16, i).find(table)).isEqualTo(route(i / 16));
            }
            assertThat(v4(0, 3_000).find(table)).isNull();
            for (int i = 1; i < 3_000 / 16 + 1; i++) {
                table.remove(route(i));
            }
            assertThat(table.size()).isEqualTo(16);
            for (int i = 0; i < 16; i++) {
                assertThat(v4(0, i).find(table)).isEqualTo(route(0));
            }
        }
    }

    @Test
    void aTupleBelongsToWhoeverWasAuthenticatedThereLast() {
        TupleTable table = new TupleTable();
        v4(1, 1).put(table, route(1));
        v4(1, 1).put(table, route(2));
        assertThat(v4(1, 1).find(table)).isEqualTo(route(2));
        assertThat(table.size()).isEqualTo(1);
        v4(1, 1).remove(table, route(1));
        table.remove(route(1));
        assertThat(v4(1, 1).find(table)).isEqualTo(route(2));
    }

    /**
     * A NAT whose mapping depends on the destination gives two of its clients one port towards two of our addresses.
     */
    @Test
    void oneRemoteAddressMayBeTwoClientsAtTwoOfOurAddresses() {
        TupleTable table = new TupleTable();
        Key first = new Key(0, MAPPED | 7, 5000, 0, LOCAL);
        Key second = new Key(0, MAPPED | 7, 5000, 0, LOCAL + 1);
        first.put(table, route(1));
        second.put(table, route(2));
        assertThat(first.find(table)).isEqualTo(route(1));
        assertThat(second.find(table)).isEqualTo(route(2));
        assertThat(new Key(0, MAPPED | 7, 5000, 1, LOCAL).find(table)).isNull();
    }

    @Test
    void aFullTableRefusesWhatIsNewAndKeepsWhatItHas() {
        TupleTable table = new TupleTable();
        for (int i = 0; i < TupleTable.MAX_TUPLES; i++) {
            v4(i >> 8, i & 0xFF).put(table, route(1));
        }
        assertThat(table.put(0, MAPPED, 60_000, 0, LOCAL, route(2))).isFalse();
        assertThat(v4(0, 60_000).find(table)).isNull();
        v4(0, 3).put(table, route(2)); // known: it may change hands
        assertThat(v4(0, 3).find(table)).isEqualTo(route(2));
        assertThat(table.size()).isEqualTo(TupleTable.MAX_TUPLES);
        table.remove(route(1));
        assertThat(table.size()).isEqualTo(1);
        assertThat(v4(0, 3).find(table)).isEqualTo(route(2));
    }
}
