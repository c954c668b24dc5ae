package org.starbridge.media.demux;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Slab;

/** What a datagram is, and whose. */
final class DemuxFuzzTest {
    private static final int MAX_OPERATIONS = 2000;

    /** Any bytes are of exactly one kind, and only RTP may be shorter than its header by nothing. */
    @FuzzTest
    void kind(byte[] data) {
        try (Slab slab = Input.slab(data)) {
            DatagramKind kind = DatagramKind.of(slab.address(), data.length);
            if (data.length < 8) {
                assertThat(kind).isEqualTo(DatagramKind.UNKNOWN);
                return;
            }
            int first = data[0] & 0xFF;
            boolean isMedia = first >= 128 && first <= 191;
            assertThat(kind == DatagramKind.RTP || kind == DatagramKind.RTCP)
                    .isEqualTo(isMedia && (data.length >= 12 || (data[1] & 0xE0) == 0xC0));
            assertThat(kind == DatagramKind.STUN).isEqualTo(first <= 3);
            assertThat(kind == DatagramKind.DTLS).isEqualTo(first >= 20 && first <= 63);
        }
    }

    private record Tuple(long high, long low, int port, long localHigh, long localLow) {
        static Tuple of(Input in) {
            return new Tuple(in.below(2), in.u8(), in.below(4), in.below(2), in.below(2));
        }
    }

    private static @Nullable Route find(TupleTable table, Tuple tuple) {
        return table.find(tuple.high(), tuple.low(), tuple.port(), tuple.localHigh(), tuple.localLow());
    }

    /** Tuples that come, change hands and go, alone or with their endpoint, against a map. */
    @FuzzTest
    void table(byte[] data) {
        Input in = new Input(data);
        TupleTable table = new TupleTable();
        Map<Tuple, Route> expected = new HashMap<>();
        for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
            int operation = in.below(8);
            Tuple tuple = Tuple.of(in);
            Route route = new Route(in.below(12), 0, "u");
            switch (operation) {
                case 0 -> {
                    table.remove(route);
                    expected.values().removeIf(route::equals);
                }
                case 1, 2 -> {
                    Route own = in.flag() ? expected.getOrDefault(tuple, route) : route;
                    table.remove(tuple.high(), tuple.low(), tuple.port(), tuple.localHigh(), tuple.localLow(), own);
                    expected.remove(tuple, own);
                }
                case 3 -> {}
                default -> {
                    assertThat(table.put(
                                    tuple.high(),
                                    tuple.low(),
                                    tuple.port(),
                                    tuple.localHigh(),
                                    tuple.localLow(),
                                    route))
                            .isTrue();
                    expected.put(tuple, route);
                }
            }
            assertThat(find(table, tuple)).isEqualTo(expected.get(tuple));
            assertThat(table.size()).isEqualTo(expected.size());
        }
        expected.forEach((tuple, route) -> assertThat(find(table, tuple)).isEqualTo(route));
    }
}
