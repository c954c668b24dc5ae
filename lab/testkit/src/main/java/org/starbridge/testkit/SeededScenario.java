package org.starbridge.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A scenario that is run with many seeds: what is measured in a run, with the bounds that it should keep. */
public record SeededScenario(String name, List<Figure> figures, Run run) {

    /** Values of the figures in their order, for a seed. Called by several threads at a time. */
    @FunctionalInterface
    public interface Run {
        /** Runs once. */
        double[] of(long seed);
    }

    /**
     * A value and its bound: at least, or at most.
     *
     * @param bound the target
     * @param kept the bound that is kept; another one than the target only where {@code reason} says why
     * @param reason empty if the target is kept
     */
    public record Figure(String name, double bound, boolean isAtLeast, double kept, String reason) {
        /** A value that is not to be smaller. */
        public static Figure atLeast(String name, double bound) {
            return new Figure(name, bound, true, bound, "");
        }

        /** A value that is not to be larger. */
        public static Figure atMost(String name, double bound) {
            return new Figure(name, bound, false, bound, "");
        }

        /** The same, of which the target is missed: what is kept instead, and why. */
        public Figure missed(double keptInstead, String why) {
            return new Figure(name, bound, isAtLeast, keptInstead, why);
        }

        /** True if a value reaches the target. */
        public boolean holds(double value) {
            return isAtLeast ? value >= bound : value <= bound;
        }

        /** True if a value keeps the bound that is kept. */
        public boolean isKept(double value) {
            return isAtLeast ? value >= kept : value <= kept;
        }
    }

    /** Values of all seeds for each figure, best first. */
    public static final class Outcome {
        private final SeededScenario scenario;
        private final double[][] sorted;

        private Outcome(SeededScenario scenario, double[][] sorted) {
            this.scenario = scenario;
            this.sorted = sorted;
        }

        /** Of a figure by its place. */
        public double median(int figure) {
            return sorted[figure][sorted[figure].length / 2];
        }

        /** Figures whose median does not keep what is kept, with their values; empty if all do. */
        public List<String> broken() {
            return IntStream.range(0, sorted.length)
                    .filter(i -> !scenario.figures.get(i).isKept(median(i)))
                    .mapToObj(i -> scenario.figures.get(i) + ": " + median(i))
                    .toList();
        }

        /** Of a figure by its place. */
        public double best(int figure) {
            return sorted[figure][0];
        }

        /** Of a figure by its place. */
        public double worst(int figure) {
            return sorted[figure][sorted[figure].length - 1];
        }

        /** One line for each figure. */
        public String lines() {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < sorted.length; i++) {
                Figure figure = scenario.figures.get(i);
                boolean median = figure.holds(median(i));
                boolean worst = figure.holds(worst(i));
                text.append(String.format(
                        "%-34s %-34s %s %8.2f   median %8.2f   worst %8.2f   %s%n",
                        i == 0 ? scenario.name : "",
                        figure.name,
                        figure.isAtLeast ? ">=" : "<=",
                        figure.bound,
                        median(i),
                        worst(i),
                        worst ? "pass" : median ? "pass (worst falls short)" : "falls short"));
            }
            return text.toString();
        }
    }

    /** Runs it with the seeds from 1 on, as many at a time as there are processors. */
    public Outcome measure(int seeds) {
        double[][] measuredOf =
                IntStream.rangeClosed(1, seeds).parallel().mapToObj(run::of).toArray(double[][]::new);
        double[][] values = new double[figures.size()][seeds];
        for (int seed = 0; seed < seeds; seed++) {
            double[] measured = measuredOf[seed];
            for (int i = 0; i < measured.length; i++) {
                values[i][seed] = figures.get(i).isAtLeast ? -measured[i] : measured[i];
            }
        }
        for (int i = 0; i < values.length; i++) {
            Arrays.sort(values[i]);
            for (int seed = 0; seed < seeds; seed++) {
                values[i][seed] = figures.get(i).isAtLeast ? -values[i][seed] : values[i][seed];
            }
        }
        return new Outcome(this, values);
    }
}
