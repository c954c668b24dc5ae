package org.starbridge.bridge.meet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * One conference over as many bridges as there are pages: each page has a bridge of its own, and all pairs of bridges
 * are linked by relays.
 *
 * @param isSctp whether the channels of relays and pages are SCTP; else they are WebSockets
 */
record RelayScenario(String codec, boolean isSctp) {
    /** The fewest that the library takes, so that one machine can encode and decode what all pages show. */
    private static final int FRAMES_PER_SECOND = 15;

    private static final int FRAMES_OF_A_HEIGHT = 15;
    private static final int LONG_MESSAGE = 20_000;
    private static final double TAKE_OVER_LIMIT_SECONDS = 60;

    /** What Jicofo needs to put each participant on another bridge, of whichever version. */
    Map<String, String> focusSettings() {
        return Map.of(
                "jicofo.octo.enabled", "true",
                "jicofo.octo.allow-mixed-versions", "true",
                "jicofo.octo.sctp-datachannels", Boolean.toString(isSctp),
                "jicofo.sctp.enabled", Boolean.toString(isSctp), // for the pages' channels
                // the first conference of a bridge that was just started takes long on a busy machine
                "jicofo.xmpp.client.reply-timeout", "40s",
                "jicofo.bridge.selection-strategy", "SplitBridgeSelectionStrategy");
    }

    /** @param isEnding whether one bridge drains and others die in the end */
    void run(Trial trial, boolean isEnding) throws Exception {
        trial.deployment().restartFocus(focusSettings());
        String room = "trial-relay-" + codec.toLowerCase(Locale.ROOT) + (isSctp ? "-sctp" : "-websocket");
        Map<String, Object> how = trial.deployment().join(room, codec, isSctp ? "datachannel" : "websocket");
        try (Chromium browser = trial.openBrowser(FRAMES_PER_SECOND)) {
            Map<String, TrialPage> pages = new TreeMap<>();
            List<TrialPage> inOrder = new ArrayList<>();
            for (int count = 1; count <= trial.deployment().bridges().size(); count++) {
                TrialPage page = trial.page(browser, inOrder.isEmpty(), how);
                if (!trial.join(toString(), page, "page " + count)) {
                    return;
                }
                inOrder.add(page);
            }
            if (!trial.table().row(toString(), "each page is on another bridge", "all bridges", () -> {
                inOrder.forEach(page -> pages.put(bridgeOf(trial, page), page));
                return new Seen(pages.size() == inOrder.size(), String.join(", ", pages.keySet()));
            })) {
                return;
            }
            Meeting meeting = new Meeting(trial, toString(), inOrder);
            meeting.everyoneMeets();
            heights(trial, pages);
            meeting.messages(LONG_MESSAGE);
            meeting.speaker();
            pages.forEach((bridge, page) -> meeting.screen(page, "the page on " + bridge));
            pages.forEach((bridge, page) -> comesBack(trial, meeting, page, bridge));
            if (isEnding) {
                drain(trial, browser, how);
                for (TrialBridge bridge : trial.deployment().bridges().reversed()) {
                    die(trial, bridge, pages);
                }
            }
        } finally {
            trial.forgetPages();
        }
    }

    private static String bridgeOf(Trial trial, TrialPage page) {
        return trial.bridge(page).nickname();
    }

    private void heights(Trial trial, Map<String, TrialPage> pages) {
        boolean isSimulcast = "VP8".equals(codec) || "H264".equals(codec);
        int[][] steps = isSimulcast ? new int[][] {{720, 361}, {180, 1}, {360, 181}} : new int[][] {{720, 1}, {180, 1}};
        List<String> bridges = List.copyOf(pages.keySet());
        for (int at = 0; at < bridges.size(); at++) {
            String from = bridges.get(at);
            String to = bridges.get((at + 1) % bridges.size());
            TrialPage camera = page(pages, from);
            TrialPage viewer = page(pages, to);
            for (int[] step : steps) {
                trial.table()
                        .row(
                                toString(),
                                "from " + from + " to " + to + ", at most " + step[0] + " lines",
                                "within 10 s, no freeze over 1 s",
                                () -> Trial.height(
                                        viewer.call("awaitHeight", camera.id(), step[0], step[1], FRAMES_OF_A_HEIGHT)));
            }
            viewer.call("want", 720);
        }
    }

    private static TrialPage page(Map<String, TrialPage> pages, String bridge) {
        return Objects.requireNonNull(pages.get(bridge), bridge);
    }

    /** The page leaves, and joins again as another participant. Which bridge has it then is the focus' choice. */
    private void comesBack(Trial trial, Meeting meeting, TrialPage page, String bridge) {
        trial.table().row(toString(), "the page on " + bridge + " leaves and returns", "seen and heard again", () -> {
            String before = page.id();
            page.call("leave");
            for (TrialPage other : meeting.pages()) {
                if (other != page) {
                    other.call("awaitLeft", before);
                }
            }
            page.visit();
            page.join();
            for (TrialPage other : meeting.pages()) {
                if (other != page) {
                    other.call("awaitSound", page.id());
                    other.call("awaitPicture", page.id(), "video", 1);
                    page.call("awaitPicture", other.id(), "video", 1);
                }
            }
            return new Seen(true, "now on " + bridgeOf(trial, page));
        });
    }

    /** A bridge that drains gets no further participants, and keeps those that it has. */
    private void drain(Trial trial, Chromium browser, Map<String, Object> how) {
        TrialBridge drained = trial.deployment().firstBridge();
        trial.table().row(toString(), drained + " drains, and a page joins", "on another bridge", () -> {
            drained.drain(true);
            TimeUnit.SECONDS.sleep(6); // presence is sent every 5 s at the latest
            Set<String> used = new HashSet<>();
            for (int count = 1; count <= 2; count++) {
                TrialPage page = trial.page(browser, false, how);
                page.join();
                used.add(bridgeOf(trial, page));
                page.call("leave");
                trial.forget(page);
            }
            drained.drain(false);
            return new Seen(!used.contains(drained.nickname()), "on " + String.join(", ", used));
        });
    }

    /** Killed, it says no goodbye: its pages find out, or the focus does, and go on over another bridge. */
    private void die(Trial trial, TrialBridge bridge, Map<String, TrialPage> pages) {
        List<TrialPage> orphans = new ArrayList<>();
        List<TrialPage> rest = new ArrayList<>();
        trial.table().row(toString(), bridge + " is killed", "media over another bridge within 60 s", () -> {
            for (TrialPage page : pages.values()) {
                (bridgeOf(trial, page).equals(bridge.nickname()) ? orphans : rest).add(page);
            }
            if (orphans.isEmpty()) {
                return new Seen(true, "it had no page");
            }
            double connections = orphans.getFirst().number("count", "connectionCount");
            bridge.kill();
            double seconds = orphans.getFirst()
                    .number("seconds", "awaitMediaAgain", rest.getFirst().id(), connections, TAKE_OVER_LIMIT_SECONDS);
            return new Seen(
                    seconds <= TAKE_OVER_LIMIT_SECONDS,
                    String.format(Locale.ROOT, "%.1f s, on %s", seconds, bridgeOf(trial, orphans.getFirst())));
        });
        trial.table().row(toString(), bridge + " is started again", "the focus has it again", () -> {
            if (bridge.isRunning()) {
                return new Seen(true, "it runs");
            }
            double seconds = trial.deployment().startAgain(bridge);
            return new Seen(true, String.format(Locale.ROOT, "after %.1f s", seconds));
        });
    }

    @Override
    public String toString() {
        return "relays, " + codec + ", " + (isSctp ? "SCTP" : "WebSocket");
    }
}
