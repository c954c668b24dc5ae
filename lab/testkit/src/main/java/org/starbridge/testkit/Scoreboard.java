package org.starbridge.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.starbridge.testkit.SeededScenario.Figure;
import org.starbridge.testkit.SeededScenario.Outcome;

/**
 * Table of what candidates reached in {@link SeededScenario}s, as a part of a Markdown document: one line for each
 * figure, one column for each candidate with the median of all seeds and the range. The first candidate is compared
 * with the others, and with the table that the document had before. Not thread safe.
 */
public final class Scoreboard {
    private static final double EQUAL_SHARE = 0.02;
    /** Rounding error of the written digits. */
    private static final double ROUNDING = 0.00051;

    /** Result of a candidate: the median of all seeds, and the range. */
    public record Cell(double median, double lowest, double highest) {
        private double spread() {
            double range = highest == lowest ? 0 : highest - lowest;
            return Math.max(Math.max(range, EQUAL_SHARE * Math.abs(median)), ROUNDING * (median >= 0.1 ? 10 : 1));
        }

        private String text() {
            return lowest == highest
                    ? number(median)
                    : number(median) + " (" + number(lowest) + " to " + number(highest) + ")";
        }
    }

    private record Line(String scenario, Figure figure, List<Cell> cells) {
        private String key() {
            return scenario + "|" + figure.name();
        }

        /** By how much a value is worse than another one; negative if it is better. */
        private double worseBy(double value, double than) {
            double by = figure.isAtLeast() ? than - value : value - than;
            return value == than ? 0 : by;
        }

        private boolean isBestOrEqual() {
            Cell own = cells.getFirst();
            return cells.stream().skip(1).allMatch(other -> {
                boolean bothHold = figure.holds(own.median) && figure.holds(other.median);
                return bothHold || worseBy(own.median, other.median) <= Math.max(own.spread(), other.spread());
            });
        }

        private String verdict() {
            Cell own = cells.getFirst();
            boolean worst = figure.holds(figure.isAtLeast() ? own.lowest : own.highest);
            String reached = worst ? "reached" : figure.holds(own.median) ? "median reaches it" : "**missed**";
            return isBestOrEqual() ? reached : reached + ", behind";
        }
    }

    private final List<String> candidates;
    private final List<Line> lines = new ArrayList<>();

    /** An empty table of candidates, ours first. */
    public Scoreboard(List<String> candidates) {
        this.candidates = List.copyOf(candidates);
    }

    /** Adds a scenario. */
    public void add(SeededScenario scenario, List<Outcome> outcomes) {
        List<Figure> figures = scenario.figures();
        for (int i = 0; i < figures.size(); i++) {
            List<Cell> cells = new ArrayList<>();
            for (Outcome outcome : outcomes) {
                double best = outcome.best(i);
                double worst = outcome.worst(i);
                cells.add(new Cell(outcome.median(i), Math.min(best, worst), Math.max(best, worst)));
            }
            lines.add(new Line(scenario.name(), figures.get(i), cells));
        }
    }

    /** Sentences and the table. */
    public String markdown() {
        long reached = lines.stream()
                .filter(line -> line.figure.holds(line.cells.getFirst().median))
                .count();
        StringBuilder text = new StringBuilder();
        text.append("Targets reached by the median: ")
                .append(reached)
                .append(" of ")
                .append(lines.size());
        if (candidates.size() > 1) {
            long best = lines.stream().filter(Line::isBestOrEqual).count();
            text.append(". Best or equal: ").append(best).append(" of ").append(lines.size());
        }
        text.append(".\n\n| Scenario | Figure | Target | ")
                .append(String.join(" | ", candidates))
                .append(" | Verdict |\n");
        text.append("|---|---|---|").append("---|".repeat(candidates.size())).append("---|\n");
        String before = "";
        for (Line line : lines) {
            text.append("| ").append(line.scenario.equals(before) ? "" : line.scenario);
            text.append(" | ").append(line.figure.name()).append(" | ");
            text.append(line.figure.isAtLeast() ? "≥ " : "≤ ")
                    .append(number(line.figure.bound()))
                    .append(" | ");
            line.cells.forEach(cell -> text.append(cell.text()).append(" | "));
            text.append(line.verdict()).append(" |\n");
            before = line.scenario;
        }
        return text.toString();
    }

    /** Figures of the first candidate that are worse than in a text before by more than its range. */
    public List<String> worseThan(String markdownBefore) {
        Map<String, Cell> before = parse(markdownBefore);
        List<String> worse = new ArrayList<>();
        for (Line line : lines) {
            Cell old = before.get(line.key());
            Cell own = line.cells.getFirst();
            if (old != null && line.worseBy(own.median, old.median) > old.spread()) {
                worse.add(line.scenario + ", " + line.figure.name() + ": " + own.text() + ", was " + old.text());
            }
        }
        return worse;
    }

    private static Map<String, Cell> parse(String markdown) {
        Map<String, Cell> cells = new HashMap<>();
        String scenario = "";
        for (String line : markdown.lines().toList()) {
            String[] columns = line.split("\\|", -1);
            if (columns.length < 7
                    || line.startsWith("|---")
                    || columns[1].strip().equals("Scenario")) {
                continue;
            }
            scenario = columns[1].isBlank() ? scenario : columns[1].strip();
            String[] numbers = columns[4].strip().split(" \\(| to |\\)", -1);
            double median = value(numbers[0]);
            cells.put(
                    scenario + "|" + columns[2].strip(),
                    numbers.length < 3
                            ? new Cell(median, median, median)
                            : new Cell(median, value(numbers[1]), value(numbers[2])));
        }
        return cells;
    }

    private static String number(double value) {
        if (Double.isInfinite(value) || Double.isNaN(value)) {
            return "never";
        }
        double size = Math.abs(value);
        int digits = size >= 100 || value == Math.rint(value) ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
        String text = String.format(Locale.ROOT, "%." + digits + "f", value);
        return text.matches("-?0(\\.0+)?") ? "0" : text;
    }

    private static double value(String text) {
        return "never".equals(text) ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    /** Writes it into its part of a document and returns {@link #worseThan} what was there. */
    public List<String> writeTo(Path document, String part) {
        String begin = "<!-- " + part + ": scripts/bench bandwidth writes from here -->\n";
        String end = "<!-- " + part + ": to here -->";
        try {
            String text = Files.readString(document);
            int from = text.indexOf(begin);
            int to = text.indexOf(end);
            if (from < 0 || to < from) {
                throw new IllegalArgumentException(document + " lacks " + begin + " and " + end);
            }
            List<String> worse = worseThan(text.substring(from, to));
            Files.writeString(
                    document, text.substring(0, from + begin.length()) + "\n" + markdown() + "\n" + text.substring(to));
            return worse;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
