package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.testkit.DailyShare;

/**
 * The Hammer against the bridge, over real sockets: short stars of four. One row is the portable path: plain Java only.
 */
@Timeout(120)
class StarTest {
    private static Bridge bridge(int workers, String io, String crypto) throws Exception {
        return FreePorts.bridge(
                "starbridge.media.workers",
                Integer.toString(workers),
                "starbridge.media.io",
                io,
                "starbridge.srtp.crypto",
                crypto);
    }

    static List<Arguments> platforms() {
        return DailyShare.of(
                "StarTest",
                1,
                List.of(
                        Arguments.of(1, "native", "libcrypto"),
                        Arguments.of(2, "nio", "jce"),
                        Arguments.of(2, "native", "libcrypto"),
                        Arguments.of(2, "native", "jce")));
    }

    @ParameterizedTest(name = "{0} workers, {1}, {2}")
    @MethodSource("platforms")
    void everyPacketArrivesAsItWasSent(int workers, String io, String crypto) throws Exception {
        try (Bridge bridge = bridge(workers, io, crypto)) {
            assertThat(bridge.describe())
                    .contains(workers == 1 ? "1 worker, " : workers + " workers, ", ", " + io + ", ", ", " + crypto);
            JsonNode json =
                    HammerRun.against(bridge, "-k 4 --seconds 2 --verify").succeeded();
            assertThat(json.get("couplesReceived").asInt()).isEqualTo(12);
            assertThat(json.get("couplesExpected").asInt()).isEqualTo(12);
            assertThat(json.get("packetsLost").asLong()).isZero();
            assertThat(json.get("contentErrors").asLong()).isZero();
            assertThat(json.get("packetsReceived").asLong())
                    .isEqualTo(json.get("packetsExpected").asLong())
                    .isGreaterThan(4 * 3 * 100 * 2 / 2);
            assertThat(json.get("payloadsCompared").asLong())
                    .isGreaterThanOrEqualTo(json.get("packetsReceived").asLong());
        }
    }

    @Test
    void countsAFanOutToThoseWhoOnlyReceiveAndLetsOthersJoinMeanwhile() throws Exception {
        try (Bridge bridge = bridge(2, "auto", "auto")) {
            JsonNode json = HammerRun.against(
                            bridge,
                            "--senders 2 --receivers 12 --kinds video --bitrate 500 --seconds 5 --warmup 0"
                                    + " --join-burst 3 --drivers 2")
                    .succeeded();
            assertThat(json.get("couplesExpected").asInt()).isEqualTo(2 * 13);
            assertThat(json.get("couplesReceived").asInt()).isEqualTo(2 * 13);
            assertThat(json.get("packetsExpected").asLong())
                    .isEqualTo(13 * json.get("packetsSent").asLong());
            assertThat(json.get("packetsLost").asLong()).isZero();
            assertThat(json.get("endpoints").size()).isEqualTo(14);
            assertThat(json.at("/endpoints/0/packetsSent").asLong()).isPositive();
            assertThat(json.at("/endpoints/0/packetsExpected").asLong())
                    .isEqualTo(json.at("/endpoints/1/packetsSent").asLong());
            assertThat(json.at("/endpoints/13/packetsSent").asLong()).isZero();
            assertThat(json.at("/endpoints/13/packetsExpected").asLong())
                    .isEqualTo(json.get("packetsSent").asLong());
            assertThat(json.at("/delayLastReceiverNanos/p50").asLong())
                    .isGreaterThanOrEqualTo(
                            json.at("/delayFirstReceiverNanos/p50").asLong());
            assertThat(json.at("/delayFirstReceiverNanos/samples").asLong()).isPositive();
            assertThat(json.at("/joinBurst/joined").asInt()).isEqualTo(3);
            assertThat(json.at("/joinBurst/delayBeforeNanos/samples").asLong()).isPositive();
            assertThat(json.at("/joinBurst/delayDuringNanos/samples").asLong()).isPositive();
            assertThat(json.at("/bridgeStats/difference/total_packets_sent").asLong())
                    .isPositive();
        }
    }

    @Test
    void lostParametersAndBeginningsOfKeyFramesAreAskedForAndArrive() throws Exception {
        try (Bridge bridge = bridge(1, "auto", "auto")) {
            JsonNode json = HammerRun.against(bridge, "-k 3 --lose-key-frames --kinds video --seconds 5 --warmup 0")
                    .succeeded();
            assertThat(json.at("/keyFrames/packetsLeftOut").asInt()).isGreaterThanOrEqualTo(3 * 5);
            assertThat(json.at("/keyFrames/packetsAskedFor").asInt())
                    .isEqualTo(json.at("/keyFrames/packetsLeftOut").asInt());
            assertThat(json.at("/keyFrames/othersAskedFor").asInt()).isZero();
            assertThat(json.at("/keyFrames/complete").asInt())
                    .isEqualTo(json.at("/keyFrames/expected").asInt())
                    .isGreaterThanOrEqualTo(3 * 2 * 4);
        }
    }

    @Test
    void soundAloneOfChangingLengthArrivesToo() throws Exception {
        try (Bridge bridge = bridge(1, "auto", "auto")) {
            JsonNode json = HammerRun.against(
                            bridge,
                            "--senders 3 --receivers 2 --kinds audio --vary-audio --seconds 1 --warmup 0 --verify")
                    .succeeded();
            assertThat(json.get("couplesReceived").asInt()).isEqualTo(3 * 4);
            assertThat(json.get("payloadsCompared").asLong())
                    .isGreaterThanOrEqualTo(json.get("packetsReceived").asLong());
        }
    }

    @Test
    void noticesThatAForeignBridgeHasDied() throws Exception {
        StringWriter problems = new StringWriter();
        FutureTask<Integer> run;
        try (Bridge bridge = bridge(1, "auto", "auto")) {
            URI url = URI.create("http://127.0.0.1:" + bridge.privatePort());
            run = new FutureTask<>(() -> Main.commandLine()
                    .setErr(new PrintWriter(problems))
                    .execute("-k", "2", "--seconds", "600", "--quiet", "--bridge", url.toString()));
            Thread.ofPlatform().daemon().start(run);
            try (Colibri2Client client = new Colibri2Client(url)) {
                while (client.stats().get("total_packets_sent").asLong() < 100 && !run.isDone()) {
                    LockSupport.parkNanos(20_000_000);
                }
            }
        }
        assertThat(run.get()).isEqualTo(Main.FAILED);
        assertThat(problems.toString()).contains("crashed during the run");
    }

    @Test
    void theBridgeChannelMayBeADataChannel() throws Exception {
        try (Bridge bridge = bridge(1, "auto", "auto");
                HttpClient http = HttpClient.newHttpClient()) {
            String url = "http://127.0.0.1:" + bridge.privatePort();
            HammerRun.against(bridge, "-k 3 --seconds 1 --bridge-channel sctp").succeeded();
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(url + "/colibri/stats")).build();
            JsonNode stats = new ObjectMapper()
                    .readTree(http.send(request, BodyHandlers.ofString()).body());
            assertThat(stats.path("total_data_channel_messages_received").asInt())
                    .isEqualTo(3);
            assertThat(stats.path("total_data_channel_messages_sent").asInt()).isGreaterThanOrEqualTo(3);
            assertThat(stats.path("total_colibri_web_socket_messages_received").asInt())
                    .isZero();
        }
    }
}
