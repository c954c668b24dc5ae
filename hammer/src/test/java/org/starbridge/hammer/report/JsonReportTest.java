package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.series.RunSeries;

class JsonReportTest {
    @Test
    void hasTheKeysThatProgramsRelyOn() throws Exception {
        RunReport report = RunReports.of(
                List.of(RunReports.receiver(0, 1, 1000, 0, 0), RunReports.receiver(1, 1, 990, 4, 2)), 80_000_000L);
        JsonNode json = new ObjectMapper()
                .readTree(JsonReport.write(
                        JsonReport.toJson(report, Attacks.NONE, Verdict.of(report), null), new RunSeries(0)));

        assertThat(json.get("k").intValue()).isEqualTo(2);
        assertThat(json.get("senders").intValue()).isEqualTo(2);
        assertThat(json.get("receivers").intValue()).isZero();
        assertThat(json.get("kinds").textValue()).isEqualTo("both");
        assertThat(json.get("couplesExpected").intValue()).isEqualTo(2);
        assertThat(json.get("couplesReceived").intValue()).isEqualTo(2);
        assertThat(json.get("packetsSent").longValue()).isEqualTo(2000);
        assertThat(json.get("packetsExpected").longValue()).isEqualTo(2000);
        assertThat(json.get("packetsReceived").longValue()).isEqualTo(1990);
        assertThat(json.get("packetsLost").longValue()).isEqualTo(6);
        assertThat(json.get("kernelDrops").longValue()).isEqualTo(4);
        assertThat(json.get("contentErrors").longValue()).isEqualTo(2);
        assertThat(json.get("reportedTimes")).isEqualTo(new ObjectMapper().readTree("""
                        {"streams":4,"streamsWithoutSenderReport":1,"latestFirstSenderReportMs":40.0,
                         "worstOffsetMs":3.0,"feedbackReceived":400,"feedbackMissing":1}"""));
        assertThat(json.get("bridgeCpuMicrosPerForwardedPacket").doubleValue()).isEqualTo(80_000.0 / 1990);
        assertThat(json.get("bridgeCpuUserMicrosPerForwardedPacket").doubleValue())
                .isEqualTo(40_000.0 / 1990);
        assertThat(json.get("bridgeCpuSystemMicrosPerForwardedPacket").doubleValue())
                .isEqualTo(40_000.0 / 1990);
        assertThat(json.get("bridgeRssBytes").longValue()).isEqualTo(200_000_000);
        assertThat(json.at("/bridgeThreadNanos/media-0").longValue()).isEqualTo(7_000_000);
        assertThat(json.get("messages").isNull()).isTrue();
        assertThat(json.get("bridgeCpus").textValue()).isEqualTo("0");
        assertThat(json.at("/delayNanos/p50").longValue()).isEqualTo(100_000);
        assertThat(json.at("/delayNanos/p99").longValue()).isEqualTo(900_000);
        assertThat(json.at("/delayNanos/max").longValue()).isEqualTo(1_500_000);
        assertThat(json.at("/delayNanos/p999").longValue()).isEqualTo(1_200_000);
        assertThat(json.at("/delayFirstReceiverNanos/p99").longValue()).isEqualTo(500_000);
        assertThat(json.at("/delayLastReceiverNanos/p99").longValue()).isEqualTo(900_000);
        assertThat(json.at("/delaySpreadNanos/p50").longValue()).isEqualTo(20_000);
        assertThat(json.get("hammerSaturated").booleanValue()).isTrue();
        assertThat(json.at("/hammerSaturation/0").textValue()).contains("dropped 4 datagrams");
        assertThat(json.at("/hammerLatenessNanos/p99").longValue()).isEqualTo(900_000);
        assertThat(json.at("/machineKernelDrops/memory").longValue()).isEqualTo(4);
        assertThat(json.get("senderBitrateBps").longValue()).isEqualTo(480_000);
        assertThat(json.at("/ssrcRewriting/mapped").intValue()).isEqualTo(2);
        assertThat(json.at("/ssrcRewriting/moved").intValue()).isEqualTo(1);
        assertThat(json.get("senderConstraintsObeyed").booleanValue()).isFalse();
        assertThat(json.get("encodingsSent")).isEqualTo(new ObjectMapper().readTree("""
                        [{"height":180,"senders":2,"sendersAtEnd":2,"packets":800,"restarts":6},
                         {"height":360,"senders":2,"sendersAtEnd":1,"packets":1200,"restarts":2}]"""));
        assertThat(json.at("/endpoints/1/encodingsSent/1/sentAtEnd").booleanValue())
                .isFalse();
        assertThat(json.get("endpoints").size()).isEqualTo(2);
        assertThat(json.at("/endpoints/1/packetsLost").longValue()).isEqualTo(6);
    }

    @Test
    void saysNullForWhatWasNotMeasured() throws Exception {
        RunReport report = RunReports.of(List.of(RunReports.receiver(0, 1, 1000, 0, 0)), null);
        JsonNode json = new ObjectMapper()
                .readTree(JsonReport.write(
                        JsonReport.toJson(report, Attacks.NONE, Verdict.of(report), null), new RunSeries(0)));
        assertThat(json.get("bridgeCpuMicrosPerForwardedPacket").isNull()).isTrue();
        assertThat(json.get("bridgeCpuUserMicrosPerForwardedPacket").isNull()).isTrue();
        assertThat(json.get("bridgeRssBytes").isNull()).isTrue();
        assertThat(json.get("bridgeStats").isNull()).isTrue();
        assertThat(json.get("bridgeAllocatedBytesPerForwardedPacket").isNull()).isTrue();
        assertThat(json.get("joinBurst").isNull()).isTrue();
    }

    @Test
    void copiesTheBridgesOwnStatisticsAndTheirDifferences() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        BridgeStats stats = new BridgeStats(mapper.readTree("""
                        {"version":"1","media_allocated_bytes":1000,"gc_count":3,"gc_pause_max_ms":1.5,"load":0.25,
                         "runs":{"1":10,"2":20},"gone":1}"""), mapper.readTree("""
                        {"version":"1","media_allocated_bytes":2990,"gc_count":4,"gc_pause_max_ms":2.5,"load":0.75,
                         "runs":{"1":15,"2":20,"3":7}}"""));
        RunReport report =
                RunReports.of(List.of(RunReports.receiver(0, 1, 995, 0, 0)), null, stats, RunReports.hammer(0.5));
        JsonNode json = mapper.readTree(
                JsonReport.write(JsonReport.toJson(report, Attacks.NONE, Verdict.of(report), null), new RunSeries(0)));

        assertThat(json.get("bridgeAllocatedBytesPerForwardedPacket").doubleValue())
                .isEqualTo(2.0);
        assertThat(json.get("bridgeGcCount").longValue()).isEqualTo(1);
        assertThat(json.get("bridgeGcPauseMaxMillis").doubleValue()).isEqualTo(2.5);
        assertThat(json.at("/bridgeStats/difference")).isEqualTo(mapper.readTree("""
                        {"media_allocated_bytes":1990,"gc_count":1,"gc_pause_max_ms":1.0,"load":0.5,"runs":{"1":5,"3":7}}"""));
        assertThat(json.at("/bridgeStats/before/gone").intValue()).isEqualTo(1);
        assertThat(json.at("/bridgeStats/after/runs/3").intValue()).isEqualTo(7);
    }
}
