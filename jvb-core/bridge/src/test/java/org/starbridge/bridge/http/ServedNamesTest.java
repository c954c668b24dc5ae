package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServedNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "[::1]", "192.0.2.7", "[2001:db8::1]", "localhost", "LocalHost", "localhost."})
    void nobodyCanMakeTheseNamesPointElsewhere(String host) {
        assertThat(new ServedNames("127.0.0.1", List.of()).contains(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "x.localhost", "jvb", ""})
    void onTheLoopbackAddressNoOtherNameCounts(String host) {
        assertThat(new ServedNames("127.0.0.1", List.of()).contains(host)).isFalse();
        assertThat(new ServedNames("localhost", List.of()).contains(host)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"jvb, true", "JVB-1, true", "jvb_1., true", "evil.example, false", "jvb.evil.example, false"})
    void elsewhereANameWithoutADotIsAContainerOrAPod(String host, boolean counts) {
        assertThat(new ServedNames("0.0.0.0", List.of()).contains(host)).isEqualTo(counts);
    }

    @ParameterizedTest
    @CsvSource({
        "jvb.example.org, true",
        "jvb.example.org., true",
        "a.ops.example.org, true",
        "a.b.ops.example.org, true",
        "ops.example.org, false",
        "evilops.example.org, false",
        "jvb.example.org.evil.example, false"
    })
    void configuredNamesCount(String host, boolean counts) {
        assertThat(new ServedNames("127.0.0.1", List.of("jvb.example.org", "*.ops.example.org")).contains(host))
                .isEqualTo(counts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "jvb"})
    void anAsteriskIsAnyName(String host) {
        assertThat(new ServedNames("127.0.0.1", List.of("*")).contains(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = "Localhost.Localdomain")
    void theNameThatTheServerIsBoundToCounts(String host) {
        assertThat(new ServedNames("localhost.localdomain", List.of()).contains(host))
                .isTrue();
    }
}
