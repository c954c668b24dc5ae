package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.http.route.Json;

/** What the command line answers without starting anything. */
class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return BridgeCommandLine.of(new Main(Preparation.begin()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void helpSaysWhatTheOptionsAndExitCodesAre() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("--config", "UDP 10000", "Exit status", "78");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theDoctorHasHelpAndRefusesWhatItDoesNotKnow() {
        assertThat(run("doctor", "--help")).isZero();
        assertThat(out.toString()).contains("starbridge doctor", "--config", "--stun=HOST:PORT", "Exit status 0");
        assertThat(run("doctor", "--frobnicate")).isEqualTo(2);
        assertThat(err.toString()).contains("--frobnicate", "--help");
        assertThat(run("doctor", "--stun", "a:b:c")).isEqualTo(2);
        assertThat(err.toString()).contains("--stun", "stun.example.org:3478");
    }

    @Test
    void theDoctorAnswersAConfigurationThatCanNotBeUsed(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("jvb.conf"), "videobridge.ice.udp.port = many\n");
        assertThat(run("doctor", "--config", file.toString())).isEqualTo(78);
        assertThat(out.toString()).contains("videobridge.ice.udp.port");
    }

    @Test
    void versionIsOneLine() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString().strip()).startsWith("starbridge ").hasLineCount(1);
    }

    @Test
    void anUnknownOptionIsNamed() {
        assertThat(run("--frobnicate")).isEqualTo(2);
        assertThat(err.toString()).contains("--frobnicate", "starbridge --help").hasLineCount(2);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void whatWasProbablyMeantIsNamed() {
        assertThat(run("--confg", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("--config").hasLineCount(3);
    }

    @Test
    void anOptionWithoutItsValueIsRefused() {
        assertThat(run("--config")).isEqualTo(2);
        assertThat(err.toString()).contains("--config").hasLineCount(2);
    }

    @Test
    void aFileThatIsNotThereIsAConfigurationError(@TempDir Path directory) {
        assertThat(run("--config", directory.resolve("absent.conf").toString())).isEqualTo(78);
    }

    @Test
    void aFileWithAMalformedValueIsAConfigurationError(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("jvb.conf"), "videobridge.ice.udp.port = many\n");
        assertThat(run("--config", file.toString())).isEqualTo(78);
        Files.writeString(file, "videobridge { ice { \n");
        assertThat(run("--config", file.toString())).isEqualTo(78);
    }

    @Test
    void theVersionIsOneThatAFocusCanTakeApart() {
        assertThat(Version.current()).matches("(\\d*)\\.(\\d*)-(.*)");
    }

    @Test
    void checkConfigSaysWhatBecomesOfEachKeyAndStartsNothing(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("jvb.conf"), """
                videobridge {
                  ice.udp.port = 10000
                  cc.thumbnail-max-height-px = 90
                  ice.nomination-strategy = NominateFirstValid
                  websocket.enabled = true
                  apis.xmpp-client.configs.shard { HOSTNAME = localhost, PASSWORD = tiger }
                }
                """);
        assertThat(run("--check-config", file.toString())).isZero();
        assertThat(out.toString())
                .contains(
                        "Honoured (3):\n  videobridge.ice.udp.port = 10000\n",
                        "Honoured under a deprecated name (1):\n  videobridge.cc.thumbnail-max-height-px (",
                        "Known, but without effect in this bridge (1):\n  videobridge.ice.nomination-strategy (",
                        "Unknown, without effect (",
                        "  videobridge.websocket.enabled (",
                        "videobridge.websockets.enabled is a known key",
                        "XMPP servers that will be ignored (1):\n",
                        "lacks username, muc_jids, muc_nickname")
                .doesNotContain("tiger")
                .endsWith("The bridge would start.\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void checkConfigOfWhatCanNotBeUsedHasAllErrorsAndTheStatusOfAFailedStart(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(
                directory.resolve("jvb.conf"), "videobridge { ice.udp.port = many, stats.jvm.enabled = perhaps }\n");
        assertThat(run("--check-config", file.toString())).isEqualTo(78);
        assertThat(out.toString())
                .contains("Errors (2):", "videobridge.ice.udp.port = ", "videobridge.stats.jvm.enabled = ")
                .endsWith("The bridge would not start.\n");
        out.getBuffer().setLength(0);
        assertThat(run("--check-config", directory.resolve("absent.conf").toString()))
                .isEqualTo(78);
        assertThat(out.toString()).contains("absent.conf", "The bridge would not start.");
    }

    @Test
    void checkConfigAsJsonHasTheSameAndNoSecret(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("jvb.conf"), """
                videobridge {
                  ice.udp.port = 10000
                  websocket.enabled = true
                  apis.xmpp-client.configs.shard { HOSTNAME = localhost, PASSWORD = tiger }
                }
                """);
        assertThat(run("--check-config", file.toString(), "--json")).isZero();
        JsonNode report = Json.tree(out.toString());
        assertThat(report.path("starts").asBoolean()).isTrue();
        assertThat(report.path("errors").isEmpty()).isTrue();
        assertThat(report.path("keys").findValuesAsText("key"))
                .contains("videobridge.ice.udp.port", "videobridge.websocket.enabled");
        JsonNode port = report.at("/keys/0");
        assertThat(port.path("effect").asText()).isEqualTo("honoured");
        assertThat(port.path("value").asText()).isNotEmpty();
        assertThat(port.path("place").asText()).contains("jvb.conf");
        assertThat(report.at("/ignored_xmpp_servers/0").asText()).contains("lacks username");
        assertThat(out.toString()).doesNotContain("tiger");
        out.getBuffer().setLength(0);
        Files.writeString(file, "videobridge.ice.udp.port = many\n");
        assertThat(run("--check-config", file.toString(), "--json")).isEqualTo(78);
        report = Json.tree(out.toString());
        assertThat(report.path("starts").asBoolean(true)).isFalse();
        assertThat(report.at("/errors/0").asText()).contains("videobridge.ice.udp.port");
    }

    @Test
    void jsonIsOfAReportOnly() {
        assertThat(run("--json")).isEqualTo(2);
        assertThat(err.toString()).contains("--json needs --check-config FILE");
    }
}
