package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.impairment.Culprit;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.transport.link.LinkConditions;

/**
 * Twenty faults between a real browser that sends a camera in three encodings, the bridge, and another one that watches
 * it: the verdicts on both name the cause. A scene in which the sending browser itself says, before anything is
 * planted, that bandwidth or CPU limits what it sends is not judged: on a busy machine something else is wrong, too.
 */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@EnabledIfSystemProperty(named = "starbridge.test.long", matches = "true")
@Timeout(1200)
class ChromiumWhoseFaultTest {
    private static final Logger LOG = LoggerFactory.getLogger(ChromiumWhoseFaultTest.class);
    private static final int AT_A_TIME = 5;
    private static final int FRAMES_PER_SECOND = 10;
    private static final long SETTLING_MS = 25_000;
    /** A window of observation, and the look after it. */
    private static final long SUFFERING_MS = 27_000;

    private static final LinkConditions GOOD = LinkConditions.PERFECT.withDelayMs(10);
    private static final LinkConditions DEAD = GOOD.withLoss(0.9999, 1);

    private static final String SENDER = "aaaa0001";
    private static final String VIEWER = "bbbb0002";

    /** What goes wrong, and the verdicts on the sender and on the viewer. */
    private enum Fault {
        NOTHING_1(Culprit.NONE, Culprit.NONE),
        NOTHING_2(Culprit.NONE, Culprit.NONE),
        DOWNLINK_LOSES_6_PERCENT(down(GOOD.withLoss(0.06, 1))),
        DOWNLINK_LOSES_20_PERCENT(down(GOOD.withLoss(0.2, 1))),
        DOWNLINK_LOSES_IN_BURSTS(down(GOOD.withLoss(0.1, 4))),
        DOWNLINK_OF_100_KBPS(down(GOOD.withRate(100_000))),
        DOWNLINK_OF_150_KBPS_WITH_A_LONG_QUEUE(down(GOOD.withRate(150_000).withQueueMs(1000))),
        DOWNLINK_POLICED(down(GOOD.withPolicer(120_000, 8_000))),
        UPLINK_LOSES_6_PERCENT(up(GOOD.withLoss(0.06, 1))),
        UPLINK_LOSES_20_PERCENT(up(GOOD.withLoss(0.2, 1))),
        UPLINK_LOSES_IN_BURSTS(up(GOOD.withLoss(0.1, 4))),
        UPLINK_OF_150_KBPS(up(GOOD.withRate(150_000))),
        UPLINK_OF_250_KBPS_WITH_A_LONG_QUEUE(up(GOOD.withRate(250_000).withQueueMs(800))),
        UPLINK_POLICED(up(GOOD.withPolicer(200_000, 8_000))),
        CAMERA_AT_3_FRAMES(Culprit.DEVICE, Map.of("frameRate", 3), true),
        CAMERA_AT_2_FRAMES(Culprit.DEVICE, Map.of("frameRate", 2), true),
        CAMERA_HALF_AS_HIGH(Culprit.DEVICE, Map.of("width", 320, "height", 240), true),
        CAMERA_DEAD(Culprit.NONE, Map.of(), false),
        SENDER_GONE(Culprit.UPLINK, Culprit.SENDER, DEAD, DEAD, GOOD, GOOD),
        VIEWER_GONE(Culprit.NONE, Culprit.UPLINK, GOOD, GOOD, DEAD, DEAD);

        private final Culprit ofSender;
        private final Culprit ofViewer;
        private final List<LinkConditions> links;
        private final Map<String, Object> camera;
        private final boolean isCameraOn;

        Fault(Culprit ofSender, Culprit ofViewer, LinkConditions... links) {
            this.ofSender = ofSender;
            this.ofViewer = ofViewer;
            this.links = links.length == 0 ? List.of(GOOD, GOOD, GOOD, GOOD) : List.of(links);
            camera = Map.of();
            isCameraOn = true;
        }

        Fault(Links links) {
            this(links.ofSender, links.ofViewer, links.senderDown, links.senderUp, links.viewerDown, links.viewerUp);
        }

        Fault(Culprit ofSender, Map<String, Object> camera, boolean isCameraOn) {
            this.ofSender = ofSender;
            ofViewer = Culprit.SENDER;
            links = List.of(GOOD, GOOD, GOOD, GOOD);
            this.camera = camera;
            this.isCameraOn = isCameraOn;
        }

        /** Faults of a link and who suffers from them. */
        private record Links(
                Culprit ofSender,
                Culprit ofViewer,
                LinkConditions senderDown,
                LinkConditions senderUp,
                LinkConditions viewerDown,
                LinkConditions viewerUp) {}

        private static Links down(LinkConditions link) {
            return new Links(Culprit.NONE, Culprit.DOWNLINK, GOOD, GOOD, link, GOOD);
        }

        private static Links up(LinkConditions link) {
            return new Links(Culprit.UPLINK, Culprit.SENDER, GOOD, link, GOOD, GOOD);
        }

        /** Returns whether both verdicts are right: what the bridge repairs for it, it need not suffer from. */
        private boolean isRight(Culprit sender, Culprit viewer) {
            boolean mayBeUnaware = ofViewer == Culprit.SENDER && ofSender != Culprit.NONE;
            return sender == ofSender && (viewer == ofViewer || (mayBeUnaware && viewer == Culprit.NONE));
        }
    }

    /** Counts of what was judged. */
    private static final class Tally {
        private final List<String> wrong = new ArrayList<>();
        private int judged;
    }

    /** A conference of two pages, each behind a path of its own. */
    private record Scene(Fault fault, Chromium.Page sender, ImpairedPath senderPath, ImpairedPath viewerPath) {
        static Scene open(Fault fault, Bridge bridge, Chromium.Page sender, Chromium.Page viewer) throws Exception {
            String id = fault.name();
            try (Colibri2Client colibri = new Colibri2Client(URI.create("http://127.0.0.1:" + bridge.privatePort()))) {
                colibri.send(ConferenceModify.creating(id, id + "@test", List.of()));
            }
            ImpairedPath senderPath = ImpairedPath.of(bridge.mediaPort(), GOOD, GOOD);
            ImpairedPath viewerPath = ImpairedPath.of(bridge.mediaPort(), GOOD, GOOD);
            sender.call("tellLayers");
            Map<String, Object> camera = sender.call("publishEncodings", id, SENDER, senderPath.port());
            Map<String, Object> source = Map.of(
                    "name",
                    SENDER + "-v0",
                    "ssrc",
                    Objects.requireNonNull(camera.get("ssrc")),
                    "rtx",
                    Objects.requireNonNull(camera.get("rtx")));
            viewer.call("playSources", id, VIEWER, List.of(source), viewerPath.port());
            viewer.call(
                    "want",
                    Map.of(
                            "lastN",
                            -1,
                            "onStageSources",
                            List.of(SENDER + "-v0"),
                            "constraints",
                            Map.of(SENDER + "-v0", Map.of("maxHeight", 720)),
                            "defaultConstraints",
                            Map.of("maxHeight", 180)));
            return new Scene(fault, sender, senderPath, viewerPath);
        }

        /** Returns whether the sender sends what it can; only then the planted fault is the only one. */
        boolean isUnlimited() {
            return sender.call("limitations").get("reasons") instanceof List<?> reasons
                    && reasons.stream().allMatch("none"::equals);
        }

        void plant() {
            long seed = fault.name().hashCode();
            senderPath.become(fault.links.get(0), fault.links.get(1), seed);
            viewerPath.become(fault.links.get(2), fault.links.get(3), seed + 2);
            if (!fault.camera.isEmpty() || !fault.isCameraOn) {
                LOG.info("{}: {}", fault, sender.call("changeCamera", fault.camera, fault.isCameraOn));
            }
        }

        void close() throws Exception {
            senderPath.close();
            viewerPath.close();
        }
    }

    private static JsonNode read(Bridge bridge, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + bridge.privatePort() + path);
            return Json.tree(client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body());
        }
    }

    private static void pause(long ms) {
        LockSupport.parkNanos(ms * 1_000_000);
    }

    @Test
    void theVerdictIsRightForNineteenOfTwenty() throws Exception {
        Tally tally = new Tally();
        try (Bridge bridge = FreePorts.bridge("videobridge.cc.trust-bwe", "true");
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium browser = Chromium.open(pages.url(), FRAMES_PER_SECOND)) {
            List<Chromium.Page> windows = new ArrayList<>(List.of(browser.page()));
            while (windows.size() < 2 * AT_A_TIME) {
                windows.add(browser.openPage(pages.url()));
            }
            List<Fault> all = List.of(Fault.values());
            for (int from = 0; from < all.size(); from += AT_A_TIME) {
                judge(bridge, pages, windows, all.subList(from, from + AT_A_TIME), tally);
            }
        }
        LOG.info("{} of {} judged, wrong: {}", tally.judged, Fault.values().length, tally.wrong);
        assumeTrue(tally.judged == Fault.values().length, "skipped: this machine is too busy for cameras");
        assertThat(tally.wrong).as("wrong verdicts").hasSizeLessThanOrEqualTo(Fault.values().length / 20);
    }

    private static void judge(
            Bridge bridge, PageServer pages, List<Chromium.Page> windows, List<Fault> faults, Tally tally)
            throws Exception {
        List<Scene> scenes = new ArrayList<>();
        List<Fault> judgeable = new ArrayList<>();
        try {
            for (Fault fault : faults) {
                int at = 2 * scenes.size();
                windows.get(at).visit(pages.url());
                windows.get(at + 1).visit(pages.url());
                scenes.add(Scene.open(fault, bridge, windows.get(at), windows.get(at + 1)));
            }
            pause(SETTLING_MS);
            for (Scene scene : scenes) {
                if (scene.isUnlimited()) {
                    judgeable.add(scene.fault);
                    scene.plant();
                } else {
                    LOG.info("not judged: {}: {}", scene.fault, scene.sender.call("limitations"));
                }
            }
            pause(SUFFERING_MS);
            JsonNode conferences = read(bridge, "/debug").path("conferences");
            for (Map.Entry<String, JsonNode> each : conferences.properties()) {
                String name = each.getValue().path("name").asText();
                for (Fault fault : judgeable) {
                    if (name.startsWith(fault.name() + "@")) {
                        judge(bridge, each.getKey(), fault, tally);
                    }
                }
            }
        } finally {
            for (Scene scene : scenes) {
                scene.close();
                scene.sender.call("expire");
            }
        }
    }

    private static void judge(Bridge bridge, String id, Fault fault, Tally tally) throws Exception {
        JsonNode endpoints =
                read(bridge, "/debug/" + id).path("conferences").path(id).path("endpoints");
        JsonNode sender = endpoints.path(SENDER).path("impairment");
        JsonNode viewer = endpoints.path(VIEWER).path("impairment");
        boolean isRight = fault.isRight(culprit(sender), culprit(viewer));
        LOG.info("{} {}: {} / {}", isRight ? "right" : "WRONG", fault, sender, viewer);
        tally.judged++;
        if (!isRight) {
            tally.wrong.add(fault + ": " + sender + " / " + viewer);
        }
    }

    private static Culprit culprit(JsonNode impairment) {
        return Culprit.valueOf(impairment.path("culprit").asText("none").toUpperCase(Locale.ROOT));
    }
}
