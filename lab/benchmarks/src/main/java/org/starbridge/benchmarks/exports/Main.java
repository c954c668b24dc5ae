package org.starbridge.benchmarks.exports;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.starbridge.bridge.export.AllowedHosts;
import org.starbridge.bridge.export.ExportConfig;
import org.starbridge.bridge.export.ExportService;
import org.starbridge.bridge.export.session.ExportCounter;
import org.starbridge.bridge.export.session.ServerIdentity;
import org.starbridge.control.export.ExportGroup;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.hammer.app.help.ShortUsageError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures, and prints a line for each round. */
@Command(
        name = "scripts/bench exports",
        mixinStandardHelpOptions = true,
        description = "CPU time of media exports, from tap to socket, and the delay of packets.")
public final class Main implements Callable<Integer> {
    private static final int TURNS = 20;
    private static final long TURN_NS = 1_000_000;

    @Option(
            names = "--conferences",
            defaultValue = "100",
            description = "Number of conferences, each with one export. ${DEFAULT-VALUE}")
    private int conferences;

    @Option(
            names = "--speakers",
            defaultValue = "20",
            description = "Senders in each conference, with 50 packets a second. ${DEFAULT-VALUE}")
    private int speakers;

    @Option(names = "--bytes", defaultValue = "80", description = "Bytes of each payload. ${DEFAULT-VALUE}")
    private int bytes;

    @Option(names = "--seconds", defaultValue = "10", description = "Length of each round. ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Number of rounds, after a warm-up round. ${DEFAULT-VALUE}")
    private int rounds;

    private final PrintStream out = System.out;
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<Conference.Speaker> all = new ArrayList<>();

    /** Runs and exits with 0. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main())
                .setParameterExceptionHandler(new ShortUsageError())
                .execute(args));
    }

    @Override
    public Integer call() throws IOException {
        try (Service service = new Service();
                ExportService exports = new ExportService(
                        ExportConfig.DEFAULT.allowing(AllowedHosts.ALL), new ServerIdentity("bench", null), _ -> {})) {
            for (int i = 0; i < conferences; i++) {
                Conference conference = new Conference(i, speakers, bytes);
                all.addAll(conference.speakers());
                ExportGroup group = exports.open(conference);
                group.start(new ExportSpec(
                        "x", URI.create(service.url()), "transcriber", Map.of(), null, Set.of(), Set.of()));
            }
            while (service.frames() < conferences) { // the info of each
                LockSupport.parkNanos(10_000_000);
            }
            for (int i = 0; i <= rounds; i++) {
                measure(i == 0 ? "warm-up" : "round " + i, service, exports);
            }
        }
        return 0;
    }

    private void measure(String name, Service service, ExportService exports) {
        service.takeDelays();
        long sent = exports.counters().get(ExportCounter.PACKETS_SENT);
        long dropped = exports.counters().get(ExportCounter.PACKETS_DROPPED);
        long cpuNs = bridgeNs(service);
        long beginNs = System.nanoTime();
        long spoken = speak();
        double elapsedNs = System.nanoTime() - beginNs;
        double cpu = bridgeNs(service) - cpuNs;
        sent = exports.counters().get(ExportCounter.PACKETS_SENT) - sent;
        dropped = exports.counters().get(ExportCounter.PACKETS_DROPPED) - dropped;
        long[] delays = service.takeDelays();
        out.printf(
                Locale.ROOT,
                "%-8s %7.0f packets/s; %.2f cores, %.2f µs a packet; %d dropped (%.2f %%);"
                        + " delay p50 %.2f ms, p99 %.2f ms, max %.2f ms; load %.1f%n",
                name,
                spoken / elapsedNs * 1e9,
                cpu / elapsedNs,
                cpu / 1e3 / Math.max(1, sent),
                dropped,
                100.0 * dropped / Math.max(1, spoken),
                ms(delays, 0.5),
                ms(delays, 0.99),
                ms(delays, 1),
                process.getSystemLoadAverage());
    }

    private static double ms(long[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, sorted.length * share)] / 1e6;
    }

    /** CPU time of the process, with collector and compiler, without the speakers' thread and the service's. */
    private long bridgeNs(Service service) {
        return process.getProcessCpuTime()
                - threads.getThreadCpuTime(service.thread.threadId())
                - threads.getCurrentThreadCpuTime();
    }

    /** Each speaker sends a packet each 20 ms; a twentieth of them each millisecond. */
    private long speak() {
        long beginNs = System.nanoTime();
        long spoken = 0;
        for (int turn = 0; turn < seconds * 1000; turn++) {
            long waitNs = beginNs + turn * TURN_NS - System.nanoTime();
            if (waitNs > 0) {
                LockSupport.parkNanos(waitNs);
            }
            for (int i = turn % TURNS; i < all.size(); i += TURNS) {
                spoken += all.get(i).speak(System.nanoTime()) ? 1 : 0;
            }
        }
        return spoken;
    }
}
