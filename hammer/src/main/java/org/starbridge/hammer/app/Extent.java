package org.starbridge.hammer.app;

import java.util.List;
import org.starbridge.hammer.app.RunSequence.Step;

/** How long the runs of a scenario take. Stateless. */
final class Extent {
    /** A bridge is started, and ends. */
    private static final double AROUND_SECONDS = 5;

    private Extent() {}

    /** For people, by what is known before: how long joining takes depends on the bridge. */
    static String of(List<Step> steps) {
        double seconds =
                steps.stream().mapToDouble(step -> seconds(step.arguments())).sum();
        String runs = steps.size() == 1 ? "a run" : steps.size() + " runs";
        return runs + " of at least "
                + (seconds < 100 ? Math.round(seconds) + " s" : Math.round(seconds / 60) + " minutes")
                + (steps.size() == 1 ? "" : " in all");
    }

    private static double seconds(Arguments arguments) {
        int joining = arguments.hls.isMeant()
                ? arguments.hls.number()
                : arguments.endpoints() * arguments.crowd.conferences();
        return AROUND_SECONDS + (double) joining / arguments.joinRate + arguments.warmUpSeconds + arguments.seconds;
    }
}
