package org.starbridge.bridge.meet;

import java.util.List;
import java.util.Map;
import org.starbridge.bridge.interop.Chromium;

/** Two pages to which the focus describes sources as XML, and not in short JSON. Needs Jicofo. */
final class SourcesScenario {
    static final String NAME = "JSON-encoded sources off";

    private static final int FRAMES_PER_SECOND = 15;

    private SourcesScenario() {}

    static void run(Trial trial) throws Exception {
        trial.deployment().restartFocus(Map.of("jicofo.conference.use-json-encoded-sources", "false"));
        Map<String, Object> how = trial.deployment().join("trial-sources", "VP8", "websocket");
        how.put("lines", 360);
        try (Chromium browser = trial.openBrowser(FRAMES_PER_SECOND)) {
            TrialPage first = trial.page(browser, true, how);
            TrialPage second = trial.page(browser, false, how);
            if (trial.join(NAME, first, "the first page") && trial.join(NAME, second, "the second page")) {
                Meeting meeting = new Meeting(trial, NAME, List.of(first, second));
                meeting.everyoneMeets();
                meeting.screen(second, "a page");
            }
        } finally {
            trial.forgetPages();
        }
        trial.deployment().restartFocus(Map.of());
    }
}
