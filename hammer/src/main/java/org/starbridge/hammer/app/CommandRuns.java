package org.starbridge.hammer.app;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.app.RunSequence.Step;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.hls.HlsRun;
import org.starbridge.hammer.hls.HlsTable;
import org.starbridge.hammer.live.LiveReport;
import org.starbridge.hammer.live.LiveServer;
import org.starbridge.hammer.page.ReportBuilder;
import org.starbridge.hammer.page.RunCommand;
import org.starbridge.hammer.scenario.ScenarioFile;
import org.starbridge.hammer.scenario.StopRule;

/** From a command line to its runs: the steps of a scenario, a search, or a single run. One thread. */
final class CommandRuns {
    private final Arguments arguments;
    private final List<String> words;
    private final String version;
    private final PrintStream out;

    /** {@code words} are the command line, {@code version} is the Hammer's. */
    CommandRuns(Arguments arguments, List<String> words, String version, PrintStream out) {
        this.arguments = arguments;
        this.words = words;
        this.version = version;
        this.out = out;
    }

    /**
     * Makes the runs; says whether everything was right.
     *
     * @throws IllegalArgumentException for a mistake in a scenario
     */
    boolean execute() throws InterruptedException, IOException {
        ScenarioFile scenario = arguments.scenario.isMeant() ? arguments.scenario.read() : null;
        List<Step> steps = scenario == null
                ? List.of(new Step(label(), arguments))
                : ScenarioSteps.of(scenario, arguments.scenario.scale(), words);
        if (steps.getFirst().arguments().hls.isMeant()) {
            return watch(steps, scenario);
        }
        String word = arguments.bridge.url() == null
                ? MachineWord.about(steps, Runtime.getRuntime().availableProcessors())
                : null;
        if (word != null) {
            out.println(word);
        }
        ReportBuilder results = new ReportBuilder(command(scenario));
        Integer port = arguments.report.dashboard();
        try (LiveServer server = port == null ? null : LiveServer.open(port)) {
            if (server != null) {
                out.println("dashboard: " + server.url());
                LiveReport.publish(results, server);
            }
            return run(new RunSequence(results, out), steps);
        }
    }

    /** Runs with viewers over HLS: a table at the end if there are several, and the figures that they repeat. */
    private boolean watch(List<Step> steps, @Nullable ScenarioFile scenario) throws InterruptedException, IOException {
        HlsTable table = new HlsTable();
        ArrayNode results = JsonNodeFactory.instance.arrayNode();
        boolean isRight = true;
        for (Step step : steps) {
            Arguments each = step.arguments();
            out.println(step.label() + ":");
            Long pid = each.bridge.pid();
            HlsRun.Result result = new HlsRun(
                            each.hls.plan(each.joinRate),
                            each.warmUpSeconds,
                            each.seconds,
                            pid == null ? null : ProcessMeter.of(pid),
                            out,
                            each.quiet)
                    .execute();
            table.add(result);
            results.add(result.json());
            isRight &= result.figures().isRight();
        }
        table.lines().forEach(out::println);
        if (scenario != null && scenario.published() != null) {
            out.println("published, on another machine: " + scenario.published());
        }
        if (arguments.json != null) {
            Files.writeString(arguments.json, results.toPrettyString() + "\n");
        }
        return isRight;
    }

    private boolean run(RunSequence runs, List<Step> steps) throws InterruptedException, IOException {
        Arguments first = steps.getFirst().arguments();
        StopRule rule = first.report.stopRule();
        return rule == null ? runs.execute(steps) : new UntilRuns(runs, rule, first, out).execute();
    }

    private String label() {
        int conferences = arguments.crowd.conferences();
        return conferences == 1 ? "K = " + arguments.endpoints() : conferences + " conferences";
    }

    private String title() {
        int conferences = arguments.crowd.conferences();
        return conferences == 1
                ? arguments.endpoints() + " endpoints in a conference"
                : conferences + " conferences of " + arguments.endpoints() + " endpoints";
    }

    private RunCommand command(@Nullable ScenarioFile scenario) {
        String line = RunCommand.line(words);
        return scenario == null
                ? new RunCommand(title(), "", line, version, null)
                : new RunCommand(scenario.name(), scenario.description(), line, version, scenario.published());
    }
}
