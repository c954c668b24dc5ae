package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A small room alone on a bridge, and the same beside a large one.
 *
 * @param alone the Hammer's report of the small room alone
 * @param beside of the small room beside the large one
 * @param large of the large room
 */
record NoisyNeighbourTrial(JsonNode alone, JsonNode beside, JsonNode large) {
    /** Time by which the small room's packets, 99 % of them, may take longer than alone, in milliseconds. */
    private static final double GOAL_MS = 5;

    private static final List<String> DELAYS = List.of("delay p50", "delay p99", "delay p99.9");
    private static final int P99 = 1;

    /**
     * Checks that they can be compared.
     *
     * @throws LadderException if the large room had not been streaming for all of the small one's window
     */
    NoisyNeighbourTrial {
        if (!Span.of(large).contains(Span.of(beside))) {
            throw new LadderException(
                    "the large room streamed " + Span.of(large) + ", which is not all of the small one's "
                            + Span.of(beside) + ": is the machine too slow for this number?");
        }
    }

    /** For people. */
    List<String> lines() {
        Figures here = Figures.of(alone);
        Figures there = Figures.of(beside);
        List<String> lines = new ArrayList<>();
        lines.add(line("the small room", "alone", "beside", "difference"));
        for (int i = 0; i < DELAYS.size(); i++) {
            double aloneMs = here.delaysMs().get(i);
            double besideMs = there.delaysMs().get(i);
            lines.add(line(DELAYS.get(i), ms(aloneMs), ms(besideMs), ms(besideMs - aloneMs)));
        }
        lines.add(line("packets", count(alone, "packetsExpected"), count(beside, "packetsExpected"), ""));
        lines.add(line("lost", count(alone, "packetsLost"), count(beside, "packetsLost"), ""));
        lines.add(line("the bridge, of a core", share(alone), share(beside), ""));
        lines.addAll(ofLarge());
        lines.add(verdict(there.delaysMs().get(P99) - here.delaysMs().get(P99)));
        if (here.hammerSaturated() || there.hammerSaturated()) {
            lines.add("A small room's Hammer was saturated: these figures are not the bridge's alone.");
        }
        return lines;
    }

    private List<String> ofLarge() {
        Figures figures = Figures.of(large);
        return List.of(format(
                "the large room: 1 → %d, %,.0f packets/s, %,d lost, receivers' kernels dropped %,d, delay p99 %s%s",
                large.path("receivers").asInt(),
                figures.packetsPerSecond(),
                figures.lost(),
                figures.kernelDrops(),
                ms(figures.delaysMs().get(P99)),
                figures.hammerSaturated() ? "; its Hammer was saturated" : ""));
    }

    private static String verdict(double differenceMs) {
        return format(
                "goal: p99 at most %s over that alone: %s",
                ms(GOAL_MS), differenceMs <= GOAL_MS ? "reached" : "missed");
    }

    private static String share(JsonNode report) {
        return format("%.1f %%", CoreShares.of(report).all());
    }

    private static String count(JsonNode report, String key) {
        return format("%,d", report.path(key).asLong());
    }

    private static String ms(double ms) {
        return format("%.2f ms", ms);
    }

    private static String line(String label, String here, String there, String difference) {
        return format("%-24s %12s %12s %12s", label, here, there, difference).stripTrailing();
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
