package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.function.Consumer;
import org.starbridge.benchmarks.ladder.Plan.Cell;

/** Runs a plan: round after round, in each all cells in turn, so that what disturbs the machine disturbs all alike. */
final class Ladder {
    private final Plan plan;
    private final HammerRun hammer;
    private final Consumer<String> progress;
    private final Measurements measurements = new Measurements();

    Ladder(Plan plan, HammerRun hammer, Consumer<String> progress) {
        this.plan = plan;
        this.hammer = hammer;
        this.progress = progress;
    }

    /** Measures everything; {@code after} is shown the results so far after each cell, so that nothing is lost. */
    Measurements run(Consumer<Measurements> after) throws InterruptedException {
        int done = 0;
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Cell cell : plan.cells()) {
                done++;
                measure(
                        cell,
                        round,
                        "[" + done + "/" + plan.rounds() * plan.cells().size() + "] " + cell.label());
                after.accept(measurements);
            }
        }
        return measurements;
    }

    private void measure(Cell cell, int round, String where) throws InterruptedException {
        try {
            ObjectNode result = hammer.measure(cell, plan.warmUpSeconds(), plan.seconds(), "round" + round);
            measurements.add(cell, result);
            progress.accept(String.format(
                    Locale.ROOT,
                    "%s: %.2f µs a packet, %,d lost%s",
                    where,
                    Measurements.micros(result),
                    result.path("packetsLost").asLong(),
                    Measurements.isSaturated(result) ? ", Hammer saturated" : ""));
        } catch (LadderException e) {
            measurements.failed(cell, String.valueOf(e.getMessage()));
            progress.accept(where + ": " + e.getMessage());
        }
    }
}
