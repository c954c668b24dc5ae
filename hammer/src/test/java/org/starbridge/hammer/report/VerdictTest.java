package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static RunReport report(int couples, long received, long kernelDrops, long contentErrors) {
        return RunReports.of(
                List.of(
                        RunReports.receiver(0, 1, 1000, 0, 0),
                        RunReports.receiver(1, couples, received, kernelDrops, contentErrors)),
                null);
    }

    @Test
    void passesWhenEverythingArrived() {
        RunReport report = report(1, 1000, 0, 0);
        assertThat(report.passed()).isTrue();
        assertThat(report.hammerSaturated()).isFalse();
        assertThat(SummaryTable.verdict(report)).startsWith("PASSED");
    }

    @Test
    void doesNotBlameTheBridgeForWhatTheReceiversKernelDropped() {
        RunReport report = report(1, 990, 10, 0);
        assertThat(report.passed()).isTrue();
        assertThat(report.hammerSaturated()).isTrue();
        assertThat(SummaryTable.lines(report)).anyMatch(line -> line.contains("SATURATED"));
    }

    @Test
    void failsForAMissingCoupleALostPacketOrAWrongPayload() {
        assertThat(report(0, 1000, 0, 0).passed()).isFalse();
        assertThat(report(1, 999, 0, 0).passed()).isFalse();
        assertThat(report(1, 1000, 0, 1).passed()).isFalse();
        assertThat(SummaryTable.verdict(report(0, 999, 0, 1)))
                .contains("1 couples are missing", "1 packets were lost", "1 payloads");
    }

    @Test
    void showsADashForWhatWasNotMeasured() {
        assertThat(SummaryTable.lines(report(1, 1000, 0, 0))).anyMatch(line -> line.matches(" *bridge CPU +–"));
    }
}
