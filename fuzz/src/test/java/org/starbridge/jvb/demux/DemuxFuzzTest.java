package org.starbridge.jvb.demux;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private record Address(long high, long low, int port) {}

    /** Addresses that come, change hands and go, against a map in the order of their coming. */
    @FuzzTest
    void table(byte[] data) {
        Input in = new Input(data);
        TupleTable table = new TupleTable();
        Map<Address, Route> expected = new LinkedHashMap<>();
        for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
            int operation = in.below(8);
            Address address = new Address(in.below(2), in.u8(), in.below(4));
            Route route = new Route(in.below(12), 0, "u");
            if (operation == 0) {
                table.remove(route);
                expected.values().removeIf(route::equals);
            } else if (operation < 6) {
                table.put(address.high(), address.low(), address.port(), route);
                put(expected, address, route);
            }
            assertThat(table.find(address.high(), address.low(), address.port()))
                    .isEqualTo(expected.get(address));
            assertThat(table.size()).isEqualTo(expected.size());
        }
        expected.forEach((address, route) -> assertThat(table.find(address.high(), address.low(), address.port()))
                .isEqualTo(route));
    }

    private static void put(Map<Address, Route> expected, Address address, Route route) {
        if (!route.equals(expected.get(address))) {
            List<Address> own = new ArrayList<>();
            expected.forEach((each, owner) -> {
                if (owner.equals(route)) {
                    own.add(each);
                }
            });
            if (own.size() >= TupleTable.MAX_TUPLES_PER_ENDPOINT) {
                expected.remove(own.getFirst());
            }
        }
        expected.remove(address);
        expected.put(address, route);
    }
}
