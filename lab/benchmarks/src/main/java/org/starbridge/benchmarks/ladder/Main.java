package org.starbridge.benchmarks.ladder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.app.help.ShortUsageError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
                    + "sends. Writes a Markdown table, JSON and a picture.",
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
            description =
                    "Also put the table into docs/measurements/ladder.md, the picture into docs/performance.svg and the rows"
                            + " into docs/performance.md and README.md; with --rows only these rows, into the last two.")
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

    @Option(names = "--no-bisect", description = "Skip the search for the largest fan-outs without loss.")
    private boolean noBisect;

    @Mixin
    private final Bench bench = new Bench();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli fills it in before call()
    private CommandSpec spec;

    /** Measures and exits: 0 if all rows were measured, 1 if not, 2 for a mistake on the command line. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main())
                .setParameterExceptionHandler(new ShortUsageError())
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return bench.run(this::measure);
    }

    private boolean measure(BenchmarkPlacement places, Path directory, Consumer<String> console)
            throws IOException, InterruptedException {
        Path root = places.root();
        Ladder ladder = new Ladder(plan(), places, directory, Environment.here(root, command()), console);
        Results results = ladder.run(so -> write(so, directory));
        write(results, directory);
        if (docs) {
            Path summary = root.resolve("docs/performance.md");
            String table = Summary.updated(GeneratedPart.of(Files.readString(summary)), results);
            GeneratedPart.replaceIn(summary, table);
            GeneratedPart.replaceIn(root.resolve("README.md"), Summary.headlines(table));
        }
        if (docs && rows.isEmpty()) {
            GeneratedPart.replaceIn(root.resolve("docs/measurements/ladder.md"), MarkdownTable.of(results));
            Files.writeString(root.resolve("docs/performance.svg"), Chart.svg(results));
        }
        console.accept("\n" + MarkdownTable.of(results) + "\nIn " + directory
                + ": performance.md, performance.json, performance.svg, and what each process said.");
        return results.failures().isEmpty();
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
                seconds == null ? plan.seconds() : seconds,
                plan.bisect() && !noBisect && rows.isEmpty());
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
                java.util.stream.Stream.concat(
                                java.util.stream.Stream.of("scripts/bench"),
                                java.util.stream.IntStream.range(0, typed.size())
                                        .filter(i -> i != added && i != added + 1)
                                        .mapToObj(typed::get))
                        .toList());
    }

    private static void write(Results results, Path directory) {
        try {
            Files.writeString(directory.resolve("performance.md"), MarkdownTable.of(results));
            Files.writeString(
                    directory.resolve("performance.json"), results.toJson().toPrettyString() + "\n");
            Files.writeString(directory.resolve("performance.svg"), Chart.svg(results));
        } catch (IOException e) {
            throw new LadderException("the results can't be written to " + directory + ": " + e.getMessage(), e);
        }
    }
}
