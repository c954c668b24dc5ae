package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole bridge on free ports of this machine. */
@Timeout(60)
class BridgeTest {
    private static final String CREATE = """
            {"meeting-id":"0f8e6a0e-1111-4222-8333-444455556666","create":true,
             "endpoints":[{"id":"1a2b3c4d","create":true,"capabilities":["source-names"],
               "medias":[{"type":"audio","payload-types":[{"id":111,"name":"opus","clockrate":48000,"channels":2}]}],
               "transport":{"ice-controlling":true}}]}""";

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> send(Bridge bridge, String path, HttpRequest.Builder request) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + bridge.privatePort() + path);
        return http.send(request.uri(uri).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> get(Bridge bridge, String path) throws Exception {
        return send(bridge, path, HttpRequest.newBuilder().GET());
    }

    @Test
    void isHealthyOnceItHasStarted() throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            HttpResponse<String> health = get(bridge, "/about/health");
            assertThat(health.statusCode()).as(health.body()).isEqualTo(200);
        }
    }

    @Test
    void statisticsHaveTheKeysThatDeploymentsRead() throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            JsonNode stats =
                    new ObjectMapper().readTree(get(bridge, "/colibri/stats").body());
            assertThat(stats.properties().stream().map(java.util.Map.Entry::getKey))
                    .contains(
                            "conferences",
                            "participants",
                            "stress_level",
                            "bit_rate_download",
                            "bit_rate_upload",
                            "packet_rate_download",
                            "packet_rate_upload",
                            "total_packets_received",
                            "healthy",
                            "threads",
                            "current_timestamp",
                            "version");
            assertThat(get(bridge, "/metrics").body()).contains("jitsi_jvb_");
        }
    }

    @ParameterizedTest
    @CsvSource({"auto, native", "native, native", "nio, nio"})
    void saysInLogAndStatisticsHowDatagramsReachTheKernel(String wanted, String chosen) throws Exception {
        try (Bridge bridge = FreePorts.bridge("starbridge.media.io", wanted, "starbridge.media.workers", "2")) {
            assertThat(bridge.describe()).contains("(2 workers, " + chosen + ", ");
            JsonNode stats =
                    new ObjectMapper().readTree(get(bridge, "/colibri/stats").body());
            assertThat(stats.path("media_io").asText()).isEqualTo(chosen);
            assertThat(get(bridge, "/about/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void bridgesWithDifferentIoKeepEachOtherOutOfTheMediaPort() throws Exception {
        try (Bridge bridge = FreePorts.bridge("starbridge.media.io", "nio")) {
            String port = Integer.toString(bridge.mediaPort());
            assertThatThrownBy(
                            () -> FreePorts.bridge("starbridge.media.io", "native", "videobridge.ice.udp.port", port))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining(port);
        }
    }

    @Test
    void aSecondBridgeOnTheSameMediaPortSaysWhichPortIsTaken() throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            String port = Integer.toString(bridge.mediaPort());
            assertThatThrownBy(() -> FreePorts.bridge("videobridge.ice.udp.port", port))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining(port);
            assertThat(get(bridge, "/about/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aSecondBridgeOnTheSameRestPortSaysWhichPortIsTakenAndLeavesNothingBehind() throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            List<Thread> before = ourThreads();
            String port = Integer.toString(bridge.privatePort());
            assertThatThrownBy(() -> FreePorts.bridge("videobridge.http-servers.private.port", port))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining(port);
            assertEnd(ourThreads(), before);
        }
    }

    @Test
    void anAnswerOffersLoopbackAndTheMediaPort() throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            HttpResponse<String> created = send(
                    bridge,
                    "/colibri/v2/conferences",
                    HttpRequest.newBuilder()
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(CREATE)));
            assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
            List<String> addresses = new ArrayList<>();
            for (JsonNode candidates :
                    new ObjectMapper().readTree(created.body()).findValues("candidates")) {
                for (JsonNode candidate : candidates) {
                    addresses.add(candidate.path("ip").asText());
                    assertThat(candidate.path("port").asInt()).isEqualTo(bridge.mediaPort());
                }
            }
            assertThat(addresses).contains("127.0.0.1").doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "nio"})
    void closingTwiceLeavesPortsFreeAndNoThread(String io) throws Exception {
        List<Thread> before = ourThreads();
        Bridge bridge = FreePorts.bridge("starbridge.media.io", io);
        send(
                bridge,
                "/colibri/v2/conferences",
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(CREATE)));
        List<Thread> running = ourThreads();
        running.removeAll(before);
        assertThat(running).extracting(Thread::getName).contains("media-0", "timer");
        int mediaPort = bridge.mediaPort();
        int restPort = bridge.privatePort();
        bridge.close();
        bridge.close();

        assertEnd(running, before);
        try (DatagramSocket media = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral("::"), mediaPort));
                ServerSocket rest = new ServerSocket()) {
            rest.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), restPort));
            assertThat(media.isBound() && rest.isBound()).isTrue();
        }
    }

    /** Media threads, timers and handshakes; virtual threads and the HTTP libraries' are theirs. */
    private static List<Thread> ourThreads() {
        List<Thread> ours = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            String name = thread.getName();
            if (name.startsWith("media-") || name.equals("timer") || name.startsWith("dtls")) {
                ours.add(thread);
            }
        }
        return ours;
    }

    private static void assertEnd(List<Thread> threads, List<Thread> expected) throws InterruptedException {
        for (Thread thread : threads) {
            if (!expected.contains(thread)) {
                assertThat(thread.join(Duration.ofSeconds(20)))
                        .as(thread.getName())
                        .isTrue();
            }
        }
    }
}
