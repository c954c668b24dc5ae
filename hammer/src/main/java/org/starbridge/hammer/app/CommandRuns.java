package org.starbridge.hammer.app;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.CutShort;
import org.starbridge.hammer.CutShortException;
import org.starbridge.hammer.app.RunSequence.Step;
import org.starbridge.hammer.badlink.BadLink;
import org.starbridge.hammer.badlink.BadLinks;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.hls.HlsRun;
import org.starbridge.hammer.hls.HlsSampler;
import org.starbridge.hammer.hls.HlsTable;
import org.starbridge.hammer.live.LiveReport;
import org.starbridge.hammer.live.LiveServer;
import org.starbridge.hammer.page.ReportBuilder;
import org.starbridge.hammer.page.ReportFiles;
import org.starbridge.hammer.page.RunCommand;
import org.starbridge.hammer.report.Verdict;
import org.starbridge.hammer.scenario.ScenarioFile;
import org.starbridge.hammer.scenario.StopRule;
import org.starbridge.hammer.series.LatestAnswer;

/** Runs of a command line: the steps of a scenario, a search, or a single run. One thread. */
final class CommandRuns {
    private final Arguments arguments;
    private final List<String> words;
    private final String version;
    private final PrintStream out;
    private final CutShort cut;

    /** {@code words} are the command line, {@code version} is the Hammer's; {@code cut} may end the runs. */
    CommandRuns(Arguments arguments, List<String> words, String version, PrintStream out, CutShort cut) {
        this.cut = cut;
        this.arguments = arguments;
        this.words = words;
        this.version = version;
        this.out = out;
    }

    /**
     * Makes the runs; says what they come to.
     *
     * @throws IllegalArgumentException for a mistake in a scenario
     */
    Verdict.Kind execute() throws InterruptedException, IOException {
        String badLink = arguments.links.scenario;
        return badLink == null ? executeScenario() : execute(badLink);
    }

    private Verdict.Kind execute(String badLink) throws InterruptedException, IOException {
        String description = BadLinks.described(badLink);
        ReportBuilder results = new ReportBuilder(new RunCommand(
                "bad link: " + badLink,
                description,
                RunCommand.line(words),
                version,
                null,
                null,
                arguments.report.plots()));
        List<BadLink> scenarios = BadLinks.meantBy(badLink);
        return showing(
                results,
                PlannedDuration.ofScenarios(scenarios),
                () -> new BadLinkRuns(arguments, results, out, cut).execute(scenarios));
    }

    private Verdict.Kind executeScenario() throws InterruptedException, IOException {
        ScenarioFile scenario = arguments.scenario.isMeant() ? arguments.scenario.read() : null;
        List<Step> steps = scenario == null
                ? List.of(new Step(label(), arguments))
                : ScenarioSteps.of(scenario, arguments.scenario.scale(), words);
        Arguments first = steps.getFirst().arguments();
        boolean isWatched = first.hls.isMeant();
        boolean isStartingBridge = isWatched ? first.hls.isPublishing() : arguments.bridge.url() == null;
        String word = isStartingBridge
                ? MachineWarning.about(steps, Runtime.getRuntime().availableProcessors())
                : null;
        if (word != null) {
            out.println(word);
        }
        PlannedDuration extent = first.report.stopRule() == null
                ? PlannedDuration.of(steps)
                : PlannedDuration.ofSearch(steps.getFirst());
        if (scenario != null && first.report.stopRule() == null) {
            out.println(scenario.name() + ": " + extent.sentence());
        }
        ReportBuilder results = new ReportBuilder(command(scenario, first.report.plots()));
        return showing(
                results,
                extent,
                () -> isWatched
                        ? watchAll(steps, scenario, results)
                        : run(new RunSequence(results, out, cut), results, steps));
    }

    /** Maker of runs, with their verdict. */
    @FunctionalInterface
    private interface Runs {
        Verdict.Kind execute() throws InterruptedException, IOException;
    }

    /** Makes runs, and shows them while they last if that is asked for. */
    private Verdict.Kind showing(ReportBuilder results, PlannedDuration extent, Runs runs)
            throws InterruptedException, IOException {
        Integer port = arguments.report.dashboard();
        try (LiveServer server = port == null ? null : LiveServer.open(port)) {
            if (server != null) {
                out.println("dashboard: " + server.url());
                LiveReport.publish(results, server, extent::running);
            }
            return runs.execute();
        }
    }

    private Verdict.Kind watchAll(List<Step> steps, @Nullable ScenarioFile scenario, ReportBuilder report)
            throws InterruptedException, IOException {
        Arguments first = steps.getFirst().arguments();
        try (HlsPublisher publisher = first.hls.isPublishing() ? HlsPublisher.open(first, out::println) : null) {
            return watch(steps, scenario, report, publisher);
        }
    }

    /** Runs with viewers over HLS: a table at the end if there are several, and the figures that they repeat. */
    private Verdict.Kind watch(
            List<Step> steps, @Nullable ScenarioFile scenario, ReportBuilder report, @Nullable HlsPublisher publisher)
            throws InterruptedException, IOException {
        HlsTable table = new HlsTable();
        ArrayNode results = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < steps.size() && report.cutShort() == null; i++) {
            Step step = steps.get(i);
            Arguments each = step.arguments();
            out.println(RunSequence.heading(steps, i));
            HlsRun.Result result;
            try {
                result = watch(each, report, publisher);
            } catch (CutShortException e) {
                report.cutShort(String.valueOf(e.getMessage()));
                break;
            }
            String reason = cut.reason();
            if (reason != null) {
                report.cutShort(reason);
            }
            table.add(result);
            report.add(step.label(), each.hls.number(), result.verdict(), result.json());
            results.add(result.json().deepCopy().put("label", step.label()));
        }
        table.lines().forEach(out::println);
        if (scenario != null && scenario.published() != null) {
            out.println("published, on another machine: " + scenario.published());
        }
        if (report.cutShort() != null) {
            out.println(report.report().verdict().sentence());
        }
        if (arguments.json != null) {
            Files.writeString(arguments.json, results.toPrettyString() + "\n");
        }
        Path directory = arguments.report.directory();
        if (directory != null) {
            out.println(
                    "report: " + ReportFiles.write(report.report(), directory).toAbsolutePath());
        }
        return report.report().verdict().kind();
    }

    private static @Nullable ProcessMeter server(Arguments each, @Nullable HlsPublisher publisher) {
        Long pid = each.bridge.pid();
        return publisher != null ? publisher.meter() : pid == null ? null : ProcessMeter.of(pid);
    }

    private HlsRun.Result watch(Arguments each, ReportBuilder report, @Nullable HlsPublisher publisher)
            throws InterruptedException {
        ProcessMeter server = server(each, publisher);
        try (HttpClient http = HttpClient.newHttpClient();
                LatestAnswer<Map<String, Double>> scraped = each.report.scraping(http)) {
            HlsSampler sampler =
                    new HlsSampler(report.series(), report.runs(), server, each.report.isDetailed(), scraped::latest);
            return new HlsRun(
                            each.hls.plan(each.joinRate, publisher == null ? null : publisher.stream()),
                            new HlsRun.Schedule(each.warmUpSeconds, each.seconds, each.report::untilStart, cut),
                            server,
                            sampler,
                            publisher == null ? List::of : publisher::problems,
                            out,
                            each.quiet)
                    .execute();
        }
    }

    private Verdict.Kind run(RunSequence runs, ReportBuilder results, List<Step> steps)
            throws InterruptedException, IOException {
        Arguments first = steps.getFirst().arguments();
        StopRule rule = first.report.stopRule();
        if (rule == null) {
            return runs.execute(steps);
        }
        results.search();
        return new UntilRuns(runs, rule, first, out).execute();
    }

    private String label() {
        if (arguments.hls.isMeant()) {
            return arguments.hls.number() + " viewers";
        }
        int conferences = arguments.join.conferences();
        return conferences == 1 ? "K = " + arguments.endpoints() : conferences + " conferences";
    }

    private String title() {
        if (arguments.hls.isMeant()) {
            return arguments.hls.number() + " HLS viewers";
        }
        int conferences = arguments.join.conferences();
        return conferences == 1
                ? arguments.endpoints() + " endpoints in a conference"
                : conferences + " conferences of " + arguments.endpoints() + " endpoints";
    }

    private RunCommand command(@Nullable ScenarioFile scenario, List<String> plots) {
        String line = RunCommand.line(words);
        return scenario == null
                ? new RunCommand(title(), "", line, version, null, null, plots)
                : new RunCommand(
                        scenario.name(),
                        scenario.description(),
                        line,
                        version,
                        scenario.published(),
                        scenario.publishedFigures(),
                        plots);
    }
}
