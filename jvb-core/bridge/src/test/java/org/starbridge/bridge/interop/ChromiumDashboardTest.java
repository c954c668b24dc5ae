package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.export.FarSide;
import org.starbridge.testkit.EveryThirdDay;

/** The dashboard in a real browser, while another window publishes and watches. */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(120)
class ChromiumDashboardTest {
    /** Where to leave pictures of the pages, for people; none if it is not set. */
    private static final String PICTURES = System.getenv().getOrDefault("STARBRIDGE_DASHBOARD_PICTURES", "");

    /** Waits until the text of an element matches, and answers all of it. */
    private static final String AWAIT = "(async (selector, pattern) => {"
            + " for (let i = 0; i < 150; i++) {"
            + "  const text = document.querySelector(selector)?.innerText ?? '';"
            + "  if (new RegExp(pattern, 's').test(text)) return {text};"
            + "  await new Promise((done) => setTimeout(done, 200)); }"
            + " throw new Error(selector + ' stays: ' + document.querySelector(selector)?.innerText); })";

    private static String text(Chromium.Page page, String selector, String pattern) {
        return String.valueOf(page.call(AWAIT, selector, pattern).get("text"));
    }

    /** Clicks an element as soon as the page has it. */
    private static void go(Chromium.Page page, String selector) {
        page.call(
                "(async (selector) => {"
                        + " for (let i = 0; i < 150; i++) {"
                        + "  const element = document.querySelector(selector);"
                        + "  if (element) return element.click();"
                        + "  await new Promise((done) => setTimeout(done, 200)); }"
                        + " throw new Error(selector + ' is missing'); })",
                selector);
    }

    private static void picture(Chromium browser, String name) throws Exception {
        if (!PICTURES.isEmpty()) {
            Files.write(Path.of(PICTURES, name + "-wide.png"), browser.picture(1400, 900));
            Files.write(Path.of(PICTURES, name + "-narrow.png"), browser.picture(420, 900));
        }
    }

    @Test
    void showsWhoGetsWhatAndWhy(@TempDir Path captures) throws Exception {
        try (FarSide service = FarSide.start();
                Bridge bridge = FreePorts.bridge(
                        "starbridge.dashboard.actions",
                        "true",
                        "jmt.debug.pcap.enabled",
                        "true",
                        "jmt.debug.pcap.directory",
                        captures.toString(),
                        "starbridge.export.allowed-hosts.0",
                        "localhost",
                        "starbridge.export.rooms.0.rooms.0",
                        "demo",
                        "starbridge.export.rooms.0.url",
                        service.url("/listen?key=secret").replace("127.0.0.1", "localhost"));
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            browser.call("(async () => { $('kind').value = 'pattern'; $('who').value = 'speaker'; })");
            browser.call("publish");
            browser.call("watch");

            Chromium.Page page = browser.openPage("http://127.0.0.1:" + bridge.privatePort() + "/");
            assertThat(text(page, "#state", "healthy")).contains("stress");
            assertThat(text(page, "#conferences tbody", "demo.*bit/s.*bit/s")).contains("demo");
            text(page, ".tiles", "Endpoints\\s+2.*Sent\\s+[\\d.,]+ [kM]bit/s");
            picture(browser, "bridge");

            go(page, "#conferences tbody a");
            String endpoints = text(page, "#endpoints tbody", "connected.*[kM]bit/s.*connected.*[kM]bit/s");
            assertThat(endpoints.lines().filter(line -> !line.isBlank())).hasSize(2);
            text(page, ".tiles", "CPU of the conference\\s+(?!0\\.00)\\d+\\.\\d\\d %");
            assertThat(text(page, "#endpoints tbody", "connected"))
                    .matches("(?s).*(nothing|downlink|uplink|device|sender|bridge).*");
            text(page, "#events", "verdicts: [1-9]");
            assertThat(text(page, "#exports tbody", "connected\\s+(?!0/s)\\d+/s"))
                    .contains("configured-0", "/listen")
                    .doesNotContain("secret");
            picture(browser, "conference");

            String viewer = "[...document.querySelectorAll('#endpoints tbody tr')]"
                    + ".find((row) => row.cells[8].innerText !== '0').querySelector('a')";
            page.call("(async () => { " + viewer + ".click(); })");
            assertThat(text(page, "#gets tbody", "\\dp")).contains("gets the best layer that was requested");
            go(page, "#main .bar button:nth-of-type(2)"); // capture its packets
            text(page, "#status", "Done");
            text(page, "#receives tbody", "video.*[kM]bit/s");
            text(page, "#facts", "Bandwidth for video");
            text(page, "#history", "The last hour");
            picture(browser, "endpoint");
            go(page, "#path a:nth-of-type(2)");
            String publisher = "[...document.querySelectorAll('#endpoints tbody tr')]"
                    + ".find((row) => row.cells[8].innerText === '0').querySelector('a')";
            text(page, "#endpoints tbody", "connected");
            page.call("(async () => { " + publisher + ".click(); })");
            assertThat(text(page, "#sends tbody", "VP8\\s+0\\s+180p.*[kM]bit/s"))
                    .as("retransmissions are no streams of their own")
                    .doesNotContain("RTX", "rtx");
            picture(browser, "publisher");
            page.call("(async () => { history.back(); })");
            text(page, "#endpoints tbody", "connected");
            page.call("(async () => { " + viewer + ".click(); })");
            assertThat(browser.consoleErrors()).isEmpty();

            go(page, "#main .bar button:nth-of-type(3)"); // end the capture
            assertThat(packetsOf(captures)).contains("10.0.0.1 RTP", "10.0.0.2");

            go(page, "#path a");
            text(page, "#path", "^$"); // the bridge's page is shown
            go(page, "[data-actions=on] #main .bar button");
            text(page, "#state", "drained");
        }
    }

    /** Who sent the packets in the only capture, and whether that is RTP, as Wireshark reads the complete file. */
    private static Set<String> packetsOf(Path captures) throws Exception {
        // .ci/run installs it and requires the browser's tests as a whole.
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/tshark"))
                        || "true".equals(System.getenv("STARBRIDGE_REQUIRE_BROWSER")),
                "Wireshark's tshark is missing: what is in the capture is NOT tested");
        Path file;
        try (Stream<Path> files = Files.list(captures)) {
            file = files.findFirst().orElseThrow();
        }
        Set<String> seen = Set.of();
        while (!seen.contains("10.0.0.1 RTP")) { // until the end of the file is written, or the test's time is over
            Process wireshark = new ProcessBuilder(
                            "tshark",
                            "-r",
                            file.toString(),
                            "-d",
                            "udp.port==10000,rtp",
                            "-T",
                            "fields",
                            "-e",
                            "ip.src",
                            "-e",
                            "rtp.ssrc")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            seen = new String(wireshark.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .flatMap(line -> Stream.of(line.split("\t", 2)[0], line.split("\t", 2)[0] + " RTP")
                            .limit(line.endsWith("\t") ? 1 : 2))
                    .collect(Collectors.toSet());
        }
        return seen;
    }

    /** Creates an endpoint of the conference {@code large}; the first one creates the conference. */
    private static void addEndpoint(HttpClient client, int port, int number) throws Exception {
        String body = String.format(
                "{\"meeting-id\":\"large\",%s\"endpoints\":[{\"id\":\"%08x\",\"create\":true,\"stats-id\":\"<b>%d\","
                        + "\"capabilities\":[\"source-names\"],\"transport\":{}}]}",
                number == 0 ? "\"create\":true," : "", number, number);
        String path = "/colibri/v2/conferences" + (number == 0 ? "" : "/large");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .method(number == 0 ? "POST" : "PATCH", BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    @EveryThirdDay(day = 2)
    void listsTwoHundredEndpointsAndSortsThem() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.privatePort() + "/");
                HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < 200; i++) {
                addEndpoint(client, bridge.privatePort(), i);
            }
            Chromium.Page page = browser.page();
            text(page, "#conferences tbody", "large\\s+200");
            go(page, "#conferences tbody a");
            text(page, "#endpoints tbody", "000000c7 <b>199");
            go(page, "#endpoints th button");
            go(page, "#endpoints th button");
            Map<String, Object> table = page.call("(async () => ({rows: $rows().length, first: $rows()[0].innerText,"
                            .replace("$rows()", "document.querySelectorAll('#endpoints tbody tr')")
                    + " sort: document.querySelector('#endpoints th').getAttribute('aria-sort'),"
                    + " markup: document.querySelectorAll('#endpoints b').length,"
                    + " buttons: document.querySelectorAll('#main .bar button').length,"
                    + " unnamed: [...document.querySelectorAll('input, button, th')]"
                    + ".filter((each) => !each.labels?.length && !each.textContent.trim()).length,"
                    + " wide: document.documentElement.scrollWidth > document.documentElement.clientWidth}))");
            assertThat(table)
                    .containsEntry("rows", 200L)
                    .containsEntry("sort", "descending")
                    .containsEntry("markup", 0L)
                    .containsEntry("buttons", 0L)
                    .containsEntry("unnamed", 0L)
                    .containsEntry("wide", false);
            assertThat(table.get("first")).asString().startsWith("000000c7");
            assertThat(browser.consoleErrors()).isEqualTo(List.of());
        }
    }
}
