package org.starbridge.bridge.meet;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.interop.ImpairedPath;
import org.starbridge.bridge.meet.TrialTable.Seen;
import org.starbridge.transport.link.LinkConditions;

/** A page that wants 720 lines of another one over a link that cannot carry them. */
final class SlowLinkScenario {
    static final String NAME = "behind 600 kbit/s";

    private static final LinkConditions LINK =
            LinkConditions.PERFECT.withRate(600_000).withQueueMs(300).withDelayMs(20);
    private static final int FRAMES_PER_SECOND = 15;
    private static final int SETTLING_SECONDS = 10;
    private static final int MEASURED_SECONDS = 30;
    private static final double LOST_LIMIT = 0.01;
    private static final double CONCEALED_LIMIT = 0.05;
    private static final double PICTURES_LIMIT = 5;
    private static final double FROZEN_LIMIT_SECONDS = 3;

    private SlowLinkScenario() {}

    static void run(Trial trial) throws IOException {
        TrialTable table = trial.table();
        int bridgePort = trial.deployment().firstBridge().mediaPort();
        Map<String, Object> how = trial.deployment().join("trial-slow-link", "VP8", "websocket");
        try (Chromium near = trial.openBrowser(FRAMES_PER_SECOND);
                Chromium far = trial.openBrowser(FRAMES_PER_SECOND);
                ImpairedPath path = ImpairedPath.down(bridgePort, LINK)) {
            TrialPage camera = trial.page(near, true, how);
            how.put("path", Map.of("from", bridgePort, "to", path.port()));
            TrialPage viewer = trial.page(far, true, how);
            if (!trial.join(NAME, camera, "the first page") || !trial.join(NAME, viewer, "the page behind the link")) {
                return;
            }
            table.row(NAME, "media", "over the link", () -> {
                viewer.call("awaitSound", camera.id());
                viewer.call("want", 720);
                double port = viewer.number("port", "bridgePort");
                return new Seen((int) port == path.port(), "over port " + (int) port);
            });
            table.row(NAME, "sound over 30 s", "at most 1 % lost and 5 % concealed", () -> {
                viewer.call("quality", camera.id(), SETTLING_SECONDS);
                return sound(viewer.call("quality", camera.id(), MEASURED_SECONDS));
            });
            table.row(
                    NAME,
                    "pictures over 30 s",
                    "5 a second, frozen for 3 s at most",
                    () -> pictures(viewer.call("quality", camera.id(), MEASURED_SECONDS)));
        } finally {
            trial.forgetPages();
        }
    }

    private static Seen sound(Map<String, Object> seen) {
        double lost = TrialPage.number(seen, "lost");
        double concealed = TrialPage.number(seen, "concealed");
        return new Seen(
                lost <= LOST_LIMIT && concealed <= CONCEALED_LIMIT && TrialPage.number(seen, "packets") > 0,
                String.format(Locale.ROOT, "%.1f %% lost, %.1f %% concealed", 100 * lost, 100 * concealed));
    }

    private static Seen pictures(Map<String, Object> seen) {
        double rate = TrialPage.number(seen, "frames") / MEASURED_SECONDS;
        double frozenSeconds = TrialPage.number(seen, "frozenSeconds");
        return new Seen(
                rate >= PICTURES_LIMIT && frozenSeconds <= FROZEN_LIMIT_SECONDS,
                String.format(
                        Locale.ROOT,
                        "%.1f a second of %.0f lines, frozen for %.1f s",
                        rate,
                        TrialPage.number(seen, "height"),
                        frozenSeconds));
    }
}
