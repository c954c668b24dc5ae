package org.starbridge.hammer.app;

import java.io.IOException;
import java.io.PrintStream;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.app.RunSequence.Step;
import org.starbridge.hammer.report.Verdict;
import org.starbridge.hammer.scenario.LoadSearch;
import org.starbridge.hammer.scenario.StopRule;

/** Raises the load from run to run until it is too much, and finds the largest that holds. One thread. */
final class UntilRuns {
    private final RunSequence runs;
    private final StopRule rule;
    private final Arguments arguments;
    private final PrintStream out;

    /** {@code arguments} say where the load begins; they become those of each run. */
    UntilRuns(RunSequence runs, StopRule rule, Arguments arguments, PrintStream out) {
        this.runs = runs;
        this.rule = rule;
        this.arguments = arguments;
        this.out = out;
    }

    /** Searches; says what the search comes to. */
    Verdict.Kind execute() throws InterruptedException, IOException {
        boolean isOfConferences = arguments.join.conferences() > 1;
        boolean isFanOut = !isOfConferences && arguments.receivers > 0;
        LoadSearch search = isOfConferences
                ? new LoadSearch(arguments.join.conferences(), 2, Arguments.MAX_RECEIVERS / arguments.endpoints())
                : isFanOut
                        ? new LoadSearch(arguments.receivers, 1, Arguments.MAX_RECEIVERS)
                        : new LoadSearch(arguments.endpoints(), 2, Arguments.MAX_STAR);
        while (search.next() > 0 && !runs.isCutShort()) {
            int load = search.next();
            if (isOfConferences) {
                arguments.join.conferences(load);
            } else if (isFanOut) {
                arguments.receivers = load;
            } else {
                arguments.senders = null;
                arguments.endpoints = load;
            }
            Step step = new Step(
                    isOfConferences ? load + " conferences" : isFanOut ? load + " receivers" : "K = " + load,
                    arguments);
            out.println("\n" + step.label() + ":");
            search.onResult(holds(step, load));
        }
        return runs.finish(arguments);
    }

    private boolean holds(Step step, int load) throws InterruptedException, IOException {
        try {
            int processors = Runtime.getRuntime().availableProcessors();
            Verdict verdict = runs.run(step, load, report -> rule.judge(report, processors));
            return verdict != null && verdict.kind() == Verdict.Kind.HELD;
        } catch (LoadTestException e) {
            String reason = RunSequence.firstLine(e);
            out.println(reason);
            runs.failed(step, load, reason);
            return false;
        }
    }
}
