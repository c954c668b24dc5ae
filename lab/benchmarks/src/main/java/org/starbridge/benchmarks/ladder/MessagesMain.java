package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.starbridge.hammer.app.help.ShortUsageError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command line of scripts/bench messages: in turn a bridge whose endpoints are silent, one whose endpoints talk to
 * it, and one whose endpoints talk to each other.
 */
@Command(
        name = "scripts/bench messages",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100,
        description = {
            "Cost of bridge channel messages for a whole bridge: its CPU time with endpoints that are silent, with "
                    + "endpoints that talk to the bridge, with endpoints that talk to each other, and the differences. "
                    + "No media is sent.",
            "",
            "Needs Linux, two processors with nothing else on them, and taskset.",
            ""
        })
public final class MessagesMain implements Callable<Integer> {
    @Option(
            names = "--endpoints",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Number of endpoints (default: ${DEFAULT-VALUE}).")
    private int endpoints;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "1",
            description = "Messages per second of each endpoint, about 300 bytes long (default: ${DEFAULT-VALUE}).")
    private double messagesPerSecond;

    @Option(
            names = "--bridge-channel",
            paramLabel = "KIND",
            defaultValue = "sctp",
            description = "Transport of the channel: sctp or ws (default: ${DEFAULT-VALUE}).")
    private String channel = "sctp";

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "40",
            description =
                    "Seconds before each measured window, in which they talk already: the Java compiler has to have "
                            + "done its work (default: ${DEFAULT-VALUE}).")
    private int warmUpSeconds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Length of each measured window (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "1",
            description = "Rounds of all three; the figures are medians (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Mixin
    private final Bench bench = new Bench();

    /** Measures and exits: 0 if every message arrived, 1 if not, 2 for a mistake on the command line. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new MessagesMain())
                .setParameterExceptionHandler(new ShortUsageError())
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return bench.run(this::measure);
    }

    private boolean measure(BenchmarkPlacement places, Path directory, Consumer<String> console)
            throws InterruptedException {
        Row silent = Row.channels(endpoints, channel, 0);
        Row toNext = Row.channels(endpoints, channel, messagesPerSecond);
        Row toBridge = toNext.with("to-bridge", "to the bridge", "--messages-to=bridge");
        List<CoreShares> ofSilent = new ArrayList<>();
        List<CoreShares> ofToBridge = new ArrayList<>();
        List<CoreShares> ofToNext = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            ofSilent.add(measure(silent, places, directory, round, console));
            ofToBridge.add(measure(toBridge, places, directory, round, console));
            ofToNext.add(measure(toNext, places, directory, round, console));
        }
        console.accept(format("%n%s messages a second of each endpoint:%n", messagesPerSecond));
        CoreShares.median(ofSilent)
                .beside(
                        "silent",
                        List.of(
                                CoreShares.median(ofToBridge).named("to the bridge"),
                                CoreShares.median(ofToNext).named("to each other")))
                .forEach(console);
        console.accept(
                format("%nIn %s: %s.*, %s.* and %s.*.", directory, silent.name(), toBridge.name(), toNext.name()));
        return true;
    }

    private CoreShares measure(Row row, BenchmarkPlacement places, Path directory, int round, Consumer<String> console)
            throws InterruptedException {
        String name = row.name() + ".round" + round;
        Window window = new Window(warmUpSeconds, seconds);
        try (TargetProcess bridge =
                TargetProcess.start(Target.BRIDGE, places, directory.resolve(name + ".target.log"))) {
            JsonNode report = HammerRun.against(bridge, row, window, places, directory, name);
            if (!report.path("passed").asBoolean()) {
                throw new LadderException(
                        name + " failed; see the Hammer's output in " + directory.resolve(name + ".log"));
            }
            CoreShares shares = CoreShares.of(report);
            console.accept(format(
                    "round %d, %s: %.2f %% of a core; %,d messages sent, %,d arrived%s",
                    round,
                    row.label(),
                    shares.all(),
                    report.at("/messages/sent").asLong(),
                    report.at("/messages/arrived").asLong(),
                    report.path("hammerSaturated").asBoolean() ? "; Hammer saturated" : ""));
            return shares;
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
