package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.http.route.Json;

/** Verdicts, histories and focuses in {@code /debug}. */
class ImpairmentRouteTest {
    @Test
    void theConferenceSaysWhoSuffersAndTheBridgeWhoAskedLast() throws Exception {
        try (ServedBridge served = ServedBridge.withConference()) {
            JsonNode debug = Json.tree(served.get("/debug").body());
            assertThat(debug.at("/focuses/0/focus").asText()).isEqualTo("rest");
            assertThat(debug.at("/focuses/0/answer").asText()).isEqualTo("ok");
            assertThat(debug.at("/machine/busy_share").isNumber()).isTrue();
            String id = debug.get("conferences").fieldNames().next();
            for (String view : new String[] {"", "?view=brief"}) {
                JsonNode conference =
                        Json.tree(served.get("/debug/" + id + view).body()).at("/conferences/" + id);
                JsonNode endpoint = conference.get("endpoints").iterator().next();
                assertThat(endpoint.at("/impairment/culprit").asText()).isEqualTo("none");
                assertThat(endpoint.at("/impairment/evidence").isArray()).isTrue();
            }
            JsonNode history =
                    Json.tree(served.get("/debug/" + id + "?view=history").body());
            assertThat(history.get("interval_seconds").asInt()).isEqualTo(10);
            assertThat(history.get("events").isArray()).isTrue();
        }
    }
}
