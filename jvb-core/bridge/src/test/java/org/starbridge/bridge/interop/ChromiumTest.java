package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.testkit.DailyShare;
import org.starbridge.testkit.EveryOtherDay;

/** Two real browsers in one conference; each is the DTLS client once and the DTLS server once. */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(180)
class ChromiumTest {
    private static final int FRAMES = 30;

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

    static List<Arguments> roles() {
        return DailyShare.of(
                "ChromiumTest, DTLS roles",
                1,
                List.of(Arguments.of("client", "server"), Arguments.of("server", "client")));
    }

    @ParameterizedTest(name = "publisher is DTLS {0}, player is DTLS {1}")
    @MethodSource("roles")
    void onePagePlaysWhatTheOtherPublishes(String publisherRole, String playerRole) throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium publisher = Chromium.open(pages.url());
                Chromium player = Chromium.open(pages.url())) {
            Map<String, Object> ssrcs = publisher.call("publish", "interop-1", "aaaa0001", bridgeSetup(publisherRole));
            player.call("play", "interop-1", "bbbb0002", ssrcs, bridgeSetup(playerRole));

            Map<?, ?> now = assertPlays(player);
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

    /** A worker that pads as much as RTP allows pads the packets of large frames in any call. */
    @Test
    @EveryOtherDay(odd = false)
    void packetsThatWereMadeLongerForTheirRunPlay() throws Exception {
        try (Bridge bridge = FreePorts.bridge("starbridge.media.segmentation-padding", "255");
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium publisher = Chromium.open(pages.url());
                Chromium player = Chromium.open(pages.url())) {
            Map<String, Object> ssrcs = publisher.call("publish", "interop-2", "aaaa0001", "actpass");
            player.call("play", "interop-2", "bbbb0002", ssrcs, "actpass");

            assertPlays(player);
            JsonNode stats = stats(bridge);
            assertThat(stats.required("total_udp_padding_bytes_sent").asLong() > 0)
                    .as("where the kernel takes no runs, nothing is padded")
                    .isEqualTo(stats.required("media_runs").asText().equals("yes"));
            publisher.call("expire");
        }
    }

    /** Chromium's feedback is about what came, audio and padding included; REMB beside it changes nothing. */
    @Test
    void bandwidthIsEstimatedFromTransportWideFeedback() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium publisher = Chromium.open(pages.url());
                Chromium player = Chromium.open(pages.url());
                Chromium withRemb = Chromium.open(pages.url())) {
            Map<String, Object> ssrcs = publisher.call("publish", "interop-3", "aaaa0001", "actpass");
            player.call("play", "interop-3", "bbbb0002", ssrcs, "actpass", false);
            withRemb.call("play", "interop-3", "cccc0003", ssrcs, "actpass", true);

            assertPlays(player);
            assertPlays(withRemb);
            for (String endpoint : List.of("bbbb0002", "cccc0003")) {
                long limitNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
                long estimateBps = estimateBps(bridge, endpoint);
                while (estimateBps <= 300_000 && System.nanoTime() < limitNs) {
                    assertPlays(player);
                    estimateBps = estimateBps(bridge, endpoint);
                }
                assertThat(estimateBps).as("bit/s of " + endpoint).isGreaterThan(300_000);
            }
            publisher.call("expire");
        }
    }

    private static long estimateBps(Bridge bridge, String endpoint) throws Exception {
        String conference =
                get(bridge, "/debug").required("conferences").fieldNames().next();
        return get(bridge, "/debug/" + conference + "/" + endpoint)
                .findPath("endpoint_connection_stats")
                .required("downlink_bps")
                .asLong();
    }

    /** It shows pictures and sound that come without a loss; returns its figures after that. */
    private static Map<?, ?> assertPlays(Chromium player) throws Exception {
        Map<String, Object> seen = player.call("watch", FRAMES, 30_000);
        Map<?, ?> before = (Map<?, ?>) Objects.requireNonNull(seen.get("before"));
        Map<?, ?> now = (Map<?, ?>) Objects.requireNonNull(seen.get("now"));
        assertThat(number(now, "framesDecoded")).isGreaterThanOrEqualTo(number(before, "framesDecoded") + FRAMES);
        assertThat(number(now, "audioEnergy")).isGreaterThan(number(before, "audioEnergy"));
        assertThat(number(now, "packetsLost")).isZero();
        return now;
    }

    private static JsonNode stats(Bridge bridge) throws Exception {
        return get(bridge, "/colibri/stats");
    }

    private static JsonNode get(Bridge bridge, String path) throws Exception {
        URI url = URI.create("http://127.0.0.1:" + bridge.privatePort() + path);
        HttpRequest request =
                HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(10)).build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return new ObjectMapper()
                    .readTree(http.send(request, BodyHandlers.ofString()).body());
        }
    }
}
