package org.starbridge.hammer.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.starbridge.hammer.compare.Results.Run;

/**
 * Compares two sets of runs. Runs with the same label are rounds of one another: their median counts, their range is
 * the spread. Pure.
 */
public final class Comparison {
    /** With fewer rounds a difference proves nothing. */
    static final int ROUNDS = 3;

    private Comparison() {}

    /** A table for people, {@code a} before and {@code b} after. */
    public static List<String> lines(List<Results> a, List<Results> b) {
        List<String> lines = new ArrayList<>();
        Map<String, List<Run>> before = byLabel(a);
        Map<String, List<Run>> after = byLabel(b);
        boolean sameMachine = a.getFirst().machine().equals(b.getFirst().machine());
        if (!sameMachine) {
            lines.add("The machines differ, so differences are not significant.");
        }
        if (areOfTwoKinds(a, b)) {
            return List.of("Not comparable: viewers over HLS and endpoints of a conference have no figure in common ("
                    + kinds(a) + "; " + kinds(b) + ").");
        }
        List<String> common =
                before.keySet().stream().filter(after::containsKey).toList();
        for (String label : common) {
            List<Run> first = before.get(label);
            List<Run> second = after.get(label);
            if (first == null || second == null) {
                continue;
            }
            lines.add(label + ", rounds: " + first.size() + " and " + second.size());
            for (Headline headline : Headline.of(first.getFirst())) {
                double[] x = values(first, headline);
                double[] y = values(second, headline);
                if (x.length > 0 && y.length > 0) {
                    lines.add(line(headline.name(), x, y, sameMachine));
                }
            }
        }
        if (common.isEmpty()) {
            lines.add("Not comparable: the two results have no run label in common ("
                    + String.join(", ", before.keySet()) + " and " + String.join(", ", after.keySet()) + ").");
        }
        return Collections.unmodifiableList(lines);
    }

    private static boolean areOfTwoKinds(List<Results> a, List<Results> b) {
        return Stream.concat(a.stream(), b.stream())
                        .map(Results::hasViewers)
                        .distinct()
                        .count()
                > 1;
    }

    private static String kinds(List<Results> files) {
        return files.stream()
                .map(file -> file.name() + " has " + (file.hasViewers() ? "viewers" : "endpoints"))
                .collect(Collectors.joining(", "));
    }

    private static Map<String, List<Run>> byLabel(List<Results> files) {
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        for (Results file : files) {
            file.runs()
                    .forEach(run -> runs.computeIfAbsent(run.label(), _ -> new ArrayList<>())
                            .add(run));
        }
        return runs;
    }

    private static double[] values(List<Run> runs, Headline headline) {
        return runs.stream()
                .mapToDouble(run -> headline.value().applyAsDouble(run.result()))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
    }

    private static String line(String name, double[] x, double[] y, boolean sameMachine) {
        double from = median(x);
        double to = median(y);
        String change =
                from == to ? "same" : from == 0 ? "–" : String.format(Locale.ROOT, "%+.1f %%", 100 * (to / from - 1));
        return String.format(
                Locale.ROOT,
                "  %-26s %22s %22s %9s  %s",
                name,
                spread(x),
                spread(y),
                change,
                meaning(x, y, sameMachine));
    }

    /** Returns whether a difference means something: every round of the one must be beyond every round of the other. */
    static String meaning(double[] x, double[] y, boolean sameMachine) {
        if (median(x) == median(y)) {
            return "";
        }
        if (!sameMachine) {
            return "another machine";
        }
        if (x.length < ROUNDS || y.length < ROUNDS) {
            return "too few rounds to tell";
        }
        return x[x.length - 1] < y[0] || y[y.length - 1] < x[0] ? "differs" : "within the spread";
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static String spread(double[] sorted) {
        String median = number(median(sorted));
        return sorted.length == 1
                ? median
                : median + " (" + number(sorted[0]) + "–" + number(sorted[sorted.length - 1]) + ")";
    }

    private static String number(double value) {
        double size = Math.abs(value);
        String pattern = size >= 100 || value == Math.rint(value) ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, pattern, value);
    }
}
