package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.report.RelayReport.RelayedBridge;

class RelayReportTest {
    private static final Delays SOME = new Delays(10, 1_000_000, 2_000_000, 3_000_000, 4_000_000);

    @Test
    void cpuIsDividedByWhatBridgesSentToEndpointsAndToEachOther() {
        RelayReport report = new RelayReport(
                false,
                List.of(
                        new RelayedBridge("bridge-0", false, 600L, 400L, 2_000_000L),
                        new RelayedBridge("bridge-1", false, 900L, 100L, 4_000_000L)),
                Arrays.asList(SOME, SOME, null),
                0,
                null);
        assertThat(report.microsPerPacket()).isEqualTo(3.0);
        assertThat(report.lines().stream().map(Map.Entry::getKey))
                .containsExactly(
                        "bridges", "  bridge-0", "  bridge-1", "  audio over 0 relays", "  audio over 1 relays");
        JsonNode json = report.toJson();
        assertThat(json.at("/bridges/0/cpuMicrosPerSentPacket").asDouble()).isEqualTo(2.0);
        assertThat(json.at("/soundDelayNanosByRelays/2/samples").asInt()).isZero();
        assertThat(json.get("bridgeLoss").isNull()).isTrue();
    }

    @Test
    void aKilledBridgeHasNoCost() {
        RelayReport report = new RelayReport(
                true,
                List.of(
                        new RelayedBridge("bridge-0", false, null, null, 2_000_000L),
                        new RelayedBridge("bridge-1", true, null, null, null)),
                Arrays.asList(SOME, null, null),
                0,
                new BridgeLoss(List.of(200_000_000L, 100_000_000L), 900_000_000, SOME, SOME));
        assertThat(report.microsPerPacket()).isNull();
        assertThat(report.lines())
                .anySatisfy(line -> assertThat(line.getValue()).contains("2 endpoints", "0.90 s"));
        assertThat(Objects.requireNonNull(report.toJson().at("/bridgeLoss/slowestJoinNanos"))
                        .asLong())
                .isEqualTo(200_000_000);
    }
}
