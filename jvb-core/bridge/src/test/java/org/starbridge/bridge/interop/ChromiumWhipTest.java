package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.testkit.EveryThirdDay;

/** The bridge's own page publishes by WHIP and watches by WHEP in a real browser. */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(180)
class ChromiumWhipTest {
    private static final int FRAMES = 30;

    private static double number(Map<?, ?> figures, String name) {
        return ((Number) Objects.requireNonNull(figures.get(name), name)).doubleValue();
    }

    private static void choose(Chromium browser, String id, String value) {
        browser.call("(async (id, value) => { $(id).value = value; })", id, value);
    }

    private static Map<String, Object> measured(Chromium browser, String connection) {
        return browser.call("(async (name) => measure(connections.get(name)))", connection);
    }

    @ParameterizedTest
    @CsvSource({"pattern, speaker, current speaker", "camera, everybody, "})
    void whatAPagePublishesItSees(String kind, String who, String connection) throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            choose(browser, "kind", kind);
            choose(browser, "who", who);
            browser.call("publish");
            browser.call("watch");
            String viewed = connection == null
                    ? String.valueOf(
                            browser.call("(async () => ({name: viewed()[0]}))").get("name"))
                    : connection;

            Map<String, Object> seen = awaitFrames(browser, viewed, FRAMES);
            assertThat(number(seen, "height")).isPositive();
            assertThat(seen.get("codec")).isEqualTo("VP8");
            Map<String, Object> sent = measured(browser, "you");
            assertThat(number(sent, "estimate"))
                    .as("grown by the bridge's feedback")
                    .isGreaterThan(300);
            browser.call("figures");
            assertThat(browser.call("(async () => ({rows: $('rows').rows.length}))")
                            .get("rows"))
                    .isEqualTo(2L);

            browser.call("(async () => { unwatch(); close('you'); })");
            assertThat(browser.call("(async () => ({left: connections.size}))").get("left"))
                    .isEqualTo(0L);
        }
    }

    @Test
    @EveryThirdDay(day = 0)
    void aViewerMayComeBeforeThePublisherAndReadsWhatIsTrue() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=late")) {
            choose(browser, "kind", "pattern");
            choose(browser, "codec", "VP9");
            choose(browser, "layers", "svc");
            browser.call("watch");
            assertThat(status(browser)).isEqualTo("current speaker: waiting, the room has no publisher.");
            browser.call("publish");
            browser.call("(async () => { for (let i = 0; i < 60 && !connections.has('current speaker'); i++) {"
                    + " await new Promise((done) => setTimeout(done, 500)); } })");
            awaitFrames(browser, "current speaker", FRAMES);
            assertThat(status(browser)).contains("you: connected.", "current speaker: connected.");
            assertThat(measured(browser, "current speaker").get("codec")).isEqualTo("VP9");
            assertThat(
                            browser.call(
                                    "(async () => { mute('video'); return {"
                                            + "enabled: connections.get('you').pc.getSenders().map(({track}) => track.enabled).join(),"
                                            + " pressed: $('mute-video').getAttribute('aria-pressed'), layers: encodings()[1].length}; })"))
                    .containsEntry("enabled", "true,false")
                    .containsEntry("pressed", "true")
                    .containsEntry("layers", 1L);
        }
    }

    /** Without a way to the bridge, the page says what the bridge knows of it. */
    @Test
    @EveryThirdDay(day = 0)
    void aPublisherThatIsNotConnectedReadsWhy() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=lost")) {
            choose(browser, "kind", "pattern");
            browser.call("(async () => { const Made = RTCPeerConnection; window.RTCPeerConnection ="
                    + " function (options) { return new Made({...options, iceTransportPolicy: 'relay'}); }; })");
            browser.call("publish");
            assertThat(status(browser)).isEqualTo("you: connecting.");
            browser.call("(async () => { for (let i = 0; i < 90 && connections.get('you').state !== 'failed'; i++) {"
                    + " await new Promise((done) => setTimeout(done, 500)); } })");
            assertThat(status(browser)).isEqualTo("you: failed, No STUN message arrived from the endpoint.");
        }
    }

    private static String status(Chromium browser) {
        return String.valueOf(
                browser.call("(async () => ({text: $('status').textContent}))").get("text"));
    }

    /**
     * A camera with one encoding: VP9 comes without layer indices. The second publisher takes the place of the first
     * one under the SSRC that the viewer has.
     */
    @Test
    @EveryThirdDay(day = 1)
    void vp9OfOneCameraAfterTheOtherIsDecoded() throws Exception {
        String script = Files.readString(PeerProcess.script("whip.js"));
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=none")) {
            Chromium.Page page = browser.page();
            page.command("Runtime.evaluate", Map.of("expression", script));
            for (int camera = 0; camera < 2; camera++) {
                page.call("peer.publish", "vp9", "VP9");
                if (camera == 0) {
                    page.call("peer.watch", "vp9");
                }
                Map<String, Object> seen = page.call("peer.seen", FRAMES, 30_000);
                assertThat(number(seen, "frames")).as("%s", seen).isGreaterThanOrEqualTo(FRAMES);
                assertThat(seen.get("codec")).isEqualTo("video/VP9");
                assertThat(number(seen, "keyFrames")).as("%s", seen).isLessThan(FRAMES);
                page.call("peer.leave", "publisher");
            }
        }
    }

    /** The figures once there are so many frames, or after a minute. */
    private static Map<String, Object> awaitFrames(Chromium browser, String connection, double frames) {
        long limitNs = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        Map<String, Object> seen = measured(browser, connection);
        while (number(seen, "frames") < frames && System.nanoTime() < limitNs) {
            seen = browser.call(
                    "(async (name) => { await new Promise((done) => setTimeout(done, 500));"
                            + " return measure(connections.get(name)); })",
                    connection);
        }
        assertThat(number(seen, "frames")).as("%s", seen).isGreaterThanOrEqualTo(frames);
        return seen;
    }

    private static void awaitHeight(Chromium browser, String connection, double height) {
        long limitNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (number(measured(browser, connection), "height") < height && System.nanoTime() < limitNs) {
            browser.call("(async () => { await new Promise((done) => setTimeout(done, 500)); })");
        }
        assertThat(number(measured(browser, connection), "height")).isEqualTo(height);
    }

    /** What the bridge reports by events of WHEP is shown; the viewer stays connected. */
    @Test
    @EveryThirdDay(day = 2)
    void aPublisherThatLeavesAndReturnsIsShown() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            choose(browser, "kind", "pattern");
            browser.call("publish");
            browser.call("watch");
            awaitFrames(browser, "current speaker", FRAMES);
            awaitCaption(browser, "current speaker · 1 viewer");
            browser.call("(async () => { close('you'); })");
            awaitCaption(browser, "current speaker · 1 viewer · no media is sent");

            double frames = number(measured(browser, "current speaker"), "frames");
            browser.call("publish");
            awaitCaption(browser, "current speaker · 1 viewer");
            awaitFrames(browser, "current speaker", frames + FRAMES);
            browser.call("(async () => { unwatch(); close('you'); })");
        }
    }

    private static void awaitCaption(Chromium browser, String wanted) {
        Map<String, Object> seen = browser.call(
                "(async (wanted) => { const captions = () => [...document.querySelectorAll('figcaption')]"
                        + ".map((each) => each.textContent);"
                        + " for (let i = 0; i < 100 && !captions().includes(wanted); i++)"
                        + " { await new Promise((done) => setTimeout(done, 200)); } return {captions: captions().join()}; })",
                wanted);
        assertThat(String.valueOf(seen.get("captions")).split(",", -1)).contains(wanted);
    }

    /** The lowest of three encodings goes to who wants a small picture; a new ICE session interrupts nothing. */
    @Test
    @EveryThirdDay(day = 2)
    void aSmallPictureIsALayerAndIceRestarts() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            choose(browser, "kind", "pattern");
            choose(browser, "height", "180");
            browser.call("publish");
            browser.call("watch");
            Map<String, Object> seen = awaitFrames(browser, "current speaker", FRAMES);
            assertThat(number(seen, "height")).isBetween(1.0, 180.0);
            // Another layer is selected while it is watched, by the extension of WHEP.
            choose(browser, "height", "");
            browser.call("(async () => { await Promise.all(viewed().map((name) => select(connections.get(name)))); })");
            awaitHeight(browser, "current speaker", 720);

            for (String connection : List.of("current speaker", "you")) {
                String ufrag = "(async (name) => ({ufrag:"
                        + " connections.get(name).pc.remoteDescription.sdp.match(/ice-ufrag:(.*)/)[1]}))";
                Object before = browser.call(ufrag, connection).get("ufrag");
                browser.call("(async (name) => restart(connections.get(name)))", connection);
                assertThat(browser.call(ufrag, connection).get("ufrag")).isNotEqualTo(before);
                double frames = number(measured(browser, "current speaker"), "frames");
                awaitFrames(browser, "current speaker", frames + FRAMES);
            }
            browser.call("(async () => { unwatch(); close('you'); })");
        }
    }

    /**
     * Frames that the viewer decodes, as a share of those that the publisher encodes: a slow machine has fewer of both.
     */
    @Test
    @EveryThirdDay(day = 1)
    void aTemporalLayerIsSelectedAndGivenUp() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            choose(browser, "kind", "pattern");
            choose(browser, "height", "180");
            browser.call("publish");
            browser.call("watch");
            awaitFrames(browser, "current speaker", FRAMES);
            awaitShareOfFrames(browser, 0.75, 2);
            selectRate(browser, "0");
            awaitShareOfFrames(browser, 0.05, 0.4);
            selectRate(browser, "");
            awaitShareOfFrames(browser, 0.75, 2);
            browser.call("(async () => { unwatch(); close('you'); })");
        }
    }

    private static void selectRate(Chromium browser, String temporalLayer) {
        choose(browser, "rate", temporalLayer);
        browser.call("(async () => select(connections.get('current speaker')))");
    }

    /** In one of the following seconds. */
    private static void awaitShareOfFrames(Chromium browser, double least, double most) {
        double share = -1;
        for (int i = 0; i < 20 && !(share >= least && share <= most); i++) {
            share = number(
                    browser.call(
                            "(async () => { const frames = async (name) => (await measure(connections.get(name))).frames;"
                                    + " const sent = await frames('you'), seen = await frames('current speaker');"
                                    + " await new Promise((done) => setTimeout(done, 1000));"
                                    + " return {share: (await frames('current speaker') - seen)"
                                    + " / Math.max(1, await frames('you') - sent)}; })"),
                    "share");
        }
        assertThat(share).isBetween(least, most);
    }

    /** What a person without a mouse or without eyes needs. */
    @Test
    void everyControlHasANameAndTextCanBeRead() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=demo")) {
            Map<String, Object> page = browser.call("(async () => ({"
                    + "unnamed: [...document.querySelectorAll('input, select, button')]"
                    + ".filter((each) => !each.labels?.length && !each.textContent.trim()).map((each) => each.id),"
                    + "room: $('room').value, lang: document.documentElement.lang}))");
            assertThat(page.get("unnamed")).isEqualTo(List.of());
            assertThat(page.get("room")).isEqualTo("demo");
            assertThat(page.get("lang")).isEqualTo("en");

            browser.page().command("Runtime.evaluate", Map.of("expression", CONTRAST));
            String light = groundOfReadablePage(browser, "light");
            assertThat(groundOfReadablePage(browser, "dark")).isNotEqualTo(light);
        }
    }

    /** Contrast of text as WCAG 2.2 defines it, the least of all, and the colour of the page. */
    private static final String CONTRAST = """
            const parts = (colour) => colour.match(/[0-9.]+/g).map(Number);
            const luminance = (colour) => parts(colour).slice(0, 3).map((part) => part / 255)
                .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
            const ground = (element) => {
                const colour = getComputedStyle(element).backgroundColor;
                return parts(colour)[3] === 0 ? ground(element.parentElement) : colour;
            };
            const ratio = (element) => {
                const both = [luminance(getComputedStyle(element).color), luminance(ground(element))];
                return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
            };
            const contrast = async () => ({ground: ground(document.body), least: Math.min(
                ...[...document.querySelectorAll('h1, p, label, input, select, button, caption, th, a')].map(ratio))});
            """;

    private static String groundOfReadablePage(Chromium browser, String scheme) {
        browser.page()
                .command(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        Map<String, Object> colours = browser.call("contrast");
        assertThat(number(colours, "least")).as("%s: %s", scheme, colours).isGreaterThanOrEqualTo(4.5);
        return String.valueOf(colours.get("ground"));
    }
}
