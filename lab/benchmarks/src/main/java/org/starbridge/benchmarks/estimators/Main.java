package org.starbridge.benchmarks.estimators;

import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.starbridge.hammer.app.help.ShortUsageError;
import org.starbridge.media.downlink.TransportFeedbackReader;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.TransportFeedbackWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures, and prints a few lines with the target beside each figure. */
@Command(
        name = "scripts/bench estimators",
        mixinStandardHelpOptions = true,
        description =
                "CPU time and heap of the bandwidth estimators of many receivers, in one thread and virtual time.")
public final class Main implements Callable<Integer> {
    private static final long MS = 1_000_000;
    private static final double GOAL_PERCENT = 10;
    private static final double GOAL_KB = 40;
    private static final int FEEDBACK_BYTES = 1200;
    /** Packets of the last milliseconds are not reported yet. */
    private static final long UNDERWAY_NS = 30 * MS;

    @Option(names = "--receivers", defaultValue = "1000", description = "Number of receivers. ${DEFAULT-VALUE}")
    private int receivers;

    @Option(
            names = "--kbps",
            defaultValue = "1500",
            description = "Bitrate of the video to each receiver. ${DEFAULT-VALUE}")
    private int kbps;

    @Option(
            names = "--feedback-ms",
            defaultValue = "100",
            description = "Interval of feedback messages. ${DEFAULT-VALUE}")
    private int feedbackMs;

    @Option(
            names = "--seconds",
            defaultValue = "20",
            description = "Length of each round in virtual time. ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Number of rounds, after a warm-up round. ${DEFAULT-VALUE}")
    private int rounds;

    private final PrintStream out = System.out;
    private final TransportFeedbackReader reader = new TransportFeedbackReader();
    private final TransportFeedbackWriter writer = new TransportFeedbackWriter();
    private final RtcpView rtcp = new RtcpView();
    private final List<SimulatedReceiver> all = new ArrayList<>();
    private long nowNs;
    private long sendingNs;
    private long estimatingNs;
    private long packets;

    /** Runs and exits with 0, or 2 for a mistake on the command line. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main())
                .setParameterExceptionHandler(new ShortUsageError())
                .execute(args));
    }

    @Override
    public Integer call() {
        List<SimulatedReceiver.Step> steps = new ArrayList<>();
        for (int i = 0; i < receivers; i++) {
            steps.add(new SimulatedReceiver.Step());
        }
        long before = usedBytes();
        for (int i = 0; i < receivers; i++) {
            SimulatedReceiver receiver = new SimulatedReceiver(reader, kbps * 1000, steps.get(i), i);
            receiver.begin(nowNs);
            all.add(receiver);
        }
        double freshKb = (usedBytes() - before) / 1e3 / receivers;
        try (Arena arena = Arena.ofConfined()) {
            long address = arena.allocate(FEEDBACK_BYTES).address();
            double[] percents = new double[rounds];
            double[] nsPerPacket = new double[rounds];
            for (int round = -1; round < rounds; round++) {
                run(address);
                if (round >= 0) {
                    percents[round] = 100 * estimatingNs / (seconds * 1e9);
                    nsPerPacket[round] = (double) sendingNs / packets;
                }
            }
            double usedKb = (usedBytes() - before) / 1e3 / receivers;
            Arrays.sort(percents);
            Arrays.sort(nsPerPacket);
            print(
                    "%d receivers of %d kbit/s with feedback each %d ms, %d rounds of %d s",
                    receivers, kbps, feedbackMs, rounds, seconds);
            print(
                    "feedback, estimates and timers of all: median %.2f %% of a core (%.2f to %.2f), %s",
                    percents[rounds / 2],
                    percents[0],
                    percents[rounds - 1],
                    verdict(percents[rounds / 2], GOAL_PERCENT, "%"));
            print("numbering and history: median %.1f ns a packet", nsPerPacket[rounds / 2]);
            print("heap of a receiver that has just joined: %.1f KB", freshKb);
            print(
                    "heap of a receiver after %d s: %.1f KB, %s",
                    seconds * (rounds + 1), usedKb, verdict(usedKb, GOAL_KB, "KB"));
            print(
                    "median estimate: %.0f kbit/s",
                    all.stream()
                                    .mapToLong(SimulatedReceiver::targetBps)
                                    .sorted()
                                    .skip(receivers / 2)
                                    .findFirst()
                                    .orElse(0)
                            / 1e3);
        }
        return 0;
    }

    private static String verdict(double value, double goal, String unit) {
        return String.format(Locale.ROOT, "target %.0f %s: %s", goal, unit, value <= goal ? "reached" : "missed");
    }

    private void run(long address) {
        sendingNs = 0;
        estimatingNs = 0;
        packets = 0;
        long endNs = nowNs + seconds * 1000L * MS;
        while (nowNs < endNs) {
            nowNs += feedbackMs * MS;
            for (SimulatedReceiver receiver : all) {
                receiver.plan(nowNs - UNDERWAY_NS);
            }
            long begunNs = System.nanoTime();
            for (SimulatedReceiver receiver : all) {
                packets += receiver.send();
            }
            sendingNs += System.nanoTime() - begunNs;
            for (SimulatedReceiver receiver : all) {
                int length = receiver.writeFeedback(writer, address, FEEDBACK_BYTES);
                if (length > 0 && rtcp.wrap(address, length) == null && rtcp.next()) {
                    begunNs = System.nanoTime();
                    receiver.onFeedback(rtcp, nowNs);
                    estimatingNs += System.nanoTime() - begunNs;
                }
            }
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private void print(String pattern, Object... values) {
        out.println(String.format(Locale.ROOT, pattern, values));
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
