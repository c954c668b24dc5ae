package org.starbridge.hammer.app;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.hammer.badlink.BadLink;
import org.starbridge.hammer.badlink.Figure;
import org.starbridge.hammer.page.Report;
import org.starbridge.hammer.page.ReportBuilder;
import org.starbridge.hammer.page.ReportFiles;
import org.starbridge.hammer.report.JsonReport;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.SummaryTable;
import org.starbridge.hammer.report.Verdict;

/** Runs scenarios of bad networks one after the other, and prints each figure with its target. One thread. */
final class BadLinkRuns {
    private final Arguments arguments;
    private final ReportBuilder report;
    private final PrintStream out;
    private final List<String> shortfalls = new ArrayList<>();
    private final ArrayNode results = JsonNodeFactory.instance.arrayNode();

    /**
     * Of a command line.
     *
     * @param arguments become those of each scenario in turn
     * @param report collects what comes of the runs
     */
    BadLinkRuns(Arguments arguments, ReportBuilder report, PrintStream out) {
        this.arguments = arguments;
        this.report = report;
        this.out = out;
    }

    /** Runs them in turn; says whether all targets are met and nothing else was wrong. */
    boolean execute(List<BadLink> scenarios) throws InterruptedException, IOException {
        for (BadLink scenario : scenarios) {
            run(scenario);
        }
        Path json = arguments.json;
        if (json != null) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            object.put("passed", shortfalls.isEmpty());
            object.set("badLinks", results);
            Files.writeString(json, object.toPrettyString() + "\n");
        }
        Path directory = arguments.report.directory();
        if (directory != null) {
            Report page = report.report(verdict(scenarios.size() + " scenarios", shortfalls));
            out.println("report: " + ReportFiles.write(page, directory).toAbsolutePath());
        }
        out.println(
                shortfalls.isEmpty()
                        ? "PASSED: all figures reach their targets."
                        : "FAILED: these fall short: " + String.join("; ", shortfalls) + ".");
        return shortfalls.isEmpty();
    }

    private void run(BadLink scenario) throws InterruptedException {
        out.println(scenario.name() + ": " + scenario.description());
        arguments.become(scenario);
        RunReport run = new LoadTest(arguments, out, report.series(), report.runs()).execute();
        SummaryTable.lines(run).forEach(out::println);
        List<Figure> figures = scenario.figures(run);
        int before = shortfalls.size();
        ObjectNode result = results.addObject();
        result.put("name", scenario.name());
        ArrayNode values = result.putArray("figures");
        for (Figure figure : figures) {
            out.println("  " + figure.line());
            ObjectNode value = values.addObject();
            value.put("name", figure.name());
            value.put("value", Double.isFinite(figure.value()) ? (Double) figure.value() : null);
            value.put(figure.isAtLeast() ? "atLeast" : "atMost", figure.target());
            value.put("holds", figure.holds());
            if (!figure.holds()) {
                shortfalls.add(scenario.name() + ", " + figure.sentence());
            }
        }
        if (run.contentErrors() > 0) {
            shortfalls.add(scenario.name() + ", payloads were not what was sent");
        }
        if (run.hammerSaturated()) {
            shortfalls.add(scenario.name() + ", the Hammer was saturated");
        }
        ObjectNode json = JsonReport.toJson(run);
        result.set("run", json);
        report.add(scenario.name(), report.runs(), verdict(run, shortfalls.subList(before, shortfalls.size())), json);
        out.println();
    }

    private static Verdict verdict(RunReport run, List<String> shortfalls) {
        return run.hammerSaturated() ? Verdict.of(run) : verdict("all figures", shortfalls);
    }

    private static Verdict verdict(String what, List<String> shortfalls) {
        return shortfalls.isEmpty()
                ? new Verdict(Verdict.Kind.HELD, "Held: " + what + " reach their targets.")
                : new Verdict(Verdict.Kind.BROKE, "Broke: " + String.join("; ", shortfalls) + ".");
    }
}
