package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.report.HostileReport.Kind;

/** When a run under attack fails. */
class AttackVerdictTest {
    private static final Kind COUNTED = new Kind("replays", 500, 100, 90, Map.of("replayed", 80L, "too_old", 15L));

    private static HostileReport report(Kind kind, long toStrangers, long logLines, String health) {
        return new HostileReport(List.of(kind), 1000, toStrangers, 60, logLines, health, HeapUse.UNKNOWN, 1);
    }

    @Test
    void passesWhenAllIsCountedNothingAmplifiedAndNothingLogged() {
        HostileReport report = report(COUNTED, 1000, 26, "");
        assertThat(report.problems()).isEmpty();
        assertThat(report.lines()).anyMatch(line -> line.contains("replayed +80"));
    }

    @Test
    void failsForAKindThatMovedItsCountersTooLittleOrWasNeverSent() {
        assertThat(report(new Kind("replays", 100, 100, 90, Map.of("replayed", 89L)), 0, 0, "")
                        .problems())
                .singleElement()
                .asString()
                .contains("replays", "counted 89", "at least 90");
        assertThat(report(new Kind("replays", 0, 0, 1, Map.of()), 0, 0, "").problems())
                .hasSize(1);
    }

    @Test
    void failsForAmplificationAGrowingLogAndIllHealth() {
        assertThat(report(COUNTED, 1001, 0, "").problems())
                .singleElement()
                .asString()
                .contains("amplification");
        assertThat(report(COUNTED, 0, 27, "").problems())
                .singleElement()
                .asString()
                .contains("27 log lines in 60 s");
        assertThat(report(COUNTED, 0, -1, "").problems()).as("unknown").isEmpty();
        assertThat(report(COUNTED, 0, 0, "a worker is stuck").problems())
                .singleElement()
                .asString()
                .contains("a worker is stuck");
    }

    @Test
    void failsForAHeapThatGrowsFromTheFirstThirdToTheLastAndNotForGarbage() {
        long mb = 1 << 20;
        HeapUse sawtooth = HeapUse.of(List.of(50 * mb, 400 * mb, 90 * mb, 300 * mb, 450 * mb, 110 * mb), 600);
        assertThat(sawtooth.hasGrown()).isFalse();
        assertThat(sawtooth.mostBytes()).isEqualTo(450 * mb);
        List<Long> growing = List.of(50 * mb, 60 * mb, 90 * mb, 100 * mb, 115 * mb, 120 * mb);
        HeapUse grown = HeapUse.of(growing, 600);
        assertThat(new HostileReport(List.of(COUNTED), 0, 0, 600, 0, "", grown, 1).problems())
                .singleElement()
                .asString()
                .contains("heap grew");
        assertThat(HeapUse.of(growing, 30).hasGrown()).as("too short to tell").isFalse();
        assertThat(HeapUse.of(List.of(), 600).hasGrown()).isFalse();
    }
}
