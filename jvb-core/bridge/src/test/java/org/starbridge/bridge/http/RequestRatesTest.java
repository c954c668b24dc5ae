package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class RequestRatesTest {
    private static final long SECOND_NS = 1_000_000_000;
    private final RequestRates rates = new RequestRates(10, 5, 0);

    @Test
    void holdsOneAddressBackAndLeavesRoomForOthers() {
        assertThat(taken("192.0.2.1", 1000, 0)).isEqualTo(5 * RequestRates.BURST_SECONDS);
        assertThat(taken("192.0.2.2", 1000, 0)).isEqualTo(5 * RequestRates.BURST_SECONDS);
        assertThat(taken("192.0.2.3", 1000, 0)).as("all together").isZero();
        assertThat(taken("192.0.2.1", 1000, SECOND_NS)).isEqualTo(5);
        assertThat(taken("192.0.2.3", 1000, SECOND_NS)).isEqualTo(5);
    }

    @Test
    void countsAnIpv6NetworkAsOne() {
        int burst = 5 * RequestRates.BURST_SECONDS;
        assertThat(taken("2001:db8:0:1::1", burst, 0)).isEqualTo(burst);
        assertThat(taken("2001:db8:0:1:ffff::2", 1, 0)).isZero();
        assertThat(taken("2001:db8:0:2::1", 1, 0)).isEqualTo(1);
        assertThat(taken("32.1.13.184", 1, 0))
                .as("IPv4 with the same first octets")
                .isEqualTo(1);
    }

    @Test
    void remembersABoundedNumberOfAddresses() {
        for (int i = 0; i < 2 * RequestRates.MAX_ADDRESSES; i++) {
            taken("10." + (i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255), 1, i * SECOND_NS);
        }
        assertThat(rates.addresses()).isEqualTo(RequestRates.MAX_ADDRESSES);
    }

    private int taken(String address, int requests, long nowNs) {
        int taken = 0;
        for (int i = 0; i < requests; i++) {
            taken += rates.take(ClientNetwork.of(InetAddress.ofLiteral(address)), nowNs) ? 1 : 0;
        }
        return taken;
    }
}
