package org.starbridge.bridge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.config.keys.ConfigFinding;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.http.tls.TlsConfig;
import org.starbridge.bridge.nat.PublicAddressConfig;
import org.starbridge.bridge.nat.StunServer;

/** What a file says about TLS, public addresses, ICE sessions and the log. */
class NetworkConfigTest {
    @TempDir
    Path directory;

    private BridgeConfig read(String text) throws IOException {
        return BridgeConfigLoader.fromFile(Files.writeString(directory.resolve("jvb.conf"), text), new Properties());
    }

    @Test
    void aServerWithAKeyStoreListensOnItsTlsPort() throws IOException {
        BridgeConfig config = read("""
                videobridge.http-servers.public { port = 9090, tls-port = 443, key-store-path = a.p12, key-store-password = s3cret }
                videobridge.http-servers.private { key-store-path = b.p12, need-client-auth = true, tls-protocols = [TLSv1.3] }
                videobridge.websockets { enabled = true, domain = meet.example.org }
                """);
        assertThat(config.servers().publicHttp().port()).isEqualTo(443);
        assertThat(config.servers().publicHttp().tls().map(TlsConfig::keyStorePath))
                .hasValue("a.p12");
        assertThat(config.servers().privateHttp().port()).isEqualTo(8443);
        assertThat(config.servers().privateHttp().tls()).hasValueSatisfying(tls -> {
            assertThat(tls.needClientAuth()).isTrue();
            assertThat(tls.protocols()).containsExactly("TLSv1.3");
        });
        assertThat(config.servers().webSockets().baseUrls(443)).containsExactly("wss://meet.example.org");
        assertThat(config.toString()).doesNotContain("s3cret");
    }

    @Test
    void withoutOneItListensOnThePlainPort() throws IOException {
        BridgeConfig config = read("videobridge.http-servers.public.port = 9090");
        assertThat(config.servers().publicHttp().port()).isEqualTo(9090);
        assertThat(config.servers().privateHttp().port()).isEqualTo(8080);
        assertThat(config.servers().privateHttp().tls()).isEmpty();
        assertThat(config.servers().webSockets().tls()).isFalse();
    }

    @Test
    void aProxyMayHaveTlsInsteadOrEndIt() throws IOException {
        assertThat(read("videobridge.websockets.tls = true")
                        .servers()
                        .webSockets()
                        .tls())
                .isTrue();
        String both = "videobridge.http-servers.public { tls-port = 443, key-store-path = a.p12 }\n";
        assertThat(read(both + "videobridge.websockets.tls = false")
                        .servers()
                        .webSockets()
                        .tls())
                .isFalse();
    }

    @Test
    void eitherKeyLeavesAddressesOutOfTheLog() throws IOException {
        assertThat(read("").operation().log().redactsAddresses()).isTrue();
        assertThat(read("videobridge.redact-remote-addresses = false")
                        .operation()
                        .log()
                        .redactsAddresses())
                .isFalse();
        assertThat(read("videobridge.redact-remote-addresses = false, ice4j.redact-remote-addresses = true")
                        .operation()
                        .log()
                        .redactsAddresses())
                .isTrue();
    }

    @Test
    void stunServersAreReadInOrderAndEmptyEntriesPassedOver() throws IOException {
        PublicAddressConfig config =
                read("ice4j.harvest.mapping { stun.addresses = [\"a.example:443\", \"\", \"b.example\"], aws.force = true }")
                        .network()
                        .publicAddresses();
        assertThat(config.stunServers())
                .containsExactly(new StunServer("a.example", 443), new StunServer("b.example", 3478));
        assertThat(config.isEc2()).isTrue();
    }

    @Test
    void theEmbeddedDefaultAsksNobody() {
        BridgeConfig config = BridgeConfigLoader.embedded(new Properties());
        assertThat(config.network().publicAddresses()).isEqualTo(new PublicAddressConfig(List.of(), false, false));
        assertThat(config.network().iceSession().ufragPrefix()).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            videobridge.http-servers.public.tls-port = 443                | public.tls-port = 443    | key-store-path
            videobridge.http-servers.public.key-store-path = a.p12        | public.tls-port = -1     | the port for TLS
            videobridge.http-servers.private.tls-port = 70000, videobridge.http-servers.private.key-store-path = a | private.tls-port = 70000 | 0 to 65535
            ice4j.harvest.mapping.stun.addresses = ["stun:a:1"]           | stun.addresses           | host:port
            videobridge.ice.restart.timeout = 0 s                         | restart.timeout          | above zero
            jmt.dtls.local-fingerprint-hash-function = md5                | hash-function = md5      | sha-256
            jmt.dtls.accepted-fingerprint-hash-functions = [sha-256, md5] | hash-functions = md5     | sha-256
            """)
    void aContradictionIsRefusedInASentence(String text, String found, String expected) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> read(text))
                .withMessageContaining(found)
                .withMessageContaining(expected);
    }

    @Test
    void aPrefixThatNoBrowserTakesIsReportedAndLeftOutWhereTheReferenceTakesIt() throws Exception {
        Path file = Files.writeString(directory.resolve("jvb.conf"), "videobridge.ice.ufrag-prefix = \"jvb-123:\"\n");
        ConfigCheck check = BridgeConfigLoader.check(file, new Properties());
        assertThat(check.require().network().iceSession().ufragPrefix()).isEmpty();
        assertThat(check.findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.kind()).isEqualTo(ConfigFinding.Kind.NOT_HONOURED))
                .satisfies(finding -> assertThat(finding.key()).isEqualTo("videobridge.ice.ufrag-prefix"))
                .satisfies(finding -> assertThat(finding.message()).contains("jvb-123:", "letters, digits"))
                .satisfies(finding -> assertThat(finding.place()).contains("jvb.conf: 1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvb-123", "a+/b", "x_1=#"})
    void aPrefixThatBrowsersTakeIsUsed(String prefix) throws IOException {
        assertThat(read("videobridge.ice.ufrag-prefix = \"" + prefix + "\"")
                        .network()
                        .iceSession()
                        .ufragPrefix())
                .hasValue(prefix);
    }

    @Test
    void linkLocalCandidatesAreForTrialsWithoutAFile() throws IOException {
        assertThat(read("").network().ice().useLinkLocalAddresses()).isFalse();
        assertThat(read("ice4j.harvest.use-link-local-addresses = true")
                        .network()
                        .ice()
                        .useLinkLocalAddresses())
                .isTrue();
        assertThat(BridgeConfigLoader.embedded(new Properties()).network().ice().useLinkLocalAddresses())
                .isTrue();
    }
}
