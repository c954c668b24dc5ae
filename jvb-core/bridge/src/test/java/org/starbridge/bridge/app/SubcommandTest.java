package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.SignedJWT;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.http.route.Json;

/** Subcommands of {@code starbridge}. */
class SubcommandTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... arguments) {
        return BridgeCommandLine.of(new Main(Preparation.begin()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }

    private String config(String more) throws Exception {
        return Files.writeString(folder.resolve("bridge.conf"), """
                videobridge.http-servers.public { host = bridge.example, port = 9090 }
                starbridge.whip { enabled = true, %s }
                """.formatted(more))
                .toString();
    }

    @Test
    void aTokenIsSignedAndNamesTheAddresses() throws Exception {
        String config = config("jwt { secret = " + SECRET + ", issuer = us, audience = them }");
        Instant before = Instant.now();
        assertThat(run("token", "--config", config, "--room", "show", "--publish", "--hours", "2"))
                .isZero();
        List<String> lines = out.toString().lines().toList();
        SignedJWT token = SignedJWT.parse(lines.getFirst());
        assertThat(token.verify(new MACVerifier(SECRET))).isTrue();
        assertThat(token.getJWTClaimsSet().getStringListClaim("publish")).containsExactly("show");
        assertThat(token.getJWTClaimsSet().getStringListClaim("watch")).containsExactly("show");
        assertThat(token.getJWTClaimsSet().getIssuer()).isEqualTo("us");
        assertThat(token.getJWTClaimsSet().getAudience()).containsExactly("them");
        Duration valid = Duration.between(
                before, token.getJWTClaimsSet().getExpirationTime().toInstant());
        assertThat(valid.toMinutes()).isBetween(119L, 121L);
        assertThat(lines)
                .contains(
                        "whip     http://bridge.example:9090/whip/show",
                        "whep     http://bridge.example:9090/whep/show",
                        "page     http://bridge.example:9090/?room=show");
    }

    @Test
    void aTokenOfAViewerDoesNotPublish() throws Exception {
        assertThat(run("token", "--config", config("jwt.secret = " + SECRET), "--room", "show"))
                .isZero();
        SignedJWT token = SignedJWT.parse(out.toString().lines().findFirst().orElse(""));
        assertThat(token.getJWTClaimsSet().getClaim("publish")).isNull();
        assertThat(token.getJWTClaimsSet().getStringListClaim("watch")).containsExactly("show");
        assertThat(out.toString()).doesNotContain("/whip/");
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        assertThat(run("token", "--config", config("open = true"), "--room", "show"))
                .isEqualTo(1);
        assertThat(out.toString()).contains("starbridge.whip.jwt.secret");
        assertThat(run("token", "--config", config("jwt.secret = " + SECRET), "--room", "a/b"))
                .isEqualTo(2);
        assertThat(run("token", "--config", config("jwt.secret = " + SECRET), "--room", "a", "--hours", "0"))
                .isEqualTo(2);
        assertThat(run("token")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void aShellCompletesWithTheScript(String shell) throws Exception {
        assertThat(run("completion", shell)).isZero();
        assertThat(out.toString()).contains("--check-config", "doctor", "token");
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "skipped: needs bash");
        Path script = Files.writeString(folder.resolve("completion"), out.toString());
        Process bash = new ProcessBuilder(
                        "/bin/bash",
                        "-c",
                        "source " + script + "; COMP_WORDS=(starbridge --check); COMP_CWORD=1;"
                                + " _complete_starbridge; echo \"${COMPREPLY[*]}\"")
                .redirectErrorStream(true)
                .start();
        String completed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(completed).contains("--check-config");
        assertThat(run("completion", "fish")).isEqualTo(2);
    }

    /** The texts are those of --help; man, where it is, finds no fault. */
    @Test
    void theManualHasEveryCommandAndOption() throws Exception {
        assertThat(run("manual")).isZero();
        String page = out.toString();
        assertThat(page.lines())
                .contains(".TH STARBRIDGE 1 \"\" \"starbridge "
                        + Version.current().replace("-", "\\-") + "\"")
                .contains(
                        ".B \\-\\-check\\-config FILE",
                        ".SH \"starbridge doctor\"",
                        ".B \\-\\-room ROOM",
                        ".B SHELL",
                        "Prints the manual page of all commands.")
                .noneMatch(line -> line.startsWith("'") || line.matches("\\.(?!TH|SH|B |br|nh|PP|TP).*"));
        if (Files.isExecutable(Path.of("/usr/bin/groff"))) {
            Path file = Files.writeString(folder.resolve("starbridge.1"), page);
            Process groff = new ProcessBuilder("/usr/bin/groff", "-man", "-ww", "-Tutf8", file.toString())
                    .redirectErrorStream(true)
                    .start();
            String shown = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shown)
                    .contains("--check-config", "-Dvideobridge.ice.udp.port")
                    .doesNotContain("warning");
        }
    }

    @Test
    void theDoctorWritesJson() throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong.conf"), "videobridge.ice.udp.port = none");
        assertThat(run("doctor", "--json", "--config", wrong.toString())).isEqualTo(78);
        JsonNode finding = Json.tree(out.toString()).at("/findings/0");
        assertThat(finding.path("level").asText()).isEqualTo("error");
        assertThat(finding.path("about").asText()).isEqualTo("configuration");
        assertThat(finding.path("text").asText()).contains("videobridge.ice.udp.port");
    }
}
