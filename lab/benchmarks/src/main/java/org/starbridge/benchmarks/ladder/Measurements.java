package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.benchmarks.ladder.Plan.Cell;

/** The Hammer's results by cell, a run for each round, and what they cost. Owned by the thread that measures. */
final class Measurements {
    private final Map<Cell, List<ObjectNode>> runs = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();

    void add(Cell cell, ObjectNode result) {
        runs.computeIfAbsent(cell, _ -> new ArrayList<>()).add(result);
    }

    /** A cell that could not be measured, and why. */
    void failed(Cell cell, String why) {
        failures.add(cell.label() + ": " + why);
    }

    List<String> failures() {
        return failures;
    }

    /** Each round of a cell; empty if it was not measured. */
    List<ObjectNode> runs(Cell cell) {
        return runs.getOrDefault(cell, List.of());
    }

    /** CPU time for each forwarded packet, in µs, round by round. */
    double[] micros(Cell cell) {
        return micros(runs(cell));
    }

    private static double[] micros(List<ObjectNode> results) {
        return results.stream().mapToDouble(Measurements::micros).toArray();
    }

    /** The same of one run; NaN if the Hammer could not measure it. */
    static double micros(JsonNode result) {
        return result.path("bridgeCpuMicrosPerForwardedPacket").asDouble(Double.NaN);
    }

    /** Returns whether the Hammer was too slow in a run, so that its figures are the Hammer's. */
    static boolean isSaturated(JsonNode result) {
        return result.path("hammerSaturated").asBoolean();
    }

    /** The median cost of the rounds in which the Hammer kept up, or of all if there is none; NaN if not measured. */
    double median(Cell cell) {
        List<ObjectNode> all = runs(cell);
        List<ObjectNode> good =
                all.stream().filter(result -> !isSaturated(result)).toList();
        double[] sorted = micros(good.isEmpty() ? all : good);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length == 0
                ? Double.NaN
                : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Packets that were lost in all rounds together. */
    long lost(Cell cell) {
        return runs(cell).stream()
                .mapToLong(result -> result.path("packetsLost").asLong())
                .sum();
    }

    /** Returns whether the Hammer was too slow in any round. */
    boolean isSaturated(Cell cell) {
        return runs(cell).stream().anyMatch(Measurements::isSaturated);
    }
}
