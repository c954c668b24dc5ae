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
import java.util.Objects;
import org.starbridge.hammer.badlink.BadLink;
import org.starbridge.hammer.badlink.BadLinks;
import org.starbridge.hammer.badlink.Figure;
import org.starbridge.hammer.report.JsonReport;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.SummaryTable;

/** Runs scenarios of bad networks one after the other, and prints each figure with its target. One thread. */
final class BadLinkRuns {
    private final Arguments arguments;
    private final PrintStream out;
    private final List<String> shortfalls = new ArrayList<>();
    private final ArrayNode results = JsonNodeFactory.instance.arrayNode();

    /** {@code arguments} become those of each scenario in turn. */
    BadLinkRuns(Arguments arguments, PrintStream out) {
        this.arguments = arguments;
        this.out = out;
    }

    /** Runs one scenario, or all; says whether all targets are met and nothing else was wrong. */
    boolean execute(String name) throws InterruptedException, IOException {
        List<BadLink> scenarios =
                name.equals(BadLink.ALL) ? BadLinks.all() : List.of(Objects.requireNonNull(BadLinks.named(name)));
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
        out.println(
                shortfalls.isEmpty()
                        ? "PASSED: all figures reach their targets."
                        : "FAILED: these fall short: " + String.join("; ", shortfalls) + ".");
        return shortfalls.isEmpty();
    }

    private void run(BadLink scenario) throws InterruptedException {
        out.println(scenario.name() + ": " + scenario.description());
        arguments.become(scenario);
        LoadTest test = new LoadTest(arguments, out);
        RunReport report = test.execute();
        SummaryTable.lines(report).forEach(out::println);
        List<Figure> figures = scenario.figures(report);
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
                shortfalls.add(scenario.name() + ", " + figure.name());
            }
        }
        if (report.contentErrors() > 0 || report.hammerSaturated()) {
            shortfalls.add(scenario.name()
                    + (report.contentErrors() > 0
                            ? ", payloads were not what was sent"
                            : ", the Hammer was saturated"));
        }
        result.set("run", JsonReport.toJson(report));
        out.println();
    }
}
