package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.testkit.DailyShare;
import org.starbridge.transport.link.LinkConditions;
import org.starbridge.transport.link.RateSchedule;

/**
 * A real browser behind bad links: it gets the encoding of a camera that its link carries, without long freezes, and
 * its audio does not suffer. The figures are logged; the bounds are wide enough for a busy machine.
 */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(300)
class ChromiumBandwidthTest {
    private static final Logger LOG = LoggerFactory.getLogger(ChromiumBandwidthTest.class);

    private static final String VOICE = "aaaa0001";
    private static final String CAMERA = "bbbb0002";
    private static final String OTHER_CAMERA = "cccc0003";
    private static final String VIEWER = "dddd0004";

    /** Of the camera's highest encoding. */
    private static final int FULL_HEIGHT = 480;

    private static final int STEP_MS = 12_000;
    private static final long SETTLING_MS = 9_000;

    private static final double MAX_CONCEALED = 0.02;
    /** Each lost packet is concealed, as audio is not sent again. */
    private static final double MAX_CONCEALED_OF_LOSSES = 0.2;
    /** Three losses in a row are one in a thousand. */
    private static final double MAX_CONCEALED_WITH_RED = 0.01;

    private static final int RAMP_BPS = 1_500_000;
    private static final int RAMP_LIMIT_MS = 12_000;

    /** So that the camera's bit rate is more than a slow link carries. */
    private static final int FRAMES_PER_SECOND = 30;

    private static final LinkConditions PATH = LinkConditions.PERFECT.withDelayMs(20);
    private static final LinkConditions THREE_HALF_THREE = PATH.withRate(RateSchedule.steps(
                    new long[] {0, STEP_MS * 1_000_000L, 2 * STEP_MS * 1_000_000L}, new double[] {3e6, 0.5e6, 3e6}, 0))
            .withQueueMs(300);

    /**
     * Silence is forwarded: the fake microphone beeps once a second, and each time that packets begin again after a
     * silence that was left out a browser conceals 60 ms.
     */
    private static Bridge bridge() throws Exception {
        return FreePorts.bridge(
                "videobridge.cc.trust-bwe",
                "true",
                "jmt.audio.level.discard-silence",
                "false",
                "jmt.audio.red.policy",
                "PROTECT_ALL");
    }

    private static Map<String, Object> source(String owner, Map<String, Object> published) {
        return Map.of(
                "name", owner + "-v0", "ssrc", number(published, "ssrc"), "rtx", (Object) number(published, "rtx"));
    }

    private static double number(Map<String, Object> figures, String name) {
        return ((Number) Objects.requireNonNull(figures.get(name), name)).doubleValue();
    }

    private static void pause(long ms) {
        LockSupport.parkNanos(ms * 1_000_000);
    }

    /** The viewer asks for one source in full. */
    private static void wantFull(Chromium.Page viewer, String owner) {
        viewer.call(
                "want",
                Map.of(
                        "lastN",
                        -1,
                        "onStageSources",
                        List.of(owner + "-v0"),
                        "constraints",
                        Map.of(owner + "-v0", Map.of("maxHeight", 720)),
                        "defaultConstraints",
                        Map.of("maxHeight", 180)));
    }

    private static double concealed(Map<String, Object> before, Map<String, Object> after) {
        return (number(after, "concealedSamples") - number(before, "concealedSamples"))
                / (number(after, "samples") - number(before, "samples"));
    }

    /** From when on the picture had at least this height until the end; infinite if it has not at the end. */
    private static double staysAtMs(Map<String, Object> record, int height) {
        double sinceMs = Double.POSITIVE_INFINITY;
        for (Object each : (List<?>) Objects.requireNonNull(record.get("heights"))) {
            Map<?, ?> change = (Map<?, ?>) each;
            boolean isHigh = ((Number) Objects.requireNonNull(change.get("height"))).intValue() >= height;
            double ms = ((Number) Objects.requireNonNull(change.get("ms"))).doubleValue();
            sinceMs = isHigh ? Math.min(sinceMs, ms) : Double.POSITIVE_INFINITY;
        }
        return sinceMs;
    }

    /** One bad link and what is seen behind it. */
    @FunctionalInterface
    interface Scenario {
        void run() throws Exception;
    }

    private static final List<Named<Scenario>> SCENARIOS = List.of(
            Named.of("3, then 0.5, then 3 Mbit/s", ChromiumBandwidthTest::thePictureFollowsTheLink),
            Named.of("a sender with transport-wide feedback", () -> aSenderReachesItsBitrate(false)),
            Named.of("a tenth is lost", () -> aTenthOfThePacketsMayBeLost(false)),
            Named.of("a tenth is lost, and RED is taken", () -> aTenthOfThePacketsMayBeLost(true)),
            Named.of("a sender with REMB alone", () -> aSenderReachesItsBitrate(true)),
            Named.of(
                    "beside a sender with a bad uplink",
                    ChromiumBandwidthTest::aSenderBehindABadUplinkDoesNotLowerTheOthers));

    static List<Named<Scenario>> scenarios() {
        return DailyShare.of("ChromiumBandwidthTest", 1, SCENARIOS);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aBadLinkCarriesWhatItCan(Scenario scenario) throws Exception {
        scenario.run();
    }

    private static void thePictureFollowsTheLink() throws Exception {
        try (Bridge bridge = bridge();
                ImpairedPath link = ImpairedPath.of(bridge.mediaPort(), THREE_HALF_THREE, PATH);
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium sender = Chromium.open(pages.url(), FRAMES_PER_SECOND);
                Chromium receiver = Chromium.open(pages.url(), FRAMES_PER_SECOND)) {
            Map<String, Object> voice = sender.page().call("publishAudio", "steps", VOICE);
            Map<String, Object> camera = sender.openPage(pages.url()).call("publishEncodings", "steps", CAMERA);
            Chromium.Page viewer = receiver.page();
            viewer.call(
                    "playSources",
                    "steps",
                    VIEWER,
                    List.of(source(CAMERA, camera)),
                    link.port(),
                    number(voice, "audio"));
            wantFull(viewer, CAMERA);
            pause(SETTLING_MS);
            Map<String, Object> before = viewer.call("playedSums");
            viewer.call("beginRecord");
            link.restart();
            pause(STEP_MS + STEP_MS);
            Map<String, Object> low = viewer.call("playedSums");
            pause(STEP_MS);
            Map<String, Object> record = viewer.call("endRecord");
            LOG.info("3 -> 0.5 -> 3 Mbit/s: {}, audio concealed {}", record, concealed(before, record));

            assertThat(number(record, "longestPauseMs"))
                    .as("time without a picture: %s", record)
                    .isLessThan(1000);
            assertThat(concealed(before, record))
                    .as("share of the audio that is concealed: %s", record)
                    .isLessThan(MAX_CONCEALED);
            assertThat(number(low, "framesDecoded"))
                    .as("pictures while the link is slow")
                    .isGreaterThan(number(before, "framesDecoded") + STEP_MS / 100.0);
            assertThat(staysAtMs(record, FULL_HEIGHT) - 2 * STEP_MS)
                    .as("ms until the highest encoding is back: %s", record)
                    .isLessThan(10_000);
            assertThat((List<?>) record.get("heights"))
                    .as("it left that encoding")
                    .hasSizeGreaterThan(1);
        }
    }

    private static void aTenthOfThePacketsMayBeLost(boolean takesRed) throws Exception {
        try (Bridge bridge = bridge();
                ImpairedPath link = ImpairedPath.of(bridge.mediaPort(), PATH.withLoss(0.1, 1), PATH);
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium sender = Chromium.open(pages.url(), FRAMES_PER_SECOND);
                Chromium receiver = Chromium.open(pages.url(), FRAMES_PER_SECOND)) {
            Map<String, Object> voice = sender.page().call("publishAudio", "loss", VOICE);
            Map<String, Object> camera = sender.openPage(pages.url()).call("publishEncodings", "loss", CAMERA);
            Chromium.Page viewer = receiver.page();
            if (takesRed) {
                viewer.call("takeRed");
            }
            viewer.call(
                    "playSources",
                    "loss",
                    VIEWER,
                    List.of(source(CAMERA, camera)),
                    link.port(),
                    number(voice, "audio"));
            wantFull(viewer, CAMERA);
            pause(SETTLING_MS);
            Map<String, Object> before = viewer.call("playedSums");
            viewer.call("beginRecord");
            pause(STEP_MS);
            Map<String, Object> record = viewer.call("endRecord");
            LOG.info("10 % random loss, RED {}: {}, audio concealed {}", takesRed, record, concealed(before, record));

            double seconds = STEP_MS / 1000.0;
            assertThat((number(record, "framesDecoded") - number(before, "framesDecoded")) / seconds)
                    .as("pictures a second: %s", record)
                    .isGreaterThan(5);
            assertThat(number(record, "longestPauseMs"))
                    .as("time without a picture: %s", record)
                    .isLessThan(3000);
            assertThat(concealed(before, record))
                    .as("share of the audio that is concealed: %s", record)
                    .isLessThan(takesRed ? MAX_CONCEALED_WITH_RED : MAX_CONCEALED_OF_LOSSES);
            assertThat(link.dropped()).isGreaterThan(20);
        }
    }

    private static Map<String, Object> publishAlone(Chromium sender, PageServer pages, String meetingId) {
        sender.page().call("publishAudio", meetingId, VOICE);
        return sender.openPage(pages.url()).call("publishEncodings", meetingId, CAMERA);
    }

    /**
     * By losses alone a browser takes more than 20 s from 300 kbit/s to 1.5 Mbit/s: 8 % a second. With the bridge's
     * REMB it is as fast as with transport-wide feedback.
     */
    private static void aSenderReachesItsBitrate(boolean hasOnlyRemb) throws Exception {
        try (Bridge bridge = bridge();
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium sender = Chromium.open(pages.url(), FRAMES_PER_SECOND)) {
            sender.page().call("publishAudio", "ramp", VOICE);
            Map<String, Object> reached = sender.openPage(pages.url())
                    .call("publishUntilItMaySend", "ramp", CAMERA, hasOnlyRemb, RAMP_BPS, RAMP_LIMIT_MS);
            LOG.info("1.5 Mbit/s {}: {}", hasOnlyRemb ? "by REMB" : "by transport-wide feedback", reached);
            assertThat(number(reached, "ms")).as("%s", reached).isPositive();
        }
    }

    private static void aSenderBehindABadUplinkDoesNotLowerTheOthers() throws Exception {
        LinkConditions uplink = PATH.withRate(300_000).withQueueMs(200).withLoss(0.05, 1);
        try (Bridge bridge = bridge();
                ImpairedPath bad = ImpairedPath.of(bridge.mediaPort(), PATH, uplink);
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium sender = Chromium.open(pages.url(), FRAMES_PER_SECOND);
                Chromium receiver = Chromium.open(pages.url(), FRAMES_PER_SECOND)) {
            Map<String, Object> camera = publishAlone(sender, pages, "uplink");
            Map<String, Object> other =
                    sender.openPage(pages.url()).call("publishEncodings", "uplink", OTHER_CAMERA, bad.port());
            Chromium.Page viewer = receiver.page();
            viewer.call("playSources", "uplink", VIEWER, List.of(source(CAMERA, camera), source(OTHER_CAMERA, other)));
            wantFull(viewer, CAMERA);
            pause(SETTLING_MS + STEP_MS);
            Map<?, ?> sources =
                    (Map<?, ?>) Objects.requireNonNull(viewer.call("shown").get("sources"));
            LOG.info("beside a sender of 300 kbit/s: {}", sources);

            Map<?, ?> good = (Map<?, ?>) Objects.requireNonNull(sources.get(CAMERA + "-v0"));
            assertThat(((Number) Objects.requireNonNull(good.get("height"))).intValue())
                    .as("of the sender with a good link: %s", sources)
                    .isEqualTo(FULL_HEIGHT);
            assertThat(bad.dropped()).as("packets of the other one").isPositive();
        }
    }
}
