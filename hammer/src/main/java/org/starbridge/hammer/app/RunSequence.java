package org.starbridge.hammer.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.CutShort;
import org.starbridge.hammer.CutShortException;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.bridge.BridgeFailure;
import org.starbridge.hammer.page.Report;
import org.starbridge.hammer.page.ReportBuilder;
import org.starbridge.hammer.page.ReportFiles;
import org.starbridge.hammer.report.Attacks;
import org.starbridge.hammer.report.JsonReport;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.SoakReport;
import org.starbridge.hammer.report.SummaryTable;
import org.starbridge.hammer.report.Verdict;

/** Makes the runs of a command one after the other, prints what comes of each, and writes the files. One thread. */
final class RunSequence {
    private final ReportBuilder results;
    private final PrintStream out;
    private final CutShort cut;

    /**
     * One run of a command.
     *
     * @param label what is different in it, for people
     */
    record Step(String label, Arguments arguments) {}

    /** {@code results} collects what comes of the runs, until {@code cut} ends them. */
    RunSequence(ReportBuilder results, PrintStream out, CutShort cut) {
        this.cut = cut;
        this.results = results;
        this.out = out;
    }

    /**
     * Makes all runs; says what they come to. A run that cannot be made ends them, and what was measured before is
     * written.
     */
    Verdict.Kind execute(List<Step> steps) throws InterruptedException, IOException {
        Arguments last = steps.getLast().arguments();
        for (int i = 0; i < steps.size() && results.cutShort() == null; i++) {
            if (steps.size() > 1) {
                out.println((i == 0 ? "" : "\n") + heading(steps, i));
            }
            try {
                run(steps.get(i), results.runs(), Verdict::of);
            } catch (LoadTestException | BridgeFailure e) {
                String reason = firstLine(e);
                failed(steps.get(i), results.runs(), reason);
                results.cutShort(steps.get(i).label() + " could not be made: " + reason);
                finish(last);
                throw e;
            }
        }
        return finish(last);
    }

    /** The first line of what was wrong, without its full stop. */
    static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage())
                .lines()
                .findFirst()
                .orElse("the run failed")
                .replaceFirst("[.:]$", "");
    }

    /** Returns the heading of the run that begins. */
    static String heading(List<Step> steps, int i) {
        return steps.get(i).label() + (steps.size() > 1 ? " (" + (i + 1) + " of " + steps.size() + "):" : ":");
    }

    /**
     * Makes one run and keeps its result; null if it was cut short before anything was measured.
     *
     * @param load grows with the load
     */
    @Nullable
    Verdict run(Step step, int load, Function<RunReport, Verdict> judge) throws InterruptedException, IOException {
        Arguments arguments = step.arguments();
        LoadTest test = new LoadTest(arguments, out, results.series(), results.runs(), cut);
        RunReport report;
        try {
            report = test.execute();
        } catch (CutShortException e) {
            results.cutShort(String.valueOf(e.getMessage()));
            return null;
        }
        String reason = cut.reason();
        SummaryTable.lines(report).forEach(out::println);
        Attacks attacks = test.attacks();
        Verdict verdict =
                reason == null ? attacks.judge(report, judge.apply(report)) : Verdict.cutShort(report, reason);
        ObjectNode json = JsonReport.toJson(report, attacks, verdict, reason);
        results.add(step.label(), load, verdict, json);
        if (arguments.json != null) {
            Files.writeString(arguments.json, JsonReport.write(json, results.series()));
        }
        SoakReport soak = attacks.soak();
        if (arguments.csv != null && soak != null) {
            Files.writeString(arguments.csv, soak.csv());
        }
        VerdictText.print(report, attacks, verdict, out);
        if (reason != null) {
            results.cutShort(reason);
        }
        return verdict;
    }

    /** True if the runs ended before their time. */
    boolean isCutShort() {
        return results.cutShort() != null;
    }

    /** A run could not be made at this load. */
    void failed(Step step, int load, String reason) {
        results.addFailure(step.label(), load, reason);
    }

    /** Says what all runs come to, and writes the files. */
    Verdict.Kind finish(Arguments arguments) throws IOException {
        Report report = results.report();
        if (results.tried() > 1 || results.cutShort() != null) {
            out.println("\n" + report.verdict().sentence());
        }
        if (arguments.json != null && results.tried() > 1) {
            Files.writeString(arguments.json, report.toJson() + "\n");
        }
        Path directory = arguments.report.directory();
        if (directory != null) {
            out.println("report: " + ReportFiles.write(report, directory).toAbsolutePath());
        }
        return report.verdict().kind();
    }
}
