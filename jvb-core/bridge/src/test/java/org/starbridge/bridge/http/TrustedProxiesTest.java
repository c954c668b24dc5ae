package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7239, and the header that was there before it. */
class TrustedProxiesTest {
    private static final TrustedProxies PROXIES =
            TrustedProxies.of(List.of("192.0.2.1", "10.0.0.0/8", "172.16.0.0/12", "2001:db8:1::/48", "::1"));

    private static String client(String peer, String forwarded, String xForwardedFor) {
        return PROXIES.client(
                        new InetSocketAddress(InetAddress.ofLiteral(peer), 1234), list(forwarded), list(xForwardedFor))
                .getHostString();
    }

    private static List<String> list(String values) {
        return values.isEmpty() ? List.of() : List.of(values.split("\\|", -1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            # peer      ! X-Forwarded-For                        ! client
            198.51.100.9 ! 203.0.113.5                            ! 198.51.100.9
            192.0.2.1   ! 203.0.113.5                             ! 203.0.113.5
            192.0.2.1   ! ''                                      ! 192.0.2.1
            192.0.2.1   ! 1.2.3.4, 203.0.113.5                    ! 203.0.113.5
            192.0.2.1   ! 1.2.3.4|203.0.113.5                     ! 203.0.113.5
            192.0.2.1   ! 203.0.113.5 , 10.1.2.3,10.9.9.9         ! 203.0.113.5
            192.0.2.1   ! 1.2.3.4, 172.31.0.1                     ! 1.2.3.4
            192.0.2.1   ! 1.2.3.4, 172.32.0.1                     ! 172.32.0.1
            192.0.2.1   ! 10.1.2.3, 10.1.2.4                      ! 10.1.2.3
            192.0.2.1   ! 203.0.113.5:4711                        ! 203.0.113.5
            192.0.2.1   ! 2001:db8::5                             ! 2001:db8:0:0:0:0:0:5
            192.0.2.1   ! [2001:db8::5]:4711                      ! 2001:db8:0:0:0:0:0:5
            192.0.2.1   ! "[2001:db8::5]"                         ! 2001:db8:0:0:0:0:0:5
            192.0.2.1   ! ::ffff:203.0.113.5                      ! 203.0.113.5
            ::1         ! 2001:db8::5, 2001:db8:1::7              ! 2001:db8:0:0:0:0:0:5
            192.0.2.1   ! 203.0.113.5, unknown                    ! 192.0.2.1
            192.0.2.1   ! 203.0.113.5, unknown, 10.1.1.1          ! 10.1.1.1
            192.0.2.1   ! 203.0.113.5, <script>                   ! 192.0.2.1
            192.0.2.1   ! 203.0.113.500                           ! 192.0.2.1
            192.0.2.1   ! 203.0.113.5:99999                       ! 192.0.2.1
            192.0.2.1   ! 16909060                                ! 192.0.2.1
            192.0.2.1   ! meet.example.org                        ! 192.0.2.1
            192.0.2.1   ! ,,                                      ! 192.0.2.1
            """)
    void theLastAddressThatIsNoProxyIsTheClient(String peer, String xForwardedFor, String client) {
        assertThat(client(peer, "", xForwardedFor)).isEqualTo(client);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            for=203.0.113.5                                         ! 203.0.113.5
            For="[2001:db8:cafe::17]:4711"                          ! 2001:db8:cafe:0:0:0:0:17
            for=203.0.113.5;proto=https;by=10.0.0.1                 ! 203.0.113.5
            proto=https; FOR = 203.0.113.5                          ! 192.0.2.1
            proto=https; for=203.0.113.5                            ! 203.0.113.5
            for=1.2.3.4, for=203.0.113.5, for=10.2.3.4              ! 203.0.113.5
            for=1.2.3.4|for=203.0.113.5                             ! 203.0.113.5
            for="203.0.113.5:_port"                                 ! 203.0.113.5
            for=_hidden                                             ! _hidden
            for="_SEVKISEK:4711", for=10.2.3.4                      ! _SEVKISEK
            for=1.2.3.4, for=unknown                                ! 192.0.2.1
            for=1.2.3.4, proto=http                                 ! 192.0.2.1
            for="1.2.3.4, for=203.0.113.5                           ! 192.0.2.1
            for=1.2.3.4;x=", for=203.0.113.5                        ! 192.0.2.1
            for=1.2.3.4;x=", for="[2001:db8::9]"                    ! 192.0.2.1
            host="a,b;for=9.9.9.9";for=203.0.113.5                  ! 203.0.113.5
            host="a\\",for=9.9.9.9,\\"";for=203.0.113.5             ! 203.0.113.5
            for="203\\.0.113.5"                                     ! 203.0.113.5
            for=                                                    ! 192.0.2.1
            """)
    void theStandardHeaderIsReadAsItsGrammarSays(String forwarded, String client) {
        assertThat(client("192.0.2.1", forwarded, "")).isEqualTo(client);
    }

    /** A proxy that writes one of them passes the other one on as a stranger wrote it. */
    @Test
    void headersThatContradictEachOtherDoNotCount() {
        assertThat(client("192.0.2.1", "for=203.0.113.5", "203.0.113.5")).isEqualTo("203.0.113.5");
        assertThat(client("192.0.2.1", "for=9.9.9.9", "203.0.113.5")).isEqualTo("192.0.2.1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "proxy.example.org", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "2001:db8::/129", "/8"})
    void whatIsNoSubnetIsNamed(String text) {
        assertThatThrownBy(() -> TrustedProxies.of(List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + text + "\"");
    }
}
