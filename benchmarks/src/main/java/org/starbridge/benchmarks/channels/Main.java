package org.starbridge.benchmarks.channels;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures, and prints a few lines. */
@Command(
        name = "scripts/bench sctp",
        mixinStandardHelpOptions = true,
        description = "What bridge channels over SCTP cost the bridge: CPU, the collector's and compiler's included.")
public final class Main implements Callable<Integer> {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(180);

    @Option(names = "--endpoints", defaultValue = "1000", description = "Each says something once a second. ${DEFAULT-VALUE}")
    private int endpoints;

    @Option(names = "--seconds", defaultValue = "20", description = "Of each measurement. ${DEFAULT-VALUE}")
    private int seconds;

    @Option(names = "--warmup", defaultValue = "20", description = "Seconds before. ${DEFAULT-VALUE}")
    private int warmup;

    @Option(names = "--bytes", defaultValue = "300", description = "In a message, each way. ${DEFAULT-VALUE}")
    private int bytes;

    private final PrintStream out = System.out;
    private final OperatingSystemMXBean process =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Runs and exits with 0, or 1 if something was lost. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public Integer call() {
        try (BridgeEnd bridge = new BridgeEnd();
                ClientEnd end = new ClientEnd()) {
            long heapBefore = usedBytes();
            List<ClientEnd.Client> clients = new ArrayList<>();
            for (int i = 0; i < endpoints; i++) {
                clients.add(end.connect(bridge));
                int all = clients.size();
                await("handshakes", () -> all - bridge.opened.sum() < 50);
            }
            await("channels", () -> bridge.opened.sum() == endpoints);
            out.printf(
                    "%d endpoints connected; %d KiB of heap each, for DTLS, SCTP and channel at both ends%n",
                    endpoints, (usedBytes() - heapBefore) / endpoints >> 10);
            String message = message();
            talk(clients, message, warmup, end);
            double idle = share(() -> sleep(seconds, end), end, seconds);
            long heard = end.heard.sum();
            double busy = share(() -> talk(clients, message, seconds, end), end, seconds);
            await("answers", () -> end.heard.sum() - heard == (long) endpoints * seconds);
            out.printf(Locale.ROOT, "silent: %.2f %% of a core%n", 100 * idle);
            out.printf(
                    Locale.ROOT,
                    "a message of %d bytes a second in and one out for each: %.2f %% of a core, %.1f µs for the two%n",
                    message.length(),
                    100 * busy,
                    busy * 1e6 / endpoints);
            long lost = bridge.refused() + (long) endpoints * (seconds + warmup) - bridge.answered.sum();
            out.printf("refused or lost: %d%n", lost);
            return lost == 0 ? 0 : 1;
        }
    }

    private String message() {
        String frame = "{\"colibriClass\":\"EndpointStats\",\"padding\":\"\"}";
        return frame.replace("\"\"}", '"' + "x".repeat(Math.max(0, bytes - frame.length())) + "\"}");
    }

    /** Everybody says something once a second, spread over it. */
    private void talk(List<ClientEnd.Client> clients, String message, int forSeconds, ClientEnd end) {
        end.own();
        long beginNs = System.nanoTime();
        long said = 0;
        while (said < (long) forSeconds * endpoints) {
            long dueNs = beginNs + said * 1_000_000_000L / endpoints;
            long waitNs = dueNs - System.nanoTime();
            if (waitNs > 0) {
                LockSupport.parkNanos(waitNs);
            } else {
                clients.get((int) (said++ % endpoints)).say(message);
            }
        }
    }

    /** The bridge's part of a core: the whole process without the clients' threads. */
    private double share(Runnable work, ClientEnd end, int forSeconds) {
        long before = process.getProcessCpuTime() - end.cpuNs();
        long beginNs = System.nanoTime();
        work.run();
        long elapsedNs = Math.max(System.nanoTime() - beginNs, TimeUnit.SECONDS.toNanos(forSeconds));
        return (double) (process.getProcessCpuTime() - end.cpuNs() - before) / elapsedNs;
    }

    private static void await(String what, BooleanSupplier condition) {
        long endNs = System.nanoTime() + LIMIT_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - endNs > 0) {
                throw new IllegalStateException("no " + what + " within three minutes");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void sleep(int seconds, ClientEnd end) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(100_000_000);
            end.cpuNs();
        }
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
