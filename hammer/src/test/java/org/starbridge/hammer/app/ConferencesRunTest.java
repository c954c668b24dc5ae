package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;

/** Several conferences at the same time, and guests who join and leave while everything is measured. */
@Timeout(120)
class ConferencesRunTest {
    @RegisterExtension
    static final SharedBridge SHARED = new SharedBridge();

    @Test
    void guestsComeAndGoAndNothingOfTheOthersIsLost() throws Exception {
        JsonNode report = HammerRun.against(
                        SHARED.bridge(), "-k 3 --warmup 0 --seconds 4 --guests at=0.2,every=0.5,stay=1")
                .succeeded();
        assertThat(report.at("/guests/planned").asInt()).isEqualTo(8);
        assertThat(report.at("/guests/joined").asInt()).isEqualTo(8);
        assertThat(report.at("/guests/mostPresent").asInt()).isBetween(1, 8);
        assertThat(report.at("/guests/packetsReceived").asLong()).isPositive();
        assertThat(report.at("/guests/packetsSent").asLong()).isPositive();
        assertThat(report.at("/guests/mediaMillisP50").isNumber()).isTrue();
        assertThat(report.at("/couplesReceived").asInt()).isEqualTo(6);
        assertThat(report.at("/packetsLost").asLong()).isZero();
        assertThat(StreamSupport.stream(report.at("/endpoints").spliterator(), false))
                .as("what guests send reaches the others")
                .allMatch(endpoint -> endpoint.path("unknownSsrc").asLong() > 0);
        assertThat(StreamSupport.stream(report.at("/series/joins").spliterator(), false)
                        .filter(join -> join.get(4).isNumber()))
                .as("guests that left")
                .hasSize(8);
        assertThat(report.at("/bridgeStats/after/endpoints").asInt())
                .as("endpoints that the bridge has when the guests have left")
                .isEqualTo(3);
    }

    @Test
    void severalConferencesAreMeasuredTogether() throws Exception {
        JsonNode report = HammerRun.against(
                        SHARED.bridge(), "-k 2 --conferences 3 --batch 1 --attempts 2 --warmup 0 --seconds 2")
                .succeeded();
        assertThat(report.at("/growth/conferencesReached").asInt()).isEqualTo(3);
        assertThat(report.at("/conferences").asInt()).isEqualTo(3);
        assertThat(report.at("/k").asInt()).isEqualTo(6);
        assertThat(report.at("/couplesReceived").asInt()).isEqualTo(6);
        assertThat(report.at("/packetsLost").asLong()).isZero();
        assertThat(report.at("/endpoints").size()).isEqualTo(6);
        assertThat(report.at("/series/joins").size()).isEqualTo(6);
    }

    @Test
    void whatIsThereIsMeasuredWhenNoMoreCanJoin() throws Exception {
        try (Bridge small = FreePorts.bridge("starbridge.limits.conferences", "2")) {
            HammerRun run =
                    HammerRun.against(small, "-k 2 --conferences 4 --attempts 2 --warmup 0 --seconds 1 --kinds audio");
            JsonNode report = run.report();
            assertThat(run.exit()).isIn(Main.FAILED, Main.UNTRUSTED);
            assertThat(report.at("/growth/conferencesPlanned").asInt()).isEqualTo(4);
            assertThat(report.at("/growth/conferencesReached").asInt()).isEqualTo(2);
            assertThat(report.at("/growth/end").asText()).startsWith("2 attempts failed: the bridge refused endpoint");
            assertThat(report.at("/couplesReceived").asInt()).isEqualTo(4);
            assertThat(report.at("/packetsLost").asLong()).isZero();
        }
    }
}
