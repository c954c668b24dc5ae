package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.starbridge.hammer.series.ThreadKind;

/**
 * Share of a core that a bridge used in a run's window, in per cent.
 *
 * @param all its process
 * @param byKind that, by what its threads are for
 */
record CoreShares(double all, Map<ThreadKind, Double> byKind) {
    CoreShares {
        byKind = Map.copyOf(byKind);
    }

    /**
     * As the Hammer reports it.
     *
     * @throws LadderException if the Hammer did not measure it
     */
    static CoreShares of(JsonNode report) {
        JsonNode cpu = report.path("bridgeCpuNanos");
        if (!cpu.isNumber()) {
            throw new LadderException("the Hammer could not measure the bridge's processor time: is this Linux?");
        }
        double percentPerNs = 100 / 1e9 / report.path("seconds").asDouble();
        Map<ThreadKind, Double> byKind = new EnumMap<>(ThreadKind.class);
        double rest = cpu.asLong() * percentPerNs;
        for (Map.Entry<String, JsonNode> thread :
                report.path("bridgeThreadNanos").properties()) {
            double share = thread.getValue().asLong() * percentPerNs;
            byKind.merge(ThreadKind.of(thread.getKey()), share, Double::sum);
            rest -= share;
        }
        byKind.merge(ThreadKind.OTHER, rest, Double::sum);
        return new CoreShares(cpu.asLong() * percentPerNs, byKind);
    }

    /** Of several runs, figure by figure. */
    static CoreShares median(List<CoreShares> runs) {
        Map<ThreadKind, Double> byKind = new EnumMap<>(ThreadKind.class);
        for (ThreadKind kind : ThreadKind.values()) {
            byKind.put(kind, median(runs.stream().mapToDouble(run -> run.of(kind))));
        }
        return new CoreShares(median(runs.stream().mapToDouble(CoreShares::all)), byKind);
    }

    private static double median(DoubleStream figures) {
        double[] sorted = figures.sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Of the threads of one kind. */
    double of(ThreadKind kind) {
        return byKind.getOrDefault(kind, 0.0);
    }

    /** For people. */
    record Named(String name, CoreShares shares) {}

    /** With what it is of. */
    Named named(String name) {
        return new Named(name, this);
    }

    /** This and others beside each other, each with the difference to this, line by line. */
    List<String> beside(String name, List<Named> others) {
        List<String> lines = new ArrayList<>();
        StringBuilder head = new StringBuilder(first("of a core", name));
        others.forEach(other -> head.append(next(other.name, "difference")));
        lines.add(head.toString());
        for (ThreadKind kind : ThreadKind.values()) {
            lines.add(line(kind.label(), others, shares -> shares.of(kind)));
        }
        lines.add(line("the whole bridge", others, CoreShares::all));
        return lines;
    }

    private String line(String label, List<Named> others, ToDoubleFunction<CoreShares> figure) {
        double here = figure.applyAsDouble(this);
        StringBuilder line = new StringBuilder(first(label, percent(here)));
        for (Named other : others) {
            double there = figure.applyAsDouble(other.shares);
            line.append(next(percent(there), percent(there - here)));
        }
        return line.toString();
    }

    private static String first(String label, String figure) {
        return String.format(Locale.ROOT, "%-26s %12s", label, figure);
    }

    private static String next(String figure, String difference) {
        return String.format(Locale.ROOT, " %16s %12s", figure, difference);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", share);
    }
}
