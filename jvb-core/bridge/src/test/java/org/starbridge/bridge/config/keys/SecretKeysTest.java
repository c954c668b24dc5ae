package org.starbridge.bridge.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.ConfigCheck;

/** Secrets of an operator's file never appear in what is said about it. */
class SecretKeysTest {
    private static final Pattern NAMED_LIKE_A_SECRET =
            Pattern.compile("(?i).*(passw|passphrase|secret|token|credential|private.?key|api.?key).*");

    /** Keys with such names whose values are numbers or switches. */
    private static final Set<String> NO_SECRETS = Set.of("token-in-query", "max-sessions-per-token");

    @Test
    void eachKeyThatIsNamedLikeASecretIsOneOrIsExcepted() {
        Set<String> names = new KnownKeys(BridgeConfigLoader.honouredKeys()).lastNames();
        assertThat(names).contains("password", "secret", "port").containsAll(NO_SECRETS);
        assertThat(names.stream()
                        .filter(name -> NAMED_LIKE_A_SECRET.matcher(name).matches())
                        .filter(name -> !NO_SECRETS.contains(name)))
                .isNotEmpty()
                .allMatch(SecretKeys::contains);
    }

    @Test
    void noSecretIsInAFinding() {
        Config written = ConfigFactory.parseString("""
                videobridge.apis.xmpp-client.configs.shard { PASSWORD = sesame, "password" = sesame }
                videobridge.http-servers.public.key-store-password = sesame
                starbridge.whip.jwt.secret = sesame
                starbridge.whip.tokens = [{ token = sesame, publish = ["studio"] }]
                starbridge.webhooks { urls = ["https://hooks.example.org/sesame"], secret = sesame }
                starbridge.whip.turn-servers = [
                  { uri = "turn:a", username = u, credential = sesame }, { uri = "turn:b", secret = sesame }
                ]
                """);
        List<ConfigFinding> findings = new KeyReview(BridgeConfigLoader.honouredKeys()).of(written.root(), written);
        assertThat(findings).hasSize(13);
        assertThat(findings).noneMatch(finding -> finding.message().contains("sesame"));
        assertThat(findings.stream().filter(finding -> finding.message().equals("(not shown)")))
                .hasSize(9);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jwt.secret = [sesame]",
                "jwt.secret = { a = sesame }",
                "tokens = [ sesame ]",
                "tokens = [{ token = [sesame] }]",
                "tokens = [{ token = sesame }]",
                "turn-servers = [{ uri = \"turn:a\", credential = [sesame] }]"
            })
    void noSecretIsInAnError(String wrong, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("jvb.conf"), "starbridge.whip." + wrong + "\n");
        ConfigCheck check = BridgeConfigLoader.check(file, new Properties());
        assertThat(check.errors()).isNotEmpty();
        assertThat(check.errors()).noneMatch(error -> error.toString().contains("sesame"));
        assertThat(check.findings()).noneMatch(finding -> finding.toString().contains("sesame"));
    }

    @Test
    void aListOfTokensThatIsWrittenAsTextIsNotShown() {
        Config written = ConfigFactory.parseString("starbridge.whip.tokens = [sesame, open]");
        assertThat(new KeyReview(BridgeConfigLoader.honouredKeys()).of(written.root(), written))
                .singleElement()
                .extracting(ConfigFinding::message)
                .isEqualTo("(not shown)");
    }
}
