package org.starbridge.hammer.series;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.measure.DelaySample;

class RunSeriesTest {
    private static final long SECOND = 1_000_000_000;

    private final RunSeries series = new RunSeries(10 * SECOND);

    private static Histogram delays(long... values) {
        Histogram histogram = DelaySample.newHistogram();
        for (long value : values) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    @Test
    void writesColumnsPhasesAndDelayClasses() {
        series.phase(0, "measuring", 11 * SECOND);
        series.nextRow(11 * SECOND);
        series.put("receivedMbps", 123.456789);
        series.delays(delays(10_000, 10_000, 20_000));
        series.nextRow(12 * SECOND);
        JsonNode json = SeriesText.json(series);
        assertThat(json.at("/seconds").toString()).isEqualTo("[1,2]");
        assertThat(json.at("/columns/receivedMbps").toString()).isEqualTo("[123.46,null]");
        assertThat(json.at("/columns/delayMaxMs/0").asDouble()).isBetween(0.02, 0.0201);
        assertThat(json.at("/delayHeat/rows").toString()).isEqualTo("[[0,2,1,1],[]]");
        assertThat(json.at("/delayHeat/endsMs/0").asDouble()).isEqualTo(0.016);
        assertThat(json.at("/phases/0").toString()).isEqualTo("{\"run\":0,\"name\":\"measuring\",\"fromSeconds\":1}");
        assertThat(SeriesText.csv(json).lines().findFirst().orElseThrow()).startsWith("seconds,receivedMbps,");
        assertThat(SeriesText.csv(json).lines().skip(2).findFirst().orElseThrow())
                .isEqualTo("2,,,,,");
    }

    @Test
    void delayClassesAreMergedWithTheRows() {
        for (int i = 0; i <= SeriesTable.MAX_ROWS; i++) {
            series.nextRow((10 + i) * SECOND);
            series.delays(delays(1_000));
        }
        assertThat(series.heat()).hasSize(series.table().rows());
        assertThat(series.heat().getFirst()).startsWith(2);
        assertThat(series.heat().getLast()).startsWith(1);
    }

    @Test
    void eachDelayIsInTheClassThatEndsAboveIt() {
        int[] counts = DelayBuckets.of(delays(1, 1_000_000, 59_000_000_000L));
        assertThat(counts[0]).isEqualTo(1);
        assertThat(counts[DelayBuckets.COUNT - 1]).isEqualTo(1);
        int middle = 0;
        while (DelayBuckets.endNs(middle) < 1_000_000) {
            middle++;
        }
        assertThat(counts[middle]).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "media-0, MEDIA",
        "media-worker-1, MEDIA",
        "qtp1234-20, CONTROL",
        "C2 CompilerThre, COMPILER",
        "GC Thread#0, GC",
        "G1 Service, GC",
        "ZWorkerYoung#0, GC",
        "ZDriverMajor, GC",
        "ZDirector, GC",
        "ZUncommitter#0, GC",
        "RuntimeWorker#0, GC",
        "VM Thread, GC",
        "jetty-virtual-t, CONTROL",
        "VirtualThread-u, CONTROL",
        "MasterPoller, CONTROL",
        "timer-once, CONTROL",
        "Finalizer, OTHER"
    })
    void threadsHaveKinds(String name, ThreadKind kind) {
        assertThat(ThreadKind.of(name)).isEqualTo(kind);
    }
}
