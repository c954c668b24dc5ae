package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.EchoBridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.colibri.Sctp;

/**
 * Data channels of a real browser: the bridge channel, and any message of up to 64 KiB there and back over a path that
 * loses.
 */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(180)
@TestInstance(Lifecycle.PER_CLASS)
class ChromiumDataChannelTest {
    /** Said at once, so the longer ones are under way together. */
    private static final List<Integer> LENGTHS =
            List.of(0, 1, 2, 1000, 1131, 1132, 1133, 2264, 16_000, 65_536, 65_536, 1);

    private static final List<Integer> BINARY_LENGTHS = List.of(0, 1, 65_536);

    @AutoClose
    private EchoBridge echo;

    @AutoClose
    private Bridge bridge;

    @AutoClose
    private PageServer echoPages;

    @AutoClose
    private PageServer pages;

    @AutoClose
    private Chromium browser;

    @BeforeAll
    void start() throws Exception {
        echo = new EchoBridge(FreePorts.config());
        bridge = FreePorts.bridge();
        echoPages = new PageServer(echo.bridge().privatePort());
        pages = new PageServer(bridge.privatePort());
        browser = Chromium.open(echoPages.url());
    }

    @AfterEach
    void leave() {
        browser.call("expire");
    }

    @Test
    void theBridgeChannelMayBeClosedAndOpenedAgain() {
        browser.visit(pages.url());
        Map<String, Object> sctp = browser.call("talk", "data-1", "aaaa0001", bridge.mediaPort(), true);
        assertThat(sctp).containsEntry("role", "SERVER");
        assertThat(((Number) Objects.requireNonNull(sctp.get("port"))).intValue())
                .isEqualTo(5000);
        for (int i = 0; i < 3; i++) {
            if (i > 0) {
                browser.call("reopen");
            }
            assertThat(browser.call("hear", "ForwardedSources")).containsEntry("forwardedSources", List.of());
            assertThat(count(browser.call("greet", List.of(1, 1133, 65_536)), "answers"))
                    .isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05})
    void messagesOfAnyLengthComeBackAsTheyWere(double loss) throws Exception {
        browser.visit(echoPages.url());
        echo.role(Sctp.Role.SERVER);
        try (ImpairedPath path = ImpairedPath.losing(echo.bridge().mediaPort(), loss)) {
            browser.call("talk", "echo-" + loss, "aaaa0001", path.port(), true);
            assertEchoes();
            browser.call("reopen");
            assertEchoes();
            assertThat(path.dropped()).isBetween(loss == 0 ? 0 : 10, loss == 0 ? 0 : 1000);
        }
    }

    /** As a relay's client does; the browser begins the association as well, since browsers always do. */
    @Test
    void theBridgeMayBeTheOneThatBeginsAndOpens() throws Exception {
        browser.visit(echoPages.url());
        echo.role(Sctp.Role.CLIENT);
        try (ImpairedPath path = ImpairedPath.losing(echo.bridge().mediaPort(), 0.05)) {
            browser.call("talk", "opens", "aaaa0001", path.port(), false);
            assertThat(browser.call("describe"))
                    .containsEntry("label", "default")
                    .containsEntry("protocol", "http://jitsi.org/protocols/colibri")
                    .containsEntry("ordered", true);
            assertEchoes();
        }
    }

    private void assertEchoes() {
        assertThat(count(browser.call("echo", LENGTHS), "same")).isEqualTo(LENGTHS.size());
        assertThat(count(browser.call("echoBinary", BINARY_LENGTHS, EchoBridge.NOT_TEXT), "answers"))
                .isEqualTo(BINARY_LENGTHS.size());
    }

    private static int count(Map<String, Object> outcome, String name) {
        return ((Number) Objects.requireNonNull(outcome.get(name))).intValue();
    }
}
