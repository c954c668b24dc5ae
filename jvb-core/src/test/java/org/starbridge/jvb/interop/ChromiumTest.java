package org.starbridge.jvb.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.jvb.app.Bridge;
import org.starbridge.jvb.app.FreePorts;

/** Two real browsers in one conference; each is the DTLS client once and the DTLS server once. */
@Tag("browser")
@Timeout(180)
class ChromiumTest {
    private static final int FRAMES = 60;

    private static double number(Map<?, ?> figures, String name) {
        return ((Number) Objects.requireNonNull(figures.get(name), name)).doubleValue();
    }

    /** A browser that is the server picks its own favourite of the profiles that we offer. */
    private static void assertDtls(Map<?, ?> figures, String role) {
        assertThat(figures.get("dtlsRole")).isEqualTo(role);
        if (role.equals("client")) {
            assertThat(figures.get("srtpCipher")).isEqualTo("SRTP_AEAD_AES_128_GCM");
        } else {
            assertThat(figures.get("srtpCipher")).asString().isNotEmpty();
        }
    }

    private static String bridgeSetup(String browserRole) {
        return browserRole.equals("client") ? "actpass" : "active";
    }

    @ParameterizedTest(name = "publisher is DTLS {0}, player is DTLS {1}")
    @CsvSource({"client, server", "server, client"})
    void onePagePlaysWhatTheOtherPublishes(String publisherRole, String playerRole) throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium publisher = Chromium.open(pages.url());
                Chromium player = Chromium.open(pages.url())) {
            Map<String, Object> ssrcs = publisher.call("publish", "interop-1", "aaaa0001", bridgeSetup(publisherRole));
            player.call("play", "interop-1", "bbbb0002", ssrcs, bridgeSetup(playerRole));

            Map<String, Object> seen = player.call("watch", FRAMES, 30_000);
            Map<?, ?> before = (Map<?, ?>) Objects.requireNonNull(seen.get("before"));
            Map<?, ?> now = (Map<?, ?>) Objects.requireNonNull(seen.get("now"));
            assertThat(number(now, "framesDecoded")).isGreaterThanOrEqualTo(number(before, "framesDecoded") + FRAMES);
            assertThat(number(now, "audioEnergy")).isGreaterThan(number(before, "audioEnergy"));
            assertThat(number(now, "packetsLost")).isZero();
            assertDtls(now, playerRole);
            assertThat(number(now, "senderReports"))
                    .as("of two streams, by the bridge")
                    .isPositive();

            Map<String, Object> sent = publisher.call("figures");
            assertDtls(sent, publisherRole);
            assertThat(number(sent, "receiverReports"))
                    .as("about audio and video, by the bridge")
                    .isEqualTo(2);
            assertThat(number(sent, "reportedLost")).isZero();
            assertThat(number(sent, "keyFrameRequests"))
                    .as("for the player, who came later")
                    .isPositive();
            assertThat(number(sent, "availableBitrate"))
                    .as("grown by the bridge's feedback")
                    .isGreaterThan(300_000);

            publisher.call("expire");
        }
    }
}
