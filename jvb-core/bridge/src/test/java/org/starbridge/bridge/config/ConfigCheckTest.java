package org.starbridge.bridge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.config.keys.ConfigFinding;
import org.starbridge.bridge.config.keys.ConfigFinding.Kind;
import org.starbridge.bridge.config.reader.ConfigException;

/** What an operator learns about the keys of a file, and what becomes of them. */
class ConfigCheckTest {
    @TempDir
    Path directory;

    private final Properties system = new Properties();

    @ParameterizedTest
    @CsvSource({
        "videobridge.ice.udp.prot, videobridge.ice.udp.port",
        "videobridge.websocket.enabled, videobridge.websockets.enabled",
        "videobridge.http-server.public.port, videobridge.http-servers.public.port",
        "videobridge.cc.trustBwe, videobridge.cc.trust-bwe",
        "videobridge.cc.TRUST_BWE, videobridge.cc.trust-bwe",
        "ice4j.harvest.mapping.static-mapping, ice4j.harvest.mapping.static-mappings",
        "jmt.srtp.protection-profile, jmt.srtp.protection-profiles",
        "videobridge.apis.xmpp-client.configs.shard.MUC_JID, videobridge.apis.xmpp-client.configs.shard.muc_jids",
        "videobridge.relay.enable, videobridge.relay.enabled"
    })
    void aMisspeltKeyIsNamedWithTheOneThatWasMeant(String key, String meant) throws IOException {
        ConfigFinding finding = only(check(key + " = 7"), key);
        assertThat(finding.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(finding.message()).contains(meant + " is a known key");
        assertThat(finding.place()).endsWith("jvb.conf: 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "loss-experiment.probability",
                "loss-experiment.bitrate-threshold",
                "timeout-experiment.probability"
            })
    void experimentsOfTheOriginalAreKnown(String key) throws IOException {
        ConfigFinding finding = only(check("jmt.bwe.send-side." + key + " = 0"), "jmt.bwe.send-side." + key);
        assertThat(finding.kind()).isEqualTo(Kind.NOT_HONOURED);
        assertThat(finding.message()).contains("the loss-based estimator uses a model");
    }

    @Test
    void aKeyLikeNoOtherIsUnknownAndStopsNothing() throws IOException {
        ConfigCheck check = check("\nvideobridge.colours = [red]\nvideobridge.ice.udp.port = 12000");
        assertThat(only(check, "videobridge.colours").message())
                .isEqualTo("no such key; and no known key has a similar name");
        assertThat(check.require().network().ice().udpPort()).isEqualTo(12000);
    }

    @Test
    void misspeltNamesInsideOfAListOfObjectsAreFound() throws IOException {
        ConfigCheck check = check("""
                ice4j.harvest.mapping.static-mappings = [
                  { local-address = 192.0.2.1, public-address = 192.0.2.2, nane = x, name = y } ]
                """);
        assertThat(only(check, "ice4j.harvest.mapping.static-mappings[0].nane").message())
                .contains("static-mappings[0].name is a known key");
        assertThat(only(check, "ice4j.harvest.mapping.static-mappings[0].name").kind())
                .isEqualTo(Kind.HONOURED);
    }

    @Test
    void listsThatTheDocumentsShowAreKnown() throws IOException {
        ConfigCheck check = check("""
                starbridge.export.rooms = [{ rooms = ["a-*"], url = "wss://stt.example/{room}", type = transcriber,
                  headers = [{ name = X-Key, file = "/key" }], ping-interval-ms = 10000 }]
                starbridge.whip.tokens = [{ token = abcdefghijklmnop, publish = [a], watch = ["*"] }]
                starbridge.whip.turn-servers = [{ uri = "turn:t.example", secret = s }]
                """);
        assertThat(check.errors()).isEmpty();
        assertThat(of(check, Kind.UNKNOWN)).isEmpty();
    }

    @Test
    void numberedSystemPropertiesAreAList() throws IOException {
        system.setProperty("starbridge.export.allowed-hosts.0", "public");
        system.setProperty("starbridge.export.allowed-hosts.1", "localhost");
        system.setProperty("starbridge.export.rooms.0.rooms.0", "a");
        system.setProperty("starbridge.export.rooms.0.url", "ws://localhost/");
        system.setProperty("starbridge.export.rooms.0.ulr", "x");
        ConfigCheck check = check("");
        assertThat(of(check, Kind.UNKNOWN)).containsExactly("starbridge.export.rooms[0].ulr");
        assertThat(of(check, Kind.HONOURED))
                .contains("starbridge.export.allowed-hosts", "starbridge.export.rooms[0].url");
    }

    /** As Debian's packages of Jitsi Videobridge wrote it once. */
    @ParameterizedTest
    @ValueSource(
            strings = {"[ { type = muc }, { type = colibri } ]", "[ muc, colibri ]", "[]", "{ type = muc }", "muc"})
    void aKeyWithoutEffectIsOneKeyWhateverIsInside(String value) throws IOException {
        ConfigCheck check = check("videobridge.stats { interval = 5 seconds, transports = " + value + " }");
        ConfigFinding finding = only(check, "videobridge.stats.transports");
        assertThat(finding.kind()).isEqualTo(Kind.NOT_HONOURED);
        assertThat(finding.message()).contains("obsolete: ");
        assertThat(check.findings()).noneMatch(each -> each.kind() == Kind.UNKNOWN);
    }

    @Test
    void aMisspeltSectionIsNamedAndOtherSectionsAreNoBusinessOfOurs() throws IOException {
        ConfigCheck check = check("""
                videobrige { ice.udp.port = 7 }
                "videobridge.ice.udp.port" = 8
                jicofo { bridge { } }
                my-host = meet.example.org
                videobridge.http-servers.private.host = ${my-host}
                """);
        assertThat(only(check, "videobrige").message()).contains("did you mean videobridge?");
        assertThat(only(check, "videobridge.ice.udp.port").message()).contains("remove them");
        assertThat(check.findings()).hasSize(3);
        assertThat(check.require().servers().privateHttp().host()).isEqualTo("meet.example.org");
    }

    @Test
    void whatHasNoEffectIsNamedWithTheReason() throws IOException {
        ConfigCheck check = check("""
                videobridge { sctp { enabled = true, use-usrsctp = true }, stats { enabled = true }
                  relay { enabled = true, region = eu, relay-id = b1 } , octo.bind-port = 4096, cryptex.endpoint = true }
                jmt.bwe.estimator.engine = GoogleCc2
                videobridge.apis.xmpp-client.configs.shard0.IQ_HANDLER_MODE = async
                """);
        assertThat(of(check, Kind.NOT_HONOURED))
                .containsExactlyInAnyOrder(
                        "videobridge.sctp.use-usrsctp",
                        "videobridge.stats.enabled",
                        "videobridge.octo.bind-port",
                        "videobridge.cryptex.endpoint",
                        "jmt.bwe.estimator.engine",
                        "videobridge.apis.xmpp-client.configs.shard0.IQ_HANDLER_MODE");
        assertThat(only(check, "videobridge.octo.bind-port").message()).contains("relays use the media port");
        assertThat(of(check, Kind.HONOURED))
                .containsExactlyInAnyOrder(
                        "videobridge.sctp.enabled",
                        "videobridge.relay.enabled",
                        "videobridge.relay.region",
                        "videobridge.relay.relay-id");
    }

    @Test
    void findingsFollowTheLinesAndSecretsAreNotShown() throws IOException {
        ConfigCheck check = check("""
                videobridge.stats.interval = 3 s
                videobridge.apis.xmpp-client.configs.shard { PASSWORD = "tiger", HOSTNAME = localhost }
                videobridge.ice.udp.port = 9
                """);
        assertThat(check.findings())
                .extracting(ConfigFinding::key, ConfigFinding::message)
                .containsExactly(
                        tuple("videobridge.stats.interval", "\"3 s\""),
                        tuple("videobridge.apis.xmpp-client.configs.shard.HOSTNAME", "\"localhost\""),
                        tuple("videobridge.apis.xmpp-client.configs.shard.PASSWORD", "(not shown)"),
                        tuple("videobridge.ice.udp.port", "9"));
    }

    @Test
    void onlyWhatTheOperatorWroteIsReported() throws IOException {
        for (String name : System.getProperties().stringPropertyNames()) {
            if (!name.startsWith("starbridge.")) { // what the build itself was told
                system.setProperty(name, System.getProperty(name));
            }
        }
        assertThat(check("").findings()).isEmpty();
        assertThat(BridgeConfigLoader.check(null, system).findings()).isEmpty();
    }

    @Test
    void systemPropertiesAreLookedAtToo() throws IOException {
        system.setProperty("videobridge.ice.udp.prot", "7");
        system.setProperty("videobrigde.ice.udp.port", "7");
        system.setProperty("jmt.dtls.handshake-timeout", "9s");
        system.setProperty("user.dir", "/");
        ConfigCheck check = check("");
        assertThat(of(check, Kind.UNKNOWN)).containsExactlyInAnyOrder("videobridge.ice.udp.prot", "videobrigde");
        assertThat(only(check, "videobridge.ice.udp.prot").place()).isEqualTo("system property");
        assertThat(of(check, Kind.HONOURED)).containsExactly("jmt.dtls.handshake-timeout");
    }

    @Test
    void anIncludedFileIsNamedAsThePlace() throws IOException {
        Files.writeString(directory.resolve("custom-jvb.conf"), "\n\nvideobridge.ice.udp.prot = 1");
        assertThat(only(check("include \"custom-jvb.conf\""), "videobridge.ice.udp.prot")
                        .place())
                .endsWith("custom-jvb.conf: 3");
        assertThat(check("include \"absent.conf\"").errors()).isEmpty();
    }

    @Test
    void oldNamesHoldUnlessTodaysIsSet() throws IOException {
        BridgeConfig config = check("""
                videobridge.cc { thumbnail-max-height-px = 90, bwe-change-threshold-pct = 25, enable-onstage-video-suspend = true }
                videobridge.octo { region = eu-2, enabled = true, relay-id = b7 }
                """).require();
        assertThat(config.conferences().selection().defaultMaxHeightPx()).isEqualTo(90);
        assertThat(config.conferences().selection().policy().changeThreshold()).isEqualTo(0.25);
        assertThat(config.conferences().selection().policy().allocation().allowOversendOnStage())
                .isFalse();
        assertThat(config.operation().identity().region()).hasValue("eu-2");
        assertThat(config.operation().identity().relayId()).hasValue("b7");

        ConfigCheck both = check("videobridge.cc { thumbnail-max-height-px = 90, default-max-height-px = 120 }");
        assertThat(both.require().conferences().selection().defaultMaxHeightPx())
                .isEqualTo(120);
        assertThat(only(both, "videobridge.cc.thumbnail-max-height-px").message())
                .contains("also set and takes precedence");
        assertThat(check("videobridge.octo.enabled = true").errors())
                .singleElement()
                .asString()
                .contains("videobridge.relay.region");
    }

    @Test
    void anOldNamesMalformedValueIsAnErrorWithItsPlace() throws IOException {
        List<ConfigException> errors =
                check("videobridge.cc.bwe-change-threshold-pct = much").errors();
        assertThat(errors)
                .singleElement()
                .satisfies(error ->
                        assertThat(error.getMessage()).contains("bwe-change-threshold", "much", "jvb.conf: 1"));
    }

    @Test
    void aValueMayReferToTheDefaultItReplaces() throws IOException {
        ConfigCheck check = check("videobridge.cc.default-max-height-px = ${videobridge.ssrc-limit.video}");
        assertThat(check.require().conferences().selection().defaultMaxHeightPx())
                .isEqualTo(50);
    }

    @Test
    void aListThatIsAddedToGrowsOnceAndIsShownAsItHolds() throws IOException {
        ConfigCheck check = check("""
                ice4j.harvest.blocked-interfaces += docker0
                ice4j.harvest.blocked-interfaces += virbr0
                videobridge.cc.default-max-height-px = ${videobridge.cc.default-max-height-px}
                """);
        assertThat(check.require().network().ice().blockedInterfaces()).containsExactly("docker0", "virbr0");
        assertThat(check.require().conferences().selection().defaultMaxHeightPx())
                .isEqualTo(180);
        assertThat(only(check, "ice4j.harvest.blocked-interfaces").message()).isEqualTo("[docker0, virbr0]");
    }

    @Test
    void whatIsSetByReferenceIsLookedThroughToo() throws IOException {
        ConfigCheck check = check("""
                common { enabled = false, server-idd = x }
                videobridge.websockets = ${common}
                videobridge.websockets { server-id = abc }
                videobridge.version.release = ${?A_VARIABLE_THAT_NOBODY_SETS}
                """);
        assertThat(check.require().servers().webSockets().serverId()).isEqualTo("abc");
        assertThat(check.findings())
                .extracting(ConfigFinding::key)
                .containsExactlyInAnyOrder(
                        "videobridge.websockets.enabled",
                        "videobridge.websockets.server-idd",
                        "videobridge.websockets.server-id",
                        "videobridge.version.release");
    }

    @Test
    void whatASystemPropertyOverridesIsShownAsItHolds() throws IOException {
        system.setProperty("videobridge.relay.region", "eu-9");
        assertThat(check("videobridge.relay.region = eu-8").findings())
                .extracting(ConfigFinding::message)
                .containsOnly("\"eu-9\"");
    }

    @Test
    void olderPropertiesHoldBeforeTheFileAndAreReportedKeyByKey() throws IOException {
        Files.writeString(directory.resolve("sip-communicator.properties"), """
                org.jitsi.videobridge.SINGLE_PORT_HARVESTER_PORT=10011
                org.jitsi.videobridge.BWE_CHANGE_THRESHOLD_PCT=30
                org.jitsi.videobridge.EXPIRE_CHECK_SLEEP_SEC=20
                org.jitsi.videobridge.health.INTERVAL=45000
                org.jitsi.videobridge.PADDING_PERIOD_MS=10
                org.jitsi.videobridge.xmpp.user.shard.HOSTNAME=localhost
                org.jitsi.videobridge.xmpp.user.shard.MUC_JIDS=jvbbrewery@internal.auth.example.org
                org.jitsi.videobridge.xmpp.user.shard.PASWORD=x
                org.ice4j.ice.harvest.NAT_HARVESTER_LOCAL_ADDRESS=192.0.2.1
                org.ice4j.ice.harvest.NAT_HARVESTER_PUBLIC_ADDRESS=198.51.100.1
                org.ice4j.ice.harvest.BLOCKED_INTERFACES=docker0;virbr0
                org.jitsi.videobridge.STATISTICS_TRANSPORT=muc
                org.jitsi.videobridge.SINGLE_PORT_HARVESTER_PROT=1
                """);
        ConfigCheck check = check("videobridge.ice.udp.port = 10000");
        BridgeConfig config = check.require();
        assertThat(config.network().ice().udpPort()).isEqualTo(10011);
        assertThat(config.conferences().selection().policy().changeThreshold()).isEqualTo(0.3);
        assertThat(config.conferences().expiration().checkInterval()).isEqualTo(Duration.ofSeconds(20));
        assertThat(config.operation().health().interval()).isEqualTo(Duration.ofSeconds(45));
        assertThat(config.services().xmpp().clients().get("shard")).containsEntry("hostname", "localhost");
        assertThat(config.network().ice().staticMappings()).hasSize(1);
        assertThat(config.network().ice().blockedInterfaces()).containsExactly("docker0", "virbr0");
        assertThat(check.findings()).hasSize(14);
        assertThat(of(check, Kind.NOT_HONOURED)).containsExactly("org.jitsi.videobridge.PADDING_PERIOD_MS");
        assertThat(of(check, Kind.UNKNOWN))
                .containsExactly(
                        "org.jitsi.videobridge.SINGLE_PORT_HARVESTER_PROT",
                        "org.jitsi.videobridge.STATISTICS_TRANSPORT",
                        "org.jitsi.videobridge.xmpp.user.shard.PASWORD");
        assertThat(only(check, "org.jitsi.videobridge.SINGLE_PORT_HARVESTER_PROT")
                        .message())
                .endsWith("is org.jitsi.videobridge.SINGLE_PORT_HARVESTER_PORT meant?");
        assertThat(only(check, "org.jitsi.videobridge.SINGLE_PORT_HARVESTER_PORT")
                        .message())
                .contains("videobridge.ice.udp.port");
    }

    @Test
    void olderPropertiesAreLookedForWhereTheStartScriptSays() throws IOException {
        Path home = directory.resolve("home");
        Path folder = Files.createDirectories(home.resolve("videobridge"));
        Files.writeString(folder.resolve("sip-communicator.properties"), "org.jitsi.videobridge.REGION=eu-3");
        Files.writeString(directory.resolve("sip-communicator.properties"), "org.jitsi.videobridge.REGION=us-1");
        system.setProperty("net.java.sip.communicator.SC_HOME_DIR_LOCATION", home.toString());
        system.setProperty("net.java.sip.communicator.SC_HOME_DIR_NAME", "videobridge");
        assertThat(check("").require().operation().identity().region()).hasValue("eu-3");
        system.setProperty("org.jitsi.videobridge.REGION", "eu-4");
        assertThat(check("").require().operation().identity().region()).hasValue("eu-4");
        system.setProperty("videobridge.relay.region", "eu-5");
        assertThat(check("").require().operation().identity().region()).hasValue("eu-5");
    }

    private ConfigCheck check(String text) throws IOException {
        return BridgeConfigLoader.check(Files.writeString(directory.resolve("jvb.conf"), text), system);
    }

    private static List<String> of(ConfigCheck check, Kind kind) {
        return check.findings().stream()
                .filter(finding -> finding.kind() == kind)
                .map(ConfigFinding::key)
                .toList();
    }

    private static ConfigFinding only(ConfigCheck check, String key) {
        return check.findings().stream()
                .filter(finding -> finding.key().equals(key))
                .reduce((one, other) -> {
                    throw new AssertionError("two findings about " + key);
                })
                .orElseThrow(() -> new AssertionError("no finding about " + key + ": " + check.findings()));
    }
}
