package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.testkit.DailyShare;

/**
 * Two aiortc clients (OpenSSL's DTLS, libsrtp's SRTP, an ICE agent of its own) in one conference, a new one for each
 * test.
 */
@Tag("aiortc")
@EnabledIf(value = "org.starbridge.bridge.interop.Aiortc#isHereOrRequired", disabledReason = Aiortc.MISSING)
@Timeout(90)
@TestInstance(Lifecycle.PER_CLASS)
class AiortcTest {
    private static final List<String> BRIDGE_PROFILES =
            List.of("SRTP_AEAD_AES_128_GCM", "SRTP_AES128_CM_HMAC_SHA1_80", "SRTP_AEAD_AES_256_GCM");
    private static final int FRAMES = 20;
    private static final int LIMIT_S = 15;

    @AutoClose
    private Bridge bridge;

    @AutoClose
    private Aiortc publisher;

    @AutoClose
    private Aiortc player;

    private int conferences;

    @BeforeAll
    void start() throws Exception {
        Map<String, String> settings = new HashMap<>();
        for (int i = 0; i < BRIDGE_PROFILES.size(); i++) {
            settings.put("jmt.srtp.protection-profiles." + i, BRIDGE_PROFILES.get(i));
        }
        publisher = Aiortc.start();
        player = Aiortc.start();
        bridge = Bridge.start(FreePorts.config(settings));
    }

    /** Both join; the value is {audio, video}: the SSRCs. */
    private JsonNode joinBoth(List<String> sendProfiles, String sendSetup, List<String> playProfiles, String playSetup)
            throws Exception {
        return joinBoth(sendProfiles, sendSetup, playProfiles, playSetup, false);
    }

    private JsonNode joinBoth(
            List<String> sendProfiles, String sendSetup, List<String> playProfiles, String playSetup, boolean rtx)
            throws Exception {
        String meeting = "aiortc-" + ++conferences;
        String url = "http://127.0.0.1:" + bridge.privatePort();
        JsonNode ssrcs = publisher.call(
                "publish",
                Map.of(
                        "bridge", url,
                        "meeting", meeting,
                        "endpoint", "aaaa0001",
                        "setup", sendSetup,
                        "profiles", sendProfiles,
                        "rtx", rtx));
        player.call(
                "play",
                Map.of(
                        "bridge", url,
                        "meeting", meeting,
                        "endpoint", "bbbb0002",
                        "setup", playSetup,
                        "profiles", playProfiles,
                        "remote", ssrcs,
                        "rtx", rtx));
        return ssrcs;
    }

    @AfterEach
    void leave() throws Exception {
        player.call("leave", Map.of());
        publisher.call("leave", Map.of("end", true));
        assertNothingWasRefused();
    }

    /** What aiortc sends is well formed, so a bridge that refuses any of it has misunderstood. */
    private void assertNothingWasRefused() throws Exception {
        assertNothingWasRefused(stats());
    }

    private JsonNode stats() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + bridge.privatePort() + "/colibri/stats"))
                .timeout(Duration.ofSeconds(10))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return new ObjectMapper()
                    .readTree(http.send(request, BodyHandlers.ofString()).body());
        }
    }

    private static void assertNothingWasRefused(JsonNode stats) {
        for (String reason : List.of(
                "authentication_failed",
                "malformed_rtcp",
                "malformed_rtp",
                "malformed_srtp",
                "replayed",
                "unknown_payload_type",
                "unknown_ssrc")) {
            assertThat(stats.required("total_dropped_packets_" + reason).asLong())
                    .as(reason)
                    .isZero();
        }
        assertThat(stats.required("total_ice_failed").asLong()).isZero();
        assertThat(stats.required("dtls_failed_endpoints").asLong())
                .as("an endpoint that says goodbye has not failed")
                .isZero();
    }

    /** A client that is active makes the bridge the DTLS server. */
    static List<Arguments> profiles() {
        return DailyShare.of(
                "AiortcTest, profiles and roles",
                3,
                List.of(
                        Arguments.of("SRTP_AEAD_AES_128_GCM", "active", "passive"),
                        Arguments.of("SRTP_AEAD_AES_256_GCM", "passive", "active"),
                        Arguments.of("SRTP_AES128_CM_SHA1_80", "active", "passive"),
                        Arguments.of("SRTP_AEAD_AES_128_GCM", "passive", "active"),
                        Arguments.of("SRTP_AEAD_AES_256_GCM", "active", "passive"),
                        Arguments.of("SRTP_AES128_CM_SHA1_80", "passive", "active")));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void onePlaysWhatTheOtherPublishes(String profile, String publisherSetup, String playerSetup) throws Exception {
        joinBoth(List.of(profile), publisherSetup, List.of(profile), playerSetup);

        JsonNode seen =
                player.watch(Map.of("framesDecoded", FRAMES, "audioFrames", 2 * FRAMES), Map.of("senderReports", 2));
        assertThat(seen.path("misread").asInt())
                .as("pictures that are not what was sent")
                .isZero();
        assertThat(seen.path("audioPeak").asInt())
                .as("of a tone of 8000, by 3 dB less in each of two channels")
                .isBetween(5000, 6500);
        assertThat(seen.path("packetsLost").asInt()).isZero();
        assertThat(seen.path("audioLevels").asInt())
                .as("extension 1, sent on as 5")
                .isPositive();
        assertThat(seen.path("sendTimes").asInt())
                .as("extension 3, sent on as 2")
                .isPositive();
        assertConnection(seen, profile, playerSetup);

        JsonNode sent = publisher.watch(Map.of(), Map.of("receiverReports", 2));
        assertConnection(sent, profile, publisherSetup);
        assertThat(sent.path("reportedLost").asInt()).isZero();
        assertThat(sent.path("keyFrameRequests").asInt())
                .as("for the player, who came later")
                .isPositive();
    }

    private static void assertConnection(JsonNode figures, String profile, String setup) {
        assertThat(figures.path("profile").asText()).isEqualTo(profile);
        assertThat(figures.path("role").asText()).isEqualTo(setup.equals("active") ? "client" : "server");
    }

    @Test
    void eachLegHasTheSuiteThatItsDtlsServerPrefers() throws Exception {
        joinBoth(List.of(), "passive", List.of(), "active");

        JsonNode seen = player.watch(Map.of("framesDecoded", FRAMES));
        assertConnection(seen, BRIDGE_PROFILES.getFirst(), "active");
        assertConnection(publisher.call("figures", Map.of()), "SRTP_AEAD_AES_256_GCM", "passive");
    }

    @Test
    void whatThePlayerMissesReachesTheSource() throws Exception {
        JsonNode ssrcs = joinBoth(List.of(), "active", List.of("SRTP_AES128_CM_SHA1_80"), "active");
        player.watch(Map.of("framesDecoded", FRAMES));

        int requestsBefore = requests(publisher);
        JsonNode keyFrames = player.call(
                "ask_for_key_frame", Map.of("ssrc", ssrcs.path("video").asLong(), "limit_s", LIMIT_S));
        assertThat(keyFrames.asInt()).isPositive();
        assertThat(requests(publisher)).isGreaterThan(requestsBefore);
    }

    /** aiortc shows nothing after a gap until the packet has come again, or, 512 packets later, a key frame. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatThePlayerMissesIsSentAgain(boolean rtx) throws Exception {
        joinBoth(List.of(), "active", List.of(), "active", rtx);
        player.watch(Map.of("framesDecoded", FRAMES));
        player.call("lose", Map.of("every", 20));
        JsonNode seen = player.watch(Map.of("recovered", 5, "framesDecoded", 2 * FRAMES));
        assertThat(seen.path("nacks").asInt()).isPositive();
        assertThat(seen.path("recoveredByRtx").asInt())
                .isEqualTo(rtx ? seen.path("recovered").asInt() : 0);
        assertThat(seen.path("misread").asInt())
                .as("pictures that are not what was sent")
                .isZero();
        player.call("lose", Map.of("every", 0));
        assertThat(player.watch(Map.of("framesDecoded", FRAMES)).path("missing").asInt())
                .as("lost and never repeated")
                .isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheBridgeMissesItAsksThePublisherFor(boolean rtx) throws Exception {
        joinBoth(List.of(), "active", List.of(), "active", rtx);
        player.watch(Map.of("framesDecoded", FRAMES));
        publisher.call("lose_sent", Map.of("every", 20));
        publisher.watch(Map.of("askedToRepeat", 5));
        JsonNode seen = player.watch(Map.of("framesDecoded", 2 * FRAMES));
        assertThat(seen.path("misread").asInt())
                .as("pictures that are not what was sent")
                .isZero();
        publisher.call("lose_sent", Map.of("every", 0));
        assertThat(stats().required("total_packets_recovered").asLong()).isPositive();
    }

    private static int requests(Aiortc client) throws Exception {
        return client.call("figures", Map.of()).path("keyFrameRequests").asInt();
    }
}
