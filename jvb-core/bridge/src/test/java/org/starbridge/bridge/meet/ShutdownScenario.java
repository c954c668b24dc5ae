package org.starbridge.bridge.meet;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * Two bridges of this checkout, of which the one with the conference stops: once when its pages have left, once at
 * once.
 */
final class ShutdownScenario {
    static final String NAME = "two bridges, one stops";

    private static final int FRAMES_PER_SECOND = 15;
    private static final double END_LIMIT_SECONDS = 30;
    private static final double TAKE_OVER_LIMIT_SECONDS = 60;

    private final Trial trial;
    private final TrialTable table;

    ShutdownScenario(Trial trial) {
        this.trial = trial;
        table = trial.table();
    }

    void run() throws Exception {
        trial.secondBridge();
        trial.deployment().restartFocus(Map.of());
        graceful();
        killed();
    }

    private void graceful() throws IOException {
        Map<String, Object> how = trial.deployment().join("trial-graceful", "VP8", "websocket");
        how.put("lines", 180);
        try (Chromium browser = trial.openBrowser(FRAMES_PER_SECOND)) {
            List<TrialPage> pages = join(browser, how);
            if (pages.isEmpty()) {
                return;
            }
            TrialBridge bridge = trial.bridge(pages.getFirst());
            table.row(
                    NAME,
                    "a graceful shutdown is requested",
                    "pictures go on for 10 s, without a new connection",
                    () -> {
                        double connections = pages.getLast().number("count", "connectionCount");
                        bridge.shutDown(true);
                        TimeUnit.SECONDS.sleep(10);
                        pages.getLast().call("awaitPicture", pages.getFirst().id(), "video", 1);
                        boolean isSame = pages.getLast().number("count", "connectionCount") == connections;
                        return new Seen(isSame && bridge.isRunning(), isSame ? "they go on" : "another connection");
                    });
            table.row(NAME, "another conference begins", "on the other bridge", () -> {
                how.put("room", "trial-graceful-next");
                TrialPage first = trial.page(browser, false, how);
                TrialPage second = trial.page(browser, false, how);
                first.join();
                second.join();
                first.call("awaitPicture", second.id(), "video", 1);
                TrialBridge next = trial.bridge(first);
                first.call("leave");
                second.call("leave");
                return new Seen(next != bridge, "on " + next);
            });
            table.row(NAME, "all pages leave", "the bridge ends within 30 s", () -> {
                for (TrialPage page : pages) {
                    page.call("leave");
                }
                return Seen.within(bridge.awaitEnd(END_LIMIT_SECONDS), END_LIMIT_SECONDS);
            });
            startAgain(bridge);
        } finally {
            trial.forgetPages();
        }
    }

    private void killed() throws IOException {
        Map<String, Object> how = trial.deployment().join("trial-take-over", "VP8", "websocket");
        how.put("lines", 180);
        try (Chromium browser = trial.openBrowser(FRAMES_PER_SECOND)) {
            List<TrialPage> pages = join(browser, how);
            if (pages.isEmpty()) {
                return;
            }
            TrialBridge bridge = trial.bridge(pages.getFirst());
            table.row(NAME, "the bridge is killed", "pictures over the other one within 60 s", () -> {
                TrialPage viewer = pages.getLast();
                double connections = viewer.number("count", "connectionCount");
                bridge.kill();
                double seconds = viewer.number(
                        "seconds", "awaitMediaAgain", pages.getFirst().id(), connections, TAKE_OVER_LIMIT_SECONDS);
                TrialBridge next = trial.bridge(viewer);
                return new Seen(
                        seconds <= TAKE_OVER_LIMIT_SECONDS && next != bridge,
                        String.format(Locale.ROOT, "%.1f s, on %s", seconds, next));
            });
            startAgain(bridge);
        } finally {
            trial.forgetPages();
        }
    }

    /** None if they could not. */
    private List<TrialPage> join(Chromium browser, Map<String, Object> how) {
        TrialPage camera = trial.page(browser, true, how);
        TrialPage viewer = trial.page(browser, false, how);
        boolean isIn = trial.join(NAME, camera, "the first page")
                && trial.join(NAME, viewer, "the second page")
                && table.row(NAME, "media before", "seen", () -> {
                    viewer.call("awaitPicture", camera.id(), "video", 1);
                    return new Seen(true, "on " + trial.bridge(camera));
                });
        return isIn ? List.of(camera, viewer) : List.of();
    }

    private void startAgain(TrialBridge bridge) {
        table.row(NAME, bridge + " is started again", "the focus has it again", () -> {
            double seconds = trial.deployment().startAgain(bridge);
            return new Seen(true, String.format(Locale.ROOT, "after %.1f s", seconds));
        });
    }
}
