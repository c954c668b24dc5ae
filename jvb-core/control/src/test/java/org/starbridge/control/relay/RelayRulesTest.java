package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.IceUdpTransport;

class RelayRulesTest {
    private static IceUdpTransport offering(String... urls) {
        return new IceUdpTransport("abcd", "0123456789012345678901", null, true, List.of(), List.of(), List.of(urls));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws://b.example/x", "wss://b.example:9090/colibri-relay-ws/1?pwd=2", "WSS://B.example"})
    void theFirstWebSocketIsTaken(String url) {
        assertThat(RelayRules.webSocket(offering(url))).isEqualTo(URI.create(url));
        assertThat(RelayRules.webSocket(offering("https://b.example", "ws:", "wss://[", url, "ws://other.example")))
                .isEqualTo(URI.create(url));
    }

    @Test
    void whatIsNoWebSocketIsNotTaken() {
        assertThat(RelayRules.webSocket(null)).isNull();
        assertThat(RelayRules.webSocket(offering())).isNull();
        assertThat(RelayRules.webSocket(offering(
                        "http://b.example", "wsx://b.example", "b.example", "ws:///x", "wss:opaque", "ws://[")))
                .isNull();
    }
}
