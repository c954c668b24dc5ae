package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.nat.FakeStunServer;

/** A whole bridge behind a NAT that a STUN server on this machine makes up. */
@Timeout(60)
class PublicAddressTest {
    private static final String OUTSIDE = "203.0.113.7";
    private static final long PATIENCE_NS = 40_000_000_000L;

    private final HttpClient http = HttpClient.newHttpClient();

    private static Bridge start(String... overrides) throws Exception {
        return FreePorts.bridge(Stream.concat(
                        Stream.of(
                                "videobridge.health.require-valid-address",
                                "true",
                                "ice4j.harvest.allowed-addresses.0",
                                "127.0.0.1"),
                        Arrays.stream(overrides))
                .toArray(String[]::new));
    }

    private static boolean becomes(Callable<Boolean> condition) throws Exception {
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (!condition.call()) {
            if (System.nanoTime() > deadlineNs) {
                return false;
            }
            LockSupport.parkNanos(20_000_000);
        }
        return true;
    }

    private int health(Bridge bridge) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + bridge.privatePort() + "/about/health");
        return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                .statusCode();
    }

    /** What a new conference's endpoint is offered: type, address and port of each candidate. */
    private List<String> candidates(Bridge bridge) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + bridge.privatePort() + "/colibri/v2/conferences");
        String create = """
                {"meeting-id":"%s","create":true,
                 "endpoints":[{"id":"1a2b3c4d","create":true,"capabilities":["source-names"],
               "transport":{"ice-controlling":true}}]}""".formatted(UUID.randomUUID());
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(create))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode transport = new ObjectMapper().readTree(answer.body()).at("/endpoints/0/transport/transport");
        List<String> candidates = new ArrayList<>();
        transport
                .path("candidates")
                .forEach(each -> candidates.add(each.path("type").asText() + " "
                        + each.path("ip").asText() + " " + each.path("port").asText()));
        return candidates;
    }

    @Test
    void whatAStunServerSawIsOfferedAndMakesTheBridgeHealthy() throws Exception {
        try (FakeStunServer stun = FakeStunServer.behindNat(OUTSIDE, 61234);
                Bridge bridge = start(
                        "ice4j.harvest.mapping.stun.addresses.0",
                        stun.hostAndPort(),
                        "videobridge.health.require-stun",
                        "true")) {
            assertThat(becomes(() -> health(bridge) == 200)).as("healthy").isTrue();
            assertThat(candidates(bridge))
                    .containsExactly(
                            "host 127.0.0.1 " + bridge.mediaPort(), "srflx " + OUTSIDE + " " + bridge.mediaPort());
        }
    }

    @Test
    void withoutAPublicAddressTheBridgeIsIll() throws Exception {
        try (Bridge bridge = start()) {
            assertThat(health(bridge)).isEqualTo(500);
            assertThat(candidates(bridge)).containsExactly("host 127.0.0.1 " + bridge.mediaPort());
        }
    }

    @Test
    void aSilentServerHoldsNothingUpButTheVerdict() throws Exception {
        String closedPort = "127.0.0.1:9"; // at once, as the kernel says so
        try (Bridge bridge = start("ice4j.harvest.mapping.stun.addresses.0", closedPort)) {
            assertThat(candidates(bridge)).containsExactly("host 127.0.0.1 " + bridge.mediaPort());
            assertThat(becomes(() -> health(bridge) == 500)).as("unhealthy").isTrue();
        }
    }

    @Test
    void aMappedAddressThatWasWrittenDownNeedsNoAsking() throws Exception {
        try (Bridge bridge = start(
                "ice4j.harvest.mapping.static-mappings.0.local-address",
                "127.0.0.1",
                "ice4j.harvest.mapping.static-mappings.0.public-address",
                OUTSIDE,
                "ice4j.harvest.mapping.static-mappings.0.name",
                "my NAT")) {
            assertThat(health(bridge)).isEqualTo(200);
            assertThat(candidates(bridge)).contains("srflx " + OUTSIDE + " " + bridge.mediaPort());
        }
    }
}
