package org.starbridge.hammer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
import org.starbridge.hammer.series.RunSeries;

/** Names with markup, controls of text direction and 10 kB on all pages: text, in reading order, within the window. */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(120)
class ChromiumMarkupTest {
    /** Markup, and an isolate and an override of text direction that do not end. Its end reads from left to right. */
    private static final String NAME = "<img src=x onerror='executed=1'>\"'&amp\u2067\u202E END";

    /** Ids of endpoints have no markup, their names 128 characters at most, rooms 256, texts of a report any number. */
    private static final String LONG = "x".repeat(10_000) + NAME;

    private static final String ROOM = "x".repeat(200) + NAME;

    private static final String LOOK = """
            (async (atLeast) => {
              const shown = () => {
                const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                const all = [];
                while (texts.nextNode()) {
                  const node = texts.currentNode, at = node.data.lastIndexOf('END');
                  if (at < 0 || node.parentElement.closest('script')) continue;
                  const [first, last] = [at, at + 2].map((i) => {
                    const range = document.createRange();
                    range.setStart(node, i);
                    range.setEnd(node, i + 1);
                    return range.getBoundingClientRect();
                  });
                  if (first.width > 0) all.push({where: node.parentElement.outerHTML.slice(0, 60),
                    isBackwards: first.top === last.top && first.left > last.left});
                }
                return all;
              };
              for (let i = 0; i < 100 && shown().length < atLeast; i++) await new Promise((done) => setTimeout(done, 100));
              return {
                executed: window.executed ?? 0,
                images: document.querySelectorAll('img').length,
                isShown: shown().length >= atLeast,
                backwards: shown().filter((each) => each.isBackwards).map((each) => each.where),
                wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
                wideCells: [...document.querySelectorAll('td, th')].filter((each) => each.offsetWidth > innerWidth).length,
              };
            })""";

    private static void assertIsText(Chromium.Page page, int atLeast) {
        assertThat(page.call(LOOK, atLeast))
                .isEqualTo(Map.of(
                        "executed", 0L,
                        "images", 0L,
                        "isShown", true,
                        "backwards", List.of(),
                        "wide", 0L,
                        "wideCells", 0L));
    }

    private static String create(HttpClient client, int port, String room, String endpoint, String name)
            throws Exception {
        ObjectNode request =
                new ObjectMapper().createObjectNode().put("meeting-id", room).put("create", true);
        ObjectNode made = request.putArray("endpoints").addObject();
        made.put("id", endpoint).put("stats-id", name).put("create", true).putObject("transport");
        made.putArray("capabilities").add("source-names");
        made.putArray("sources")
                .addObject()
                .put("type", "video")
                .put("id", "a-v0")
                .putArray("sources")
                .add(12);
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/colibri/v2/conferences"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(request.toString()))
                        .build(),
                BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    private static Path report(Path folder) throws Exception {
        ObjectNode result = new ObjectMapper().createObjectNode().put("k", 2).put("seconds", 10.0);
        result.putArray("endpoints")
                .addObject()
                .put("id", LONG)
                .putArray("missing")
                .add("VIDEO of " + NAME);
        result.putArray("warnings").add(LONG);
        Verdict verdict = new Verdict(Verdict.Kind.BROKE, "Broke: " + LONG);
        RunSeries series = new RunSeries(0);
        series.phase(0, "measuring", 0);
        return ReportFiles.write(
                new Report(
                        new RunCommand(LONG, LONG, "scripts/hammer " + LONG, NAME, null, null, List.of()),
                        Instant.EPOCH,
                        Machine.read("test"),
                        verdict,
                        null,
                        List.of(new RunResult(LONG, verdict, result)),
                        series),
                folder);
    }

    @Test
    void namesAreTextOnEveryPage(@TempDir Path folder) throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                HttpClient client = HttpClient.newHttpClient()) {
            assertThat(create(client, bridge.privatePort(), "demo", NAME, "Ann"))
                    .startsWith("400 ");
            assertThat(create(client, bridge.privatePort(), "demo", "1a2b3c4d", LONG))
                    .startsWith("400 ");
            assertThat(create(client, bridge.privatePort(), ROOM, "1a2b3c4d", NAME))
                    .startsWith("200 ");
            try (Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.privatePort() + "/")) {
                Chromium.Page page = browser.page();
                assertIsText(page, 1);
                page.call("(async () => document.querySelector('#conferences tbody a').click())");
                assertIsText(page, 2);
                page.call("(async () => document.querySelector('#endpoints tbody a').click())");
                assertIsText(page, 2);

                page.visit("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo");
                page.call(
                        "(async (name) => { say(`${name}: connected.`); picture(name, new MediaStream(), false); })",
                        LONG);
                assertIsText(page, 2);

                page.visit(report(folder).toUri().toString());
                assertIsText(page, 5);
            }
        }
    }
}
