package org.starbridge.bridge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.http.PrivateHttpConfig;
import org.starbridge.control.selection.SelectionSettings;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.transport.srtp.SrtpProfile;

class BridgeConfigTest {
    private static final Properties NONE = new Properties();

    @TempDir
    Path directory;

    @Test
    void theAnnotatedSampleSaysWhatTheDefaultsAre() throws IOException {
        assertThat(fromText("")).isEqualTo(BridgeConfig.defaults());
    }

    @Test
    void theAnnotatedSampleHoldsExactlyTheKeysThatAreRead() {
        ConfigReader reader = ConfigLayers.of(null, NONE).reader();
        BridgeConfig.read(reader);
        assertThat(reader.keysRead()).containsExactlyInAnyOrderElementsOf(BridgeConfigLoader.honouredKeys());
        assertThat(reader.problems()).isEmpty();
    }

    @Test
    void theEmbeddedDefaultIsAFullStarOnThisMachine() {
        BridgeConfig config = BridgeConfigLoader.embedded(NONE);
        assertThat(config.conferences().selection().initialMaxHeightPx()).isEqualTo(-1);
        assertThat(config.conferences().selection().defaultMaxHeightPx()).isEqualTo(-1);
        assertThat(config.conferences().selection().policy().trustsEstimates()).isFalse();
        assertThat(config.conferences().selection().policy().bridgeLastN()).isEqualTo(-1);
        assertThat(config.operation().health().requireValidAddress()).isFalse();
        assertThat(config.network().ice().loopbackCandidates()).isTrue();
        assertThat(config.network().ice().udpPort()).isEqualTo(10000);
        assertThat(config.servers().rest().colibri()).isTrue();
        assertThat(config.servers().privateHttp()).isEqualTo(PrivateHttpConfig.DEFAULT);
        assertThat(config.servers().publicHttp().port()).isEqualTo(9090);
        assertThat(config.servers().publicHttp().host()).hasValue("127.0.0.1");
        assertThat(config.servers().webSockets().enabled()).isTrue();
        assertThat(config.servers().webSockets().baseUrls(9090)).containsExactly("ws://127.0.0.1:9090");
    }

    @Test
    void aFileBringsTheDocumentedDefaultsBack() throws IOException {
        BridgeConfig config = fromText("videobridge.ice.udp.port = 12000");
        assertThat(config.network().ice().udpPort()).isEqualTo(12000);
        assertThat(config.conferences().selection()).isEqualTo(SelectionSettings.DEFAULT);
        assertThat(config.servers().rest().colibri()).isFalse();
        assertThat(config.servers().webSockets().enabled()).isFalse();
        assertThat(config.servers().publicHttp().isEnabled()).isFalse();
        assertThat(config.operation().health().requireValidAddress()).isTrue();
        assertThat(config.network().ice().loopbackCandidates()).isFalse();
    }

    @Test
    void webSocketAddressesFollowThePublicPortThatWasOverridden() {
        Properties overrides = new Properties();
        overrides.setProperty("videobridge.http-servers.public.port", "0");
        WebSocketsConfig webSockets =
                BridgeConfigLoader.embedded(overrides).servers().webSockets();
        assertThat(webSockets.baseUrls(43210)).containsExactly("ws://127.0.0.1:43210");
    }

    @Test
    void aPortThatMerelyEndsInZeroIsNotReplaced() throws IOException {
        BridgeConfig config = fromText("""
                videobridge.http-servers.public.port = 9090
                videobridge.websockets { enabled = true, tls = true, domains = ["meet.example.org:8440", "example.org"] }
                """);
        assertThat(config.servers().webSockets().baseUrls(9090))
                .containsExactly("wss://meet.example.org:8440", "wss://example.org");
    }

    @Test
    void systemPropertiesWinOverTheFile() throws IOException {
        Properties overrides = new Properties();
        overrides.setProperty("videobridge.ice.udp.port", "0");
        overrides.setProperty("jmt.dtls.handshake-timeout", "4s");
        overrides.setProperty("starbridge.media.io", "nio");
        overrides.setProperty("java.version", "25");
        BridgeConfig config = fromText("videobridge.ice.udp.port = 12000", overrides);
        assertThat(config.network().ice().udpPort()).isZero();
        assertThat(config.network().dtls().handshakeTimeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(config.media().workers().io()).isEqualTo(MediaConfig.Io.NIO);
    }

    @Test
    void theFileNamedByConfigFileIsReadUnlessTheCommandLineNamesAnother() throws IOException {
        Path first = Files.writeString(directory.resolve("first.conf"), "videobridge.ice.udp.port = 1");
        Path second = Files.writeString(directory.resolve("second.conf"), "videobridge.ice.udp.port = 2");
        Properties overrides = new Properties();
        overrides.setProperty("config.file", first.toString());
        assertThat(BridgeConfigLoader.check(null, overrides)
                        .require()
                        .network()
                        .ice()
                        .udpPort())
                .isEqualTo(1);
        assertThat(BridgeConfigLoader.check(second, overrides)
                        .require()
                        .network()
                        .ice()
                        .udpPort())
                .isEqualTo(2);
        assertThat(BridgeConfigLoader.check(null, NONE)
                        .require()
                        .network()
                        .ice()
                        .udpPort())
                .isEqualTo(10000);
    }

    @Test
    void whatStockDeploymentsWriteIsAccepted() throws IOException {
        BridgeConfig config = fromText("""
                videobridge {
                  ice { udp { port = 10000 } }
                  apis { xmpp-client { configs { shard { HOSTNAME = localhost, MUC_JIDS = "jvbbrewery@internal.auth.x" } } }
                         rest { enabled = true } }
                  sctp { enabled = true, use-usrsctp = true }
                  stats { enabled = true }
                  http-servers { private { host = 0.0.0.0 }, public { port = 9090 } }
                  websockets { enabled = true, domain = "meet.example.org:443", tls = true, server-id = "jvb-1" }
                  relay { enabled = false, region = "eu-1" }
                }
                ice4j { harvest { mapping { stun { enabled = true, addresses = ["stun.example.org:443"] } } } }
                jmt { bwe { estimator { engine = GoogleCc2 } } }
                include "custom-jvb.conf"
                """);
        assertThat(config.servers().rest().colibri()).isTrue();
        assertThat(config.servers().privateHttp().host()).isEqualTo("0.0.0.0");
        assertThat(config.servers().webSockets().tls()).isTrue();
        assertThat(config.servers().webSockets().domains()).containsExactly("meet.example.org:443");
        assertThat(config.operation().identity().region()).hasValue("eu-1");
    }

    @Test
    void anIncludeBesideTheFileIsRead() throws IOException {
        Files.writeString(directory.resolve("custom-jvb.conf"), "videobridge.stats.interval = 2 seconds");
        assertThat(fromText("include \"custom-jvb.conf\"").operation().stats().interval())
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void theExpirationCheckFollowsTheTimeout() throws IOException {
        ExpirationConfig expiration = fromText("videobridge.entity-expiration.timeout = 20s")
                .conferences()
                .expiration();
        assertThat(expiration.checkInterval()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void bitratesAndSizesAreReadAsDeploymentsWriteThem() throws IOException {
        BridgeConfig config = fromText("""
                videobridge.cc { max-oversend-bitrate = 1.5 mbps, assumed-bandwidth-limit = 300000 }
                videobridge.load-management.conference-last-n-limits { "20" = 15, 100 = 5 }
                """);
        assertThat(config.conferences().selection().policy().allocation().maxOversendBps())
                .isEqualTo(1_500_000);
        assertThat(config.conferences().selection().policy().assumedBandwidthLimitBps())
                .isEqualTo(300_000);
        assertThat(config.conferences().loadReducer().lastNBySize()).isEqualTo(Map.of(20, 15, 100, 5));
    }

    @Test
    void theBoundsOfEstimatesAreThoseOfTheFile() throws IOException {
        DownlinkSettings byDefault = fromText("").media().downlink();
        assertThat(byDefault.estimator().startBps()).isEqualTo(2_500_000);
        assertThat(byDefault.estimator().minBps()).isEqualTo(30_000);
        assertThat(byDefault.estimator().maxBps()).isEqualTo(20_000_000);
        assertThat(byDefault.isEstimating() && byDefault.isProbing() && byDefault.isPacing())
                .isTrue();
        DownlinkSettings changed = fromText("""
                jmt.bwe.estimator { initial-bw = 1.5 mbps, min-bw = 50 kbps, max-bw = 8000 kbps, engine = GoogleCc2 }
                starbridge.downlink.pacing = false
                """).media().downlink();
        assertThat(changed.estimator()).isEqualTo(byDefault.estimator().withBitrates(1_500_000, 50_000, 8_000_000));
        assertThat(changed.isPacing()).isFalse();
    }

    @Test
    void protectionProfilesKeepTheirOrder() throws IOException {
        BridgeConfig config =
                fromText("jmt.srtp.protection-profiles = [SRTP_AES128_CM_HMAC_SHA1_80, SRTP_AEAD_AES_256_GCM]");
        assertThat(config.network().srtp().profiles())
                .containsExactly(SrtpProfile.AES128_CM_HMAC_SHA1_80, SrtpProfile.AEAD_AES_256_GCM);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            videobridge.ice.udp.port                         | 70000                 | 0 to 65535
            videobridge.ice.udp.port                         | many                  | a whole number
            videobridge.health.interval                      | soon                  | a duration
            videobridge.health.interval                      | 0 s                   | a duration above zero
            videobridge.health.timeout                       | 10 s                  | at least health.interval
            videobridge.stats.interval                       | -1 s                  | a duration above zero
            videobridge.cc.initial-max-height-px             | -2                    | -1 to 100000
            videobridge.cc.trust-bwe                         | perhaps               | true or false
            videobridge.cc.max-oversend-bitrate              | lots                  | a bitrate such as
            jmt.bwe.estimator.initial-bw                     | 20 kbps               | 30000 to 20000000
            jmt.bwe.estimator.min-bw                         | 0                     | 1000 to
            jmt.bwe.estimator.max-bw                         | 10 kbps               | 30000 to
            jmt.bwe.estimator.max-bw                         | fast                  | a bitrate such as
            starbridge.downlink.probing                      | 2                     | true or false
            videobridge.apis.xmpp-client.configs             | 7                     | objects by name
            starbridge.media.segmentation-padding            | 256 B                 | 0 to 255
            videobridge.loudest.num-loudest                  | 0                     | 1 to 1000
            videobridge.load-management.conference-last-n-limits | {many = 1}        | whole numbers
            videobridge.websockets.server-id                 | a/b                   | letters, digits
            videobridge.load-management.load-measurements.load-measurement | moon-phase | one of CPU_USAGE, PACKET_RATE
            videobridge.load-management.load-measurements.cpu-usage.load-threshold | 0   | a number above zero
            jmt.srtp.protection-profiles                     | [NONE]                | one of SRTP_AEAD_AES_128_GCM
            jmt.srtp.protection-profiles                     | []                    | at least one profile
            ice4j.harvest.udp.receive-buffer-size            | 4 GiB                 | a size below 2 GiB
            ice4j.harvest.allowed-addresses                  | 7                     | a list of texts
            starbridge.media.workers                         | -1                    | 0 to 1024
            starbridge.media.io                              | carrier-pigeon        | one of AUTO, NATIVE, NIO
            starbridge.dtls.max-handshakes                   | 0                     | 1 to 100000
            starbridge.tracing.endpoint                      | collector             | an address such as
            """)
    void aMalformedValueIsNamedWithItsKeyAndWhatIsExpected(String key, String value, String expected) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> fromText(key + " = " + value))
                .withMessageContaining(key)
                .withMessageContaining(expected)
                .satisfies(e -> assertThat(e.key()).isEqualTo(key));
    }

    @Test
    void allThatIsMalformedIsSaidAtOnce() throws IOException {
        Path file = Files.writeString(directory.resolve("jvb.conf"), """
                videobridge.ice.udp.port = many
                videobridge.cc { trust-bwe = perhaps, jvb-last-n = few }
                videobridge.health.interval = 0 s
                ice4j.harvest.mapping.static-mappings = [{ local-address = here, public-address = there }]
                """);
        ConfigCheck check = BridgeConfigLoader.check(file, NONE);
        assertThat(check.config()).isEmpty();
        assertThat(check.errors())
                .extracting(ConfigException::key)
                .containsExactlyInAnyOrder(
                        "videobridge.ice.udp.port",
                        "videobridge.cc.trust-bwe",
                        "videobridge.cc.jvb-last-n",
                        "videobridge.health.interval",
                        "ice4j.harvest.mapping.static-mappings[0].local-address");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(check::require)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(4));
    }

    @Test
    void theValueThatWasFoundAndItsPlaceAreNamed() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> fromText("\n\nvideobridge.ice.udp.port = \"ten\""))
                .withMessageContaining("\"ten\"")
                .withMessageContaining("jvb.conf: 3");
    }

    @Test
    void webSocketsNeedADomainAndAPublicServer() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> fromText("videobridge.websockets.enabled = true"))
                .withMessageContaining("videobridge.websockets.domain");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> fromText("videobridge.websockets { enabled = true, domain = example.org }"))
                .withMessageContaining("http-servers.public.port");
    }

    @ParameterizedTest
    @CsvSource({"'videobridge {'", "'a = ${missing}'"})
    void aFileThatIsNotHoconIsNamed(String text) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> fromText(text))
                .withMessageContaining("jvb.conf");
    }

    @Test
    void aFileThatDoesNotExistIsNamed() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> BridgeConfigLoader.fromFile(directory.resolve("absent.conf"), NONE))
                .withMessageContaining("absent.conf");
    }

    @Test
    void zeroMeansTheMachinesOwnNumbers() {
        BridgeConfig config = BridgeConfig.defaults();
        assertThat(config.media().workers().workersFor(8)).isEqualTo(8);
        assertThat(config.network().dtls().computingThreadsFor(8)).isEqualTo(4);
        assertThat(config.network().dtls().computingThreadsFor(1)).isEqualTo(1);
    }

    private BridgeConfig fromText(String text) throws IOException {
        return fromText(text, NONE);
    }

    private BridgeConfig fromText(String text, Properties overrides) throws IOException {
        return BridgeConfigLoader.fromFile(Files.writeString(directory.resolve("jvb.conf"), text), overrides);
    }
}
