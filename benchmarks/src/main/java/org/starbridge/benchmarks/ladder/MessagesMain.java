package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of scripts/bench messages: a bridge whose endpoints are silent, and one whose endpoints talk, in turn. */
@Command(
        name = "scripts/bench messages",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100,
        description = {
            "What messages over bridge channels cost a whole bridge: its processor time with endpoints that are silent, with "
                    + "endpoints that talk, and the difference. Nobody sends media.",
            "",
            "Needs Linux, two processors with nothing else on them, and taskset.",
            ""
        })
public final class MessagesMain implements Callable<Integer> {
    @Option(
            names = "--endpoints",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many (default: ${DEFAULT-VALUE}).")
    private int endpoints;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "1",
            description = "Messages of each a second, about 300 bytes long (default: ${DEFAULT-VALUE}).")
    private double messagesPerSecond;

    @Option(
            names = "--bridge-channel",
            paramLabel = "KIND",
            defaultValue = "sctp",
            description = "sctp or ws (default: ${DEFAULT-VALUE}).")
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
            description = "Silent and talking in turn; the figures are medians (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--bridge-cpus",
            paramLabel = "LIST",
            defaultValue = "0",
            description = "(default: ${DEFAULT-VALUE})")
    private String bridgeCpus = "0";

    @Option(
            names = "--hammer-cpus",
            paramLabel = "LIST",
            defaultValue = "1",
            description = "(default: ${DEFAULT-VALUE})")
    private String hammerCpus = "1";

    @Option(names = "--out", paramLabel = "DIR", description = "Where reports go (default: target/bench).")
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

    /** Measures and exits: 0 if every message arrived, 1 if not, 2 for a mistake on the command line. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new MessagesMain()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        try {
            Places places = new Places(root, bridgeCpus, hammerCpus);
            places.check();
            Path directory = out == null ? root.resolve("target/bench") : out.toAbsolutePath();
            Files.createDirectories(directory);
            Row silent = Row.channels(endpoints, channel, 0);
            Row talking = Row.channels(endpoints, channel, messagesPerSecond);
            List<CoreShares> ofSilent = new ArrayList<>();
            List<CoreShares> ofTalking = new ArrayList<>();
            for (int round = 1; round <= rounds; round++) {
                ofSilent.add(measure(silent, places, directory, round, console));
                ofTalking.add(measure(talking, places, directory, round, console));
            }
            console.println();
            CoreShares.median(ofSilent)
                    .beside(CoreShares.median(ofTalking), "silent", format("%s a second", messagesPerSecond))
                    .forEach(console::println);
            console.println("\nIn " + directory + ": " + silent.name() + ".* and " + talking.name() + ".*.");
            console.flush();
            return 0;
        } catch (LadderException e) {
            spec.commandLine().getErr().println("bench: " + e.getMessage());
            return 1;
        }
    }

    private CoreShares measure(Row row, Places places, Path directory, int round, PrintWriter console)
            throws InterruptedException {
        String name = row.name() + ".round" + round;
        Plan plan = new Plan(List.of(), List.of(), rounds, warmUpSeconds, seconds, false);
        try (TargetProcess bridge =
                TargetProcess.start(Target.BRIDGE, places, directory.resolve(name + ".target.log"))) {
            JsonNode report = HammerRun.against(bridge, row, plan, places, directory, name);
            if (!report.path("passed").asBoolean()) {
                throw new LadderException(
                        name + " failed; the Hammer said in " + directory.resolve(name + ".log") + " why");
            }
            CoreShares shares = CoreShares.of(report);
            console.println(format(
                    "round %d, %s: %.2f %% of a core; %,d messages sent, %,d arrived%s",
                    round,
                    row.label(),
                    shares.all(),
                    report.at("/messages/sent").asLong(),
                    report.at("/messages/arrived").asLong(),
                    report.path("hammerSaturated").asBoolean() ? "; Hammer saturated" : ""));
            console.flush();
            return shares;
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
