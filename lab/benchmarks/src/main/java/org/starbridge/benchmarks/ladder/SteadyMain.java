package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.starbridge.hammer.app.help.ShortUsageError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command line of scripts/bench steady: a conference that goes on for long, on a bridge whose statistics are read.
 */
@Command(
        name = "scripts/bench steady",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100,
        description = {
            "Checks that a bridge forwards for a long time without a pause, while its statistics and metrics are read each second: loss, "
                    + "delay, garbage collections, pauses of the JVM, memory.",
            "",
            "Needs Linux, two processors with nothing else on them, and taskset.",
            ""
        })
public final class SteadyMain implements Callable<Integer> {
    private static final int MAX_MINUTES = 24 * 60;

    @Option(
            names = "-k",
            paramLabel = "N",
            defaultValue = "20",
            description = "Endpoints of the star (default: ${DEFAULT-VALUE}).")
    private int endpoints;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "10",
            description = "Length of the measured window (default: ${DEFAULT-VALUE}).")
    private int minutes;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "30",
            description = "Seconds before it: the Java compiler has to have done its work (default: ${DEFAULT-VALUE}).")
    private int warmUpSeconds;

    @Mixin
    private final Bench bench = new Bench();

    /**
     * Measures and exits: 0 if it was measured, whether goals are reached or not, 1 if not, 2 for a mistake on the
     * command line.
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new SteadyMain())
                .setParameterExceptionHandler(new ShortUsageError())
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        bench.requireBetween("-k", endpoints, Row.MIN_STAR, Row.MAX_STAR);
        bench.requireBetween("--minutes", minutes, 1, MAX_MINUTES);
        bench.requireBetween("--warmup", warmUpSeconds, 0, Bench.MAX_SECONDS);
        return bench.run(this::measure);
    }

    private boolean measure(BenchmarkPlacement places, Path directory, Consumer<String> console)
            throws InterruptedException {
        Row row = Row.star(endpoints);
        String name = "steady-" + row.name();
        Path log = directory.resolve(name + ".target.log");
        Window window = new Window(warmUpSeconds, minutes * 60);
        try (TargetProcess bridge = TargetProcess.start(Target.BRIDGE, places, log, List.of(Safepoint.JAVA_OPTION));
                StatsPoll poll = StatsPoll.of(bridge)) {
            console.accept(row.label() + ": " + minutes + " min, after " + warmUpSeconds + " s of warm-up");
            JsonNode report = HammerRun.against(bridge, row, window, places, directory, name);
            console.accept("");
            Steadiness.of(report, poll.polls(), Safepoint.in(log)).lines().forEach(console);
            console.accept("\nIn " + directory + ": " + name + ".*.");
            return true;
        }
    }
}
