package org.starbridge.benchmarks.ladder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.starbridge.benchmarks.ladder.Plan.Cell;

/**
 * The table of {@code docs/performance.md}: a row for each scenario, bridge beside floor. Rows that were not measured
 * again keep their figures, so each says when it was measured. README has some of the newest rows. Stateless.
 */
final class Summary {
    /** A bridge that costs more than this multiple of the floor misses its target. */
    static final double TARGET = 1.25;

    private static final List<String> HEAD = List.of(
            "| Scenario | Rounds | Floor, µs a packet | Bridge, µs a packet | × floor | Lost | Measured |",
            "|---|--:|--:|--:|--:|--:|---|");

    /** Scenarios that README shows if the newest measurements have them. */
    private static final List<String> HEADLINES = List.of("star, K = 33", "star, K = 25", "video 1 → 1000");

    private Summary() {}

    /**
     * The table with new rows.
     *
     * @param table as it was; empty at first
     */
    static String updated(String table, Results results) {
        Map<String, String> rows = new LinkedHashMap<>();
        table.lines()
                .filter(Summary::isRow)
                .forEach(line -> rows.put(scenario(line), line));
        results.plan().cells().stream().map(Cell::row).distinct().forEach(row -> {
            List<Figures> floor = results.runs(new Cell(row, Target.FLOOR));
            List<Figures> bridge = results.runs(new Cell(row, Target.BRIDGE));
            if (!floor.isEmpty() && !bridge.isEmpty()) {
                rows.put(row.label(), line(row, floor, bridge, results.environment()));
            }
        });
        List<String> lines = new ArrayList<>(HEAD);
        lines.addAll(rows.values());
        return String.join("\n", lines) + "\n";
    }

    /** README's table: of the newest day in the table of {@code docs/performance.md} the rows of a few scenarios. */
    static String headlines(String table) {
        String newest =
                table.lines().filter(Summary::isRow).map(Summary::date).max(String::compareTo).orElse("");
        List<String> lines = new ArrayList<>(HEAD);
        for (String scenario : HEADLINES) {
            table.lines()
                    .filter(Summary::isRow)
                    .filter(line -> scenario(line).equals(scenario) && date(line).equals(newest))
                    .forEach(lines::add);
        }
        return String.join("\n", lines) + "\n";
    }

    private static boolean isRow(String line) {
        return line.startsWith("|") && !HEAD.contains(line);
    }

    /** The day at which a row was measured. */
    private static String date(String line) {
        return line.split("\\|")[7].strip().split(",")[0];
    }

    /** The name at the beginning of a row. */
    private static String scenario(String line) {
        return line.split("\\|", 3)[1].strip();
    }

    private static String line(Row row, List<Figures> floor, List<Figures> bridge, Environment where) {
        int rounds = Math.min(floor.size(), bridge.size());
        double[] ratios = IntStream.range(0, rounds)
                .mapToDouble(i -> bridge.get(i).micros() / floor.get(i).micros())
                .toArray();
        double ratio = Figures.median(bridge).micros() / Figures.median(floor).micros();
        String times = spread(ratio, ratios);
        long lost = bridge.stream().mapToLong(Figures::lost).sum();
        boolean isSaturated = bridge.stream().anyMatch(Figures::hammerSaturated);
        return "| " + row.label() + " | " + rounds + " | "
                + spread(Figures.median(floor).micros(), micros(floor)) + " | "
                + spread(Figures.median(bridge).micros(), micros(bridge)) + " | "
                + (Math.round(ratio * 100) > Math.round(TARGET * 100) ? "**" + times + ", missed**" : times) + " | "
                + lost + (isSaturated ? " (Hammer saturated: don't quote)" : "") + " | "
                + where.date() + ", " + where.commit().replaceFirst("^(\\p{XDigit}{7})\\p{XDigit}*", "$1") + " |";
    }

    private static double[] micros(List<Figures> figures) {
        return figures.stream().mapToDouble(Figures::micros).toArray();
    }

    /** {@code 3.12 (2.93–3.21)}, of one round the figure alone. */
    private static String spread(double median, double[] all) {
        String text = number(median);
        return all.length < 2
                ? text
                : text + " (" + number(Arrays.stream(all).min().orElseThrow()) + "–"
                        + number(Arrays.stream(all).max().orElseThrow()) + ")";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
