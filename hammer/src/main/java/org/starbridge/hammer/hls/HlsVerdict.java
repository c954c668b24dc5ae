package org.starbridge.hammer.hls;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.hls.HlsRun.Use;
import org.starbridge.hammer.report.Verdict;

/** Verdict on a run with viewers over HLS. Stateless. */
final class HlsVerdict {
    /** A quarter of the usual shortest part: more and delays are those of the Hammer. */
    private static final double MAX_LATENESS_MS = 50;

    private static final double MAX_SHARE = 0.9;

    private HlsVerdict() {}

    /**
     * In one sentence.
     *
     * @param saturation as {@link #saturation} says it
     */
    static Verdict of(HlsFigures figures, List<String> saturation) {
        if (!saturation.isEmpty()) {
            return new Verdict(
                    Verdict.Kind.UNTRUSTED,
                    "Not to be trusted: the generator was saturated (" + String.join("; ", saturation) + ").");
        }
        String who = figures.begun() + " viewers";
        if (figures.isRight()) {
            return new Verdict(
                    Verdict.Kind.HELD,
                    String.format(
                            Locale.ROOT,
                            "Held: %s, %.1f Mbit/s, %,d requests, all answered, %d stalls%s.",
                            who,
                            figures.meanBitsPerSecond() / 1e6,
                            figures.requests(),
                            figures.stalls(),
                            figures.latency().count() == 0
                                    ? ""
                                    : String.format(
                                            Locale.ROOT,
                                            ", delay since capture p99 %.1f s",
                                            figures.latency().p99() / 1000)));
        }
        return new Verdict(
                Verdict.Kind.BROKE, "Broke: " + who + ", because " + String.join(", ", problems(figures)) + ".");
    }

    private static List<String> problems(HlsFigures figures) {
        List<String> problems = new ArrayList<>();
        if (figures.playing() < figures.begun()) {
            problems.add(figures.begun() - figures.playing() + " viewers do not play");
        }
        if (figures.failed() > 0) {
            problems.add(figures.failed() + " viewers gave up");
        }
        if (figures.isStalling()) {
            problems.add(String.format(
                    Locale.ROOT,
                    "viewers stalled for %.1f %% of the time (%d stalls), more than %.0f %%",
                    100 * figures.stalledShare(),
                    figures.stalls(),
                    100 * HlsFigures.MAX_STALLED_SHARE));
        }
        figures.failures()
                .forEach((status, number) ->
                        problems.add(number + " requests had " + (status == 0 ? "no answer" : "the status " + status)));
        if (!figures.findings().isEmpty()) {
            problems.add(figures.findings().size() + " rules of HLS were broken (the first: "
                    + figures.findings().getFirst() + ")");
        }
        return problems;
    }

    /**
     * In what the Hammer was too slow; empty if in nothing.
     *
     * @param hammer what its process used; null if that was not measured
     * @param processors how many it may run on
     */
    static List<String> saturation(HlsFigures figures, @Nullable Use hammer, int processors) {
        List<String> saturation = new ArrayList<>();
        if (hammer != null && hammer.cores() > MAX_SHARE * processors) {
            saturation.add(
                    String.format(Locale.ROOT, "the Hammer used %.1f of %d processors", hammer.cores(), processors));
        }
        if (figures.lateness().p99() > MAX_LATENESS_MS) {
            saturation.add(String.format(
                    Locale.ROOT,
                    "the Hammer read answers late, p99 %.0f ms",
                    figures.lateness().p99()));
        }
        return saturation;
    }
}
