package org.starbridge.bridge.meet;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/** Two pages on one bridge, while a part of the deployment ends and is started again. */
enum FailureScenario {
    TERMINATED("bridge terminated", true) {
        @Override
        void happen(JitsiMeetDeployment deployment) throws Exception {
            deployment.firstBridge().terminate();
            deployment.firstBridge().start();
        }
    },
    KILLED("bridge killed", true) {
        @Override
        void happen(JitsiMeetDeployment deployment) throws Exception {
            deployment.firstBridge().kill();
            deployment.firstBridge().start();
        }
    },
    FORCED("bridge shut down by force", true) {
        @Override
        void happen(JitsiMeetDeployment deployment) throws Exception {
            deployment.firstBridge().shutDown(false);
            if (deployment.firstBridge().awaitEnd(END_LIMIT_SECONDS) > END_LIMIT_SECONDS) {
                throw new AssertionError("it runs " + END_LIMIT_SECONDS + " s later");
            }
            deployment.firstBridge().start();
        }
    },
    XMPP_SERVER("Prosody restarted", false) {
        @Override
        void happen(JitsiMeetDeployment deployment) throws Exception {
            deployment.restartProsody();
        }
    },
    FOCUS("focus restarted", false) {
        @Override
        void happen(JitsiMeetDeployment deployment) throws Exception {
            deployment.restartFocus(Map.of());
        }
    };

    private static final double END_LIMIT_SECONDS = 15;
    private static final double RETURN_LIMIT_SECONDS = 30;
    private static final double NEXT_LIMIT_SECONDS = 60;

    private final String title;
    private final boolean isBridge;

    FailureScenario(String title, boolean isBridge) {
        this.title = title;
        this.isBridge = isBridge;
    }

    /** What happens; returns when what ended runs again. */
    abstract void happen(JitsiMeetDeployment deployment) throws Exception;

    void run(Trial trial) throws IOException {
        TrialTable table = trial.table();
        JitsiMeetDeployment deployment = trial.deployment();
        Map<String, Object> how =
                deployment.join("trial-" + name().toLowerCase(Locale.ROOT).replace('_', '-'), "VP8", "websocket");
        how.put("lines", 360);
        try (Chromium browser = trial.openBrowser(15)) {
            TrialPage camera = trial.page(browser, true, how);
            TrialPage viewer = trial.page(browser, false, how);
            if (!trial.join(title, camera, "the first page") || !trial.join(title, viewer, "the second page")) {
                return;
            }
            table.row(title, "media before", "heard", () -> viewer.does("heard", "awaitSound", camera.id()));
            double connections = viewer.number("count", "connectionCount");
            table.row(title, "it ends and is started again", "runs again", () -> {
                long beforeNs = System.nanoTime();
                happen(deployment);
                return new Seen(true, String.format(Locale.ROOT, "after %.1f s", (System.nanoTime() - beforeNs) / 1e9));
            });
            if (isBridge) {
                table.row(
                        title,
                        "media again without leaving the page",
                        "within 30 s of that",
                        () -> viewer.within(
                                RETURN_LIMIT_SECONDS,
                                "awaitMediaAgain",
                                camera.id(),
                                connections,
                                RETURN_LIMIT_SECONDS));
            } else {
                table.row(title, "a conference afterwards", "pictures within 60 s", () -> next(trial, browser, how));
            }
        } finally {
            trial.forgetPages();
        }
    }

    private Seen next(Trial trial, Chromium browser, Map<String, Object> how) {
        long beforeNs = System.nanoTime();
        how.put("room", how.get("room") + "-next");
        TrialPage camera = trial.page(browser, false, how);
        TrialPage viewer = trial.page(browser, false, how);
        camera.join();
        viewer.join();
        viewer.call("awaitPicture", camera.id(), "video", 1);
        return Seen.within((System.nanoTime() - beforeNs) / 1e9, NEXT_LIMIT_SECONDS);
    }

    @Override
    public String toString() {
        return title;
    }
}
