package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.interop.PageServer;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * Real pages with lib-jitsi-meet in a room of Jicofo or of its stand-in. It is no part of the test command, because
 * neither Jicofo nor lib-jitsi-meet is part of this project: {@code scripts/jitsi-meet/trial} runs it with the caller's
 * and prints its table.
 */
@EnabledIfEnvironmentVariable(named = "STARBRIDGE_TRIAL_LIBRARY", matches = ".+")
class JitsiMeetTrial {
    private static final double JOIN_LIMIT_SECONDS = 15;
    private static final double HEIGHT_LIMIT_SECONDS = 10;
    private static final double FREEZE_LIMIT_SECONDS = 1;
    private static final double ESTIMATE_LIMIT_SECONDS = 10;
    private static final double SIMULCAST_ESTIMATE_BPS = 2_000_000;
    private static final double GROWN_ESTIMATE_BPS = 500_000;
    private static final double LEAVE_LIMIT_SECONDS = 30;
    private static final double RETURN_LIMIT_SECONDS = 30;

    private final TrialTable table = new TrialTable(jicofo().isEmpty() ? "stand-in, not Jicofo" : "Jicofo");

    private static Optional<Path> jicofo() {
        return Optional.ofNullable(System.getenv("STARBRIDGE_TRIAL_JICOFO")).map(Path::of);
    }

    private static Path path(String variable) {
        return Path.of(Objects.requireNonNull(System.getenv(variable), variable));
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void pagesMeet() throws Exception {
        Path library = path("STARBRIDGE_TRIAL_LIBRARY");
        Path folder = path("STARBRIDGE_TRIAL_FOLDER");
        try (JitsiMeetDeployment deployment = JitsiMeetDeployment.start(
                        path("STARBRIDGE_TRIAL_CHECKOUT"), folder.resolve("deployment"), jicofo());
                PageServer pages = new PageServer(deployment.privatePort(), Map.of("lib-jitsi-meet.min.js", library))) {
            String page = pages.url("meet.html");
            for (Scenario scenario : List.of(
                    new Scenario("VP8", "websocket", true),
                    new Scenario("H264", "datachannel", true),
                    new Scenario("VP9", "websocket", false),
                    new Scenario("AV1", "datachannel", false))) {
                meet(deployment, scenario, page);
            }
            comeBack(deployment, page);
        } finally {
            Files.writeString(folder.resolve("table.md"), table.toString());
        }
        assertThat(table.failures()).isEmpty();
    }

    /** @param isSimulcast whether the camera sends several encodings, of which the bridge chooses */
    private record Scenario(String codec, String channel, boolean isSimulcast) {
        String room() {
            return "trial-" + codec.toLowerCase(Locale.ROOT) + "-" + channel;
        }

        @Override
        public String toString() {
            return codec + ", " + channel;
        }
    }

    private void meet(JitsiMeetDeployment deployment, Scenario scenario, String url) throws IOException {
        String name = scenario.toString();
        Map<String, Object> how = deployment.join(scenario.room(), scenario.codec, scenario.channel);
        try (Chromium camera = Chromium.open(url);
                Chromium viewer = Chromium.open(url)) {
            Optional<String> first = join(name, "the first page joins", camera.page(), how);
            Optional<String> second = join(name, "the second page joins", viewer.page(), how);
            if (first.isEmpty() || second.isEmpty()) {
                return; // no later step could succeed
            }
            String cameraId = first.orElseThrow();
            String viewerId = second.orElseThrow();
            if (!hasCodec(scenario, viewer.page(), cameraId)) {
                return;
            }
            for (Chromium each : List.of(camera, viewer)) {
                String other = each == camera ? viewerId : cameraId;
                table.row(name, "bridge channel", "open", () -> done(each.page().call("awaitChannel"), "open"));
                table.row(name, "sound", "heard", () -> done(each.page().call("awaitSound", other), "heard"));
            }
            estimate(scenario, camera.page());
            heights(scenario, viewer.page(), cameraId);
            mute(name, camera.page(), viewer.page(), cameraId);
            table.row(name, "endpoint message", "arrives", () -> {
                camera.page().call("say", viewerId, "hello " + viewerId);
                return done(viewer.page().call("awaitMessage", "hello " + viewerId), "arrived");
            });
            leave(name, url, how, viewer.page());
        }
    }

    /** The id of the page's endpoint, if it came into the room. */
    private Optional<String> join(String scenario, String step, Chromium.Page page, Map<String, Object> how) {
        AtomicReference<@Nullable String> id = new AtomicReference<>();
        table.row(scenario, step, "in the room within 15 s", () -> {
            long beforeNs = System.nanoTime();
            id.set(String.valueOf(page.call("join", how).get("id")));
            return Seen.within((System.nanoTime() - beforeNs) / 1e9, JOIN_LIMIT_SECONDS);
        });
        return Optional.ofNullable(id.get());
    }

    /** A library that does not choose this codec sends another one, and the scenario would only repeat that one's. */
    private boolean hasCodec(Scenario scenario, Chromium.Page viewer, String cameraId) {
        AtomicReference<String> used = new AtomicReference<>("");
        table.row(scenario.toString(), "codec", scenario.codec + ", or another for information", () -> {
            used.set(String.valueOf(viewer.call("codec", cameraId).get("mimeType")));
            return new Seen(true, used.get());
        });
        return used.get().isEmpty() || used.get().equalsIgnoreCase("video/" + scenario.codec);
    }

    private static Seen done(Map<String, Object> outcome, String what) {
        return new Seen(outcome.isEmpty(), what);
    }

    /** Browsers begin with 0.3 Mbit/s. Libraries may bound the bitrate of one encoding, and so the probes. */
    private void estimate(Scenario scenario, Chromium.Page camera) {
        double wantedBps = scenario.isSimulcast ? SIMULCAST_ESTIMATE_BPS : GROWN_ESTIMATE_BPS;
        String wanted =
                String.format(Locale.ROOT, "%.1f Mbit/s within %.0f s", wantedBps / 1e6, ESTIMATE_LIMIT_SECONDS);
        table.row(scenario.toString(), "estimate of the publisher", wanted, () -> {
            Map<String, Object> seen = camera.call("awaitEstimate", wantedBps, ESTIMATE_LIMIT_SECONDS);
            double bitrateBps = number(seen, "bitrateBps");
            return new Seen(
                    bitrateBps >= wantedBps,
                    String.format(Locale.ROOT, "%.1f Mbit/s after %.1f s", bitrateBps / 1e6, number(seen, "seconds")));
        });
    }

    private void heights(Scenario scenario, Chromium.Page viewer, String cameraId) {
        if (scenario.isSimulcast) {
            for (int[] step : new int[][] {{720, 361}, {180, 1}, {360, 181}, {720, 361}}) {
                table.row(
                        scenario.toString(),
                        "at most " + step[0] + " lines",
                        "within 10 s, no freeze over 1 s",
                        () -> height(viewer.call("awaitHeight", cameraId, step[0], step[1])));
            }
        } else {
            table.row(
                    scenario.toString(),
                    "a picture of at most 720 lines",
                    "within 10 s, no freeze over 1 s",
                    () -> height(viewer.call("awaitHeight", cameraId, 720, 1)));
            table.row(scenario.toString(), "bitrate with a limit of 180 lines", "for information", () -> {
                viewer.call("want", 180);
                double bps = number(viewer.call("bitrate", cameraId, 5), "bitrateBps");
                return new Seen(true, String.format(Locale.ROOT, "%.0f kbit/s", bps / 1e3));
            });
        }
    }

    private static Seen height(Map<String, Object> seen) {
        double seconds = number(seen, "seconds");
        double frozenSeconds = number(seen, "frozenSeconds");
        return new Seen(
                seconds <= HEIGHT_LIMIT_SECONDS && frozenSeconds <= FREEZE_LIMIT_SECONDS,
                String.format(
                        Locale.ROOT,
                        "%.0f lines after %.1f s, frozen for %.1f s",
                        number(seen, "height"),
                        seconds,
                        frozenSeconds));
    }

    private void mute(String scenario, Chromium.Page camera, Chromium.Page viewer, String cameraId) {
        table.row(scenario, "camera muted and unmuted", "the picture stops and goes on", () -> {
            camera.call("setCameraMuted", true);
            double frames = number(viewer.call("awaitStill", cameraId), "frames");
            camera.call("setCameraMuted", false);
            viewer.call("awaitFrames", cameraId, (long) frames + 10);
            return new Seen(true, "stopped and went on");
        });
    }

    private void leave(String scenario, String url, Map<String, Object> how, Chromium.Page viewer) {
        table.row(scenario, "a page is closed hard", "gone within 30 s", () -> {
            String id;
            try (Chromium third = Chromium.open(url)) {
                id = String.valueOf(third.page().call("join", how).get("id"));
                viewer.call("awaitSound", id);
            }
            return Seen.within(number(viewer.call("awaitLeft", id), "seconds"), LEAVE_LIMIT_SECONDS);
        });
    }

    /** The bridge ends by TERM in the middle of a conference, and is back within seconds. */
    private void comeBack(JitsiMeetDeployment deployment, String url) throws IOException {
        String name = "VP8, bridge restarted";
        Map<String, Object> how = deployment.join("trial-restart", "VP8", "websocket");
        try (Chromium camera = Chromium.open(url);
                Chromium viewer = Chromium.open(url)) {
            Optional<String> first = join(name, "the first page joins", camera.page(), how);
            Optional<String> second = join(name, "the second page joins", viewer.page(), how);
            if (first.isEmpty() || second.isEmpty()) {
                return;
            }
            String cameraId = first.orElseThrow();
            table.row(name, "media before", "heard", () -> done(viewer.page().call("awaitSound", cameraId), "heard"));
            double connections = number(viewer.page().call("connectionCount"), "count");
            table.row(name, "TERM, and a new start", "healthy again", () -> {
                double seconds = deployment.restartBridge();
                return new Seen(true, String.format(Locale.ROOT, "healthy after %.1f s", seconds));
            });
            table.row(
                    name,
                    "media again without leaving the page",
                    "within 30 s of that",
                    () -> Seen.within(
                            number(viewer.page().call("awaitMediaAgain", cameraId, connections), "seconds"),
                            RETURN_LIMIT_SECONDS));
        }
    }

    private static double number(Map<String, Object> seen, String name) {
        return ((Number) Objects.requireNonNull(seen.get(name), name)).doubleValue();
    }
}
