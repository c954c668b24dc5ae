package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.starbridge.hammer.app.help.ShortUsageError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command line of scripts/bench beside: a small room alone on a bridge, then beside a room of thousands on the
 * same.
 */
@Command(
        name = "scripts/bench beside",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100,
        description = {
            "Effect of a room with thousands of viewers on the delay of a small room on the same bridge: five who talk, "
                    + "without video, alone and then in parallel to it.",
            "",
            "Needs Linux, two processors with nothing else on them, and taskset.",
            ""
        })
public final class BesideMain implements Callable<Integer> {
    private static final Row SMALL = Row.talk(5);

    /** Makes the bridge warm: many more packets than the small room's. */
    private static final Row WARMING = Row.star(10);

    /** The heap that thousands of endpoints want. */
    private static final String BRIDGE_HEAP = "-Xmx1g";

    /**
     * They join faster than that in a second, also when the core is full; with what a start takes, the most that is
     * waited for.
     */
    private static final int JOIN_RATE = 10;

    private static final int JOIN_SECONDS = 60;

    /** For the start of the small room's Hammer and its joining, while the large room streams. */
    private static final int SLACK_SECONDS = 30;

    @Option(
            names = "--receivers",
            paramLabel = "N",
            defaultValue = "3000",
            description = "Receivers in the large room (default: ${DEFAULT-VALUE}).")
    private int receivers;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "60",
            description =
                    "Seconds before each of the small room's windows, in which it talks already; before all, a star of 10 "
                            + "streams for as long, so that the Java compiler has done its work (default: ${DEFAULT-VALUE}).")
    private int warmUpSeconds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "Length of each of these windows (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Mixin
    private final Bench bench = new Bench();

    /**
     * Measures and exits: 0 if it was measured, whether the goal is reached or not, 1 if not, 2 for a mistake on the
     * command line.
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new BesideMain())
                .setParameterExceptionHandler(new ShortUsageError())
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        bench.requireBetween("--receivers", receivers, 1, Row.MAX_RECEIVERS);
        bench.requireBetween("--warmup", warmUpSeconds, 1, Bench.MAX_SECONDS);
        bench.requireBetween("--seconds", seconds, 1, Bench.MAX_SECONDS);
        return bench.run(this::measure);
    }

    private boolean measure(BenchmarkPlacement places, Path directory, Consumer<String> console)
            throws InterruptedException {
        Path log = directory.resolve("beside.target.log");
        try (TargetProcess bridge = TargetProcess.start(Target.BRIDGE, places, log, List.of(BRIDGE_HEAP))) {
            console.accept("warming the bridge: " + WARMING.label());
            HammerRun.against(bridge, WARMING, new Window(1, warmUpSeconds), places, directory, "beside-warming");
            console.accept("the small room alone: " + SMALL.label());
            JsonNode alone = small(bridge, places, directory, "beside-alone");
            NoisyNeighbourTrial neighbours = besideLarge(bridge, alone, places, directory, console);
            console.accept("");
            neighbours.lines().forEach(console);
            console.accept("\nIn " + directory + ": beside*.");
            return true;
        }
    }

    private NoisyNeighbourTrial besideLarge(
            TargetProcess bridge, JsonNode alone, BenchmarkPlacement places, Path directory, Consumer<String> console)
            throws InterruptedException {
        Row row = Row.lecture(receivers);
        console.accept("the large room joins: " + row.label());
        Window window = new Window(1, warmUpSeconds + seconds + SLACK_SECONDS);
        try (HammerRun large = HammerRun.start(bridge, row, window, places, directory, "beside-large")) {
            large.awaitMeasuring(Duration.ofSeconds(JOIN_SECONDS + receivers / JOIN_RATE));
            console.accept("the large room streams; now the small room in parallel");
            JsonNode beside = small(bridge, places, directory, "beside-small");
            console.accept("the large room leaves");
            return new NoisyNeighbourTrial(alone, beside, large.report());
        }
    }

    private JsonNode small(TargetProcess bridge, BenchmarkPlacement places, Path directory, String name)
            throws InterruptedException {
        return HammerRun.against(bridge, SMALL, new Window(warmUpSeconds, seconds), places, directory, name);
    }
}
