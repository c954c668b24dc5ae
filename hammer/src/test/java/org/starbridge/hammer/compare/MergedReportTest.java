package org.starbridge.hammer.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.client.result.JoinTime;
import org.starbridge.hammer.measure.DelaySample;
import org.starbridge.hammer.series.RunSeries;
import org.starbridge.hammer.series.SeriesText;

class MergedReportTest {
    private static final long SECOND = 1_000_000_000;
    private static final long EPOCH_MS = 1_760_000_000_000L;

    /** A report of ten measured seconds that began {@code laterMs} after the epoch; all delays are {@code delayNs}. */
    private static Results report(String name, long laterMs, double mbps, long delayNs, boolean passed)
            throws IOException {
        RunSeries series = new RunSeries(0, EPOCH_MS + laterMs);
        series.join(0, new JoinTime(0, 0, SECOND / 10, SECOND / 2, JoinTime.NEVER));
        series.join(0, new JoinTime(1, 0, SECOND / 10, JoinTime.NEVER, JoinTime.NEVER));
        series.phase(0, "joining", 0);
        series.phase(0, "measuring", SECOND);
        Histogram all = DelaySample.newHistogram();
        for (int second = 1; second <= 11; second++) {
            series.nextRow(second * SECOND);
            series.put("receivedMbps", mbps);
            series.put("bridgeRssMb", mbps);
            Histogram delays = DelaySample.newHistogram();
            delays.recordValueWithCount(delayNs, 100);
            all.add(delays);
            series.delays(delays);
        }
        series.phase(0, "ended", 11 * SECOND);
        series.histogram(all);
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("schema", 1).put("title", "mine").put("command", "scripts/hammer " + name);
        report.putObject("machine").put("processor", name);
        ObjectNode run = report.putArray("runs").addObject().put("label", "K = 2");
        run.putObject("result")
                .put("k", 2)
                .put("seconds", 10)
                .put("passed", passed)
                .put("packetsReceived", 1000)
                .put("packetsLost", passed ? 0 : 7);
        report.set("series", SeriesText.json(series));
        return Results.of(name, report.toString());
    }

    private final Results first;

    MergedReportTest() throws IOException {
        first = report("a", 0, 10, 1_000_000, true);
    }

    @Test
    void ratesAreAddedByTheMachinesClocks() throws Exception {
        ObjectNode report = MergedReport.of(List.of(first, report("b", 2000, 5, 1_000_000, true)));
        assertThat(report.at("/series/columns/receivedMbps").toString())
                .as("13 rows, the first and last two of one machine alone; row 0 is the second that no row has yet")
                .isEqualTo("[null,10,10,15,15,15,15,15,15,15,15,15,5,5]");
        assertThat(report.at("/series/columns/bridgeRssMb/4").asInt())
                .as("the bridge is the same for all")
                .isEqualTo(10);
        assertThat(report.at("/series/joins").toString())
                .isEqualTo("[[0,0,0.1,0.5,null,0],[0,1,0.1,null,null,0],[0,2,2.1,2.5,null,1],[0,3,2.1,null,null,1]]");
        assertThat(report.at("/command").asText()).isEqualTo("scripts/hammer a\nscripts/hammer b");
        assertThat(report.at("/machine/Hammer 2, processor").asText()).isEqualTo("b");
    }

    @Test
    void percentilesAreOfAllPacketsTogether() throws Exception {
        ObjectNode report = MergedReport.of(List.of(first, report("b", 0, 5, 8_000_000, true)));
        assertThat(report.at("/runs/0/result/delayNanos/samples").asLong()).isEqualTo(2200);
        assertThat(report.at("/runs/0/result/delayNanos/p50").asLong()).isBetween(1_000_000L, 1_001_000L);
        assertThat(report.at("/runs/0/result/delayNanos/p99").asLong()).isBetween(8_000_000L, 8_010_000L);
        assertThat(report.at("/series/columns/delayP50Ms/4").asDouble()).isBetween(1.0, 1.45);
        assertThat(report.at("/series/columns/delayP99Ms/4").asDouble()).isBetween(8.0, 11.6);
        assertThat(report.at("/verdict/sentence").asText())
                .startsWith("Held: 4 endpoints of 2 Hammers, 2,000 packets, none lost, delay p99 8.");
    }

    @Test
    void oneThatBrokeIsNamed() throws Exception {
        ObjectNode report = MergedReport.of(List.of(first, report("b.json", 0, 5, 1_000_000, false)));
        assertThat(report.at("/verdict/kind").asText()).isEqualTo("broke");
        assertThat(report.at("/verdict/sentence").asText()).contains("7 packets were lost", "at b.json");
    }

    @Test
    void windowsThatDoNotMatchAreWarnedOf() throws Exception {
        assertThat(MergedReport.of(List.of(first, report("b", 500, 5, 1, true))).at("/runs/0/result/warnings"))
                .isEmpty();
        assertThat(MergedReport.of(List.of(first, report("b", 6000, 5, 1, true)))
                        .at("/runs/0/result/warnings/0")
                        .asText())
                .contains("measured together for only 4.0 s of 10.0 s", "--start-at");
    }

    @Test
    void otherRunsOrNoSeriesAreRefused() throws Exception {
        Results plain = Results.of("plain", "{\"k\":2,\"packetsReceived\":1}");
        assertThatThrownBy(() -> MergedReport.of(List.of(first, plain)))
                .hasMessageContaining("plain has no time series");
        String other = first.whole().toString().replace("K = 2", "K = 3");
        assertThatThrownBy(() -> MergedReport.of(List.of(first, Results.of("other", other))))
                .hasMessageContaining("other has no run K = 2");
    }

    /** A report of viewers who play {@code behindSeconds} behind. */
    private static Results viewers(String name, int viewers, double behindSeconds) throws IOException {
        RunSeries series = new RunSeries(0, EPOCH_MS);
        series.phase(0, "measuring", 0);
        for (int second = 1; second <= 3; second++) {
            series.nextRow(second * SECOND);
            series.put("viewersPlaying", viewers);
            series.put("behindSeconds", behindSeconds);
            series.putMax("stalls", second);
        }
        ObjectNode report = JsonNodeFactory.instance.objectNode().put("title", "viewers");
        ObjectNode run = report.putArray("runs").addObject().put("label", "all");
        ObjectNode result = run.putObject("result")
                .put("begun", viewers)
                .put("playing", viewers)
                .put("seconds", 3)
                .put("requests", 10);
        List.of("failures", "times", "transfers", "latency", "edge", "spread", "lateness", "troubles")
                .forEach(result::putObject);
        result.putArray("findings");
        report.set("series", SeriesText.json(series));
        return Results.of(name, report.toString());
    }

    @Test
    void viewersAreAddedAndTheirDelaysWeighted() throws Exception {
        ObjectNode report = MergedReport.of(List.of(viewers("a", 100, 2), viewers("b", 300, 4)));
        assertThat(report.at("/verdict/sentence").asText()).startsWith("Held: 400 viewers");
        assertThat(report.at("/runs/0/result/requests").asInt()).isEqualTo(20);
        assertThat(report.at("/series/columns/viewersPlaying/2").asInt()).isEqualTo(400);
        assertThat(report.at("/series/columns/behindSeconds/2").asDouble()).isEqualTo(3.5);
        assertThat(report.at("/series/columns/stalls/3").asInt()).isEqualTo(6);
    }
}
