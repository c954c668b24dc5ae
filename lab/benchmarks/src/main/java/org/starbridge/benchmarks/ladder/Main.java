package org.starbridge.benchmarks.ladder;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.app.help.ShortUsageError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of scripts/bench. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100,
        description = {
            "Measures the CPU cost of a forwarded packet, compared with the floor: a process that only copies, encrypts and "
                    + "sends. Writes Markdown and JSON.",
            "",
            "Needs Linux, two processors with nothing else on them, and taskset.",
            ""
        })
public final class Main implements Callable<Integer> {
    @Option(names = "--quick", description = "Measure a few rows, one round of 5 s each, in less than three minutes.")
    private boolean quick;

    @Option(
            names = "--selection",
            description =
                    "Cost of selection: simulcast and Last-N 5 of 20 endpoints, compared with full stars; with senders "
                            + "that send unrequested layers, and with SSRC rewriting, too.")
    private boolean selection;

    @Option(
            names = "--estimation",
            description = "Cost of bandwidth estimation: a star of 25 with and without it, in turn.")
    private boolean estimation;

    @Option(
            names = "--codecs",
            description =
                    "Cost of layers inside one SSRC: VP9 and AV1 in K-SVC, Last-N 5 of 20 endpoints, compared with VP8 in three"
                            + " encodings.")
    private boolean codecs;

    @Option(
            names = "--docs",
            description = "Also put the rows into docs/performance.md and README.md, and all runs into"
                    + " docs/measurements/ladder.md; with --rows only these rows, into the first two.")
    private boolean docs;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "NAME",
            description = "Only these rows, for example star-2,video-1-300: " + Row.FORMS + ".")
    private List<String> rows = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds (default: 3, quick, selection and codecs 1).")
    private @Nullable Integer rounds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description =
                    "Length of each measured window (default: 10, quick 5, selection 20, estimation and codecs 15).")
    private @Nullable Integer seconds;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Seconds before each window (default: 45, quick 3, selection 180, codecs 70).")
    private @Nullable Integer warmUp;

    @Option(
            names = "--bridge-cpus",
            paramLabel = "LIST",
            defaultValue = "0",
            description = "Processors of the bridge, or of the floor (default: ${DEFAULT-VALUE}).")
    private String bridgeCpus = "0";

    @Option(
            names = "--hammer-cpus",
            paramLabel = "LIST",
            defaultValue = "1",
            description = "Processors of the Hammer (default: ${DEFAULT-VALUE}).")
    private String hammerCpus = "1";

    @Option(names = "--out", paramLabel = "DIR", description = "Directory of results (default: target/bench).")
    private @Nullable Path out;

    @Option(
            names = "--root",
            hidden = true,
            required = true,
            description = "The repository; scripts/bench fills it in.")
    @SuppressWarnings("NullAway.Init") // picocli fills it in before call()
    private Path root;

    @Spec
    @SuppressWarnings("NullAway.Init") // the same
    private CommandSpec spec;

    /** Measures and exits: 0 if all rows were measured, 1 if not, 2 for a mistake on the command line. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main())
                .setParameterExceptionHandler(new ShortUsageError())
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            return measure() ? 0 : 1;
        } catch (LadderException e) {
            spec.commandLine().getErr().println("bench: " + e.getMessage());
            return 1;
        }
    }

    private boolean measure() throws IOException, InterruptedException {
        Plan plan = plan();
        if (Runtime.getRuntime().availableProcessors() < 2) {
            throw new LadderException(
                    "two processors are needed, one for the bridge and one for the Hammer; this machine has one, "
                            + "or this process may use only one");
        }
        Path directory = out == null ? root.resolve("target/bench") : out.toAbsolutePath();
        Files.createDirectories(directory);
        // What it has started ends with it, also if a user ends it.
        Runtime.getRuntime().addShutdownHook(new Thread(Main::stopDescendants));
        LadderReport report = new LadderReport(plan, command(), Instant.now(), LadderReport.commitOf(root));
        Measurements measurements = new Ladder(
                        plan, new HammerRun(root, directory, bridgeCpus, hammerCpus), this::print)
                .run(so -> report.write(so, directory));
        if (docs) {
            report.putRatios(measurements, root.resolve("docs/performance.md"), root.resolve("README.md"));
        }
        if (docs && rows.isEmpty()) {
            LadderReport.putRuns(directory, root.resolve("docs/measurements/ladder.md"));
        }
        print("");
        Ratios.lines(plan, measurements, report.measured()).forEach(this::print);
        measurements.failures().forEach(each -> print("Not measured: " + each));
        print("\nIn " + directory
                + ": ratios.md, report.json (scripts/hammer table shows it), and what each Hammer said.");
        return measurements.failures().isEmpty();
    }

    private static void stopDescendants() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
    }

    private void print(String line) {
        PrintWriter console = spec.commandLine().getOut();
        console.println(line);
        console.flush();
    }

    private Plan plan() {
        if ((selection || estimation || codecs) && docs) {
            throw new LadderException(
                    "--docs with --selection, --estimation or --codecs: the page has the whole ladder, not its parts");
        }
        Plan plan = wholePlan().only(rows);
        return plan.with(
                rounds == null ? plan.rounds() : rounds,
                warmUp == null ? plan.warmUpSeconds() : warmUp,
                seconds == null ? plan.seconds() : seconds);
    }

    private Plan wholePlan() {
        if (codecs) {
            return Plan.codecs();
        }
        return selection ? Plan.selection() : estimation ? Plan.estimation() : quick ? Plan.quick() : Plan.full();
    }

    /** Returns what was typed, without what the script added. */
    private String command() {
        List<String> typed = spec.commandLine().getParseResult().originalArgs();
        int added = typed.indexOf("--root");
        return String.join(
                " ",
                Stream.concat(
                                Stream.of("scripts/bench"),
                                IntStream.range(0, typed.size())
                                        .filter(i -> i != added && i != added + 1)
                                        .mapToObj(typed::get))
                        .toList());
    }
}
