package org.starbridge.bridge.meet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * Two pages speak, their conference is exported to {@code lab/captions/caption-service}, and its captions appear on the
 * other page. The export is requested over REST, because the stand-in requests none. Runs when it is named.
 */
final class CaptionScenario {
    static final String NAME = "captions";

    private static final int FRAMES_PER_SECOND = 15;
    private static final String SERVICE = "caption-service";
    private static final Pattern MEETING = Pattern.compile("meeting_id=([^ \\]]+)\\] conference created");
    private static final Pattern LISTENING = Pattern.compile("listening (\\d+)");

    private CaptionScenario() {}

    static void run(Trial trial, Path checkout) throws Exception {
        TrialTable table = trial.table();
        JitsiMeetDeployment deployment = trial.deployment();
        Path speech = deployment.folder().resolve("speech.wav");
        int port = startService(deployment, checkout, speech);
        Map<String, Object> how = deployment.join("trial-captions", "VP8", "websocket");
        how.put("lines", 360);
        try (Chromium browser = trial.openBrowser(FRAMES_PER_SECOND, speech)) {
            TrialPage speaker = trial.page(browser, true, how);
            TrialPage reader = trial.page(browser, false, how);
            if (!trial.join(NAME, speaker, "the first page") || !trial.join(NAME, reader, "the second page")) {
                return;
            }
            table.row(NAME, "sound", "heard", () -> reader.does("heard", "awaitSound", speaker.id()));
            boolean isExported = table.row(NAME, "an export is requested", "accepted", () -> {
                TrialBridge bridge = deployment.firstBridge();
                return export(bridge, deployment.processes().log(bridge.nickname()), port);
            });
            if (!isExported) {
                return;
            }
            table.row(NAME, "a caption of the first page on the second", "text", () -> caption(reader, speaker));
            table.row(NAME, "a caption of the second page on the first", "text", () -> caption(speaker, reader));
        } finally {
            trial.forgetPages();
        }
    }

    private static int startService(JitsiMeetDeployment deployment, Path checkout, Path speech) throws Exception {
        TrialProcesses processes = deployment.processes();
        processes.start(
                SERVICE,
                Map.of(),
                List.of(checkout.resolve("lab/captions/" + SERVICE).toString(), "0", speech.toString()));
        processes.await(
                "the caption service",
                () -> LISTENING.matcher(processes.log(SERVICE)).find());
        Matcher listening = LISTENING.matcher(processes.log(SERVICE));
        return listening.find() ? Integer.parseInt(listening.group(1)) : 0;
    }

    private static Seen export(TrialBridge bridge, String log, int port) throws IOException, InterruptedException {
        Matcher meeting = MEETING.matcher(log);
        if (!meeting.find()) {
            return new Seen(false, "no conference in the bridge's log");
        }
        int status = bridge.patch(
                "/colibri/v2/conferences/" + meeting.group(1),
                "{\"connects\":[{\"id\":\"transcriber\",\"create\":true,\"protocol\":\"mediajson\",\"type\":\"transcriber\","
                        + "\"audio\":true,\"url\":\"ws://127.0.0.1:" + port + "/transcribe?sendBack=true\"}]}");
        return new Seen(status == 200, "status " + status);
    }

    private static Seen caption(TrialPage reader, TrialPage speaker) {
        String text = String.valueOf(reader.call("awaitCaption", speaker.id()).get("text"));
        return new Seen(!text.isBlank(), text);
    }
}
