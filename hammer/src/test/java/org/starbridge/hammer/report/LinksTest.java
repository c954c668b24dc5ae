package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinksTest {
    @Test
    void whatALinkLosesDoesNotFailARun() {
        RunReport report = RunReports.of(
                List.of(RunReports.receiver(0, 1, 1000, 0, 0), RunReports.behindLink(1, 900, 400_000_000)), null);
        assertThat(report.passed()).isTrue();
        assertThat(report.packetsLost()).isEqualTo(100);
        assertThat(SummaryTable.verdict(report)).startsWith("PASSED: no endpoint behind a link had bad audio");
        assertThat(String.join("\n", SummaryTable.lines(report)))
                .contains("1 endpoints, 1 links")
                .contains("80 % of 500 kbit/s used; queue p50 20 ms, p95 90 ms; dropped 15.0 % (50 by the queue, 100 at"
                        + " random, 0 policed)")
                .contains(
                        "390 kbit/s; audio lost 10.0 %; first full layer after 1.5 s; 2 switches up, 1 down; 3 freezes,"
                                + " 4.0 s in total, longest 400 ms");
    }

    @Test
    void lostAudioAndLongFreezesDo() {
        RunReport report = RunReports.of(
                List.of(RunReports.receiver(0, 1, 1000, 0, 0), RunReports.behindLink(1, 840, 3_100_000_000L)), null);
        assertThat(report.passed()).isFalse();
        assertThat(SummaryTable.verdict(report))
                .contains("00000001 lost 6.0 % of the audio beyond what its link loses at random")
                .contains("video at 00000001 froze for 3.1 s");
    }

    @Test
    void whatIsLostWithoutALinkStillFailsARun() {
        RunReport report =
                RunReports.of(List.of(RunReports.receiver(0, 1, 990, 0, 0), RunReports.behindLink(1, 900, 0)), null);
        assertThat(report.passed()).isFalse();
        assertThat(SummaryTable.verdict(report)).contains("10 packets were lost");
    }

    @Test
    void programsGetEverything() {
        JsonNode json = JsonReport.toJson(
                RunReports.of(List.of(RunReports.receiver(0, 1, 1000, 0, 0), RunReports.behindLink(1, 900, 0)), null));
        assertThat(json.at("/endpoints/0/link").isNull()).isTrue();
        JsonNode link = json.at("/endpoints/1/link");
        assertThat(link.at("/down/utilisation").asDouble()).isEqualTo(0.8);
        assertThat(link.at("/down/droppedQueueFull").asInt()).isEqualTo(50);
        assertThat(link.at("/up/capacityBps").isNull()).isTrue();
        assertThat(link.at("/firstFullLayerSeconds").asDouble()).isEqualTo(1.5);
        assertThat(link.at("/layers/0/height").asInt()).isEqualTo(360);
    }
}
