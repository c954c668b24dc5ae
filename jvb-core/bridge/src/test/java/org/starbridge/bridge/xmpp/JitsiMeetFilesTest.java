package org.starbridge.bridge.xmpp;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.ConfigCheck;
import org.starbridge.bridge.config.keys.ConfigFinding;
import org.starbridge.bridge.config.keys.ConfigFinding.Kind;

/** What scripts/jitsi-meet makes: a bridge reads it as meant, and a real Prosody runs with it. */
@Timeout(180)
class JitsiMeetFilesTest {
    private static final Path SCRIPTS = Path.of("..", "..", "scripts", "jitsi-meet");

    @TempDir
    Path directory;

    private record Ended(int status, String out, String err) {}

    @BeforeEach
    void thereIsAShell() {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "skipped: needs bash");
    }

    private Ended run(Map<String, String> environment, String... command) throws Exception {
        Path err = directory.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        String path = builder.environment().getOrDefault("PATH", "/usr/bin:/bin");
        builder.environment().clear();
        builder.environment().put("PATH", path);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), out, Files.readString(err));
    }

    private ConfigCheck ofDocker(Map<String, String> environment) throws Exception {
        Ended ended = run(environment, SCRIPTS.resolve("docker/jvb-conf").toString());
        assertThat(ended.status()).as(ended.err()).isZero();
        ConfigCheck check = BridgeConfigLoader.check(
                Files.writeString(directory.resolve("jvb.conf"), ended.out()), new Properties());
        assertThat(check.errors()).as(ended.out()).isEmpty();
        assertThat(check.findings()).as(ended.out()).noneMatch(finding -> finding.kind() == Kind.UNKNOWN);
        return check;
    }

    @Test
    void everyScriptIsBash() throws Exception {
        try (Stream<Path> files = Files.walk(SCRIPTS)) {
            List<Path> scripts = files.filter(Files::isRegularFile)
                    .filter(file -> startsWith(file, "#!/usr/bin/env bash"))
                    .toList();
            assertThat(scripts).hasSize(6);
            for (Path script : scripts) {
                assertThat(script).isExecutable();
                Ended ended = run(Map.of(), "/bin/bash", "-n", script.toString());
                assertThat(ended.status()).as(ended.err()).isZero();
            }
        }
    }

    private static boolean startsWith(Path file, String text) {
        try {
            return Files.readString(file).startsWith(text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aContainerThatIsToldNothingButThePasswordHasTheStockDefaults() throws Exception {
        BridgeConfig config = ofDocker(Map.of("JVB_AUTH_PASSWORD", "se\"cr\\et", "HOSTNAME", "box"))
                .require();
        assertThat(config.services().xmpp().clients()).containsOnlyKeys("shard0");
        assertThat(MucClientConfig.of(
                        "shard0",
                        requireNonNull(config.services().xmpp().clients().get("shard0"))))
                .isEqualTo(new MucClientConfig(
                        "shard0",
                        "xmpp.meet.jitsi",
                        5222,
                        "auth.meet.jitsi",
                        "jvb",
                        "se\"cr\\et",
                        List.of("jvbbrewery@internal-muc.meet.jitsi"),
                        "box",
                        false,
                        MucClientConfig.Security.REQUIRED,
                        MucClientConfig.ControlRole.OCCUPANT));
        assertThat(config.network().ice().udpPort()).isEqualTo(10000);
        assertThat(config.network().ice().staticMappings()).isEmpty();
        assertThat(config.operation().health().requireValidAddress()).isFalse();
        assertThat(config.servers().rest().colibri()).isFalse();
        assertThat(config.servers().privateHttp().host()).isEqualTo("0.0.0.0");
        assertThat(config.servers().publicHttp().isEnabled()).isFalse();
        assertThat(config.network().sctp().enabled()).isTrue();
        assertThat(config.network().publicAddresses().asksEc2()).isFalse();
        assertThat(config.operation().identity().region()).isEmpty();
    }

    @Test
    void regionsAreForContainersWithOctoAndBeginAsEurope() throws Exception {
        Map<String, String> alone = Map.of("JVB_AUTH_PASSWORD", "x", "JVB_OCTO_REGION", "us-east");
        assertThat(ofDocker(alone).require().operation().identity().region()).isEmpty();

        Map<String, String> octo =
                Map.of("JVB_AUTH_PASSWORD", "x", "ENABLE_OCTO", "1", "JVB_OCTO_BIND_ADDRESS", "192.0.2.7");
        ConfigCheck check = ofDocker(octo);
        assertThat(check.require().operation().identity().region()).hasValue("europe");
        assertThat(run(octo, SCRIPTS.resolve("docker/jvb-conf").toString()).out())
                .contains("relay.relay-id = \"192.0.2.7\"", "jmt.bwe.estimator.engine = \"GoogleCc2\"");
    }

    @Test
    void amazonsMetadataIsAskedWhereTheDeploymentSaysSo() throws Exception {
        Map<String, String> asking = Map.of("JVB_AUTH_PASSWORD", "x", "DISABLE_AWS_HARVESTER", "false");
        assertThat(ofDocker(asking).require().network().publicAddresses().asksEc2())
                .isTrue();
    }

    @Test
    void aContainersVariablesMeanWhatTheyMeanToTheStockImage() throws Exception {
        Map<String, String> environment = new HashMap<>(Map.of(
                "JVB_AUTH_USER", "bridge",
                "JVB_AUTH_PASSWORD", "x",
                "XMPP_SERVER", "one.example, two.example:5333",
                "XMPP_PORT", "5444",
                "JVB_BREWERY_MUC", "cellar",
                "JVB_MUC_NICKNAME", "jvb-7",
                "JVB_PORT", "20000",
                "JVB_ADVERTISE_IPS", "203.0.113.7,203.0.113.8#30000",
                "LOCAL_ADDRESS", "172.17.0.2",
                "COLIBRI_REST_ENABLED", "true"));
        environment.putAll(Map.of(
                "SHUTDOWN_REST_ENABLED", "1",
                "JVB_CC_TRUST_BWE", "false",
                "JVB_ADVERTISE_PRIVATE_CANDIDATES", "0",
                "JVB_REQUIRE_VALID_ADDRESS", "true",
                "ENABLE_OCTO", "true",
                "JVB_OCTO_REGION", "eu",
                "BWE_ESTIMATOR_ENGINE", "GoogleCc"));
        ConfigCheck check = ofDocker(environment);
        BridgeConfig config = check.require();
        assertThat(config.services().xmpp().clients().get("shard0"))
                .containsEntry("hostname", "one.example")
                .containsEntry("port", "5444")
                .containsEntry("muc_jids", "cellar@internal-muc.meet.jitsi");
        assertThat(config.services().xmpp().clients().get("shard1"))
                .containsEntry("hostname", "two.example")
                .containsEntry("port", "5333")
                .containsEntry("username", "bridge")
                .containsEntry("muc_nickname", "jvb-7");
        assertThat(config.network().ice().udpPort()).isEqualTo(20000);
        assertThat(config.network().ice().advertisePrivateCandidates()).isFalse();
        assertThat(config.network().ice().staticMappings()).hasSize(2);
        assertThat(config.network().ice().staticMappings().get(1).publicPort()).hasValue(30000);
        assertThat(config.servers().rest().colibri()).isTrue();
        assertThat(config.servers().rest().shutdown()).isTrue();
        assertThat(config.conferences().selection().policy().trustsEstimates()).isFalse();
        assertThat(config.operation().health().requireValidAddress()).isTrue();
        assertThat(config.operation().identity().region()).hasValue("eu");
        assertThat(check.findings())
                .filteredOn(finding -> finding.kind() == Kind.NOT_HONOURED)
                .extracting(ConfigFinding::key)
                .contains("jmt.bwe.estimator.engine")
                .doesNotContain("videobridge.relay.enabled");
    }

    @Test
    void aContainerWithoutThePasswordEndsAsAConfigurationErrorUnlessXmppIsOff() throws Exception {
        Ended ended = run(Map.of(), SCRIPTS.resolve("docker/jvb-conf").toString());
        assertThat(ended.status()).isEqualTo(78);
        assertThat(ended.err()).contains("JVB_AUTH_PASSWORD");
        assertThat(ofDocker(Map.of("JVB_DISABLE_XMPP", "1"))
                        .require()
                        .services()
                        .xmpp()
                        .clients())
                .isEmpty();
    }

    @Test
    void onOneMachineTheBridgeIsInTheRoomOfTheProsodyThatWasConfiguredWithIt() throws Exception {
        Prosody.requireInstalled();
        Path folder = directory.resolve("meet");
        int xmppPort = Prosody.freePort();
        Ended written = run(
                Map.of(),
                SCRIPTS.resolve("one-machine/write").toString(),
                "my-meet.example.org",
                folder.toString(),
                Integer.toString(xmppPort),
                Integer.toString(Prosody.freePort()));
        assertThat(written.status()).as(written.err()).isZero();
        assertThat(Files.readString(folder.resolve("jicofo.conf")))
                .contains("jvbbrewery@internal.auth.my-meet.example.org", "port = " + xmppPort)
                .doesNotContain("@DOMAIN@", "PASSWORD@");

        Properties overrides = new Properties();
        overrides.setProperty("videobridge.ice.udp.port", "0");
        overrides.setProperty("videobridge.http-servers.private.port", "0");
        ConfigCheck check = BridgeConfigLoader.check(folder.resolve("jvb.conf"), overrides);
        assertThat(check.findings()).allMatch(finding -> finding.kind() == Kind.HONOURED);

        Process prosody = new ProcessBuilder(
                        "prosody", "--config", folder.resolve("prosody.cfg.lua").toString(), "-F")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.log").toFile())
                .start();
        try (Bridge bridge = Bridge.start(check.require());
                HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest metrics = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + bridge.privatePort() + "/metrics"))
                    .header("Accept", "text/plain")
                    .build();
            Prosody.await(
                    "the bridge to be in the room; Prosody said: " + Files.readString(folder.resolve("output.log")),
                    () -> http.send(metrics, BodyHandlers.ofString())
                            .body()
                            .lines()
                            .anyMatch(line -> line.startsWith("jitsi_jvb_mucs_joined") && line.endsWith(" 1.0")));
        } finally {
            prosody.destroyForcibly();
            assertThat(prosody.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
