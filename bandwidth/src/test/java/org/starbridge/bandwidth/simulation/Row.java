package org.starbridge.bandwidth.simulation;

import java.util.Arrays;
import java.util.List;

/** One scenario: what is measured in a run, with the bounds that it should keep. */
record Row(String name, List<Figure> figures, Run run) {

    /** Values of the figures in their order, for a seed. */
    interface Run {
        double[] of(long seed);
    }

    /** A value and its bound: at least, or at most. */
    record Figure(String name, double bound, boolean isAtLeast) {
        static Figure atLeast(String name, double bound) {
            return new Figure(name, bound, true);
        }

        static Figure atMost(String name, double bound) {
            return new Figure(name, bound, false);
        }

        boolean holds(double value) {
            return isAtLeast ? value >= bound : value <= bound;
        }
    }

    /** Values of all seeds for each figure, best first. */
    static final class Outcome {
        private final Row row;
        private final double[][] sorted;

        private Outcome(Row row, double[][] sorted) {
            this.row = row;
            this.sorted = sorted;
        }

        double median(int figure) {
            return sorted[figure][sorted[figure].length / 2];
        }

        double worst(int figure) {
            return sorted[figure][sorted[figure].length - 1];
        }

        String lines() {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < sorted.length; i++) {
                Figure figure = row.figures.get(i);
                boolean median = figure.holds(median(i));
                boolean worst = figure.holds(worst(i));
                text.append(String.format(
                        "%-34s %-34s %s %8.2f   median %8.2f   worst %8.2f   %s%n",
                        i == 0 ? row.name : "",
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

    Outcome measure(int seeds) {
        double[][] values = new double[figures.size()][seeds];
        for (int seed = 0; seed < seeds; seed++) {
            double[] measured = run.of(seed + 1);
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
