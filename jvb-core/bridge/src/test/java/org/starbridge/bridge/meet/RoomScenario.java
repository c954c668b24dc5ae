package org.starbridge.bridge.meet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * Three pages on one bridge, and what people do in a room: messages, selection, sharing a screen, moderation.
 *
 * @param isRewriting whether the bridge rewrites SSRCs, as Jicofo asks for where the client offers it
 */
record RoomScenario(boolean isRewriting) {
    private static final int FRAMES_PER_SECOND = 15;
    private static final int LONG_MESSAGE = 20_000;
    private static final double ICE_RESTART_LIMIT_SECONDS = 10;

    void run(Trial trial, boolean hasJicofo) throws IOException {
        String room = "trial-room-" + (isRewriting ? "rewriting" : "plain");
        Map<String, Object> how = trial.deployment().join(room, "VP8", "websocket");
        how.put("lines", 360);
        how.put("rewriting", isRewriting);
        how.put("iceRestart", hasJicofo);
        try (Chromium browser = trial.openBrowser(FRAMES_PER_SECOND)) {
            List<TrialPage> pages = new ArrayList<>();
            for (String name : List.of("the first page", "the second page", "the third page")) {
                TrialPage page = trial.page(browser, pages.isEmpty(), how);
                if (!trial.join(toString(), page, name)) {
                    return;
                }
                pages.add(page);
            }
            Meeting meeting = new Meeting(trial, toString(), pages);
            meeting.everyoneMeets();
            meeting.messages(LONG_MESSAGE);
            meeting.speaker();
            connectionStatistics(trial, pages.getFirst());
            lastN(trial, pages);
            meeting.screen(pages.get(1), "a page");
            if (hasJicofo) {
                moderation(trial, pages);
                trial.table()
                        .row(
                                toString(),
                                "ICE restarted in place",
                                "new credentials within 10 s, pictures go on",
                                () -> iceRestart(pages));
            }
            endToEndEncryption(trial, meeting);
        } finally {
            trial.forgetPages();
        }
    }

    private void connectionStatistics(Trial trial, TrialPage page) {
        trial.table().row(toString(), "statistics of the connection on the page", "a downlink above 0", () -> {
            double kbps = page.number("downloadKbps", "awaitConnectionStatistics");
            return new Seen(kbps > 0, String.format(Locale.ROOT, "%.0f kbit/s", kbps));
        });
    }

    private void lastN(Trial trial, List<TrialPage> pages) {
        TrialPage viewer = pages.getFirst();
        String second = pages.get(1).id();
        String third = pages.get(2).id();
        trial.table().row(toString(), "lastN 0, and all again", "pictures stop and go on", () -> {
            viewer.call("constrain", wish(0));
            viewer.call("awaitStill", second);
            viewer.call("awaitStill", third);
            viewer.call("constrain", wish(-1));
            viewer.call("awaitPicture", second, "video", 1);
            viewer.call("awaitPicture", third, "video", 1);
            return new Seen(true, "stopped and went on");
        });
        trial.table().row(toString(), "lastN 1, and either on stage", "only the one on stage is seen", () -> {
            for (String chosen : List.of(second, third)) {
                viewer.call(
                        "constrain",
                        Map.of(
                                "lastN", 1,
                                "onStageSources", List.of(chosen + "-v0"),
                                "defaultConstraints", Map.of("maxHeight", 180),
                                "constraints", Map.of(chosen + "-v0", Map.of("maxHeight", 720))));
                viewer.call("awaitPicture", chosen, "video", 1);
                viewer.call("awaitStill", chosen.equals(second) ? third : second);
            }
            viewer.call("constrain", wish(-1));
            return new Seen(true, "one, then the other");
        });
    }

    private static Map<String, Object> wish(int lastN) {
        return Map.of("lastN", lastN, "defaultConstraints", Map.of("maxHeight", 720), "constraints", Map.of());
    }

    /** The first page is the room's moderator: Jicofo makes the first one its owner. */
    private void moderation(Trial trial, List<TrialPage> pages) {
        trial.table().row(toString(), "a moderator mutes a page", "its microphone is muted", () -> {
            pages.getFirst().call("muteOther", pages.get(2).id());
            Seen seen = pages.get(2).does("muted", "awaitMicrophoneMuted");
            pages.get(2).call("setMicrophoneMuted", false);
            return seen;
        });
    }

    private static Seen iceRestart(List<TrialPage> pages) {
        double seconds = pages.getFirst().number("seconds", "restartIce");
        pages.getFirst().call("awaitPicture", pages.get(1).id(), "video", 1);
        pages.get(1).call("awaitPicture", pages.getFirst().id(), "video", 1);
        return Seen.within(seconds, ICE_RESTART_LIMIT_SECONDS);
    }

    /** With a key that all have, everyone is still seen; a bridge that changed a byte of a frame would end that. */
    private void endToEndEncryption(Trial trial, Meeting meeting) {
        trial.table().row(toString(), "encrypted end to end", "pictures go on", () -> {
            for (TrialPage page : meeting.pages()) {
                page.call("encrypt");
            }
            TimeUnit.SECONDS.sleep(3); // what was sent before the key has arrived by then
            meeting.seeEachOther();
            return new Seen(true, "went on");
        });
    }

    @Override
    public String toString() {
        return "a room, SSRC rewriting " + (isRewriting ? "on" : "off");
    }
}
