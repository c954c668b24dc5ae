package org.starbridge.hammer.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
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

    /** Returns a table for people, {@code a} before and {@code b} after. */
    public static List<String> lines(List<Results> a, List<Results> b) {
        JsonNode comparison = json(a, b);
        List<String> lines = new ArrayList<>();
        if (comparison.has("notComparable")) {
            lines.add("Not comparable: " + comparison.get("notComparable").asText());
            return lines;
        }
        if (!comparison.path("sameMachine").asBoolean()) {
            lines.add("The machines differ, so differences are not significant.");
        }
        for (JsonNode run : comparison.path("runs")) {
            lines.add(run.path("run").asText() + ", rounds: "
                    + run.at("/rounds/0").asInt() + " and "
                    + run.at("/rounds/1").asInt());
            run.path("figures").forEach(figure -> lines.add(line(figure)));
        }
        return lines;
    }

    /** Returns the same as a JSON object. */
    public static ObjectNode json(List<Results> a, List<Results> b) {
        ObjectNode comparison = JsonNodeFactory.instance.objectNode();
        if (areOfTwoKinds(a, b)) {
            return comparison.put(
                    "notComparable",
                    "viewers over HLS and endpoints of a conference have no figure in common (" + kinds(a) + "; "
                            + kinds(b) + ").");
        }
        Map<String, List<Run>> before = byLabel(a);
        Map<String, List<Run>> after = byLabel(b);
        boolean sameMachine = a.getFirst().machine().equals(b.getFirst().machine());
        comparison.put("sameMachine", sameMachine);
        ArrayNode runs = comparison.putArray("runs");
        before.forEach((label, first) -> {
            List<Run> second = after.get(label);
            if (second != null) {
                ObjectNode run = runs.addObject().put("run", label);
                run.putArray("rounds").add(first.size()).add(second.size());
                addFigures(run.putArray("figures"), first, second, sameMachine);
            }
        });
        if (runs.isEmpty()) {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put(
                            "notComparable",
                            "the two results have no run label in common (" + String.join(", ", before.keySet())
                                    + " and " + String.join(", ", after.keySet()) + ").");
        }
        return comparison;
    }

    private static void addFigures(ArrayNode figures, List<Run> before, List<Run> after, boolean sameMachine) {
        for (Headline headline : Headline.of(before.getFirst())) {
            double[] x = values(before, headline);
            double[] y = values(after, headline);
            if (x.length == 0 || y.length == 0) {
                continue;
            }
            ObjectNode figure = figures.addObject().put("figure", headline.name());
            figure.set("before", spread(x));
            figure.set("after", spread(y));
            MarkdownTable.putFinite(figure, "changePercent", change(median(x), median(y)));
            figure.put("meaning", meaning(x, y, sameMachine));
        }
    }

    /** Returns NaN if it cannot be said in percent. */
    private static double change(double from, double to) {
        return from == to ? 0 : from == 0 ? Double.NaN : 100 * (to / from - 1);
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

    private static String line(JsonNode figure) {
        JsonNode percent = figure.path("changePercent");
        boolean isSame = figure.at("/before/median").equals(figure.at("/after/median"));
        String change =
                isSame ? "same" : percent.isNull() ? "–" : String.format(Locale.ROOT, "%+.1f %%", percent.asDouble());
        return String.format(
                Locale.ROOT,
                "  %-26s %22s %22s %9s  %s",
                figure.path("figure").asText(),
                text(figure.path("before")),
                text(figure.path("after")),
                change,
                figure.path("meaning").asText());
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

    private static ObjectNode spread(double[] sorted) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("median", median(sorted))
                .put("least", sorted[0])
                .put("greatest", sorted[sorted.length - 1])
                .put("rounds", sorted.length);
    }

    private static String text(JsonNode spread) {
        String median = number(spread.path("median").asDouble());
        return spread.path("rounds").asInt() == 1
                ? median
                : median + " (" + number(spread.path("least").asDouble()) + "–"
                        + number(spread.path("greatest").asDouble()) + ")";
    }

    private static String number(double value) {
        double size = Math.abs(value);
        String pattern = size >= 100 || value == Math.rint(value) ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, pattern, value);
    }
}
