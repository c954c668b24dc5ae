package org.starbridge.bridge.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;

class TransitTimesTest {
    private static final long MS = 1_000_000;

    private static TransitTimes withSamples(TransitConfig config) {
        TransitTimes transit = new TransitTimes(config);
        transit.onSamples(new long[] {0, MS / 10, 2 * MS / 10, 3 * MS / 10, 50, MS, 7 * MS, 8 * MS + 50});
        return transit;
    }

    @Test
    void countsSamplesByTheirTime() {
        assertThat(withSamples(TransitConfig.DEFAULT).json())
                .containsEntry("transit_samples", 2L)
                .containsEntry("transit_max_ms", 8.0)
                .containsEntry("transit_average_ms", 4.15)
                .containsEntry("transit_up_to_0.5_ms", 1L)
                .containsEntry("transit_up_to_10_ms", 1L)
                .containsEntry("transit_more", 0L)
                .doesNotContainKey("transit_jitter_ms");
        assertThat(withSamples(new TransitConfig(true, false, true, 0)).json()).containsKey("transit_jitter_ms");
        assertThat(withSamples(new TransitConfig(false, true, false, 0)).json()).isEmpty();
    }

    @Test
    void isAPrometheusHistogramInMilliseconds() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        TransitTimes transit = withSamples(TransitConfig.DEFAULT);
        transit.show(registry);
        transit.collect();
        assertThat(registry.scrape())
                .contains("jitsi_jvb_rtp_transit_time_bucket{le=\"1.0\"} 1")
                .contains("jitsi_jvb_rtp_transit_time_bucket{le=\"10.0\"} 2")
                .contains("jitsi_jvb_rtp_transit_time_count 2");
    }

    @Test
    void keepsLittleOfWhatIsNotCollected() {
        TransitTimes transit = new TransitTimes(TransitConfig.DEFAULT);
        for (int i = 0; i < 1000; i++) {
            transit.onSamples(new long[] {0, 0, 0, MS});
        }
        assertThat(transit.json()).containsEntry("transit_samples", 64L);
    }
}
