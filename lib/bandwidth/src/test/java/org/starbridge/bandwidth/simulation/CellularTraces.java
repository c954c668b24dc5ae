package org.starbridge.bandwidth.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.LongToDoubleFunction;

/**
 * Ten synthetic traces of a cellular link, made from fixed seeds: rates each 100 ms whose logarithm drifts and returns
 * within seconds, around 0.8 to 4 Mbit/s, with stalls of 0.2 to 1.5 s. They have the shape of the recorded traces of
 * 2013 and 2016 that come with Mahimahi, which are not ours to give on. Stateless.
 */
final class CellularTraces {
    static final int COUNT = 10;

    private static final int SLOTS = 600;
    private static final long SLOT_NS = 100 * VirtualTime.MS;
    private static final double MEMORY = 0.95;
    private static final double DEVIATION = 0.5;
    private static final double STALLS_PER_SLOT = 0.006;

    private CellularTraces() {}

    /** The rates in bit/s of a trace, 0 to 9, for a minute. */
    static double[] rates(int trace) {
        Random random = new Random(2016 + trace);
        double mean = 0.8e6 * Math.pow(5, trace / (COUNT - 1.0));
        double[] rates = new double[SLOTS];
        double drift = 0;
        int stalled = 0;
        for (int i = 0; i < SLOTS; i++) {
            drift = MEMORY * drift + DEVIATION * Math.sqrt(1 - MEMORY * MEMORY) * random.nextGaussian();
            if (stalled == 0 && random.nextDouble() < STALLS_PER_SLOT) {
                stalled = 2 + random.nextInt(14);
            }
            stalled = Math.max(0, stalled - 1);
            rates[i] = stalled > 0 ? 0 : mean * Math.exp(drift - DEVIATION * DEVIATION / 2);
        }
        return rates;
    }

    /**
     * The rates in bit/s of a recorded trace in Mahimahi's format: each line is a time in ms at which 1500 bytes can be
     * delivered, and the trace repeats.
     */
    static double[] read(Path file) throws IOException {
        List<Long> deliveries = Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank())
                .map(line -> Long.parseLong(line.strip()))
                .toList();
        int slots = (int) (deliveries.getLast() / 100) + 1;
        double[] rates = new double[slots];
        deliveries.forEach(ms -> rates[(int) (ms / 100)] += 1500 * 8 * 10);
        return rates;
    }

    static LongToDoubleFunction link(double[] rates) {
        return ns -> rates[(int) (ns / SLOT_NS % rates.length)];
    }

    /** What a link carries between two seconds at most, if no more than {@code wishBps} is wanted at a time. */
    static double carriedBps(double[] rates, double wishBps, int from, int to) {
        double sum = 0;
        for (int i = 10 * from; i < 10 * to; i++) {
            sum += Math.min(wishBps, rates[i % rates.length]);
        }
        return sum / (10 * (to - from));
    }
}
