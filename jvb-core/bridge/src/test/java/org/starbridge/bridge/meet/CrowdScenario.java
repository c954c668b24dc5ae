package org.starbridge.bridge.meet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * Many pages with small pictures in one room.
 *
 * @param bridges over which Jicofo spreads them
 */
record CrowdScenario(int size, int bridges) {
    /** The fewest that the library takes: one machine encodes and decodes all of them. */
    private static final int FRAMES_PER_SECOND = 15;

    private static final int LINES = 180;

    void run(Trial trial) throws Exception {
        if (bridges > 1) {
            trial.deployment().restartFocus(new RelayScenario("VP8", false).focusSettings());
        }
        Map<String, Object> how = trial.deployment().join("trial-crowd-" + size + "-" + bridges, "VP8", "websocket");
        how.put("lines", LINES);
        try (Chromium browser = trial.openBrowser(FRAMES_PER_SECOND)) {
            List<TrialPage> pages = new ArrayList<>();
            if (!trial.table()
                    .row(toString(), "all join", "each within 15 s", () -> join(trial, browser, how, pages))) {
                return;
            }
            if (bridges > 1) {
                trial.table().row(toString(), "bridges", bridges + " have pages", () -> {
                    Set<String> used = new TreeSet<>();
                    for (TrialPage page : pages) {
                        used.add(trial.bridge(page).nickname());
                    }
                    return new Seen(used.size() == bridges, String.join(", ", used));
                });
            }
            new Meeting(trial, toString(), pages).everyoneMeets();
            leave(trial, pages);
        } finally {
            trial.forgetPages();
        }
    }

    private Seen join(Trial trial, Chromium browser, Map<String, Object> how, List<TrialPage> pages) {
        double longest = 0;
        while (pages.size() < size) {
            TrialPage page = trial.page(browser, pages.isEmpty(), how);
            longest = Math.max(longest, page.join());
            pages.add(page);
        }
        return Seen.within(longest, Trial.JOIN_LIMIT_SECONDS);
    }

    private void leave(Trial trial, List<TrialPage> pages) throws IOException {
        trial.table().row(toString(), "one leaves", "all others know within 30 s", () -> {
            TrialPage leaver = pages.getLast();
            String id = leaver.id();
            leaver.call("leave");
            double longest = 0;
            for (TrialPage other : pages.subList(0, pages.size() - 1)) {
                longest = Math.max(longest, other.number("seconds", "awaitLeft", id));
            }
            return Seen.within(longest, Trial.LEAVE_LIMIT_SECONDS);
        });
    }

    @Override
    public String toString() {
        return size + " pages, " + (bridges == 1 ? "one bridge" : bridges + " bridges");
    }
}
