package org.starbridge.bridge.nat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.config.reader.ConfigException;

class StunServerTest {
    @ParameterizedTest
    @CsvSource({
        "stun.example.org:443, stun.example.org, 443",
        "' 192.0.2.1:5349 ', 192.0.2.1, 5349",
        "stun.example.org, stun.example.org, 3478"
    })
    void readsServers(String text, String host, int port) {
        assertThat(StunServer.parse(text)).isEqualTo(new StunServer(host, port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":443",
                "stun.example.org:",
                "stun.example.org:70000",
                "stun.example.org:x",
                "[2001:db8::1]:3478",
                "stun:stun.example.org:3478",
                "stun://stun.example.org",
                "a:0"
            })
    void refusesWhatIsNoServer(String text) {
        assertThatThrownBy(() -> StunServer.parse(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(text);
    }
}
