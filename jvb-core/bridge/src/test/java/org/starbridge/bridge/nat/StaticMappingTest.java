package org.starbridge.bridge.nat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.reader.ConfigException;

class StaticMappingTest {
    @TempDir
    Path directory;

    private List<StaticMapping> read(String mappings, String rest) throws Exception {
        Path file = directory.resolve("jvb.conf");
        Files.writeString(file, "ice4j.harvest.mapping.static-mappings = [" + mappings + "]\n" + rest);
        return BridgeConfigLoader.fromFile(file, new Properties())
                .network()
                .ice()
                .staticMappings();
    }

    private static StaticMapping mapping(String local, String mapped, OptionalInt port, String name) {
        return new StaticMapping(
                InetAddress.ofLiteral(local),
                InetAddress.ofLiteral(mapped),
                port,
                Optional.of(name).filter(text -> !text.isEmpty()));
    }

    @Test
    void aNatOfEachFamilyAndOneThatChangesThePortAreRead() throws Exception {
        assertThat(read("""
                { local-address = "172.17.0.2", public-address = "203.0.113.7", name = "docker" },
                { local-address = "172.17.0.2", public-address = "198.51.100.7", local-port = 10000, public-port = 443 },
                { local-address = "fd00::2", public-address = "2001:db8::7" },
                { local-address = "fd00::2", public-address = "2001:db8::7" }
                """, ""))
                .containsExactly(
                        mapping("172.17.0.2", "203.0.113.7", OptionalInt.empty(), "docker"),
                        mapping("172.17.0.2", "198.51.100.7", OptionalInt.of(443), ""),
                        mapping("fd00::2", "2001:db8::7", OptionalInt.empty(), ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            local-address = "10.0.0.1", public-address = "2001:db8::1"                      | one family
            local-address = "0.0.0.0", public-address = "203.0.113.7"                       | addresses of one host each
            local-address = "10.0.0.1", public-address = "meet.example.org"                 | a literal IP address
            local-address = "10.0.0.1", public-address = "203.0.113.7", local-port = 10000  | both ports or none
            local-address = "10.0.0.1", public-address = "203.0.113.7", public-port = 443   | both ports or none
            local-address = "10.0.0.1", public-address = "203.0.113.7", local-port = 1, public-port = 443 | videobridge.ice.udp.port, which is 10000
            local-address = "10.0.0.1", public-address = "203.0.113.7", local-port = 10000, public-port = 70000 | 1 to 65535
            local-address = "10.0.0.9", public-address = "203.0.113.7"                      | blocked-addresses leave in use
            public-address = "203.0.113.7"                                                  | local-address
            """)
    void aContradictionIsRefusedInASentence(String mapping, String expected) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> read("{" + mapping + "}", "ice4j.harvest.blocked-addresses = [\"10.0.0.9\"]"))
                .withMessageContaining("static-mappings")
                .withMessageContaining(expected);
    }

    @Test
    void onePublicAddressCanNotLeadToTwoPlaces() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> read("""
                        { local-address = "10.0.0.1", public-address = "203.0.113.7" },
                        { local-address = "10.0.0.2", public-address = "203.0.113.7" }""", ""))
                .withMessageContaining("10.0.0.1")
                .withMessageContaining("10.0.0.2")
                .withMessageContaining("mapped to one local address");
    }

    @Test
    void ipv6ThatIsSwitchedOffCanNotBeMapped() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> read(
                        "{ local-address = \"fd00::2\", public-address = \"2001:db8::7\" }",
                        "ice4j.harvest.use-ipv6 = false"))
                .withMessageContaining("use-ipv6");
    }
}
