package org.starbridge.bridge.app.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.nat.AddressConfig;

class HostAddressesTest {
    private static AddressConfig config(
            boolean ipv6, boolean linkLocal, boolean loopback, List<String> allowed, List<String> blocked) {
        return new AddressConfig(
                10000, true, ipv6, linkLocal, loopback, allowed, blocked, List.of(), List.of(), List.of());
    }

    @ParameterizedTest
    @CsvSource({
        // address, ipv6, link local, loopback -> usable
        "192.0.2.1,   false, false, false, true",
        "10.0.0.1,    false, false, false, true",
        "127.0.0.1,   true,  true,  false, false",
        "127.0.0.1,   false, false, true,  true",
        "::1,         true,  false, true,  true",
        "::1,         true,  true,  false, false",
        "::1,         false, true,  true,  false",
        "2001:db8::1, true,  false, false, true",
        "2001:db8::1, false, true,  true,  false",
        "fe80::1,     true,  true,  false, true",
        "fe80::1,     true,  false, true,  false",
        "fe80::1,     false, true,  true,  false",
        "169.254.1.1, false, true,  false, true",
        "169.254.1.1, true,  false, true,  false",
    })
    void kindsOfAddressesAreOfferedAsConfigured(
            String address, boolean ipv6, boolean linkLocal, boolean loopback, boolean usable) {
        assertThat(HostAddresses.isUsable(
                        InetAddress.ofLiteral(address), config(ipv6, linkLocal, loopback, List.of(), List.of())))
                .isEqualTo(usable);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, '',                  '',        true",
        "192.0.2.1, 192.0.2.1,           '',        true",
        "192.0.2.1, 192.0.2.2,           '',        false",
        "192.0.2.1, 192.0.2.2 192.0.2.1, '',        true",
        "192.0.2.1, '',                  192.0.2.1, false",
        "192.0.2.1, 192.0.2.1,           192.0.2.1, false",
        "192.0.2.1, '',                  192.0.2.2, true",
    })
    void listsAllowAndBlock(String address, String allowed, String blocked, boolean usable) {
        assertThat(HostAddresses.isUsable(
                        InetAddress.ofLiteral(address), config(true, true, true, list(allowed), list(blocked))))
                .isEqualTo(usable);
    }

    private static List<String> list(String words) {
        return words.isEmpty() ? List.of() : List.of(words.split(" ", -1));
    }

    @Test
    void routableComesBeforeLinkLocalBeforeLoopbackAndIpv4BeforeIpv6() {
        assertThat(Stream.of("::1", "fe80::1", "127.0.0.1", "2001:db8::1", "169.254.1.1", "192.0.2.1")
                        .map(InetAddress::ofLiteral)
                        .sorted(Comparator.comparingInt(HostAddresses::rank))
                        .map(InetAddress::getHostAddress))
                .containsExactly(
                        "192.0.2.1",
                        "2001:db8:0:0:0:0:0:1",
                        "169.254.1.1",
                        "fe80:0:0:0:0:0:0:1",
                        "127.0.0.1",
                        "0:0:0:0:0:0:0:1");
    }

    @Test
    void withoutAnyUsableAddressThereIsLoopback() throws Exception {
        assertThat(HostAddresses.of(config(true, true, true, List.of("203.0.113.77"), List.of())))
                .containsExactly(InetAddress.ofLiteral("127.0.0.1"));
    }

    @Test
    void anInterfaceThatIsNotAllowedHasNoSay() throws Exception {
        AddressConfig nowhere = new AddressConfig(
                10000,
                true,
                true,
                true,
                true,
                List.of(),
                List.of(),
                List.of("no-such-interface"),
                List.of(),
                List.of());
        assertThat(HostAddresses.of(nowhere)).containsExactly(InetAddress.ofLiteral("127.0.0.1"));
    }
}
