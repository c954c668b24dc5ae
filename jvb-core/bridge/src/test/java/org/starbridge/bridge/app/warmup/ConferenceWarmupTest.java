package org.starbridge.bridge.app.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.control.conference.FakeMediaPlane;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.transport.dtls.DtlsIdentity;

class ConferenceWarmupTest {
    private static final DtlsIdentity IDENTITY = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);

    private final FakeMediaPlane media = new FakeMediaPlane();
    private final ConferenceEnvironment environment =
            new ConferenceEnvironment(media, () -> IDENTITY, new Random(7), () -> 0, (_, _) -> {});

    @Test
    void isAWholeConferenceOfWhichNothingIsLeft() {
        ConferenceWarmup.hold(new TestConfig().build(), environment);
        assertThat(media.added)
                .hasSize(10)
                .allMatch(endpoint -> endpoint.remotes.size() == 1, "has heard of its transport")
                .allMatch(endpoint -> endpoint.isExpired, "is gone");
        assertThat(media.published)
                .anyMatch(table -> table.transports().size() == 10
                        && table.transports().stream()
                                .noneMatch(p -> p.streams().isEmpty()));
        assertThat(media.lastTable().transports()).isEmpty();
    }

    @Test
    void aRefusedRequestEndsItEarlyAndLeavesNothing() {
        media.addresses.clear();
        media.isFullForEndpoints = true;
        ConferenceWarmup.hold(new TestConfig().build(), environment);
        assertThat(media.added).isEmpty();
        assertThat(media.published).allMatch(table -> table.transports().isEmpty());
    }

    @Test
    @Timeout(60)
    void isInNoStatistics() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                HttpClient http = HttpClient.newHttpClient()) {
            URI stats = URI.create("http://127.0.0.1:" + bridge.privatePort() + "/colibri/stats");
            JsonNode told = new ObjectMapper()
                    .readTree(http.send(HttpRequest.newBuilder(stats).build(), BodyHandlers.ofString())
                            .body());
            assertThat(told.get("conferences").asInt()).isZero();
            assertThat(told.get("total_conferences_created").asInt()).isZero();
            assertThat(told.get("total_conferences_completed").asInt()).isZero();
            assertThat(told.get("total_ice_failed").asInt()).isZero();
        }
    }
}
