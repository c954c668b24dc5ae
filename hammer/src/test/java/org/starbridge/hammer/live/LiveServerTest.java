package org.starbridge.hammer.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.hammer.page.ReportBuilder;
import org.starbridge.hammer.page.RunCommand;
import org.starbridge.hammer.series.RunSeries;

@Timeout(30)
class LiveServerTest {
    private static HttpResponse<String> get(LiveServer server, String path) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.ofString());
        }
    }

    @Test
    void givesOutWhatWasPublishedLast() throws Exception {
        try (LiveServer server = LiveServer.open(0)) {
            server.publish("page", "{\"a\":1}", "m 1\n");
            assertThat(get(server, "").body()).isEqualTo("page");
            assertThat(get(server, "data").body()).isEqualTo("{\"a\":1}");
            assertThat(get(server, "metrics").body()).isEqualTo("m 1\n");
            assertThat(get(server, "other").statusCode()).isEqualTo(404);
            server.publish("", "", "");
            assertThat(get(server, "metrics").body()).isEmpty();
        }
    }

    @Test
    void thePageIsThereBeforeAnythingIsMeasured() throws Exception {
        RunCommand command = new RunCommand("K = 2", "", "scripts/hammer -k 2", "test", null, null, List.of());
        try (LiveServer server = LiveServer.open(0)) {
            assertThat(get(server, "").body()).contains("Starting.", "refresh");
            LiveReport.publish(
                    new ReportBuilder(command), server, seconds -> seconds < 600 ? "Running: 20 s." : "too long");
            assertThat(get(server, "").body()).contains("<h1", "Running: 20 s.");
            assertThat(get(server, "data").body()).contains("Running: 20 s.", "scripts/hammer -k 2");
        }
    }

    @Test
    void metricsAreTheNewestRow() {
        RunSeries series = new RunSeries(0);
        series.nextRow(1);
        series.put("receivedMbps", 5);
        series.put("gone", 1);
        series.nextRow(1_000_000_001);
        series.put("receivedMbps", 6.5);
        series.put("thread GC", 2);
        series.put(RunSeries.SCRAPED + "up", 1);
        assertThat(OwnMetrics.of(series)).isEqualTo("""
                        # TYPE hammer_received_mbps gauge
                        hammer_received_mbps 6.5
                        # TYPE hammer_thread_gc gauge
                        hammer_thread_gc 2.0
                        """);
    }
}
