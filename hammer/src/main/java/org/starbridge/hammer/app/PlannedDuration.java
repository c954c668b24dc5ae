package org.starbridge.hammer.app;

import java.util.List;
import org.starbridge.hammer.app.RunSequence.Step;
import org.starbridge.hammer.badlink.BadLink;

/**
 * Duration of a command's runs, as far as it is known before: joining depends on the bridge. Immutable.
 *
 * @param runs how many; 0 if that is unknown, as a search ends when it has found something
 * @param seconds of all, or of the first of a search
 */
record PlannedDuration(int runs, double seconds) {
    /** A bridge is started, and ends. */
    private static final double AROUND_SECONDS = 5;

    private static final double MINUTES_FROM = 100;

    /** Of runs one after the other. */
    static PlannedDuration of(List<Step> steps) {
        return new PlannedDuration(
                steps.size(),
                steps.stream().mapToDouble(step -> seconds(step.arguments())).sum());
    }

    /** Of a search that begins with this one. */
    static PlannedDuration ofSearch(Step first) {
        return new PlannedDuration(0, seconds(first.arguments()));
    }

    /** Of scenarios of bad networks. */
    static PlannedDuration ofScenarios(List<BadLink> scenarios) {
        return new PlannedDuration(
                scenarios.size(),
                scenarios.stream()
                        .mapToDouble(scenario -> AROUND_SECONDS + scenario.seconds())
                        .sum());
    }

    /** For people. */
    String sentence() {
        String length = "at least " + text(seconds);
        return switch (runs) {
            case 0 -> "a search, the first run of " + length;
            case 1 -> "a run of " + length;
            default -> runs + " runs of " + length + " in total";
        };
    }

    /** For people, while they go on since so many seconds. */
    String running(double sinceSeconds) {
        double left = seconds - sinceSeconds;
        return "Running: " + sentence()
                + (runs == 0 ? "." : left > 0 ? "; about " + text(left) + " left." : "; it takes longer than that.");
    }

    private static String text(double seconds) {
        return seconds < MINUTES_FROM ? Math.round(seconds) + " s" : Math.round(seconds / 60) + " minutes";
    }

    private static double seconds(Arguments arguments) {
        int joining =
                arguments.hls.isMeant() ? arguments.hls.number() : arguments.endpoints() * arguments.join.conferences();
        return AROUND_SECONDS + (double) joining / arguments.joinRate + arguments.warmUpSeconds + arguments.seconds;
    }
}
