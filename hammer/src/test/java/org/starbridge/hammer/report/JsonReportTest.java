package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReportTest {
    @Test
    void hasTheKeysThatProgramsRelyOn() throws Exception {
        RunReport report = RunReports.of(
                List.of(RunReports.receiver(0, 1, 1000, 0, 0), RunReports.receiver(1, 1, 990, 4, 2)), 80_000_000L);
        JsonNode json = new ObjectMapper().readTree(JsonReport.write(report, null));

        assertThat(json.get("k").intValue()).isEqualTo(2);
        assertThat(json.get("couplesExpected").intValue()).isEqualTo(2);
        assertThat(json.get("couplesReceived").intValue()).isEqualTo(2);
        assertThat(json.get("packetsSent").longValue()).isEqualTo(2000);
        assertThat(json.get("packetsExpected").longValue()).isEqualTo(2000);
        assertThat(json.get("packetsReceived").longValue()).isEqualTo(1990);
        assertThat(json.get("packetsLost").longValue()).isEqualTo(6);
        assertThat(json.get("kernelDrops").longValue()).isEqualTo(4);
        assertThat(json.get("contentErrors").longValue()).isEqualTo(2);
        assertThat(json.get("bridgeCpuMicrosPerForwardedPacket").doubleValue()).isEqualTo(80_000.0 / 1990);
        assertThat(json.get("bridgeRssBytes").longValue()).isEqualTo(200_000_000);
        assertThat(json.at("/delayNanos/p50").longValue()).isEqualTo(100_000);
        assertThat(json.at("/delayNanos/p99").longValue()).isEqualTo(900_000);
        assertThat(json.at("/delayNanos/max").longValue()).isEqualTo(1_500_000);
        assertThat(json.get("hammerSaturated").booleanValue()).isTrue();
        assertThat(json.get("senderBitrateBps").longValue()).isEqualTo(480_000);
        assertThat(json.get("endpoints").size()).isEqualTo(2);
        assertThat(json.at("/endpoints/1/packetsLost").longValue()).isEqualTo(6);
    }

    @Test
    void saysNullForWhatWasNotMeasured() throws Exception {
        RunReport report = RunReports.of(List.of(RunReports.receiver(0, 1, 1000, 0, 0)), null);
        JsonNode json = new ObjectMapper().readTree(JsonReport.write(report, null));
        assertThat(json.get("bridgeCpuMicrosPerForwardedPacket").isNull()).isTrue();
        assertThat(json.get("bridgeRssBytes").isNull()).isTrue();
    }
}
