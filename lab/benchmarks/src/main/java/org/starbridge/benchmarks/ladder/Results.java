package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Results of what has been measured so far. Owned by the thread that measures. */
final class Results {
    private final Environment environment;
    private final Plan plan;
    private final Map<Plan.Cell, List<Figures>> runs = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private final List<Bisection.Result> largest = new ArrayList<>();
    private @Nullable JsonNode flatOut;

    Results(Environment environment, Plan plan) {
        this.environment = environment;
        this.plan = plan;
    }

    Environment environment() {
        return environment;
    }

    Plan plan() {
        return plan;
    }

    void add(Plan.Cell cell, Figures figures) {
        runs.computeIfAbsent(cell, _ -> new ArrayList<>()).add(figures);
    }

    /** A cell that could not be measured, and why. */
    void failed(Plan.Cell cell, String why) {
        failures.add(cell.row().label() + ", " + cell.target().label() + ": " + why);
    }

    void add(Bisection.Result result) {
        largest.add(result);
    }

    void flatOut(JsonNode figures) {
        flatOut = figures;
    }

    @Nullable
    JsonNode flatOut() {
        return flatOut;
    }

    List<String> failures() {
        return failures;
    }

    List<Bisection.Result> largest() {
        return largest;
    }

    /** The medians, row after row in the ladder's order. */
    Map<Plan.Cell, Figures> medians() {
        Map<Plan.Cell, Figures> medians = new LinkedHashMap<>();
        plan.cells().stream().map(Plan.Cell::row).distinct().forEach(row -> {
            for (Target target : Target.values()) {
                Plan.Cell cell = new Plan.Cell(row, target);
                List<Figures> measured = runs.get(cell);
                if (measured != null) {
                    medians.put(cell, Figures.median(measured));
                }
            }
        });
        return medians;
    }

    /** Each round of a cell; empty if it was not measured. */
    List<Figures> runs(Plan.Cell cell) {
        return List.copyOf(runs.getOrDefault(cell, List.of()));
    }

    /** A cell's cost as a multiple of the floor's that does it the same way; NaN if either wasn't measured. */
    double timesFloor(Plan.Cell cell) {
        List<Figures> mine = runs.get(cell);
        List<Figures> floor = runs.get(new Plan.Cell(cell.row(), cell.target().floor()));
        return mine == null || floor == null
                ? Double.NaN
                : Figures.median(mine).micros() / Figures.median(floor).micros();
    }

    /**
     * Returns the cost of a packet to the bridge in one row as a multiple of another; NaN if either wasn't measured.
     */
    double ratio(Row row, Row other) {
        List<Figures> mine = runs.get(new Plan.Cell(row, Target.BRIDGE));
        List<Figures> others = runs.get(new Plan.Cell(other, Target.BRIDGE));
        return mine == null || others == null
                ? Double.NaN
                : Figures.median(mine).micros() / Figures.median(others).micros();
    }

    /**
     * Returns the cost of estimation for all receivers in a row: the median over the rounds of the cost with it as a
     * multiple of the cost without it; NaN if either wasn't measured.
     */
    double timesWithoutEstimation(Row row) {
        List<Figures> with = runs.get(new Plan.Cell(row, Target.BRIDGE));
        List<Figures> without = runs.get(new Plan.Cell(row, Target.BRIDGE_WITHOUT_ESTIMATION));
        if (with == null || without == null) {
            return Double.NaN;
        }
        double[] ratios = IntStream.range(0, Math.min(with.size(), without.size()))
                .mapToDouble(
                        round -> with.get(round).micros() / without.get(round).micros())
                .sorted()
                .toArray();
        int middle = ratios.length / 2;
        return ratios.length % 2 == 1 ? ratios[middle] : (ratios[middle - 1] + ratios[middle]) / 2;
    }

    /** Everything as a JSON object: environment, medians, and each run. */
    ObjectNode toJson() {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode json = mapper.createObjectNode();
        json.set("environment", mapper.valueToTree(environment));
        json.put("rounds", plan.rounds());
        json.put("warmUpSeconds", plan.warmUpSeconds());
        json.put("seconds", plan.seconds());
        var rows = json.putArray("rows");
        medians().forEach((cell, figures) -> {
            ObjectNode row = rows.addObject();
            row.put("row", cell.row().name());
            row.put("target", cell.target().name());
            row.put("microsPerPacket", figures.micros());
            row.put("timesFloor", timesFloor(cell));
            row.set("median", mapper.valueToTree(figures));
            row.set("runs", mapper.valueToTree(runs.get(cell)));
        });
        json.set("floorFlatOut", flatOut);
        json.set("largestWithoutLoss", mapper.valueToTree(largest));
        json.set("failures", mapper.valueToTree(failures));
        return json;
    }
}
