package org.starbridge.hammer.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.interop.OneBrowserAtATime;
import org.starbridge.hammer.page.Machine;
import org.starbridge.hammer.page.Report;
import org.starbridge.hammer.page.ReportFiles;
import org.starbridge.hammer.page.RunCommand;
import org.starbridge.hammer.page.RunResult;
import org.starbridge.hammer.report.Verdict;
import org.starbridge.hammer.scenario.Presets;
import org.starbridge.hammer.scenario.ScenarioFile;
import org.starbridge.hammer.series.RunSeries;
import org.starbridge.testkit.EveryThirdDay;

/**
 * Page, dashboard and report without a finding of axe, wide and narrow, light and dark. Axe-core (MPL-2.0) is no part
 * of this project: {@code STARBRIDGE_AXE} names its {@code axe.min.js}, as {@code npm pack axe-core} has it.
 */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(180)
@EveryThirdDay(day = 1)
class ChromiumAxeTest {
    private static final String AXE = System.getenv().getOrDefault("STARBRIDGE_AXE", "");

    private static void assertNoFinding(Chromium.Page page, String what, String script) {
        for (int width : new int[] {1280, 390}) {
            for (String scheme : List.of("light", "dark")) {
                page.command(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
                page.command(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
                Object found = page.call("(async () => { if (!window.axe) { " + script + " }"
                                + " const {violations} = await axe.run();"
                                + " return {found: violations.map((each) => each.id + ': '"
                                + " + each.nodes.map((node) => node.target.join(' ')).join(', '))}; })")
                        .get("found");
                assertThat((List<?>) Objects.requireNonNull(found))
                        .as("%s, %d px, %s", what, width, scheme)
                        .isEmpty();
            }
        }
    }

    private static Path report(Path folder) throws Exception {
        ScenarioFile preset = Objects.requireNonNull(Presets.named("tiny-whep"));
        ObjectNode result = new ObjectMapper().createObjectNode().put("k", 101).put("seconds", 10.0);
        result.put("packetsReceived", 100_000).put("bridgeCpuNanos", 2e9).put("packetsLost", 0);
        result.putArray("endpoints").addObject().put("id", "1a2b3c4d").putArray("missing");
        result.putArray("warnings").add("a warning");
        Verdict verdict = new Verdict(Verdict.Kind.HELD, "Held.");
        RunSeries series = new RunSeries(0);
        series.phase(0, "measuring", 0);
        return ReportFiles.write(
                new Report(
                        new RunCommand(
                                preset.name(),
                                preset.description(),
                                "scripts/hammer --preset tiny-whep",
                                "test",
                                preset.published(),
                                preset.publishedFigures(),
                                List.of()),
                        Instant.EPOCH,
                        Machine.read("test"),
                        verdict,
                        null,
                        List.of(
                                new RunResult("100 viewers", verdict, result),
                                new RunResult("200 viewers", verdict, result)),
                        series),
                folder);
    }

    @Test
    void noPageHasAFinding(@TempDir Path folder) throws Exception {
        assumeTrue(
                Files.isReadable(Path.of(AXE)),
                "STARBRIDGE_AXE names no file: pages are NOT examined by axe; npm pack axe-core has axe.min.js");
        String axe = Files.readString(Path.of(AXE));
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            Chromium.Page page = browser.page();
            page.call("(async () => { $('kind').value = 'pattern'; $('addresses').open = true; })");
            page.call("publish");
            page.call("watch");
            assertNoFinding(page, "the page while it publishes and watches", axe);

            Chromium.Page dashboard = browser.openPage("http://127.0.0.1:" + bridge.privatePort() + "/");
            String wait = "(async (selector) => { for (let i = 0; i < 100; i++) {"
                    + " const found = document.querySelector(selector); if (found) { found.click(); return; }"
                    + " await new Promise((done) => setTimeout(done, 100)); } throw new Error(selector); })";
            dashboard.call(wait, "#conferences tbody");
            assertNoFinding(dashboard, "the dashboard", axe);
            dashboard.call(wait, "#conferences tbody a");
            dashboard.call(wait, "#endpoints tbody");
            assertNoFinding(dashboard, "a conference", axe);
            dashboard.call(wait, "#endpoints tbody a");
            assertNoFinding(dashboard, "an endpoint", axe);

            Chromium.Page report = browser.openPage(report(folder).toUri().toString());
            assertNoFinding(report, "a report", axe);
        }
    }
}
