package org.starbridge.bridge.meet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * A screen over the relay between a bridge of this checkout and a Jitsi Videobridge, both ways. The library sends it in
 * one encoding, the highest of three that it declares. Cameras are small, so that a busy machine shows it, too.
 */
final class ScreenScenario {
    static final String NAME = "relays, a screen";

    private static final int FRAMES_PER_SECOND = 15;

    private ScreenScenario() {}

    static void run(Trial trial) throws Exception {
        trial.deployment().restartFocus(new RelayScenario("VP8", false).focusSettings());
        Map<String, Object> how = trial.deployment().join("trial-relay-screen", "VP8", "websocket");
        how.put("lines", 180);
        try (Chromium browser = trial.openBrowser(FRAMES_PER_SECOND)) {
            Map<String, TrialPage> pages = new TreeMap<>();
            List<TrialPage> inOrder = new ArrayList<>();
            for (int count = 1; count <= trial.deployment().bridges().size(); count++) {
                TrialPage page = trial.page(browser, inOrder.isEmpty(), how);
                if (!trial.join(NAME, page, "page " + count)) {
                    return;
                }
                inOrder.add(page);
            }
            Meeting meeting = new Meeting(trial, NAME, inOrder);
            meeting.everyoneMeets();
            trial.table().row(NAME, "each page is on another bridge", "all bridges", () -> {
                inOrder.forEach(page -> pages.put(trial.bridge(page).nickname(), page));
                return new Seen(pages.size() == inOrder.size(), String.join(", ", pages.keySet()));
            });
            pages.forEach((bridge, page) -> meeting.screen(page, "the page on " + bridge));
            trial.compareBridges(NAME);
        } finally {
            trial.forgetPages();
        }
    }
}
