package org.starbridge.bridge.meet;

import java.util.List;
import java.util.Locale;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * Pages that are in one room, and what holds among all of them, whichever bridges carry them.
 *
 * @param scenario whose rows these are
 */
record Meeting(Trial trial, String scenario, List<TrialPage> pages) {
    private static final double SCREEN_LIMIT_SECONDS = 15;
    private static final double SPEAKER_LIMIT_SECONDS = 15;
    private static final int SCREEN_LINES = 720;
    private static final int SMALL_LINES = 180;

    Meeting {
        pages = List.copyOf(pages);
    }

    private TrialTable table() {
        return trial.table();
    }

    void everyoneMeets() {
        table().row(scenario, "bridge channels", "open", () -> {
            pages.forEach(page -> page.call("awaitChannel"));
            return new Seen(true, "open");
        });
        table().row(scenario, "everyone hears everyone", "heard", () -> {
            for (TrialPage page : pages) {
                for (TrialPage other : others(page)) {
                    page.call("awaitSound", other.id());
                }
            }
            return new Seen(true, "heard");
        });
        table().row(scenario, "everyone sees everyone", "pictures go on", () -> {
            seeEachOther();
            return new Seen(true, "seen");
        });
    }

    void seeEachOther() {
        for (TrialPage page : pages) {
            for (TrialPage other : others(page)) {
                page.call("awaitPicture", other.id(), "video", 1);
            }
        }
    }

    private List<TrialPage> others(TrialPage page) {
        return pages.stream().filter(other -> other != page).toList();
    }

    /** From each to one and to all; the last one is long. */
    void messages(int longCharacters) {
        table().row(scenario, "endpoint messages, to one and to all", "arrive", () -> {
            for (TrialPage page : pages) {
                TrialPage next = others(page).getFirst();
                page.call("say", next.id(), "to one, of " + page.id());
                next.call("awaitMessage", "to one, of " + page.id());
                page.call("say", "", "to all, of " + page.id());
                for (TrialPage other : others(page)) {
                    other.call("awaitMessage", "to all, of " + page.id());
                }
            }
            return new Seen(true, "arrived");
        });
        table().row(scenario, "an endpoint message of 20 kB to all", "arrives", () -> {
            String text = "long ".repeat(longCharacters / 5);
            pages.getFirst().call("say", "", text);
            for (TrialPage other : others(pages.getFirst())) {
                other.call("awaitMessage", text);
            }
            return new Seen(true, "arrived");
        });
    }

    /** The only participant with an open microphone is the speaker, for all. */
    void speaker() {
        for (TrialPage speaking : List.of(pages.getLast(), pages.getFirst())) {
            table().row(scenario, "dominant speaker " + (pages.indexOf(speaking) + 1), "named within 15 s", () -> {
                for (TrialPage page : pages) {
                    page.call("setMicrophoneMuted", page != speaking);
                }
                double seconds = 0;
                for (TrialPage page : pages) {
                    seconds = Math.max(seconds, page.number("seconds", "awaitSpeaker", speaking.id()));
                }
                return Seen.within(seconds, SPEAKER_LIMIT_SECONDS);
            });
        }
        table().row(scenario, "microphones muted and unmuted", "heard again", () -> {
            for (TrialPage page : pages) {
                page.call("setMicrophoneMuted", false);
            }
            for (TrialPage page : pages) {
                for (TrialPage other : others(page)) {
                    page.call("awaitSoundAgain", other.id());
                }
            }
            return new Seen(true, "heard");
        });
    }

    /**
     * A screen as a second source, seen by all others: first as a small picture, for which the sender may have no
     * encoding of its own, then in its full height.
     */
    void screen(TrialPage sharing, String where) {
        table().row(
                        scenario,
                        where + " shares a screen",
                        "seen within 15 s with a limit of 180 lines, and in 720 lines within 15 s",
                        () -> {
                            others(sharing).forEach(other -> other.call("want", SMALL_LINES));
                            sharing.call("shareScreen");
                            try {
                                double small = seconds(sharing, 1);
                                others(sharing).forEach(other -> other.call("want", SCREEN_LINES));
                                double whole = seconds(sharing, SCREEN_LINES);
                                return new Seen(
                                        Math.max(small, whole) <= SCREEN_LIMIT_SECONDS,
                                        String.format(Locale.ROOT, "%.1f s, %.1f s", small, whole));
                            } finally {
                                sharing.call("stopScreen");
                            }
                        });
    }

    private double seconds(TrialPage sharing, int lines) {
        return others(sharing).stream()
                .mapToDouble(other -> other.number("seconds", "awaitPicture", sharing.id(), "desktop", lines))
                .max()
                .orElseThrow();
    }
}
