package org.starbridge.simulation.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.worker.SimulatedConference;
import org.starbridge.simulation.Failure;
import org.starbridge.simulation.Oracle;
import org.starbridge.simulation.PlantedBug;
import org.starbridge.simulation.RunReport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs seeds, in as many processes as there are cores. The exit status is 1 if a rule was broken. */
@Command(
        name = "scripts/simulate",
        mixinStandardHelpOptions = true,
        description = "Runs conferences with faults in virtual time and prints the rules that were broken.")
public final class Main implements Callable<Integer> {
    /** One run of so many has the same seed once more, and must send the same. */
    private static final int TWICE_EACH = 25;
    /** With fewer hours than this some site may not be reached by chance. */
    private static final double HOURS_FOR_ALL_SITES = 2;

    @Option(names = "--hours", defaultValue = "1", description = "Conference-hours to simulate. ${DEFAULT-VALUE}")
    private double hours;

    @Option(names = "--first", defaultValue = "1", description = "The first seed. ${DEFAULT-VALUE}")
    private long first;

    @Option(names = "--seed", description = "Only this seed.")
    private @Nullable Long seed;

    @Option(names = "--seconds", defaultValue = "60", description = "Seconds with faults in a run. ${DEFAULT-VALUE}")
    private int seconds;

    @Option(names = "--workers", defaultValue = "1", description = "Media workers of the bridge. ${DEFAULT-VALUE}")
    private int workers;

    @Option(names = "--cores", description = "Processes. Default: the number of cores")
    private @Nullable Integer cores;

    @Option(names = "--planted", description = "Looks for the planted bugs, or for that of --bug.")
    private boolean planted;

    @Option(names = "--bug", defaultValue = "NONE", description = "Plants a bug: ${COMPLETION-CANDIDATES}")
    private PlantedBug bug = PlantedBug.NONE;

    @Option(
            names = "--seeds-each",
            defaultValue = "40",
            description = "Seeds to look for a planted bug. ${DEFAULT-VALUE}")
    private int seedsEach;

    @Option(names = "--share", hidden = true, defaultValue = "-1", description = "Number of this process.")
    private int share;

    private final PrintStream out = System.out;

    /** Ends the process. */
    public static void main(String... arguments) {
        System.exit(new CommandLine(new Main()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (planted) {
            return examine() ? 0 : 1;
        }
        if (seed != null) {
            RunReport report = SimulatedConference.run(seed, workers, bug, seconds * 1000L);
            out.printf(
                    "seed %d, %d guests, %.1f s, %d datagrams, digest %016x, media %016x%n",
                    seed,
                    report.guests(),
                    report.virtualNs() / 1e9,
                    report.datagrams(),
                    report.digest(),
                    report.media());
            report.faults().forEach((site, count) -> out.printf("%9d  %s%n", count, site));
            report.failures().forEach(out::println);
            return report.failures().isEmpty() ? 0 : 1;
        }
        int processes = cores == null ? Runtime.getRuntime().availableProcessors() : cores;
        if (share >= 0) {
            out.println(sweep(share, processes).line());
            return 0;
        }
        Tally tally = processes == 1 ? sweep(0, 1) : sweepInProcesses(processes);
        out.print(tally.text());
        if (!tally.reachedAll() && hours >= HOURS_FOR_ALL_SITES) {
            out.println("Not every site was reached.");
            return 1;
        }
        return tally.failed() == 0 ? 0 : 1;
    }

    private Tally sweepInProcesses(int processes) throws IOException, InterruptedException {
        List<Process> running = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            List<String> command = new ArrayList<>();
            command.add(ProcessHandle.current().info().command().orElse("java"));
            command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            command.addAll(List.of("-cp", Objects.requireNonNull(System.getProperty("java.class.path"))));
            command.addAll(List.of(Main.class.getName(), "--share", Integer.toString(i)));
            command.addAll(List.of("--cores", Integer.toString(processes), "--hours", Double.toString(hours)));
            command.addAll(List.of("--first", Long.toString(first), "--seconds", Integer.toString(seconds)));
            command.addAll(List.of("--workers", Integer.toString(workers), "--bug", bug.name()));
            running.add(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        }
        Tally tally = new Tally();
        List<Thread> readers = new ArrayList<>();
        for (Process process : running) {
            readers.add(Thread.startVirtualThread(() -> read(process, tally)));
        }
        for (Thread reader : readers) {
            reader.join();
        }
        for (Process process : running) {
            if (process.waitFor() != 0) {
                throw new IOException("a process ended with status " + process.exitValue());
            }
        }
        return tally;
    }

    private void read(Process process, Tally tally) {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                synchronized (tally) {
                    if (!tally.add(line)) {
                        out.println(line);
                    }
                }
            }
        } catch (IOException e) {
            out.println("the output of a process cannot be read: " + e);
        }
    }

    private Tally sweep(int index, int of) {
        Tally tally = new Tally();
        for (long each = first + index; tally.hours() < hours / of; each += of) {
            long beforeNs = cpuNs();
            RunReport report = SimulatedConference.run(each, workers, bug, seconds * 1000L);
            if (each % TWICE_EACH == 0 && report.failures().isEmpty()) {
                report = twice(report, bug);
            }
            tally.add(report, cpuNs() - beforeNs);
            if (!report.failures().isEmpty()) {
                out.print(report.failuresAsText());
            }
        }
        return tally;
    }

    /** The same seed once more; another digest is a failure. */
    private RunReport twice(RunReport report, PlantedBug planted) {
        RunReport again = SimulatedConference.run(report.seed(), workers, planted, seconds * 1000L);
        if (again.digest() == report.digest()) {
            return report;
        }
        return report.with(new Failure(
                Oracle.DETERMINISM,
                report.virtualNs() / 1_000_000,
                String.format("digest %016x, and %016x again", report.digest(), again.digest())));
    }

    private static long cpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private boolean examine() {
        boolean foundAll = true;
        for (PlantedBug each : PlantedBug.values()) {
            if (each != PlantedBug.NONE && (bug == PlantedBug.NONE || bug == each)) {
                foundAll &= isFound(each);
            }
        }
        return foundAll;
    }

    private boolean isFound(PlantedBug planted) {
        double simulated = 0;
        for (long each = first; each < first + seedsEach; each++) {
            RunReport report = SimulatedConference.run(each, workers, planted, seconds * 1000L);
            if (report.failures().isEmpty()) {
                report = twice(report, planted);
            }
            simulated += report.virtualNs() / 3600e9;
            if (!report.failures().isEmpty()) {
                Failure failure = report.failures().getFirst();
                out.printf(
                        "%-20s found by %s, seed %d, %.3f hours: %s%n",
                        planted, failure.oracle(), each, simulated, failure.text());
                return true;
            }
        }
        out.printf("%-20s NOT FOUND in %.3f hours%n", planted, simulated);
        return false;
    }
}
