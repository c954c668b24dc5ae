package org.starbridge.hammer.app;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
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
    private boolean isWhole = true;

    /**
     * One run of a command.
     *
     * @param label what is different in it, for people
     */
    record Step(String label, Arguments arguments) {}

    /** {@code results} collects what comes of the runs. */
    RunSequence(ReportBuilder results, PrintStream out) {
        this.results = results;
        this.out = out;
    }

    /** Makes all runs; says whether everything was right in each of them. */
    boolean execute(List<Step> steps) throws InterruptedException, IOException {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.size() > 1) {
                out.println((i == 0 ? "" : "\n") + heading(steps, i));
            }
            run(steps.get(i), results.runs(), Verdict::of);
        }
        finish(steps.getLast().arguments());
        return isWhole;
    }

    /** Which of the runs begins. */
    static String heading(List<Step> steps, int i) {
        return steps.get(i).label() + (steps.size() > 1 ? " (" + (i + 1) + " of " + steps.size() + "):" : ":");
    }

    /**
     * Makes one run and keeps its result.
     *
     * @param load grows with the load
     */
    Verdict run(Step step, int load, Function<RunReport, Verdict> judge) throws InterruptedException, IOException {
        Arguments arguments = step.arguments();
        LoadTest test = new LoadTest(arguments, out, results.series(), results.runs());
        RunReport report = test.execute();
        SummaryTable.lines(report).forEach(out::println);
        Attacks attacks = test.attacks();
        Verdict verdict = attacks.judge(report, judge.apply(report));
        results.add(step.label(), load, verdict, JsonReport.toJson(report, attacks));
        if (arguments.json != null) {
            Files.writeString(arguments.json, JsonReport.write(report, attacks, results.series()));
        }
        SoakReport soak = attacks.soak();
        if (arguments.csv != null && soak != null) {
            Files.writeString(arguments.csv, soak.csv());
        }
        isWhole &= Judgement.print(report, attacks, verdict, out);
        return verdict;
    }

    /** A run could not be made at this load. */
    void failed(Step step, int load, String reason) {
        results.addFailure(step.label(), load, reason);
    }

    /** Says what all runs come to, and writes the files. */
    void finish(Arguments arguments) throws IOException {
        Report report = results.report();
        if (results.tried() > 1) {
            out.println("\n" + report.verdict().sentence());
            if (arguments.json != null) {
                Files.writeString(arguments.json, report.toJson() + "\n");
            }
        }
        Path directory = arguments.report.directory();
        if (directory != null) {
            out.println("report: " + ReportFiles.write(report, directory).toAbsolutePath());
        }
    }
}
