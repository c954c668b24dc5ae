package org.starbridge.hammer.hls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.hls.MergedViewers.Part;
import org.starbridge.hammer.report.Verdict;

/** Two Hammers whose viewers watched the same stream. */
class MergedViewersTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static Times times(int ms, int count, double unitsPerMs) {
        Histogram histogram = new Histogram(120_000_000, 3);
        histogram.recordValueWithCount(Math.round(ms * unitsPerMs), count);
        return Times.of(histogram, unitsPerMs);
    }

    /** What a Hammer finds whose viewers play so far behind. */
    private static ObjectNode result(int viewers, int behindMs, String kind, int stallMs) {
        HlsFigures figures = new HlsFigures(
                viewers,
                viewers,
                0,
                60,
                1_000_000,
                20_000,
                100,
                new TreeMap<>(),
                Map.of(kind, times(20, viewers, 1000)),
                Map.of(),
                times(behindMs, viewers, 1),
                Times.NONE,
                Times.NONE,
                times(1, viewers, 1000),
                2,
                stallMs,
                new TreeMap<>(Map.of("waited", viewers)),
                List.of());
        ObjectNode json = MAPPER.valueToTree(figures);
        json.set("hammer", MAPPER.valueToTree(new HlsRun.Use(0.5, 1000, 2000)));
        json.putArray("warnings");
        return json;
    }

    @Test
    void countsAndHistogramsAreAdded() {
        ObjectNode second = result(900, 3000, "part", 0);
        second.set("server", MAPPER.valueToTree(new HlsRun.Use(0.7, 3000, 4000)));
        MergedViewers merged =
                MergedViewers.of(List.of(new Part("a.json", result(100, 2000, "part", 0)), new Part("b.json", second)));
        assertThat(merged.verdict().kind()).isEqualTo(Verdict.Kind.HELD);
        assertThat(merged.verdict().sentence()).contains("1000 viewers", "200 requests", "4 stalls");
        ObjectNode json = merged.json();
        assertThat(json.path("bytes").asLong()).isEqualTo(2_000_000);
        assertThat(json.path("seconds").asDouble()).isEqualTo(60);
        assertThat(json.at("/latency/count").asInt()).isEqualTo(1000);
        assertThat(json.at("/latency/mean").asDouble()).isBetween(2895.0, 2905.0);
        assertThat(json.at("/latency/p50").asDouble()).isBetween(2995.0, 3005.0);
        assertThat(json.at("/times/part/count").asInt()).isEqualTo(1000);
        assertThat(json.at("/times/part/p99").asDouble()).isBetween(19.9, 20.1);
        assertThat(json.at("/edge/count").asInt()).isZero();
        assertThat(json.at("/troubles/waited").asInt()).isEqualTo(1000);
        assertThat(json.at("/hammer/cores").asDouble()).isEqualTo(1.0);
        assertThat(json.at("/server/cores").asDouble()).isEqualTo(0.7);
        assertThat(json.path("mergedFrom").toString()).isEqualTo("[\"a.json\",\"b.json\"]");
    }

    @Test
    void kindsThatOnlyOneHadStay() {
        ObjectNode json = MergedViewers.of(List.of(
                        new Part("a.json", result(1, 1, "part", 0)), new Part("b.json", result(1, 1, "segment", 0))))
                .json();
        assertThat(json.at("/times/part/count").asInt()).isEqualTo(1);
        assertThat(json.at("/times/segment/count").asInt()).isEqualTo(1);
    }

    @Test
    void whatIsMergedCanBeMergedAgain() {
        Part once = new Part("a.json", result(10, 1000, "part", 0));
        Part twice = new Part("ab.json", MergedViewers.of(List.of(once, once)).json());
        assertThat(MergedViewers.of(List.of(once, twice))
                        .json()
                        .at("/latency/count")
                        .asInt())
                .isEqualTo(30);
    }

    @Test
    void stallsOfOneCountAgainstAll() {
        Part bad = new Part("a.json", result(10, 1000, "part", 30_000));
        assertThat(MergedViewers.of(List.of(bad, bad)).verdict().kind()).isEqualTo(Verdict.Kind.BROKE);
        assertThat(MergedViewers.of(List.of(bad, new Part("b.json", result(90, 1000, "part", 0))))
                        .verdict()
                        .kind())
                .isEqualTo(Verdict.Kind.HELD);
    }

    @Test
    void oneThatWasSaturatedMakesAllUntrusted() {
        ObjectNode saturated = result(10, 1000, "part", 0);
        saturated.withArray("warnings").add("the Hammer used 1.9 of 2 processors");
        MergedViewers merged = MergedViewers.of(
                List.of(new Part("a.json", result(10, 1000, "part", 0)), new Part("b.json", saturated)));
        assertThat(merged.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
        assertThat(merged.verdict().sentence()).contains("b.json: the Hammer used 1.9 of 2 processors");
    }

    @Test
    void aFileOfAnOlderVersionIsRefused() {
        ObjectNode old = result(10, 1000, "part", 0);
        old.withObject("/latency").remove("histogram");
        assertThatThrownBy(() -> MergedViewers.of(List.of(new Part("c.json", old))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("c.json")
                .hasMessageContaining("there are no histograms in it: measure again with this version");
    }

    @Test
    void somethingElseIsRefused() {
        ObjectNode wrong = MAPPER.createObjectNode().put("begun", "many");
        assertThatThrownBy(() -> MergedViewers.of(List.of(new Part("c.json", wrong))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("c.json: expected the figures of HLS viewers");
    }
}
