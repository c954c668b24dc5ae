package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.ConfigCheck;
import org.starbridge.bridge.config.keys.ConfigFinding.Kind;

/**
 * Files of {@code scripts/compose} and of Jitsi Meet's compose files: what they name exists, and a bridge reads it as
 * meant.
 */
@Timeout(60)
class ComposeFilesTest {
    private static final Path SCRIPTS = Path.of("..", "..", "scripts");
    private static final Path COMPOSE = SCRIPTS.resolve("compose");
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    @TempDir
    Path directory;

    private static List<JsonNode> documents(Path file) throws IOException {
        try (var parser = new YAMLFactory().createParser(file.toFile())) {
            return YAML.<JsonNode>readValues(parser, JsonNode.class).readAll();
        }
    }

    private static JsonNode services() throws IOException {
        return documents(COMPOSE.resolve("compose.yaml")).getFirst().path("services");
    }

    @Test
    void mountsFilesThatExist() throws Exception {
        List<String> mounted = new ArrayList<>();
        for (JsonNode service : services()) {
            for (JsonNode volume : service.path("volumes")) {
                String source = volume.asText().split(":", 2)[0];
                if (source.startsWith(".")) {
                    assertThat(COMPOSE.resolve(source)).isRegularFile();
                    mounted.add(source);
                }
            }
        }
        assertThat(mounted).hasSize(6);
    }

    @Test
    void prometheusAndGrafanaNameServicesAndFilesOfEachOther() throws Exception {
        JsonNode prometheus = documents(COMPOSE.resolve("prometheus.yml")).getFirst();
        assertThat(prometheus.at("/scrape_configs/0/static_configs/0/targets/0").asText())
                .isEqualTo("bridge:8080");
        assertThat(targets("prometheus"))
                .contains(prometheus.at("/rule_files/0").asText(), "/etc/prometheus/prometheus.yml");
        assertThat(documents(COMPOSE.resolve("grafana-datasource.yml"))
                        .getFirst()
                        .at("/datasources/0/url"))
                .hasToString("\"http://prometheus:9090\"");
        String board = services()
                .at("/grafana/environment/GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH")
                .asText();
        assertThat(targets("grafana")).contains(board);
        assertThat(board)
                .startsWith(documents(COMPOSE.resolve("grafana-boards.yml"))
                                .getFirst()
                                .at("/providers/0/options/path")
                                .asText()
                        + "/");
        assertThat(services().fieldNames()).toIterable().containsExactly("bridge", "prometheus", "grafana");
    }

    private static List<String> targets(String service) throws IOException {
        List<String> targets = new ArrayList<>();
        services()
                .path(service)
                .path("volumes")
                .forEach(volume -> targets.add(volume.asText().split(":", -1)[1]));
        return targets;
    }

    @Test
    void theBridgeOfComposeHasItsPorts() throws Exception {
        Map<String, String> environment = new HashMap<>();
        JsonNode bridge = services().path("bridge");
        bridge.path("environment")
                .properties()
                .forEach(each -> environment.put(each.getKey(), each.getValue().asText()));
        environment.put("JVB_ADVERTISE_IPS", "192.0.2.1");
        environment.put("STARBRIDGE_TOKEN", TOKEN);
        BridgeConfig config = read(environment);
        assertThat(targets("bridge")).containsExactly("/config/custom-jvb.conf");
        List<String> ports = new ArrayList<>();
        bridge.path("ports").forEach(port -> ports.add(port.asText()));
        assertThat(ports)
                .containsExactly(
                        config.network().ice().udpPort() + ":"
                                + config.network().ice().udpPort() + "/udp",
                        "127.0.0.1:9090:"
                                + config.servers().publicHttp().address().port() + "/tcp",
                        "127.0.0.1:8080:" + config.servers().privateHttp().port() + "/tcp");
        assertThat(Files.readString(SCRIPTS.resolve("packaging/image.sh")))
                .contains("\"RepoTags\":[\"" + bridge.path("image").asText() + ":latest\"]");
    }

    @Test
    void theBridgeOfKubernetesHasItsPortsAndProbes() throws Exception {
        List<JsonNode> documents = documents(COMPOSE.resolve("kubernetes.yaml"));
        assertThat(documents).extracting(each -> each.path("kind").asText()).containsExactly("DaemonSet", "Service");
        JsonNode bridge = documents.getFirst().at("/spec/template/spec/containers/0");
        Map<String, String> environment = new HashMap<>();
        bridge.path("env")
                .forEach(each -> environment.put(
                        each.path("name").asText(), each.path("value").asText()));
        environment.put("JVB_ADVERTISE_IPS", "192.0.2.1");
        environment.put("STARBRIDGE_TOKEN", TOKEN);
        BridgeConfig config = read(environment);
        assertThat(bridge.at("/ports/0/containerPort").asInt())
                .isEqualTo(bridge.at("/ports/0/hostPort").asInt())
                .isEqualTo(config.network().ice().udpPort());
        assertThat(bridge.at("/ports/1/containerPort").asInt())
                .isEqualTo(config.servers().publicHttp().address().port());
        assertThat(bridge.at("/ports/2/containerPort").asInt())
                .isEqualTo(config.servers().privateHttp().port());
        String description = Files.readString(
                Path.of("src", "main", "resources", "org", "starbridge", "bridge", "rest", "openapi.yaml"));
        for (String probe : List.of("readinessProbe", "livenessProbe")) {
            assertThat(description)
                    .contains("\n  " + bridge.path(probe).at("/httpGet/path").asText() + ":\n");
        }
        assertThat(documents.get(1).at("/spec/ports/0/port").asInt()).isEqualTo(9090);
    }

    /** What the image's entrypoint makes of these variables, each of which it or the mounted file knows. */
    private BridgeConfig read(Map<String, String> environment) throws Exception {
        Path entrypoint = SCRIPTS.resolve("jitsi-meet/docker/jvb-conf");
        String conf = Files.readString(COMPOSE.resolve("bridge.conf"));
        String known = Files.readString(entrypoint) + conf;
        assertThat(environment.keySet()).allSatisfy(name -> assertThat(known).contains("${" + name));
        ProcessBuilder builder = new ProcessBuilder(entrypoint.toString());
        builder.environment().putAll(environment);
        builder.environment().put("LOCAL_ADDRESS", "10.0.0.1"); // a machine without a network has none
        Process process = builder.start();
        String written = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        // HOCON takes variables of the process, which a test cannot set.
        Files.writeString(directory.resolve("custom-jvb.conf"), conf.replace("${STARBRIDGE_TOKEN}", '"' + TOKEN + '"'));
        ConfigCheck check =
                BridgeConfigLoader.check(Files.writeString(directory.resolve("jvb.conf"), written), new Properties());
        assertThat(check.errors()).isEmpty();
        assertThat(check.findings()).noneMatch(finding -> finding.kind() == Kind.UNKNOWN);
        BridgeConfig config = check.require();
        assertThat(config.services().whip().enabled()).isTrue();
        assertThat(config.services().hls().enabled()).isTrue();
        assertThat(config.network().ice().staticMappings()).hasSize(1);
        return config;
    }

    @Test
    void jitsiMeetsComposeFilesKeepEverythingButTheImage() throws Exception {
        JsonNode services = documents(SCRIPTS.resolve("jitsi-meet/docker/compose.starbridge.yml"))
                .getFirst()
                .path("services");
        assertThat(services.fieldNames()).toIterable().containsExactly("jvb");
        assertThat(services.path("jvb").fieldNames()).toIterable().containsExactly("image", "pull_policy");
    }

    /** Its first commands are with files that the scripts write. */
    @Test
    void theReadmeNamesFilesThatThePackagesHave() throws Exception {
        String scripts = (Files.readString(SCRIPTS.resolve("package"))
                        + Files.readString(SCRIPTS.resolve("packaging/release.sh")))
                .replace("$architecture", "amd64");
        Matcher file = Pattern.compile("starbridge[-_]\\*(\\S+\\.(?:gz|deb|tar))\\b")
                .matcher(Files.readString(Path.of("..", "..", "README.md")));
        List<String> endings = new ArrayList<>();
        while (file.find()) {
            endings.add(file.group(1));
        }
        assertThat(endings)
                .containsExactly("-linux-amd64.tar.gz", "_amd64.deb", "-linux-amd64.oci.tar", "-compose.tar.gz")
                .allSatisfy(ending -> assertThat(scripts).contains(ending + '"'));
    }

    /** The workflow uses options and files of scripts/package that exist. */
    @Test
    void theWorkflowOfReleasesFitsThePackages() throws Exception {
        Path file = Path.of("..", "..", ".github", "workflows", "release.yml");
        JsonNode steps = documents(file).getFirst().at("/jobs/packages/steps");
        String script = Files.readString(SCRIPTS.resolve("package"));
        String text = Files.readString(file);
        for (String option : List.of("--release", "--check", "--jmods", "--key")) {
            assertThat(text).contains(option);
            assertThat(script).contains("\n        " + option + ")");
        }
        assertThat(steps).hasSize(5);
        assertThat(documents(file).getFirst().at("/on/push/tags/0").asText()).isEqualTo("v*");
    }
}
