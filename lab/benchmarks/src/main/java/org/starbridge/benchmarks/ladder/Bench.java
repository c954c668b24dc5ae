package org.starbridge.benchmarks.ladder;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Options that all commands of scripts/bench have in common, as a mixin: where they measure, where results go, and how
 * they end.
 */
final class Bench {
    /** Most seconds that a command takes for a window or a warm-up. */
    static final int MAX_SECONDS = 3600;

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

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory of results and reports (default: target/bench).")
    private @Nullable Path out;

    @Option(
            names = "--root",
            hidden = true,
            required = true,
            description = "Root of the repository, set by scripts/bench.")
    @SuppressWarnings("NullAway.Init") // picocli fills it in before run()
    private Path root;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // the same
    private CommandSpec spec;

    /** Work of a command between its options and its exit code. */
    @FunctionalInterface
    interface Measurement {
        /**
         * Measures.
         *
         * @param directory exists
         * @param console shows a line at once
         * @return whether all could be measured
         * @throws LadderException if nothing can
         */
        boolean run(BenchmarkPlacement places, Path directory, Consumer<String> console)
                throws IOException, InterruptedException;
    }

    /**
     * Measures where the options say. Whatever it has started is stopped when this process ends, also if a user ends
     * it.
     *
     * @return the exit code
     */
    int run(Measurement measurement) throws IOException, InterruptedException {
        try {
            BenchmarkPlacement places = new BenchmarkPlacement(root, bridgeCpus, hammerCpus);
            places.check();
            Path directory = out == null ? root.resolve("target/bench") : out.toAbsolutePath();
            Files.createDirectories(directory);
            Runtime.getRuntime().addShutdownHook(new Thread(Bench::stopDescendants));
            return measurement.run(places, directory, this::print) ? 0 : 1;
        } catch (LadderException e) {
            spec.commandLine().getErr().println("bench: " + e.getMessage());
            return 1;
        }
    }

    /**
     * Checks an option.
     *
     * @throws ParameterException for the command line if it is less than {@code min} or more than {@code max}
     */
    void requireBetween(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new ParameterException(spec.commandLine(), option + " " + value + ": expected " + min + " to " + max);
        }
    }

    private static void stopDescendants() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
    }

    private void print(String line) {
        PrintWriter console = spec.commandLine().getOut();
        console.println(line);
        console.flush();
    }
}
