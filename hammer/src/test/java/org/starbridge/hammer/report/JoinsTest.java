package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.client.plan.SenderConstraints;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.client.result.GrowthCount;
import org.starbridge.hammer.client.result.GuestCount;

class JoinsTest {
    private static final long MS = 1_000_000;

    private static GuestCount guests(int deaf, String... failures) {
        return new GuestCount(
                4, List.of(30 * MS, 10 * MS, 20 * MS), List.of(40 * MS), deaf, List.of(failures), 2, 100, 300);
    }

    @Test
    void guestsThatAllJoinedAreNoProblem() {
        Joins joins = new Joins(null, guests(0), null);
        assertThat(joins.problems()).isEmpty();
        assertThat(joins.lines())
                .singleElement()
                .extracting(line -> line.getKey() + ": " + line.getValue())
                .isEqualTo(
                        "guests: 3 of 4 joined and left, at most 2 at the same time; p50 20 ms, p99 30 ms until DTLS keys,"
                                + " p50 40 ms, p99 40 ms until all streams");
    }

    @Test
    void whatFailedIsSaid() {
        assertThat(new Joins(null, guests(1, "refused", "lost"), new GrowthCount(9, 7, "no room")).problems())
                .containsExactly(
                        "only 7 of 9 conferences were created: no room",
                        "2 of 4 guests failed (the first: refused)",
                        "1 guests did not receive all streams within 5 s");
    }

    @Test
    void programsGetAll() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        new Joins(null, guests(0, "refused").plus(guests(0)), new GrowthCount(9, 9, null)).putTo(json);
        assertThat(json.at("/guests/planned").asInt()).isEqualTo(8);
        assertThat(json.at("/guests/joinMillisP50").asDouble()).isEqualTo(20);
        assertThat(json.at("/guests/packetsReceived").asInt()).isEqualTo(600);
        assertThat(json.at("/guests/failures/0").asText()).isEqualTo("refused");
        assertThat(json.at("/growth/conferencesReached").asInt()).isEqualTo(9);
        assertThat(json.at("/growth/end").isNull()).isTrue();
        assertThat(json.at("/joinBurst").isNull()).isTrue();
    }

    @Test
    void aScenarioOfConferencesNamesThem() {
        Scenario rooms = new Scenario(6, 48, 0, "both", 1, 336, 1, VideoRequest.EVERYTHING, SenderConstraints.IGNORED);
        assertThat(rooms.line()).isEqualTo("6 conferences of 8, full star");
        assertThat(rooms.subject()).isEqualTo("6 conferences of 8, full star");
        Scenario one = new Scenario(1, 8, 0, "both", 1, 56, 1, VideoRequest.EVERYTHING, SenderConstraints.IGNORED);
        assertThat(one.subject()).isEqualTo("8 endpoints, full star");
    }
}
