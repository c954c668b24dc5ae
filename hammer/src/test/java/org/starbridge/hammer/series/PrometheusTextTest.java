package org.starbridge.hammer.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {
    @Test
    void readsNamesLabelsAndValues() {
        String text = """
                # HELP jvm_memory_used_bytes Used.
                # TYPE jvm_memory_used_bytes gauge
                jvm_memory_used_bytes{area="heap",id="a b"} 1.5E7
                up 1 1700000000000
                latency_bucket{le="0.1"} 3
                strange +Inf
                not a number
                novalue
                """;
        assertThat(PrometheusText.parse(text))
                .isEqualTo(Map.of("jvm_memory_used_bytes{area=\"heap\",id=\"a b\"}", 1.5e7, "up", 1.0));
    }

    @Test
    void aStrangerCannotMakeItGrow() {
        String text = String.join(
                "\n",
                IntStream.range(0, 10_000).mapToObj(i -> "m" + i + " " + i).toList());
        assertThat(PrometheusText.parse(text)).hasSize(PrometheusText.MAX_VALUES);
    }
}
