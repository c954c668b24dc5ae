package org.starbridge.hammer.client.media;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.Verdict;

/** With {@code --verify}, what is planted in a bridge breaks the run, and nothing else does. */
class PlantedFaultsTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBridgeWithoutFaultHolds(boolean isLayered) {
        try (FaultyBridge bridge = new FaultyBridge(isLayered, _ -> {}, _ -> {})) {
            RunReport report = bridge.run();
            assertThat(Verdict.of(report).sentence()).startsWith("Held: ");
            assertThat(report.passed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPlantedFaultBreaksTheRun(PlantedFault fault) {
        try (FaultyBridge bridge = new FaultyBridge(fault.isLayered(), fault.packets(), fault.reports())) {
            RunReport report = bridge.run();
            assertThat(report.passed()).isFalse();
            assertThat(Verdict.of(report).sentence()).startsWith("Broke: ").contains(fault.reason());
        }
    }

    @Test
    void thereAreThirty() {
        assertThat(PlantedFault.values()).hasSize(30);
    }
}
