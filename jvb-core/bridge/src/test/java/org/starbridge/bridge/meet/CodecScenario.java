package org.starbridge.bridge.meet;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * Two pages with one codec and one kind of bridge channel, on one bridge.
 *
 * @param isSimulcast whether the camera sends several encodings, of which the bridge chooses
 */
record CodecScenario(String codec, String channel, boolean isSimulcast) {
    static final List<CodecScenario> ALL = List.of(
            new CodecScenario("VP8", "websocket", true),
            new CodecScenario("H264", "datachannel", true),
            new CodecScenario("VP9", "websocket", false),
            new CodecScenario("AV1", "datachannel", false));

    private static final double ESTIMATE_LIMIT_SECONDS = 10;
    private static final double SIMULCAST_ESTIMATE_BPS = 2_000_000;
    private static final double GROWN_ESTIMATE_BPS = 500_000;

    void run(Trial trial) throws IOException {
        TrialTable table = trial.table();
        String name = toString();
        String room = "trial-" + codec.toLowerCase(Locale.ROOT) + "-" + channel;
        Map<String, Object> how = trial.deployment().join(room, codec, channel);
        try (Chromium first = trial.openBrowser(30);
                Chromium second = trial.openBrowser(30)) {
            TrialPage camera = trial.page(first, true, how);
            TrialPage viewer = trial.page(second, true, how);
            if (!trial.join(name, camera, "the first page") || !trial.join(name, viewer, "the second page")) {
                return;
            }
            if (!hasCodec(table, viewer, camera.id())) {
                return;
            }
            for (TrialPage each : List.of(camera, viewer)) {
                String other = each == camera ? viewer.id() : camera.id();
                table.row(name, "bridge channel", "open", () -> each.does("open", "awaitChannel"));
                table.row(name, "sound", "heard", () -> each.does("heard", "awaitSound", other));
            }
            heights(table, viewer, camera);
            mute(table, camera, viewer);
            table.row(name, "endpoint message", "arrives", () -> {
                camera.call("say", viewer.id(), "hello " + viewer.id());
                return viewer.does("arrived", "awaitMessage", "hello " + viewer.id());
            });
            leave(trial, how, viewer);
        } finally {
            trial.forgetPages();
        }
    }

    /** A library that does not choose this codec sends another one, and the scenario would only repeat that one's. */
    private boolean hasCodec(TrialTable table, TrialPage viewer, String cameraId) {
        AtomicReference<String> used = new AtomicReference<>("");
        table.row(toString(), "codec", codec + ", or another for information", () -> {
            used.set(String.valueOf(viewer.call("codec", cameraId).get("mimeType")));
            return new Seen(true, used.get());
        });
        return used.get().isEmpty() || used.get().equalsIgnoreCase("video/" + codec);
    }

    /**
     * Browsers begin with 0.3 Mbit/s, and their estimate grows no further than what they are asked to send: so it is
     * read while a viewer wants 720 lines.
     */
    private void estimate(TrialTable table, TrialPage camera) {
        double wantedBps = isSimulcast ? SIMULCAST_ESTIMATE_BPS : GROWN_ESTIMATE_BPS;
        String wanted =
                String.format(Locale.ROOT, "%.1f Mbit/s within %.0f s", wantedBps / 1e6, ESTIMATE_LIMIT_SECONDS);
        table.row(toString(), "estimate of the publisher while 720 lines are wanted", wanted, () -> {
            Map<String, Object> seen = camera.call("awaitEstimate", wantedBps, ESTIMATE_LIMIT_SECONDS);
            double bitrateBps = TrialPage.number(seen, "bitrateBps");
            return new Seen(
                    bitrateBps >= wantedBps,
                    String.format(
                            Locale.ROOT,
                            "%.1f Mbit/s after %.1f s",
                            bitrateBps / 1e6,
                            TrialPage.number(seen, "seconds")));
        });
    }

    private void heights(TrialTable table, TrialPage viewer, TrialPage camera) {
        table.row(
                toString(),
                isSimulcast ? "at most 720 lines" : "a picture of at most 720 lines",
                "within 10 s, no freeze over 1 s",
                () -> Trial.height(viewer.call("awaitHeight", camera.id(), 720, isSimulcast ? 361 : 1)));
        estimate(table, camera);
        if (isSimulcast) {
            for (int[] step : new int[][] {{180, 1}, {360, 181}, {720, 361}}) {
                table.row(
                        toString(),
                        "at most " + step[0] + " lines",
                        "within 10 s, no freeze over 1 s",
                        () -> Trial.height(viewer.call("awaitHeight", camera.id(), step[0], step[1])));
            }
        } else {
            table.row(toString(), "bitrate with a limit of 180 lines", "for information", () -> {
                viewer.call("want", 180);
                double bps = viewer.number("bitrateBps", "bitrate", camera.id(), 5);
                return new Seen(true, String.format(Locale.ROOT, "%.0f kbit/s", bps / 1e3));
            });
        }
    }

    private void mute(TrialTable table, TrialPage camera, TrialPage viewer) {
        table.row(toString(), "camera muted and unmuted", "the picture stops and goes on", () -> {
            camera.call("setCameraMuted", true);
            double frames = viewer.number("frames", "awaitStill", camera.id());
            camera.call("setCameraMuted", false);
            viewer.call("awaitFrames", camera.id(), (long) frames + 10);
            return new Seen(true, "stopped and went on");
        });
    }

    private void leave(Trial trial, Map<String, Object> how, TrialPage viewer) {
        trial.table().row(toString(), "a page is closed hard", "gone within 30 s", () -> {
            String id;
            try (Chromium third = trial.openBrowser(30)) {
                TrialPage leaver = trial.page(third, true, how);
                leaver.join();
                id = leaver.id();
                viewer.call("awaitSound", id);
                trial.forget(leaver);
            }
            return viewer.within(Trial.LEAVE_LIMIT_SECONDS, "awaitLeft", id);
        });
    }

    @Override
    public String toString() {
        return codec + ", " + channel;
    }
}
