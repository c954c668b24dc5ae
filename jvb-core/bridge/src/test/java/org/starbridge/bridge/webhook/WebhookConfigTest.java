package org.starbridge.bridge.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.ConfigCheck;

class WebhookConfigTest {
    @TempDir
    private Path directory;

    private ConfigCheck check(String settings) throws Exception {
        Path file = Files.writeString(directory.resolve("jvb.conf"), "starbridge.webhooks {\n" + settings + "\n}\n");
        return BridgeConfigLoader.check(file, new Properties());
    }

    @Test
    void thereAreNoneByDefault() {
        assertThat(FreePorts.config().services().webhooks()).isEqualTo(WebhookConfig.DEFAULT);
    }

    @Test
    void urlsWithASecretAreTaken() throws Exception {
        assertThat(check("urls = [\"https://hooks.example.org/a?b=c\"]\nsecret = 0123456789abcdef")
                        .errors())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "urls = [\"https://hooks.example.org/\"]",
                "urls = [\"https://hooks.example.org/\"]\nsecret = sesame",
                "urls = [\"ftp://hooks.example.org/sesame\"]\nsecret = 0123456789abcdef",
                "urls = [\"https://user:sesame@hooks.example.org/\"]\nsecret = 0123456789abcdef",
                "urls = [\"file:///sesame\"]\nsecret = 0123456789abcdef",
                "urls = [\"https://hooks.example.org/\"]\nsecret = \"whsec_sesame!sesame\"",
                "queue-size = 0"
            })
    void whatCannotBeIsRefusedWithoutShowingASecret(String settings) throws Exception {
        ConfigCheck check = check(settings);
        assertThat(check.errors()).isNotEmpty();
        assertThat(check.errors().toString() + check.findings()).doesNotContain("sesame");
    }
}
