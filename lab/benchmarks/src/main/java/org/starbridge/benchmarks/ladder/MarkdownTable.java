package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** The results as Markdown. Stateless. */
final class MarkdownTable {
    private static final double MIB = 1 << 20;

    private MarkdownTable() {}

    static String of(Results results) {
        List<String> lines = new ArrayList<>();
        describe(results, lines);
        mainTable(results, lines);
        delayTable(results, lines);
        batchTable(results, lines);
        selectionTable(results, lines);
        estimation(results, lines);
        flatOut(results.flatOut(), lines);
        if (!results.largest().isEmpty()) {
            lines.add("");
            lines.add("| largest fan-out without loss | receivers | limited by |");
            lines.add("|---|---|---|");
            results.largest()
                    .forEach(each ->
                            lines.add("| " + each.kind() + " | " + each.receivers() + " | " + each.limitedBy() + " |"));
        }
        if (!results.failures().isEmpty()) {
            lines.add("");
            lines.add("Not measured:");
            results.failures()
                    .forEach(each -> lines.add("- " + each.lines().findFirst().orElse("")));
        }
        return String.join("\n", lines) + "\n";
    }

    private static void describe(Results results, List<String> lines) {
        Environment where = results.environment();
        Plan plan = results.plan();
        lines.add("Measured on " + where.date() + " by `" + where.command() + "`, commit " + where.commit() + ": "
                + plan.rounds() + (plan.rounds() == 1 ? " round" : " rounds") + " of " + plan.seconds() + " s after "
                + plan.warmUpSeconds() + " s of warm-up, medians.");
        lines.add(where.machine() + "; " + where.kernel() + "; " + where.jdk() + "; " + where.crypto() + ".");
        lines.add("");
    }

    private static void mainTable(Results results, List<String> lines) {
        lines.add("| scenario | who | packets/s | Mbit/s | µs per packet | user + system | × floor | bytes allocated | "
                + "collections, longest | resident MiB | lost | Hammer µs |");
        lines.add("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        results.medians()
                .forEach((cell, figures) -> lines.add(row(
                        cell.row().label(),
                        cell.target().label() + (figures.hammerSaturated() ? " (Hammer saturated: don't quote)" : ""),
                        number(figures.packetsPerSecond(), "%,.0f"),
                        number(figures.megabitsPerSecond(), "%,.0f"),
                        number(figures.micros(), "%.2f"),
                        number(figures.userMicros(), "%.2f") + " + " + number(figures.systemMicros(), "%.2f"),
                        cell.target().isFloor() ? "1" : number(results.timesFloor(cell), "%.2f"),
                        number(figures.allocatedBytes(), "%.2f"),
                        collections(figures),
                        number(figures.residentBytes() / MIB, "%.0f"),
                        lost(figures),
                        number(figures.hammerMicros(), "%.2f"))));
    }

    /** The bridge knows the longest pause since its start: without a collection in the window it says nothing. */
    private static String collections(Figures figures) {
        return number(figures.collections(), "%.0f")
                + (figures.collections() > 0 ? number(figures.longestPauseMs(), ", at most %.1f ms") : "");
    }

    private static String lost(Figures figures) {
        return figures.kernelDrops() == 0
                ? Long.toString(figures.lost())
                : figures.lost() + " (and " + figures.kernelDrops() + " at the Hammer)";
    }

    private static void delayTable(Results results, List<String> lines) {
        lines.add("");
        lines.add("| scenario | who | delay p50 ms | p99 | p99.9 | first receiver p99 | last receiver p99 |");
        lines.add("|---|---|--:|--:|--:|--:|--:|");
        results.medians()
                .forEach((cell, figures) -> lines.add(row(
                        cell.row().label(),
                        cell.target().label(),
                        number(figures.delaysMs().get(0), "%.2f"),
                        number(figures.delaysMs().get(1), "%.2f"),
                        number(figures.delaysMs().get(2), "%.2f"),
                        number(figures.firstLastMs().get(0), "%.2f"),
                        number(figures.firstLastMs().get(1), "%.2f"))));
    }

    private static void batchTable(Results results, List<String> lines) {
        lines.add("");
        lines.add("| scenario | who | messages to the kernel by their datagrams | receive calls by their datagrams |");
        lines.add("|---|---|---|---|");
        results.medians()
                .forEach((cell, figures) -> lines.add(row(
                        cell.row().label(),
                        cell.target().label(),
                        shares(figures.runsBySize()),
                        shares(figures.receivesBySize()))));
    }

    private static void selectionTable(Results results, List<String> lines) {
        List<Row> beside = List.of(Plan.SAME_ENDPOINTS, Plan.SAME_PACKETS, Plan.SELECTIVE);
        List<String> rows = new ArrayList<>();
        for (Row selective : List.of(Plan.SELECTIVE, Plan.ALL_SENT, Plan.REWRITTEN)) {
            List<Double> ratios = beside.stream()
                    .map(other -> other.equals(selective) ? Double.NaN : results.ratio(selective, other))
                    .toList();
            if (ratios.stream().anyMatch(ratio -> !ratio.isNaN())) {
                rows.add(row(
                        selective.label(),
                        number(ratios.get(0), "%.2f"),
                        number(ratios.get(1), "%.2f"),
                        number(ratios.get(2), "%.2f")));
            }
        }
        if (!rows.isEmpty()) {
            lines.add("");
            lines.add("| a forwarded packet costs in | × " + beside.get(0).label() + " | × "
                    + beside.get(1).label() + " | × " + beside.get(2).label() + " |");
            lines.add("|---|--:|--:|--:|");
            lines.addAll(rows);
        }
    }

    private static void estimation(Results results, List<String> lines) {
        List<String> rows = results.plan().cells().stream()
                .map(Plan.Cell::row)
                .distinct()
                .filter(each -> !Double.isNaN(results.timesWithoutEstimation(each)))
                .map(each -> row(each.label(), number(results.timesWithoutEstimation(each), "%.2f")))
                .toList();
        if (!rows.isEmpty()) {
            lines.add("");
            lines.add("| a forwarded packet costs in | × without estimation, median of the rounds |");
            lines.add("|---|--:|");
            lines.addAll(rows);
        }
    }

    /** {@code 1: 60 %, 2: 30 %, ...}. */
    private static String shares(Map<String, Double> bySize) {
        double sum = bySize.values().stream().mapToDouble(Double::doubleValue).sum();
        StringJoiner text = new StringJoiner(", ");
        bySize.forEach((size, count) -> {
            double percent = 100 * count / sum;
            if (percent >= 0.5) {
                text.add(size + ": " + number(percent, "%.0f %%"));
            }
        });
        return text.length() == 0 ? "–" : text.toString();
    }

    private static void flatOut(@org.jspecify.annotations.Nullable JsonNode flatOut, List<String> lines) {
        if (flatOut == null) {
            return;
        }
        lines.add("");
        lines.add("| floor, flat out: packets in a row for each receiver | CPU ns per packet | packets in a message |");
        lines.add("|--:|--:|--:|");
        flatOut.properties()
                .forEach(entry -> lines.add(row(
                        entry.getKey(),
                        number(entry.getValue().path("cpuNanos").asDouble(), "%.0f"),
                        number(entry.getValue().path("packetsPerMessage").asDouble(), "%.2f"))));
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String number(double value, String pattern) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, pattern, value);
    }
}
