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
 * The costs of cells as multiples of what they are compared with, as a Markdown table. {@code docs/performance.md} has
 * the one of bridge and floor, README some of its newest rows. Stateless.
 */
final class Ratios {
    /** A bridge that costs more than this multiple of the floor misses its target. */
    static final double TARGET = 1.25;

    /** Scenarios that README shows if the newest measurements have them. */
    private static final List<String> HEADLINES = List.of("star, K = 33", "star, K = 25", "video 1 → 1000");

    private Ratios() {}

    /**
     * The table of all cells.
     *
     * @param measured when and of which commit
     */
    static List<String> lines(Plan plan, Measurements measurements, String measured) {
        List<String> lines = head(plan.baseLabel());
        for (Cell cell : plan.cells()) {
            if (!plan.base(cell).equals(cell) && isMeasured(plan, measurements, cell)) {
                String scenario = cell.row().label()
                        + (cell.target() == Target.BRIDGE
                                ? ""
                                : ", " + cell.target().label());
                lines.add(line(scenario, plan.base(cell), cell, measurements, measured));
            }
        }
        return lines;
    }

    /**
     * The table of bridge and floor with new rows. Rows that were not measured again keep their figures, so each says
     * when it was measured.
     *
     * @param table as it was; empty at first
     */
    static List<String> updated(List<String> table, Plan plan, Measurements measurements, String measured) {
        List<String> head = head(plan.baseLabel());
        Map<String, String> rows = new LinkedHashMap<>();
        table.stream()
                .filter(line -> line.startsWith("|") && !head.contains(line))
                .forEach(line -> rows.put(scenario(line), line));
        for (Cell cell : plan.cells()) {
            if (cell.target() == Target.BRIDGE && isMeasured(plan, measurements, cell)) {
                String scenario = cell.row().label();
                rows.put(scenario, line(scenario, plan.base(cell), cell, measurements, measured));
            }
        }
        head.addAll(rows.values());
        return head;
    }

    /** README's table: of the newest day in the table of {@code docs/performance.md} the rows of a few scenarios. */
    static List<String> headlines(List<String> table) {
        List<String> rows =
                table.stream().skip(2).filter(line -> line.startsWith("|")).toList();
        String newest = rows.stream().map(Ratios::date).max(String::compareTo).orElse("");
        List<String> lines = new ArrayList<>(table.subList(0, 2));
        for (String scenario : HEADLINES) {
            rows.stream()
                    .filter(line ->
                            scenario(line).equals(scenario) && date(line).equals(newest))
                    .forEach(lines::add);
        }
        return lines;
    }

    /** The day at which a row was measured. */
    private static String date(String line) {
        return line.split("\\|", -1)[7].strip().split(",", 2)[0];
    }

    /** The name at the beginning of a row. */
    private static String scenario(String line) {
        return line.split("\\|", 3)[1].strip();
    }

    private static List<String> head(String base) {
        return new ArrayList<>(List.of(
                "| Scenario | Rounds | " + base.substring(0, 1).toUpperCase(Locale.ROOT) + base.substring(1)
                        + ", µs a packet | Bridge, µs a packet | × " + base + " | Lost | Measured |",
                "|---|--:|--:|--:|--:|--:|---|"));
    }

    private static boolean isMeasured(Plan plan, Measurements measurements, Cell cell) {
        return !measurements.runs(cell).isEmpty()
                && !measurements.runs(plan.base(cell)).isEmpty();
    }

    private static String line(String scenario, Cell base, Cell cell, Measurements measurements, String measured) {
        double[] costs = measurements.micros(cell);
        double[] bases = measurements.micros(base);
        int rounds = Math.min(costs.length, bases.length);
        double[] ratios =
                IntStream.range(0, rounds).mapToDouble(i -> costs[i] / bases[i]).toArray();
        double ratio = measurements.median(cell) / measurements.median(base);
        String times = spread(ratio, ratios);
        boolean isMissed = base.target().isFloor() && Math.round(ratio * 100) > Math.round(TARGET * 100);
        return "| " + scenario + " | " + rounds + " | "
                + spread(measurements.median(base), bases) + " | "
                + spread(measurements.median(cell), costs) + " | "
                + (isMissed ? "**" + times + ", missed**" : times) + " | "
                + measurements.lost(cell)
                + (measurements.isSaturated(cell) ? " (Hammer saturated: don't quote)" : "") + " | "
                + measured + " |";
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
