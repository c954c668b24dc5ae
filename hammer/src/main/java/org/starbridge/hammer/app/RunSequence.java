package org.starbridge.hammer.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.starbridge.hammer.live.LiveServer;
import org.starbridge.hammer.live.OwnMetrics;
import org.starbridge.hammer.page.Machine;
import org.starbridge.hammer.page.PageText;
import org.starbridge.hammer.page.Report;
import org.starbridge.hammer.page.ReportFiles;
import org.starbridge.hammer.page.RunResult;
import org.starbridge.hammer.report.JsonReport;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.SoakReport;
import org.starbridge.hammer.report.SummaryTable;
import org.starbridge.hammer.report.Verdict;
import org.starbridge.hammer.series.RunSeries;

/** Makes the runs of a command one after the other, prints what comes of each, and writes the files. One thread. */
final class RunSequence {
    private final RunCommand command;
    private final PrintStream out;
    private final Instant startedAt = Instant.now();
    private final RunSeries series = new RunSeries(System.nanoTime());
    private final List<RunResult> results = new ArrayList<>();
    private final List<Judged> verdicts = new ArrayList<>();
    private final Machine machine;
    private boolean isWhole = true;

    /** What a load came to. */
    private record Judged(int load, Verdict.Labelled verdict) {}

    RunSequence(RunCommand command, PrintStream out) {
        this.command = command;
        this.out = out;
        machine = Machine.read(command.version());
    }

    /** Makes all runs; says whether everything was right in each of them. */
    boolean execute(List<Step> steps) throws InterruptedException, IOException {
        for (Step step : steps) {
            if (steps.size() > 1) {
                out.println((results.isEmpty() ? "" : "\n") + step.label() + ":");
            }
            run(step, results.size(), Verdict::of);
        }
        finish(steps.getLast().arguments());
        return isWhole;
    }

    /**
     * Makes one run and keeps its result.
     *
     * @param load grows with the load
     */
    Verdict run(Step step, int load, Function<RunReport, Verdict> judge) throws InterruptedException, IOException {
        Arguments arguments = step.arguments();
        LoadTest test = new LoadTest(arguments, out, series, results.size());
        RunReport report = test.execute();
        SummaryTable.lines(report).forEach(out::println);
        Verdict verdict = judge.apply(report);
        results.add(new RunResult(step.label(), verdict, JsonReport.toJson(report)));
        verdicts.add(new Judged(load, new Verdict.Labelled(step.label(), verdict)));
        if (arguments.json != null) {
            Files.writeString(
                    arguments.json, JsonReport.write(report, test.hostileReport(), test.soakReport(), series));
        }
        SoakReport soak = test.soakReport();
        if (arguments.csv != null && soak != null) {
            Files.writeString(arguments.csv, soak.csv());
        }
        isWhole &= Judgement.print(report, test, out);
        return verdict;
    }

    /** A run could not be made at this load. */
    void failed(Step step, int load, String reason) {
        Verdict verdict = new Verdict(Verdict.Kind.BROKE, "Broke, because " + reason + ".");
        verdicts.add(new Judged(load, new Verdict.Labelled(step.label(), verdict)));
    }

    /** Gives out how the runs go, from now on. */
    void publishTo(LiveServer server) {
        series.onRow(() -> {
            ObjectNode now =
                    report(new Verdict(Verdict.Kind.UNTRUSTED, "Running.")).toJson();
            String data = now.toString();
            server.publish(PageText.live(now), data, OwnMetrics.of(series));
        });
    }

    private Report report(Verdict verdict) {
        return new Report(
                command.title(),
                command.description(),
                startedAt,
                command.line(),
                machine,
                command.published(),
                verdict,
                results,
                series);
    }

    /** Says what all runs come to, and writes the files. */
    void finish(Arguments arguments) throws IOException {
        List<Verdict.Labelled> rising = verdicts.stream()
                .sorted(Comparator.comparingInt(Judged::load))
                .map(Judged::verdict)
                .toList();
        Report report = report(Verdict.of(rising));
        if (verdicts.size() > 1) {
            out.println("\n" + report.verdict().sentence());
            if (arguments.json != null) {
                Files.writeString(arguments.json, report.toJson() + "\n");
            }
        }
        Path directory = arguments.report.directory;
        if (directory != null) {
            out.println("report: " + ReportFiles.write(report, directory).toAbsolutePath());
        }
    }
}
