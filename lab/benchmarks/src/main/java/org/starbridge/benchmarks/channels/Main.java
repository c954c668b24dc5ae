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
import org.starbridge.hammer.app.help.ShortUsageError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures, and prints a few lines. */
@Command(
        name = "scripts/bench sctp",
        mixinStandardHelpOptions = true,
        description = "Cost of bridge channels over SCTP for the bridge, from DTLS record to message and back.")
public final class Main implements Callable<Integer> {
    /** Messages a second of each endpoint: enough for the compiler to have done its work before the first round. */
    private static final int WARM_UP_RATE = 10;

    private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(5);

    @Option(
            names = "--endpoints",
            defaultValue = "1000",
            description = "Number of endpoints; each sends a message once a second. ${DEFAULT-VALUE}")
    private int endpoints;

    @Option(names = "--seconds", defaultValue = "15", description = "Length of each round. ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Number of rounds, after a warm-up round. ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--bytes", defaultValue = "300", description = "Bytes of a message, each way. ${DEFAULT-VALUE}")
    private int bytes;

    private final PrintStream out = System.out;
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Runs and exits with 0, or 1 if something was lost. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main())
                .setParameterExceptionHandler(new ShortUsageError())
                .execute(args));
    }

    @Override
    public Integer call() {
        try (BridgeEnd bridge = new BridgeEnd();
                ClientEnd end = new ClientEnd()) {
            end.threads.own();
            long heapBefore = usedBytes();
            List<ClientEnd.Client> clients = new ArrayList<>();
            for (int i = 0; i < endpoints; i++) {
                clients.add(end.connect(bridge));
                int all = clients.size();
                await("handshakes", () -> all - bridge.opened.sum() < 50);
            }
            await("channels", () -> bridge.opened.sum() == endpoints);
            out.printf(
                    "%d endpoints; %d KiB of heap each, for DTLS, SCTP and channel at both ends%n",
                    endpoints, ((usedBytes() - heapBefore) / endpoints) >> 10);
            measure("silent", end, () -> sleep(end));
            String message = message();
            long said = 0;
            for (int i = 0; i <= rounds; i++) {
                int perSecond = i == 0 ? WARM_UP_RATE : 1;
                String what = i == 0 ? "warming up" : "a message of " + bytes + " bytes each way, a second";
                measure(what, end, () -> talk(clients, message, perSecond, end));
                said += (long) perSecond * seconds * endpoints;
                long all = said;
                await("answers", () -> end.heard.sum() == all);
            }
            out.println("every message was answered once; SCTP refused " + bridge.refused());
            return 0;
        }
    }

    private String message() {
        String frame = "{\"colibriClass\":\"EndpointStats\",\"padding\":\"\"}";
        return frame.replace("\"\"}", '"' + "x".repeat(Math.max(0, bytes - frame.length())) + "\"}");
    }

    /** Everybody says something so often a second, spread over it. */
    private void talk(List<ClientEnd.Client> clients, String message, int perSecond, ClientEnd end) {
        long beginNs = System.nanoTime();
        int said = 0;
        while (said < (long) seconds * perSecond * endpoints) {
            long waitNs = beginNs + said * 1_000_000_000L / ((long) perSecond * endpoints) - System.nanoTime();
            if (waitNs > 0) {
                LockSupport.parkNanos(waitNs);
            } else {
                clients.get(said++ % endpoints).say(message);
                if (said % 100 == 0) {
                    end.threads.sample();
                }
            }
        }
    }

    private void sleep(ClientEnd end) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(100_000_000);
            end.threads.sample();
        }
    }

    /** Prints what the bridge's threads used of a core meanwhile, and what the virtual machine did for both ends. */
    private void measure(String what, ClientEnd end, Runnable work) {
        end.threads.sample();
        long bridgeNs = end.threads.bridgeNs();
        long machineNs = process.getProcessCpuTime() - bridgeNs - end.threads.clientsNs();
        long beginNs = System.nanoTime();
        work.run();
        long elapsedNs = System.nanoTime() - beginNs;
        end.threads.sample();
        double bridge = end.threads.bridgeNs() - bridgeNs;
        double machine = process.getProcessCpuTime() - end.threads.bridgeNs() - end.threads.clientsNs() - machineNs;
        out.printf(
                Locale.ROOT,
                "%-46s %5.2f %% of a core, %6.1f µs for each endpoint and second; collector and compiler %5.2f %%%n",
                what,
                100 * bridge / elapsedNs,
                bridge / 1e3 / endpoints / seconds,
                100 * machine / elapsedNs);
    }

    private static void await(String what, BooleanSupplier condition) {
        long endNs = System.nanoTime() + LIMIT_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - endNs > 0) {
                throw new IllegalStateException("no " + what + " within five minutes");
            }
            LockSupport.parkNanos(1_000_000);
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
