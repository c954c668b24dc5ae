package org.starbridge.jvb.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.jvb.app.Bridge;
import org.starbridge.jvb.config.BridgeConfigLoader;

/** The bridge channel over a data channel of a real browser. */
@Tag("browser")
@Timeout(180)
class ChromiumDataChannelTest {
    private static final List<Integer> LENGTHS = List.of(1, 1000, 1132, 1133, 16_000, 65_536, 65_536, 10);

    @Test
    void messagesGoBothWaysAndTheChannelMayBeReopened() throws Exception {
        Properties overrides = new Properties();
        overrides.setProperty("videobridge.ice.udp.port", "0");
        overrides.setProperty("videobridge.http-servers.private.port", "0");
        overrides.setProperty("videobridge.http-servers.public.port", "0");
        try (Bridge bridge = Bridge.start(BridgeConfigLoader.embedded(overrides));
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium browser = Chromium.open(pages.url())) {
            Map<String, Object> sctp = browser.call("talk", "data-1", "aaaa0001");
            assertThat(sctp).containsEntry("role", "SERVER");
            assertThat(((Number) Objects.requireNonNull(sctp.get("port"))).intValue())
                    .isEqualTo(5000);
            assertThat(browser.call("hear", "ForwardedSources")).containsEntry("forwardedSources", List.of());
            assertThat(answers(browser)).isEqualTo(LENGTHS.size());
            for (int i = 0; i < 3; i++) {
                browser.call("reopen");
                browser.call("hear", "ForwardedSources");
                assertThat(answers(browser)).isEqualTo(LENGTHS.size());
            }
            browser.call("expire");
        }
    }

    private static int answers(Chromium browser) {
        Map<String, Object> outcome = browser.call("greet", LENGTHS);
        return ((Number) Objects.requireNonNull(outcome.get("answers"))).intValue();
    }
}
