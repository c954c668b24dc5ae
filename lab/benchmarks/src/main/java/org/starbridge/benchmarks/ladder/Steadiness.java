package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.starbridge.benchmarks.ladder.StatsPoll.Poll;

/**
 * Findings of one long run.
 *
 * @param seconds of its window
 * @param figures from the Hammer's report
 * @param shares of the bridge's core
 * @param polls that were made in the window
 * @param safepoints that ended in it
 */
record Steadiness(double seconds, Figures figures, CoreShares shares, List<Poll> polls, List<Safepoint> safepoints) {
    /** A pause that no user should notice. */
    private static final long GOAL_NS = 1_000_000;

    Steadiness {
        polls = List.copyOf(polls);
        safepoints = List.copyOf(safepoints);
    }

    /** Of the polls and safepoints, those of the report's window. */
    static Steadiness of(JsonNode report, List<Poll> polls, List<Safepoint> safepoints) {
        Span window = Span.of(report);
        return new Steadiness(
                report.path("seconds").asDouble(),
                Figures.of(report),
                CoreShares.of(report),
                polls.stream().filter(poll -> window.contains(poll.at())).toList(),
                safepoints.stream()
                        .filter(each -> window.contains(each.ended()))
                        .toList());
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line(
                "packets forwarded",
                "%,.0f in %.0f s, %,.0f a second",
                figures.packetsPerSecond() * seconds,
                seconds,
                figures.packetsPerSecond()));
        lines.add(line("lost", "%,d; receivers' kernels dropped %,d", figures.lost(), figures.kernelDrops()));
        lines.add(line(
                "delay p50, p99, p99.9",
                "%.2f, %.2f, %.2f ms",
                figures.delaysMs().get(0),
                figures.delaysMs().get(1),
                figures.delaysMs().get(2)));
        lines.add(line("the bridge", "%.2f µs per packet, %.1f %% of a core", figures.micros(), shares.all()));
        lines.addAll(ofPolls());
        lines.add(line("collections", "%.0f", figures.collections()));
        lines.addAll(ofSafepoints());
        if (figures.hammerSaturated()) {
            lines.add("The Hammer was saturated: these figures are not the bridge's alone.");
        }
        return lines;
    }

    private List<String> ofPolls() {
        List<Poll> answered = polls.stream().filter(Poll::answered).toList();
        List<String> lines = new ArrayList<>();
        lines.add(line(
                "statistics and metrics",
                "read %d times, %d without an answer; the slowest took %.0f ms",
                polls.size(),
                polls.size() - answered.size(),
                answered.stream().mapToLong(Poll::answerNs).max().orElse(0) / 1e6));
        if (!answered.isEmpty()) {
            Poll first = answered.getFirst();
            Poll last = answered.getLast();
            lines.add(line(
                    "resident memory",
                    "%.0f MB at the beginning, %.0f MB at the end",
                    first.residentBytes() / 1e6,
                    last.residentBytes() / 1e6));
            lines.add(line("longest pause, by statistics", "%s", pause(first.longestPauseMs(), last.longestPauseMs())));
        }
        return lines;
    }

    /**
     * The statistics have the longest one since the start, so one that is not longer than an earlier one is not seen.
     */
    private static String pause(long beforeMs, long afterMs) {
        if (beforeMs < 0 || afterMs < 0) {
            return "not said";
        }
        // Whole milliseconds, without what is left: 0 is anything below one.
        return afterMs > beforeMs
                ? afterMs + " ms"
                : afterMs == 0 ? "under 1 ms" : "not over the " + afterMs + " ms that one took before";
    }

    private List<String> ofSafepoints() {
        return List.of(
                longest("longest at a safepoint", Safepoint::atNs),
                longest("including reaching it", Safepoint::stoodNs),
                longest("leaving it", Safepoint::leavingNs),
                line("goal: no pause over 1 ms", "%s", over(Safepoint::stoodNs) > 0 ? "missed" : "reached"));
    }

    private String longest(String label, ToLongFunction<Safepoint> lengthNs) {
        return safepoints.stream()
                .max(Comparator.comparingLong(lengthNs))
                .map(longest -> line(
                        label,
                        "%.3f ms (%s); %d of %d over 1 ms",
                        lengthNs.applyAsLong(longest) / 1e6,
                        longest.operation(),
                        over(lengthNs),
                        safepoints.size()))
                .orElseGet(() -> line(label, "there was none"));
    }

    private long over(ToLongFunction<Safepoint> lengthNs) {
        return safepoints.stream()
                .filter(each -> lengthNs.applyAsLong(each) > GOAL_NS)
                .count();
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String line(String label, String pattern, Object... values) {
        return String.format(Locale.ROOT, "%-30s ", label) + String.format(Locale.ROOT, pattern, values);
    }
}
