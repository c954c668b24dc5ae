package org.starbridge.hammer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.interop.OneBrowserAtATime;
import org.starbridge.hammer.client.result.JoinTime;
import org.starbridge.hammer.measure.DelaySample;
import org.starbridge.hammer.page.Machine;
import org.starbridge.hammer.page.Plots;
import org.starbridge.hammer.page.Report;
import org.starbridge.hammer.page.ReportFiles;
import org.starbridge.hammer.page.RunCommand;
import org.starbridge.hammer.page.RunResult;
import org.starbridge.hammer.report.Verdict;
import org.starbridge.hammer.series.RunSeries;

/** A report of ten minutes and 25 endpoints in a real browser: no error, no request, every plot with its lines. */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(120)
class ChromiumReportTest {
    private static final long SECOND = 1_000_000_000;
    private static final int SECONDS = 600;
    private static final int ENDPOINTS = 25;
    private static final int MAX_BYTES = 2_000_000;

    /** Collects what a developer would see in the console. */
    private static final String LISTENER = "<head><script>window.problems = [];"
            + "addEventListener('error', e => problems.push(e.message));"
            + "for (const level of ['error', 'warn']) console[level] = (...m) => problems.push(m.join(' '));</script>";

    private static final String LOOK = "(() => ({problems: window.problems,"
            + " requests: performance.getEntriesByType('resource').map(e => e.name),"
            + " verdict: document.getElementById('verdict').textContent,"
            + " unmeasured: document.getElementById('unmeasured').textContent,"
            + " receivers: document.querySelectorAll('#receivers tbody tr').length,"
            + " columns: getComputedStyle(document.getElementById('plots')).gridTemplateColumns.split(' ').length,"
            + " back: getComputedStyle(document.body).backgroundColor,"
            + " wide: document.documentElement.scrollWidth - innerWidth,"
            + " plots: Object.fromEntries([...document.querySelectorAll('.plot')].map(p => [p.dataset.plot,"
            + " [Number(p.dataset.series), p.querySelectorAll('canvas').length]]))}))";

    private static final Map<String, List<Long>> PLOTS = Map.ofEntries(
            plot("overview", 3),
            plot("streams", 2),
            plot("joins", 2),
            plot("packets", 2),
            plot("bitrate", 2),
            plot("delay", 4),
            plot("missing", 1),
            plot("cpu", 3),
            plot("threads", 2),
            plot("memory", 2),
            plot("gc", 2),
            plot("layers", 2),
            plot("links", 1));

    @TempDir
    private Path folder;

    private static RunSeries series() {
        RunSeries series = new RunSeries(0);
        for (int i = 0; i < ENDPOINTS; i++) {
            series.join(
                    0,
                    new JoinTime(
                            i,
                            i / 5,
                            i * SECOND / 5,
                            i == 7 ? JoinTime.NEVER : i * SECOND / 5 + SECOND / 3,
                            i == 9 ? 300 * SECOND : JoinTime.NEVER));
        }
        series.phase(0, "joining", 0);
        series.phase(0, "measuring", 8 * SECOND);
        for (int second = 1; second <= SECONDS; second++) {
            series.nextRow(second * SECOND);
            double wave = Math.sin(second / 40.0);
            for (String column : List.of(
                    "streams",
                    "joined",
                    "sentPacketsPerSecond",
                    "receivedPacketsPerSecond",
                    "sentMbps",
                    "receivedMbps",
                    "missing",
                    "bridgeUserPercent",
                    "bridgeSystemPercent",
                    "hammerCpuPercent",
                    "thread media",
                    "thread GC",
                    "bridgeRssMb",
                    "bridgeNativeMb",
                    "gcPerSecond",
                    "gcPauseMaxMs",
                    "layer180",
                    "layer720",
                    "estimatesMbps")) {
                series.put(column, Math.max(0, column.length() * (10 + wave)));
            }
            Histogram delays = DelaySample.newHistogram();
            for (int i = 1; i < 200; i++) {
                delays.recordValue((long) (100_000 * (1.2 + wave) * i / 20));
            }
            series.delays(delays);
        }
        return series;
    }

    private static ObjectNode result() {
        ObjectNode result = new ObjectMapper().createObjectNode();
        result.put("k", ENDPOINTS)
                .put("seconds", 592.0)
                .put("couplesReceived", 600)
                .put("couplesExpected", 600);
        result.put("packetsSent", 1_500_000).put("packetsReceived", 36_000_000).put("packetsExpected", 36_000_000);
        result.put("packetsLost", 0).put("bridgeCpuNanos", 120_000_000_000L).put("sampleEvery", 64);
        ArrayNode endpoints = result.putArray("endpoints");
        for (int i = 0; i < ENDPOINTS; i++) {
            ObjectNode endpoint = endpoints.addObject().put("id", "0000000" + i).put("couplesReceived", 24);
            endpoint.put("packetsSent", 60_000)
                    .put("packetsExpected", 1_440_000)
                    .put("packetsReceived", 1_440_000);
            endpoint.put("packetsLost", i == 3 ? 120 : 0).put("reordered", 0).put("keyFrameRequests", 1);
            endpoint.putArray("missing").add("VIDEO of endpoint 1 </script><!--");
        }
        return result;
    }

    private String page() throws Exception {
        Verdict verdict = new Verdict(Verdict.Kind.BROKE, "Broke: endpoints 25, because 120 packets were lost.");
        Report report = new Report(
                new RunCommand(
                        "25 endpoints in a conference", "", "scripts/hammer -k 25", "test", null, null, List.of()),
                Instant.EPOCH,
                Machine.read("test"),
                verdict,
                null,
                List.of(new RunResult("K = 25", verdict, result())),
                series());
        return Files.readString(ReportFiles.write(report, folder));
    }

    @Test
    void opensWithoutErrorsAndDrawsEveryPlot() throws Exception {
        String page = page();
        assertThat(page.length()).isLessThan(MAX_BYTES);
        JsonNode json =
                new ObjectMapper().readTree(folder.resolve("report.json").toFile());
        assertThat(json.at("/runs/0/result/endpoints").size()).isEqualTo(ENDPOINTS);
        assertThat(Files.readAllLines(folder.resolve("series.csv"))).hasSize(SECONDS + 1);
        Path watched = Files.writeString(folder.resolve("watched.html"), page.replaceFirst("<head>", LISTENER));

        try (Chromium browser = Chromium.open(watched.toUri().toString())) {
            Map<String, Object> seen = browser.page().call(LOOK);
            assertThat(seen.get("problems")).isEqualTo(List.of());
            assertThat(seen.get("requests")).isEqualTo(List.of());
            assertThat(seen.get("verdict")).isEqualTo("Broke: endpoints 25, because 120 packets were lost.");
            assertThat(seen.get("receivers")).isEqualTo((long) ENDPOINTS);
            assertThat(seen.get("unmeasured")).isEqualTo("");
            assertThat((Long) seen.get("wide")).as("pixels beyond the window").isLessThanOrEqualTo(0);
            assertThat(seen.get("plots")).isEqualTo(PLOTS);

            Chromium.Page shown = browser.page();
            width(shown, 390);
            Map<String, Object> narrow = settled(shown);
            assertThat((Long) narrow.get("wide"))
                    .as("pixels beyond a telephone's window")
                    .isLessThanOrEqualTo(0);
            assertThat(narrow.get("plots")).isEqualTo(PLOTS);
            assertThat(narrow.get("columns")).as("plots beside each other").isEqualTo(1L);

            width(shown, 1280);
            shown.command(
                    "Emulation.setEmulatedMedia",
                    Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
            Map<String, Object> dark = settled(shown);
            assertThat(dark.get("columns")).isEqualTo(2L);
            assertThat(dark.get("back")).isEqualTo("rgb(13, 17, 23)");
            shown.call("(() => ({sent: dispatchEvent(new Event('beforeprint'))}))");
            Map<String, Object> printed = settled(shown);
            assertThat(printed.get("back")).as("paper is white").isEqualTo("rgb(255, 255, 255)");
            assertThat(printed.get("plots")).isEqualTo(PLOTS);
            assertThat(printed.get("problems")).isEqualTo(List.of());
        }
    }

    /** Runs of a search, in the order in which it made them. */
    @Test
    void runsOfDifferentLoadHaveCurves() throws Exception {
        List<RunResult> runs = new ArrayList<>();
        for (int k : new int[] {10, 40, 20, 30}) {
            ObjectNode result = result();
            int couples = k * (k - 1);
            result.put("k", k).put("kinds", "both").put("couplesExpected", couples);
            result.put("bridgeCpuMicrosPerForwardedPacket", 100.0 / k).put("packetsLost", k == 40 ? 1000 : 0);
            result.putObject("delayNanos").put("p50", 500_000).put("p99", couples * 10_000);
            boolean isHeld = k < 40;
            Verdict verdict = new Verdict(isHeld ? Verdict.Kind.HELD : Verdict.Kind.BROKE, "");
            runs.add(new RunResult("K = " + k, verdict, result));
        }
        Verdict verdict = new Verdict(Verdict.Kind.BROKE, "Held up to K = 30.");
        Report report = new Report(
                new RunCommand(
                        "a search", "", "scripts/hammer --until lost", "test", null, null, List.of("memory", "delay")),
                Instant.EPOCH,
                Machine.read("test"),
                verdict,
                null,
                runs,
                series());
        String page = Files.readString(ReportFiles.write(report, folder)).replaceFirst("<head>", LISTENER);
        Path watched = Files.writeString(folder.resolve("search.html"), page);
        try (Chromium browser = Chromium.open(watched.toUri().toString())) {
            Map<String, Object> seen = browser.page().call(LOOK);
            assertThat(seen.get("problems")).isEqualTo(List.of());
            Map<String, Object> plots = new HashMap<>(PLOTS);
            plots.putAll(Map.ofEntries(plot("loadCost", 2), plot("loadLoss", 1), plot("loadDelay", 2)));
            assertThat(seen.get("plots")).isEqualTo(plots);
            assertThat((Long) seen.get("wide")).as("pixels beyond the window").isLessThanOrEqualTo(0);
            Map<String, Object> order = browser.page()
                    .call(
                            "(() => ({curves: document.querySelectorAll('#curves .plot').length,"
                                    + " first: [...document.querySelectorAll('#plots .plot')].slice(0, 3).map(p => p.dataset.plot)}))");
            assertThat(order.get("curves")).isEqualTo(3L);
            assertThat(order.get("first")).isEqualTo(List.of("memory", "delay", "overview"));
        }
    }

    /** Each step is measured for 10 s; before it four endpoints join in two rooms, and after it all leave. */
    private static RunSeries steps() {
        RunSeries series = new RunSeries(0);
        for (int run = 0; run < 2; run++) {
            long start = run * 20L * SECOND;
            for (int i = 0; i < 4; i++) {
                series.join(run, new JoinTime(i, i / 2, start + i * SECOND, start + (i + 1) * SECOND, JoinTime.NEVER));
            }
            series.phase(run, "joining", start);
            series.phase(run, "measuring", start + 5 * SECOND);
            series.phase(run, "ended", start + 15 * SECOND);
            for (int second = 1; second <= 17; second++) {
                series.nextRow(start + second * SECOND);
                boolean isMeasured = second > 5 && second <= 15;
                for (String column : List.of(
                        "streams", "joined", "sentMbps", "receivedMbps", "bridgeUserPercent", "bridgeSystemPercent")) {
                    series.put(column, isMeasured ? 100 : second);
                }
            }
        }
        return series;
    }

    @Test
    void stepsAreDrawnWithoutWhatIsBetweenThem() throws Exception {
        Verdict verdict = new Verdict(Verdict.Kind.HELD, "Held.");
        Report report = new Report(
                new RunCommand("two steps", "", "scripts/hammer", "test", null, null, List.of()),
                Instant.EPOCH,
                Machine.read("test"),
                verdict,
                null,
                List.of(new RunResult("a", verdict, result()), new RunResult("b", verdict, result())),
                steps());
        Path page = ReportFiles.write(report, folder);
        try (Chromium browser = Chromium.open(page.toUri().toString())) {
            Map<String, Object> seen = browser.page()
                    .call(
                            "(() => {"
                                    + "const chart = id => document.querySelector('[data-plot=' + id + ']').chart;"
                                    + "const colours = id => chart(id).axes.slice(1).map((a, i) => a.stroke(chart(id), i + 1));"
                                    + "const root = getComputedStyle(document.documentElement);"
                                    + "return {drawn: [...new Set(chart('overview').data[2].filter(v => v !== null && v !== undefined))],"
                                    + " gaps: chart('overview').data[2].some(v => v === null),"
                                    + " axes: colours('overview'), lines: [0, 1, 2].map(i => root.getPropertyValue('--c' + i).trim()),"
                                    + " joins: chart('joins').data[2].includes(2 * 2),"
                                    + " rooms: chart('joins').axes[1].values(),"
                                    + " cpuIsAbove: chart('joins').valToPos(0, 'cpu') <= chart('joins').valToPos(4, 'y'),"
                                    + " idle: [...document.querySelectorAll('.u-legend .u-value')].map(v => v.textContent).join('')}})");
            assertThat(seen.get("drawn"))
                    .as("the load of the steps, not of joining")
                    .isEqualTo(List.of(200L));
            assertThat(seen.get("gaps")).isEqualTo(true);
            assertThat(seen.get("axes")).as("each in the colour of its line").isEqualTo(seen.get("lines"));
            assertThat(seen.get("joins")).as("CPU while endpoints join").isEqualTo(true);
            assertThat(seen.get("rooms")).isEqualTo(List.of("1", "2"));
            assertThat(seen.get("cpuIsAbove")).isEqualTo(true);
            assertThat(seen.get("idle")).as("values without a cursor").isEqualTo("");
        }
    }

    @Test
    void viewersHaveTheirPlotsAndTable() throws Exception {
        RunSeries series = new RunSeries(0);
        series.phase(0, "measuring", SECOND);
        for (int second = 1; second <= 60; second++) {
            series.nextRow(second * SECOND);
            for (String column : List.of(
                    "viewers",
                    "viewersPlaying",
                    "viewersFailed",
                    "receivedMbps",
                    "requestsPerSecond",
                    "stalls",
                    "behindSeconds",
                    "bridgeUserPercent",
                    "bridgeSystemPercent",
                    "bridgeRssMb",
                    "hammerCpuPercent")) {
                series.put(column, column.length() + second);
            }
        }
        ObjectNode result = (ObjectNode) new ObjectMapper().readTree("""
                {"begun": 500, "playing": 500, "failed": 0, "seconds": 60.0, "bytes": 6750000000, "peakBytesPerSecond": 130000000,
                 "requests": 60000, "failures": {}, "stalls": 0, "latency": {"count": 5, "mean": 3100, "p50": 3000, "p99": 3400},
                 "lateness": {"count": 5, "p99": 1}, "times": {"part": {"count": 5, "mean": 14}}, "server": null,
                 "hammer": {"cores": 0.3}, "warnings": []}
                """);
        Verdict verdict = new Verdict(Verdict.Kind.HELD, "Held: 500 viewers.");
        Report report = new Report(
                new RunCommand(
                        "500 HLS viewers", "", "scripts/hammer --hls URL", "test", "0.9 Gbit/s", null, List.of()),
                Instant.EPOCH,
                Machine.read("test"),
                verdict,
                null,
                List.of(new RunResult("500 viewers", verdict, result)),
                series);
        String page = Files.readString(ReportFiles.write(report, folder)).replaceFirst("<head>", LISTENER);
        Path watched = Files.writeString(folder.resolve("viewers.html"), page);
        try (Chromium browser = Chromium.open(watched.toUri().toString())) {
            Map<String, Object> seen = browser.page().call(LOOK);
            assertThat(seen.get("problems")).isEqualTo(List.of());
            assertThat(seen.get("unmeasured")).isEqualTo("");
            Map<String, List<Long>> plots = Map.ofEntries(
                    plot("viewers", 3),
                    plot("requests", 1),
                    plot("behind", 1),
                    plot("stalls", 1),
                    plot("bitrate", 1),
                    plot("cpu", 3),
                    plot("memory", 1));
            assertThat(seen.get("plots")).isEqualTo(plots);
            Set<String> all = new TreeSet<>(plots.keySet());
            all.addAll(PLOTS.keySet());
            assertThat(Plots.NAMES).as("what --plots may name").containsExactlyInAnyOrderElementsOf(all);
            Map<String, Object> bitrate = browser.page()
                    .call(
                            "(() => {"
                                    + "const plot = document.querySelector('.plot[data-plot=bitrate]');"
                                    + "return {note: plot.querySelector('.note').textContent, legend: plot.querySelector('.u-legend').textContent};})");
            assertThat(bitrate.get("note")).isEqualTo("Bodies of all HTTP answers, over TCP.");
            assertThat(bitrate)
                    .extractingByKey("legend")
                    .asString()
                    .contains("out of the server")
                    .doesNotContain("bridge");
            assertThat(browser.page().call("(() => ({row: document.querySelector('#runs tbody tr').textContent}))"))
                    .extractingByKey("row")
                    .asString()
                    .startsWith("500 viewersheld500500");
        }
    }

    private static void width(Chromium.Page page, int pixels) {
        page.command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    /** What is seen once the page has drawn itself for another window. */
    private static Map<String, Object> settled(Chromium.Page page) {
        page.call("(() => new Promise(done => setTimeout(() => requestAnimationFrame(() => done({})), 400)))");
        return page.call(LOOK);
    }

    private static Map.Entry<String, List<Long>> plot(String name, long series) {
        return Map.entry(name, List.of(series, 1L));
    }
}
