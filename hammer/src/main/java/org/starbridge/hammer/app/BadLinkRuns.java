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
import org.starbridge.hammer.CutShort;
import org.starbridge.hammer.CutShortException;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.badlink.BadLink;
import org.starbridge.hammer.badlink.Figure;
import org.starbridge.hammer.bridge.BridgeFailure;
import org.starbridge.hammer.page.Report;
import org.starbridge.hammer.page.ReportBuilder;
import org.starbridge.hammer.page.ReportFiles;
import org.starbridge.hammer.report.Attacks;
import org.starbridge.hammer.report.JsonReport;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.SummaryTable;
import org.starbridge.hammer.report.Verdict;

/** Runs scenarios of bad networks one after the other, and prints each figure with its target. One thread. */
final class BadLinkRuns {
    private final Arguments arguments;
    private final ReportBuilder report;
    private final PrintStream out;
    private final CutShort cut;
    private final List<String> shortfalls = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private final ArrayNode results = JsonNodeFactory.instance.arrayNode();

    /**
     * Of a command line.
     *
     * @param arguments become those of each scenario in turn
     * @param report collects what comes of the runs
     * @param cut may end them
     */
    BadLinkRuns(Arguments arguments, ReportBuilder report, PrintStream out, CutShort cut) {
        this.cut = cut;
        this.arguments = arguments;
        this.report = report;
        this.out = out;
    }

    /** Runs them in turn; says what they come to. */
    Verdict.Kind execute(List<BadLink> scenarios) throws InterruptedException, IOException {
        int done = 0;
        for (; done < scenarios.size() && report.cutShort() == null; done++) {
            try {
                run(scenarios.get(done));
            } catch (CutShortException e) {
                report.cutShort(String.valueOf(e.getMessage()));
            } catch (LoadTestException | BridgeFailure e) {
                report.cutShort(scenarios.get(done).name() + " could not be made: " + RunSequence.firstLine(e));
                finish(done);
                throw e;
            }
        }
        return finish(done);
    }

    private Verdict.Kind finish(int done) throws IOException {
        Report page = report.report(verdict(done + " scenarios", shortfalls, doubts));
        Verdict verdict = page.verdict();
        Path json = arguments.json;
        if (json != null) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            object.put("passed", verdict.kind() == Verdict.Kind.HELD);
            object.set("verdict", verdict.toJson());
            object.put("cutShort", report.cutShort());
            object.set("badLinks", results);
            Files.writeString(json, object.toPrettyString() + "\n");
        }
        Path directory = arguments.report.directory();
        if (directory != null) {
            out.println("report: " + ReportFiles.write(page, directory).toAbsolutePath());
        }
        out.println(
                switch (verdict.kind()) {
                    case HELD -> "PASSED: all figures reach their targets.";
                    case BROKE -> "FAILED: these figures miss their targets: " + String.join("; ", shortfalls) + ".";
                    case UNTRUSTED -> verdict.sentence();
                });
        return verdict.kind();
    }

    private void run(BadLink scenario) throws InterruptedException {
        out.println(scenario.name() + ": " + scenario.description());
        arguments.become(scenario);
        RunReport run = new LoadTest(arguments, out, report.series(), report.runs(), cut).execute();
        SummaryTable.lines(run).forEach(out::println);
        List<Figure> figures = scenario.figures(run);
        List<String> missed = new ArrayList<>();
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
                missed.add(scenario.name() + ", " + figure.sentence());
            }
        }
        if (run.contentErrors() > 0) {
            missed.add(scenario.name() + ", payloads differ from the sent ones");
        }
        String reason = cut.reason();
        if (reason != null) {
            report.cutShort(reason);
        }
        boolean isTrusted = !run.hammerSaturated() && reason == null;
        if (isTrusted) {
            shortfalls.addAll(missed);
        } else {
            doubts.add(scenario.name() + (reason == null ? ", the Hammer was saturated" : ", it did not end"));
        }
        Verdict verdict = run.hammerSaturated() ? Verdict.of(run) : verdict("all figures", missed, List.of());
        ObjectNode json = JsonReport.toJson(run, Attacks.NONE, verdict, reason);
        result.set("run", json);
        report.add(scenario.name(), report.runs(), verdict, json);
        out.println();
    }

    private static Verdict verdict(String what, List<String> shortfalls, List<String> doubts) {
        if (!shortfalls.isEmpty()) {
            return new Verdict(Verdict.Kind.BROKE, "Broke: " + String.join("; ", shortfalls) + ".");
        }
        return doubts.isEmpty()
                ? new Verdict(Verdict.Kind.HELD, "Held: " + what + " reach their targets.")
                : new Verdict(Verdict.Kind.UNTRUSTED, "Not to be trusted: " + String.join("; ", doubts) + ".");
    }
}
