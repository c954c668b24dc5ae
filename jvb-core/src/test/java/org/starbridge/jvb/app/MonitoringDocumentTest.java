package org.starbridge.jvb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/deploy.md tells operators to watch is there to be watched. */
class MonitoringDocumentTest {
    private static final Pattern NAME = Pattern.compile("`([a-z_]+)(?:\\{[^`]*})?`");

    @Test
    void everyMetricOfTheTableIsServed() throws Exception {
        List<String> names = Files.readString(Path.of("..", "docs", "deploy.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| Name (`jitsi_jvb_"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.substring(0, line.indexOf('|', 1)))
                .flatMap(cell -> NAME.matcher(cell).results().map((MatchResult found) -> found.group(1)))
                .toList();
        assertThat(names).hasSizeGreaterThan(20);
        try (Bridge bridge = FreePorts.bridge();
                HttpClient http = HttpClient.newHttpClient()) {
            URI metrics = URI.create("http://127.0.0.1:" + bridge.privatePort() + "/metrics");
            String served = http.send(
                            HttpRequest.newBuilder(metrics)
                                    .header("Accept", "text/plain")
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertThat(names).allSatisfy(name -> assertThat(served).containsPattern("(?m)^jitsi_jvb_" + name + "[ {]"));
        }
    }
}
