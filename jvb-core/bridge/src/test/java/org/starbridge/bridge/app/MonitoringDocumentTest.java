package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators watch is there to be watched, or the documents say that it is not. */
class MonitoringDocumentTest {
    private static final Pattern NAME = Pattern.compile("`([a-z_]+)(?:\\{[^`]*})?`");

    @TempDir
    Path recordings;

    @Test
    void everyMetricOfTheTableIsServed() throws Exception {
        List<String> names = Files.readString(Path.of("..", "..", "docs", "deploy.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| Name (`jitsi_jvb_"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.substring(0, line.indexOf('|', 1)))
                .flatMap(cell -> NAME.matcher(cell).results().map((MatchResult found) -> found.group(1)))
                .toList();
        assertThat(names).hasSizeGreaterThan(20);
        String served = served();
        assertThat(names).allSatisfy(name -> assertThat(served).containsPattern("(?m)^jitsi_jvb_" + name + "[ {]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"grafana.json", "alerts.yml"})
    void everyMetricOfTheBoardAndTheAlertsIsServed(String file) throws Exception {
        String text = Files.readString(Path.of("..", "..", "docs", "monitoring", file));
        if (file.endsWith(".json")) {
            assertThat(new ObjectMapper().readTree(text).get("panels").size()).isGreaterThan(15);
        }
        Set<String> names = Pattern.compile("jitsi_jvb_[a-z_]+")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names).hasSizeGreaterThan(8);
        String served = served();
        assertThat(names).allSatisfy(name -> assertThat(served).containsPattern("(?m)^" + name + "[ {]"));
    }

    /** Names with an asterisk stand for several. */
    @Test
    void everyMetricOfTheCapturedBridgeIsServedOrNamedAsLeftOut() throws Exception {
        List<Pattern> leftOut = Files.readString(Path.of("..", "..", "docs", "not-implemented.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("## Metrics of"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("|"))
                .map(line -> line.substring(0, line.indexOf('|', 1)))
                .flatMap(cell -> Pattern.compile("`([a-z_*]+)`").matcher(cell).results())
                .map(found -> Pattern.compile(found.group(1).replace("*", "[a-z_]*")))
                .toList();
        List<String> captured = Files.readAllLines(
                Path.of(Objects.requireNonNull(getClass().getResource("/captured/rest/metric-names.txt"))
                        .toURI()));
        String served = served();

        assertThat(captured).hasSize(115).allSatisfy(name -> {
            boolean isServed = Pattern.compile("(?m)^jitsi_jvb_" + name + "(?:_total|_bucket)?[ {]")
                    .matcher(served)
                    .find();
            boolean isLeftOut =
                    leftOut.stream().anyMatch(pattern -> pattern.matcher(name).matches());
            assertThat(isServed)
                    .as("%s is served, or docs/not-implemented.md names it", name)
                    .isNotEqualTo(isLeftOut);
        });
    }

    private String served() throws Exception {
        try (Bridge bridge = FreePorts.bridge(
                        "starbridge.recording.enabled",
                        "true",
                        "starbridge.recording.directory",
                        recordings.toString());
                HttpClient http = HttpClient.newHttpClient()) {
            URI metrics = URI.create("http://127.0.0.1:" + bridge.privatePort() + "/metrics");
            return http.send(
                            HttpRequest.newBuilder(metrics)
                                    .header("Accept", "text/plain")
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }
    }
}
